package io.github.tensorloupe.analysis.health;

import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.text.Spelled;

/// An issue of the values of a tensor, the worst first. Harmless issues are at the end.
public enum HealthIssue implements Spelled {
  NAN(FindingCode.NAN),
  INF(FindingCode.INF),
  ZERO_PAGES(FindingCode.ZERO_PAGES),
  ALL_ZERO(FindingCode.ALL_ZERO),
  CONSTANT(FindingCode.CONSTANT),
  INVALID_BOOL(FindingCode.INVALID_BOOL),
  EQUAL_ROWS(FindingCode.EQUAL_ROWS),
  /// Only zeros, which are the initial values of a tensor with such a name.
  INITIAL_ZEROS(FindingCode.ALL_ZERO, Severity.INFO),
  /// Only ones, which are the initial values of a tensor with such a name.
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

  /// Returns true if the issue is harmless.
  public boolean isHarmless() {
    return severity != code.severity();
  }
}
