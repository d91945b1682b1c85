package io.github.tensorloupe.desktop.pane.comparison.pairs;

import module java.base;

import io.github.tensorloupe.compare.Change;
import io.github.tensorloupe.compare.Comparison;
import io.github.tensorloupe.compare.PairResult;
import io.github.tensorloupe.compare.TensorPair;
import io.github.tensorloupe.desktop.selection.figures.FigureCondition.Written;

/// The condition in the filter field. Immutable.
///
/// Words are separated by spaces. A pair must match at least one of the words that name a [Kind],
/// every condition such as `l2>0.1` or `changed>1%`, and every other word, which is a part of a
/// name. Case is ignored.
///
/// @param words parts of names
record PairFilter(List<String> words, Set<Kind> kinds, List<Condition> conditions) {

  /// A kind of pair, selected by a word in the filter or by its chip.
  enum Kind {
    /// Differs in any way, is renamed, or is not compared yet.
    CHANGED("changed"),
    VALUES("values"),
    DTYPE("dtype"),
    SHAPE("shape"),
    ONLY_A("only:a"),
    ONLY_B("only:b"),
    RENAMED("renamed"),
    UNREADABLE("unreadable"),
    EQUAL("equal"),
    PENDING("pending");

    private final String spelling;

    Kind(String spelling) {
      this.spelling = spelling;
    }

    String spelling() {
      return spelling;
    }

    boolean fits(Comparison known, int index) {
      TensorPair pair = known.pairs().get(index);
      Change change = known.changeSoFar(index);
      return switch (this) {
        case CHANGED -> change != Change.EQUAL || pair.isRenamed();
        case VALUES -> change == Change.VALUES;
        case DTYPE -> change == Change.DTYPE;
        case SHAPE -> change == Change.SHAPE;
        case ONLY_A -> change == Change.REMOVED;
        case ONLY_B -> change == Change.ADDED;
        case RENAMED -> pair.isRenamed();
        case UNREADABLE -> change == Change.UNREADABLE;
        case EQUAL -> change == Change.EQUAL;
        case PENDING -> known.results().get(index) == null && pair.by().isPresent();
      };
    }
  }

  record Condition(PairColumn figure, Written written) {

    boolean isMet(PairResult result) {
      OptionalDouble found = figure.of(result);
      if (written.bound().isEmpty() || found.isEmpty()) {
        return written.bound().isEmpty();
      }
      double bound = written.bound().getAsDouble();
      boolean isShare = written.isPercentage() || bound > 0 && bound < 1;
      // The bound applies to the number of changed elements, unless it is a share.
      double value =
          figure == PairColumn.CHANGED && !isShare
              ? result.figures().map(figures -> figures.changed()).orElse(0L)
              : found.getAsDouble();
      return written.relation().holds(value, bound);
    }
  }

  static PairFilter of(String text) {
    PairFilter filter =
        new PairFilter(new ArrayList<>(), EnumSet.noneOf(Kind.class), new ArrayList<>());
    wordsOf(text).forEach(filter::add);
    return filter;
  }

  private static List<String> wordsOf(String text) {
    return Stream.of(text.split("\\s+")).filter(word -> !word.isEmpty()).toList();
  }

  private void add(String word) {
    Optional<Kind> kind =
        Stream.of(Kind.values()).filter(it -> it.spelling.equalsIgnoreCase(word)).findFirst();
    Optional<Written> written = Written.of(word);
    Optional<PairColumn> figure = written.flatMap(it -> PairColumn.figure(it.word()));
    if (kind.isPresent()) {
      kinds.add(kind.get());
    } else if (figure.isPresent()) {
      conditions.add(new Condition(figure.get(), written.get()));
    } else {
      words.add(word);
    }
  }

  /// Removes the word of a kind from the text, or adds it if it is missing.
  static String toggled(String text, Kind kind) {
    List<String> words = new ArrayList<>(wordsOf(text));
    if (!words.removeIf(kind.spelling::equalsIgnoreCase)) {
      words.add(kind.spelling);
    }
    return String.join(" ", words);
  }

  /// Returns true if every pair matches.
  boolean isEmpty() {
    return words.isEmpty() && kinds.isEmpty() && conditions.isEmpty();
  }

  /// Returns true if a pair matches, without checking its name.
  boolean fits(Comparison known, int pair) {
    return (kinds.isEmpty() || kinds.stream().anyMatch(kind -> kind.fits(known, pair)))
        && conditions.stream().allMatch(each -> each.isMet(known.results().get(pair)));
  }
}
