package io.github.tensorloupe.desktop.pane.tree;

import io.github.tensorloupe.analysis.health.HealthIssue;
import io.github.tensorloupe.desktop.selection.HealthMarks;
import io.github.tensorloupe.model.TensorRef;
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
  /// Only its first bytes are in the file.
  CUT,
  /// None of its bytes are in the file.
  LOST,
  /// Something is wrong, or not all of it is in the file.
  BAD,
  /// Stands out among its siblings, which need not be wrong.
  OUTLIER,
  /// All of it is in the file and scanned, and nothing is wrong.
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

  /// As it is typed.
  String spelling() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// Whether a tensor fits.
  ///
  /// @param index of the tensor in the checkpoint
  boolean fits(TensorRef tensor, int index, HealthMarks marks) {
    return switch (this) {
      case CUT -> Presence.of(tensor) == Presence.CUT;
      case LOST -> Presence.of(tensor) == Presence.MISSING;
      case BAD -> marks.hasProblem(index) || !isWhole(tensor);
      case OUTLIER -> marks.isOutlier(index);
      case OK -> marks.isScanned(index) && !marks.hasProblem(index) && isWhole(tensor);
      case UNKNOWN -> !marks.isScanned(index);
      case NAN, INF, HOLE, ZERO, CONSTANT, BOOL, ROWS, INITIAL ->
          marks.issues(index).stream().anyMatch(issues::contains);
    };
  }

  private static boolean isWhole(TensorRef tensor) {
    return Presence.of(tensor) == Presence.WHOLE;
  }
}
