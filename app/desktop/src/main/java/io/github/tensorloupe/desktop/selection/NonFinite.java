package io.github.tensorloupe.desktop.selection;

import module java.base;

import io.github.tensorloupe.analysis.health.HealthIssue;

/// Which values that are no finite numbers a document is known to have.
public enum NonFinite {
  /// NaN and nothing else.
  NAN("nan"),
  /// Infinities and nothing else.
  INF("inf"),
  /// NaN and infinities, in one tensor or in several.
  BOTH("nan-or-inf");

  private final String key;

  NonFinite(String key) {
    this.key = key;
  }

  /// The kinds among the results; empty where all values that are known are finite.
  public static Optional<NonFinite> in(ScanResults results) {
    boolean nan = results.countOf(HealthIssue.NAN) > 0;
    boolean inf = results.countOf(HealthIssue.INF) > 0;
    if (nan && inf) {
      return Optional.of(BOTH);
    }
    if (nan) {
      return Optional.of(NAN);
    }
    return inf ? Optional.of(INF) : Optional.empty();
  }

  /// The ending of the keys of messages about it.
  public String key() {
    return key;
  }
}
