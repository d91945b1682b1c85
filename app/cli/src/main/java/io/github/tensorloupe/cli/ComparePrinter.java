package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.cli.TextPrinter.Style;
import io.github.tensorloupe.cli.TextPrinter.Table;
import io.github.tensorloupe.compare.Change;
import io.github.tensorloupe.compare.ChangeSentence;
import io.github.tensorloupe.compare.Comparison;
import io.github.tensorloupe.compare.Figures;
import io.github.tensorloupe.compare.Likeness;
import io.github.tensorloupe.compare.MetadataDifference;
import io.github.tensorloupe.compare.MetadataValue;
import io.github.tensorloupe.compare.PairResult;
import io.github.tensorloupe.compare.TensorPair;
import io.github.tensorloupe.compare.Totals;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.text.Quantities;
import io.github.tensorloupe.text.Sentence;

/// Prints the result of `compare` for people: the summary first and then what differs, the worst
/// first.
final class ComparePrinter {

  private static final int VALUE_LIMIT = 60;
  private static final int SHAPE_LIMIT = 40;
  private static final String NONE = "-";

  private final String typedA;
  private final String typedB;
  private final Comparison comparison;
  private final boolean isSameFile;
  private final Totals totals;

  /// @param typedA the path of the base as it was typed
  /// @param isSameFile true if both paths lead to the same file or files
  ComparePrinter(String typedA, String typedB, Comparison comparison, boolean isSameFile) {
    this.typedA = typedA;
    this.typedB = typedB;
    this.comparison = comparison;
    this.isSameFile = isSameFile;
    totals = Totals.of(comparison);
  }

  Totals totals() {
    return totals;
  }

  private static Optional<Double> number(
      Optional<Figures> figures, Function<Figures, OptionalDouble> figure) {
    OptionalDouble value = figures.map(figure).orElse(OptionalDouble.empty());
    return value.isPresent() ? Optional.of(value.getAsDouble()) : Optional.empty();
  }

  void print(TextPrinter text) {
    text.gap();
    text.line("A  " + text.paint(Style.STRONG, TextPrinter.shown(typedA)));
    text.line("B  " + text.paint(Style.STRONG, TextPrinter.shown(typedB)));
    if (isSameFile) {
      text.line("A and B are the same file, so that nothing was read.");
    }
    Likeness likeness = Likeness.of(comparison, totals);
    text.line(
        text.paint(
            totals.differs() ? Style.NOTABLE : Style.GOOD,
            TextPrinter.shown(ChangeSentence.of(comparison, totals).sentence().toString())));
    Stream<Sentence> looks =
        Stream.concat(Stream.of(likeness.sentence()), likeness.evidence().stream());
    text.line(TextPrinter.shown(looks.map(Sentence::toString).collect(Collectors.joining(" "))));
    if (comparison.options().tolerance().isPresent()) {
      text.line("Tolerated: " + TextPrinter.count(totals.tolerated(), "tensor"));
    }
    printPairs(text);
    printMetadata(text);
  }

  private void printPairs(TextPrinter text) {
    List<Integer> different =
        IntStream.range(0, comparison.pairs().size())
            .filter(i -> !isSame(i))
            .boxed()
            .sorted(Comparator.comparingDouble((Integer i) -> -weight(i)))
            .toList();
    if (different.isEmpty()) {
      return;
    }
    Table table = new Table("CHANGE NAME DTYPE SHAPE >CHANGED >MAX|Δ| >REL-L2 >ULP".split(" "));
    different.forEach(i -> table.measure(row(i)));
    text.gap();
    text.line("  " + text.paint(Style.FAINT, table.titles()));
    different.forEach(i -> text.line("  " + table.row(row(i))));
  }

  private boolean isSame(int index) {
    Change change = comparison.results().get(index).change();
    return (change == Change.EQUAL || change == Change.SAME_HEADER)
        && !comparison.pairs().get(index).isRenamed();
  }

  /// The larger, the worse.
  private double weight(int index) {
    PairResult result = comparison.results().get(index);
    return switch (result.change()) {
      case REMOVED -> Double.POSITIVE_INFINITY;
      case UNREADABLE, ADDED, SHAPE -> Double.MAX_VALUE;
      case VALUES, DTYPE -> weight(result.figures());
      case EQUAL, SAME_HEADER -> -1;
    };
  }

  private static double weight(Optional<Figures> figures) {
    boolean isLost = figures.filter(each -> each.changedNonFinite() > 0).isPresent();
    return isLost ? Double.MAX_VALUE / 2 : number(figures, Figures::relativeL2).orElse(0.0);
  }

  private String[] row(int index) {
    TensorPair pair = comparison.pairs().get(index);
    PairResult result = comparison.results().get(index);
    Optional<Figures> figures = result.figures().filter(_ -> result.change() != Change.EQUAL);
    return new String[] {
      result.change().code(),
      both(pair, TensorInfo::name)
          + pair.by().filter(_ -> pair.isRenamed()).map(by -> " (" + by.code() + ")").orElse(""),
      both(pair, info -> info.dtype().name()),
      both(pair, info -> DisplayText.of(info.shape().toString(), SHAPE_LIMIT)),
      figures.map(each -> Quantities.count(each.changed())).orElse(NONE),
      figures
          .flatMap(Figures::maxAbs)
          .map(number -> Quantities.value(number.doubleValue()))
          .orElse(NONE),
      number(figures, Figures::relativeL2).map(Quantities::value).orElse(NONE),
      figures
          .flatMap(Figures::maxUlp)
          .map(ulp -> String.format(Locale.ROOT, "%,d", ulp))
          .orElse(NONE)
    };
  }

  private static String both(TensorPair pair, Function<TensorInfo, String> property) {
    Optional<String> a = pair.a().map(tensor -> DisplayText.of(property.apply(tensor.info())));
    Optional<String> b = pair.b().map(tensor -> DisplayText.of(property.apply(tensor.info())));
    return a.isPresent() && b.isPresent() && !a.equals(b)
        ? a.get() + " → " + b.get()
        : a.or(() -> b).orElseThrow();
  }

  private void printMetadata(TextPrinter text) {
    if (comparison.metadata().isEmpty()) {
      return;
    }
    Table table = new Table("METADATA", "KEY", "A", "B");
    comparison.metadata().forEach(change -> table.measure(row(change)));
    text.gap();
    text.line("  " + text.paint(Style.FAINT, table.titles()));
    comparison.metadata().forEach(change -> text.line("  " + table.row(row(change))));
  }

  private static String[] row(MetadataDifference change) {
    return new String[] {
      change.kind().code(), DisplayText.of(change.key()), shown(change.a()), shown(change.b())
    };
  }

  private static String shown(Optional<MetadataValue> value) {
    return value
        .map(
            each ->
                each.texts().stream()
                    .map(text -> '"' + DisplayText.of(text, VALUE_LIMIT) + '"')
                    .collect(Collectors.joining(", ")))
        .orElse(NONE);
  }
}
