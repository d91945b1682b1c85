package io.github.tensorloupe.ui.tree;

import io.github.tensorloupe.analysis.health.HealthIssue;
import io.github.tensorloupe.ui.selection.HealthMarks;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// What may follow `health:` in the filter field.
enum HealthWord {
  NAN(HealthIssue.NAN),
  INF(HealthIssue.INF),
  HOLE(HealthIssue.ZERO_PAGES),
  ZERO(HealthIssue.ALL_ZERO),
  CONSTANT(HealthIssue.CONSTANT),
  BOOL(HealthIssue.INVALID_BOOL),
  ROWS(HealthIssue.EQUAL_ROWS),
  /// Something is wrong.
  BAD(null),
  /// Stands out among its siblings, which need not be wrong.
  OUTLIER(null),
  /// Scanned, and nothing is wrong.
  OK(null),
  /// Not scanned.
  UNKNOWN(null);

  private final Optional<HealthIssue> issue;

  HealthWord(HealthIssue issue) {
    this.issue = Optional.ofNullable(issue);
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
      case BAD -> marks.worst(tensor).isPresent();
      case OUTLIER -> marks.isOutlier(tensor);
      case OK -> marks.isScanned(tensor) && marks.worst(tensor).isEmpty();
      case UNKNOWN -> !marks.isScanned(tensor);
      default -> marks.issues(tensor).contains(issue.orElseThrow());
    };
  }
}
