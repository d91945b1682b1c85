package io.github.tensorloupe.analysis.health;

import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.text.Spelled;

/// Issues with the values of a tensor, in descending order of severity.
public enum HealthIssue implements Spelled {
  NAN(FindingCode.NAN),
  INF(FindingCode.INF),
  ZERO_PAGES(FindingCode.ZERO_PAGES),
  ALL_ZERO(FindingCode.ALL_ZERO),
  CONSTANT(FindingCode.CONSTANT),
  INVALID_BOOL(FindingCode.INVALID_BOOL),
  EQUAL_ROWS(FindingCode.EQUAL_ROWS),
  /// All elements are zero, the usual value before training for a tensor of this name.
  INITIAL_ZEROS(FindingCode.ALL_ZERO, Severity.INFO),
  /// All elements are one, the usual value before training for a tensor of this name.
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

  /// Returns true for [#INITIAL_ZEROS] and [#INITIAL_ONES].
  public boolean isHarmless() {
    return severity != code.severity();
  }
}
