package io.github.tensorloupe.desktop.pane.comparison.pairs;

import module java.base;

import io.github.tensorloupe.compare.Change;
import io.github.tensorloupe.compare.Figures;
import io.github.tensorloupe.compare.PairResult;
import io.github.tensorloupe.compare.TensorPair;
import io.github.tensorloupe.desktop.selection.OpenComparison;

/// All that is known of the pairs of a comparison at one moment; may be used on any thread.
///
/// @param results by pair; null where it is not compared yet
record PairStates(OpenComparison comparison, List<PairResult> results) {

  int count() {
    return results.size();
  }

  TensorPair pair(int index) {
    return comparison.pairs().get(index);
  }

  /// The kind of difference, as the headers tell it until the pair is compared.
  Change change(int pair) {
    PairResult result = results.get(pair);
    return result == null ? comparison.structure(pair) : result.change();
  }

  /// True where the pair is compared, or has no other side to be compared with.
  boolean isKnown(int pair) {
    return results.get(pair) != null || pair(pair).by().isEmpty();
  }

  /// A kind of pairs, by the word that asks for it in the filter and its chip.
  enum Kind {
    /// Differs in whatever, or is not compared yet.
    CHANGED("changed"),
    VALUES("values"),
    DTYPE("dtype"),
    SHAPE("shape"),
    ONLY_A("only:a"),
    ONLY_B("only:b"),
    RENAMED("renamed"),
    /// Bytes of one side are missing.
    UNREADABLE("unreadable"),
    EQUAL("equal"),
    PENDING("pending");

    private final String spelling;

    Kind(String spelling) {
      this.spelling = spelling;
    }

    static Optional<Kind> of(String word) {
      return Stream.of(values()).filter(kind -> kind.spelling.equalsIgnoreCase(word)).findFirst();
    }

    String spelling() {
      return spelling;
    }

    boolean fits(PairStates states, int pair) {
      Change change = states.change(pair);
      return switch (this) {
        case CHANGED -> change != Change.EQUAL || states.pair(pair).isRenamed();
        case VALUES -> change == Change.VALUES;
        case DTYPE -> change == Change.DTYPE;
        case SHAPE -> change == Change.SHAPE;
        case ONLY_A -> change == Change.REMOVED;
        case ONLY_B -> change == Change.ADDED;
        case RENAMED -> states.pair(pair).isRenamed();
        case UNREADABLE -> change == Change.UNREADABLE;
        case EQUAL -> change == Change.EQUAL;
        case PENDING -> !states.isKnown(pair);
      };
    }
  }

  /// A column of the pairs, by which they can be sorted.
  enum Column {
    NAME,
    CHANGE,
    L2,
    CHANGED,
    MAX,
    ULP,
    BY;

    /// The figure that a condition of the filter names.
    static Optional<Column> figure(String word) {
      return Stream.of(L2, CHANGED, MAX, ULP)
          .filter(column -> column.name().equalsIgnoreCase(word))
          .findFirst();
    }

    /// The number that the pair is sorted by; empty where it has none.
    OptionalDouble of(PairStates states, int pair) {
      return switch (this) {
        case NAME -> OptionalDouble.empty();
        case CHANGE -> OptionalDouble.of(states.change(pair).ordinal());
        case BY -> states.pair(pair).by().stream().mapToDouble(by -> by.ordinal()).findFirst();
        case L2, CHANGED, MAX, ULP -> of(states.results.get(pair));
      };
    }

    /// The figure of a result: relative L2 norm, share of changed elements, largest difference or
    /// distance.
    OptionalDouble of(PairResult result) {
      if (result == null || result.change() == Change.EQUAL) {
        return result == null ? OptionalDouble.empty() : OptionalDouble.of(0);
      }
      Optional<Figures> figures = result.figures();
      return switch (this) {
        case L2 -> figures.map(Figures::relativeL2).orElse(OptionalDouble.empty());
        case CHANGED ->
            figures.isPresent() && result.count().orElse(0) > 0
                ? OptionalDouble.of(figures.get().changed() / (double) result.count().getAsLong())
                : OptionalDouble.empty();
        case MAX -> number(figures.flatMap(Figures::maxAbs));
        case ULP -> number(figures.flatMap(Figures::maxUlp));
        case NAME, CHANGE, BY -> OptionalDouble.empty();
      };
    }

    private static OptionalDouble number(Optional<? extends Number> number) {
      return number.stream().mapToDouble(Number::doubleValue).findFirst();
    }
  }
}
