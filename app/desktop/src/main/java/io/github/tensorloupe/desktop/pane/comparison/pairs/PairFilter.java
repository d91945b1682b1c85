package io.github.tensorloupe.desktop.pane.comparison.pairs;

import module java.base;

import io.github.tensorloupe.analysis.figures.FigureCondition.Written;
import io.github.tensorloupe.compare.PairResult;
import io.github.tensorloupe.desktop.pane.comparison.pairs.PairStates.Column;
import io.github.tensorloupe.desktop.pane.comparison.pairs.PairStates.Kind;

/// The pairs that the filter field asks for. Immutable.
///
/// Words are separated by spaces. Of words that name a [Kind] a pair fits one; `l2>0.1`,
/// `changed>1%`, `max>1`, `ulp>4` and all other words, which are parts of names, it must fit all.
/// Case does not count.
final class PairFilter {

  private final List<String> words = new ArrayList<>();
  private final Set<Kind> kinds = EnumSet.noneOf(Kind.class);
  private final List<Condition> conditions = new ArrayList<>();

  private record Condition(Column figure, Written written) {

    boolean isMet(PairStates states, int pair) {
      PairResult result = states.results().get(pair);
      OptionalDouble found = figure.of(result);
      if (written.bound().isEmpty() || found.isEmpty()) {
        return written.bound().isEmpty();
      }
      double bound = written.bound().getAsDouble();
      boolean isShare = written.isPercentage() || bound > 0 && bound < 1;
      // The number of elements that changed, unless a share is asked for.
      double value =
          figure == Column.CHANGED && !isShare
              ? result.figures().map(figures -> figures.changed()).orElse(0L)
              : found.getAsDouble();
      return written.relation().holds(value, bound);
    }
  }

  private PairFilter() {}

  static PairFilter of(String text) {
    PairFilter filter = new PairFilter();
    for (String word : text.strip().split("\\s+")) {
      filter.add(word);
    }
    return filter;
  }

  private void add(String word) {
    Optional<Kind> kind = Kind.of(word);
    Optional<Condition> condition =
        Written.of(word)
            .flatMap(
                written ->
                    Column.figure(written.word()).map(figure -> new Condition(figure, written)));
    if (kind.isPresent()) {
      kinds.add(kind.get());
    } else if (condition.isPresent()) {
      conditions.add(condition.get());
    } else if (!word.isEmpty()) {
      words.add(word);
    }
  }

  /// The text without the word of a kind, or with it where it lacks it.
  static String toggled(String text, Kind kind) {
    List<String> words = new ArrayList<>(List.of(text.strip().split("\\s+")));
    words.remove("");
    if (!words.removeIf(kind.spelling()::equalsIgnoreCase)) {
      words.add(kind.spelling());
    }
    return String.join(" ", words);
  }

  /// Parts of names.
  List<String> words() {
    return words;
  }

  boolean asksFor(Kind kind) {
    return kinds.contains(kind);
  }

  /// True where it lets every pair through.
  boolean isEmpty() {
    return words.isEmpty() && kinds.isEmpty() && conditions.isEmpty();
  }

  /// True where a pair fits but for its name.
  boolean fits(PairStates states, int pair) {
    return (kinds.isEmpty() || kinds.stream().anyMatch(kind -> kind.fits(states, pair)))
        && conditions.stream().allMatch(condition -> condition.isMet(states, pair));
  }
}
