package io.github.tensorloupe.ui.tree;

import io.github.tensorloupe.analysis.health.HealthIssue;
import io.github.tensorloupe.ui.selection.HealthMarks;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/// What may follow `health:` in the filter field.
enum HealthWord {
  NAN(HealthIssue.NAN),
  INF(HealthIssue.INF),
  HOLE(HealthIssue.ZERO_PAGES),
  ZERO(HealthIssue.ALL_ZERO, HealthIssue.INITIAL_ZEROS),
  CONSTANT(HealthIssue.CONSTANT, HealthIssue.INITIAL_ONES),
  BOOL(HealthIssue.INVALID_BOOL),
  ROWS(HealthIssue.EQUAL_ROWS),
  /// Holds what tensors of such a name begin with, which need not be wrong.
  INITIAL(HealthIssue.INITIAL_ZEROS, HealthIssue.INITIAL_ONES),
  /// Something is wrong.
  BAD,
  /// Stands out among its siblings, which need not be wrong.
  OUTLIER,
  /// Scanned, and nothing is wrong.
  OK,
  /// Not scanned.
  UNKNOWN;

  private final Set<HealthIssue> issues;

  HealthWord(HealthIssue... issues) {
    this.issues = Set.of(issues);
  }

  /// The words that begin like this, whatever the case.
  static Set<HealthWord> beginningWith(String typed) {
    Set<HealthWord> words = EnumSet.noneOf(HealthWord.class);
    Arrays.stream(values())
        .filter(word -> word.name().startsWith(typed.toUpperCase(Locale.ROOT)))
        .forEach(words::add);
    return words;
  }

  /// Whether a tensor fits.
  boolean fits(HealthMarks marks, int tensor) {
    return switch (this) {
      case BAD -> marks.hasProblem(tensor);
      case OUTLIER -> marks.isOutlier(tensor);
      case OK -> marks.isScanned(tensor) && !marks.hasProblem(tensor);
      case UNKNOWN -> !marks.isScanned(tensor);
      default -> marks.issues(tensor).stream().anyMatch(issues::contains);
    };
  }
}
