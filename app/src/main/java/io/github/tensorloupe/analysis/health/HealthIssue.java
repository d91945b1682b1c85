package io.github.tensorloupe.analysis.health;

import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Severity;

/// What can be wrong with the values of a tensor, the worst first.
public enum HealthIssue {
  NAN(FindingCode.NAN),
  INF(FindingCode.INF),
  ZERO_PAGES(FindingCode.ZERO_PAGES),
  ALL_ZERO(FindingCode.ALL_ZERO),
  CONSTANT(FindingCode.CONSTANT),
  INVALID_BOOL(FindingCode.INVALID_BOOL),
  EQUAL_ROWS(FindingCode.EQUAL_ROWS);

  private final FindingCode code;

  HealthIssue(FindingCode code) {
    this.code = code;
  }

  /// The kind of finding that tells it.
  public FindingCode code() {
    return code;
  }

  /// How much it matters.
  public Severity severity() {
    return code.severity();
  }
}
