package io.github.tensorloupe.analysis.health;

import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.text.Spelled;

/// A problem with the values of a tensor, the worst first, and behind that what only looks like it.
public enum HealthIssue implements Spelled {
  NAN(FindingCode.NAN),
  INF(FindingCode.INF),
  ZERO_PAGES(FindingCode.ZERO_PAGES),
  ALL_ZERO(FindingCode.ALL_ZERO),
  CONSTANT(FindingCode.CONSTANT),
  INVALID_BOOL(FindingCode.INVALID_BOOL),
  EQUAL_ROWS(FindingCode.EQUAL_ROWS),
  /// Nothing but zeros, with which a tensor of such a name begins.
  INITIAL_ZEROS(FindingCode.ALL_ZERO, Severity.INFO),
  /// Nothing but ones, with which a tensor of such a name begins.
  INITIAL_ONES(FindingCode.CONSTANT, Severity.INFO);

  private final FindingCode code;
  private final Severity severity;

  HealthIssue(FindingCode code) {
    this(code, code.severity());
  }

  HealthIssue(FindingCode code, Severity severity) {
    this.code = code;
    this.severity = severity;
  }

  public FindingCode code() {
    return code;
  }

  public Severity severity() {
    return severity;
  }

  /// True if it is as usual, and nothing is wrong.
  public boolean isUsual() {
    return severity != code.severity();
  }
}
