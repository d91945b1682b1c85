package io.github.tensorloupe.cli;

import io.github.tensorloupe.analysis.TensorStatistics;
import io.github.tensorloupe.analysis.TensorStatistics.Finite;
import io.github.tensorloupe.cli.Columns.Column;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.text.Quantities;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/// What `stats` tells a person: a table per file.
final class StatsText implements StatsPrinter {

  private static final int SHAPE_LIMIT = 40;
  private static final String WIDEST_VALUE = "-1.2345e-05";
  private static final String ABOUT = "≈";
  private static final String WIDEST_MEDIAN = ABOUT + WIDEST_VALUE;
  private static final String NO_VALUE = "-";

  private final TextLines lines;
  private Columns columns = columns();
  private boolean isFirst = true;

  StatsText(TextLines lines) {
    this.lines = lines;
  }

  private static Columns columns() {
    return new Columns(
        Column.text("NAME"),
        Column.text("DTYPE"),
        Column.text("SHAPE"),
        Column.number("MIN"),
        Column.number("MAX"),
        Column.number("MEAN"),
        Column.number("STD"),
        Column.number("MEDIAN"),
        Column.number("ZEROS"),
        Column.number("NAN"),
        Column.number("INF"),
        Column.number("ENTROPY"));
  }

  @Override
  public void begin(Location location, List<TensorInfo> tensors) {
    if (tensors.isEmpty()) {
      return;
    }
    if (!isFirst) {
      lines.line("");
    }
    isFirst = false;
    columns = columns();
    for (TensorInfo tensor : tensors) {
      columns.measure(name(tensor), tensor.dtype().name(), shape(tensor));
    }
    columns.measure(
        "", "", "", WIDEST_VALUE, WIDEST_VALUE, WIDEST_VALUE, WIDEST_VALUE, WIDEST_MEDIAN);
    lines.line(lines.paint(Style.STRONG, TextLines.shown(location.text())));
    lines.line("  " + lines.paint(Style.FAINT, columns.titles()));
    lines.flush();
  }

  @Override
  public void print(Location location, TensorInfo tensor, TensorStatistics statistics) {
    Optional<Finite> finite = statistics.finite();
    long infinityCount = statistics.positiveInfinityCount() + statistics.negativeInfinityCount();
    String row =
        columns.row(
            name(tensor),
            tensor.dtype().name(),
            shape(tensor),
            value(finite, Finite::min),
            value(finite, Finite::max),
            value(finite, Finite::mean),
            value(finite, Finite::standardDeviation),
            finite.map(StatsText::median).orElse(NO_VALUE),
            Quantities.count(statistics.zeroCount()),
            Quantities.count(statistics.nanCount()),
            Quantities.count(infinityCount),
            entropy(tensor, statistics));
    boolean isBad = statistics.nonFiniteCount() > 0;
    lines.line("  " + (isBad ? lines.paint(Style.BAD, row) : row));
    lines.flush();
  }

  /// Bits per element, and of how many.
  private static String entropy(TensorInfo tensor, TensorStatistics statistics) {
    if (statistics.entropyBits().isEmpty()) {
      return NO_VALUE;
    }
    double bits = statistics.entropyBits().getAsDouble();
    String about = statistics.entropy().isExact() ? "" : ABOUT;
    return String.format(Locale.ROOT, "%s%.1f/%d", about, bits, tensor.dtype().bits());
  }

  private static String median(Finite finite) {
    Number median = finite.quantiles().get(TensorStatistics.PROBABILITIES.indexOf(0.5));
    return (finite.quantilesExact() ? "" : ABOUT) + Figures.value(median);
  }

  private static String name(TensorInfo tensor) {
    return DisplayText.of(tensor.name());
  }

  private static String shape(TensorInfo tensor) {
    return DisplayText.of(tensor.shape().toString(), SHAPE_LIMIT);
  }

  private static String value(Optional<Finite> finite, Function<Finite, Number> figure) {
    return finite.map(figure).map(Figures::value).orElse(NO_VALUE);
  }

  @Override
  public void printNothing(Report report) {}
}
