package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.analysis.TensorStatistics;
import io.github.tensorloupe.analysis.TensorStatistics.Finite;
import io.github.tensorloupe.analysis.TensorStatistics.Histogram;
import io.github.tensorloupe.cli.TextPrinter.Column;
import io.github.tensorloupe.cli.TextPrinter.Style;
import io.github.tensorloupe.cli.TextPrinter.Table;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.text.Quantities;

/// Prints the statistics of tensors: an object per tensor, or a table per file.
final class StatsPrinter {

  private static final int SHAPE_LIMIT = 40;
  private static final int MAX_INTEGER_DIGITS = 9;
  private static final String WIDEST_VALUE = "-1.2345e-05";
  private static final String ABOUT = "≈";
  private static final String WIDEST_MEDIAN = ABOUT + WIDEST_VALUE;
  private static final String NO_VALUE = "-";

  /// The JSON object for a tensor, or for a file that has none. Null is a figure that there is not.
  ///
  /// @param verdict of a file without tensors to print; else left out
  private record TensorResult(
      String path,
      String name,
      String dtype,
      Shape shape,
      Long count,
      Long nan,
      Long posInf,
      Long negInf,
      Long zero,
      Long subnormal,
      Number min,
      Number max,
      Number mean,
      Number std,
      Map<String, Number> quantiles,
      Boolean quantilesExact,
      Histogram histogram,
      Double entropyBits,
      Boolean entropyExact,
      Optional<String> verdict) {

    static TensorResult of(Location file, TensorInfo tensor, TensorStatistics statistics) {
      Optional<Finite> finite = statistics.finite();
      boolean hasEntropy = statistics.entropyBits().isPresent();
      return new TensorResult(
          file.text(),
          tensor.name(),
          tensor.dtype().name(),
          tensor.shape(),
          statistics.elementCount(),
          statistics.nanCount(),
          statistics.positiveInfinityCount(),
          statistics.negativeInfinityCount(),
          statistics.zeroCount(),
          statistics.subnormalCount(),
          finite.map(Finite::min).orElse(null),
          finite.map(Finite::max).orElse(null),
          finite.map(Finite::mean).orElse(null),
          finite.map(Finite::standardDeviation).orElse(null),
          finite.map(TensorResult::quantiles).orElse(null),
          finite.map(Finite::quantilesExact).orElse(null),
          finite.map(Finite::histogram).orElse(null),
          hasEntropy ? statistics.entropyBits().getAsDouble() : null,
          hasEntropy ? statistics.entropy().isExact() : null,
          Optional.empty());
    }

    private static Map<String, Number> quantiles(Finite finite) {
      Map<String, Number> quantiles = new LinkedHashMap<>();
      for (int i = 0; i < finite.quantiles().size(); i++) {
        quantiles.put(TensorStatistics.PROBABILITIES.get(i).toString(), finite.quantiles().get(i));
      }
      return quantiles;
    }

    static TensorResult withoutTensor(Report report) {
      return new TensorResult(
          report.location().text(),
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          Optional.of(report.verdict().word()));
    }
  }

  private final ResultPrinter printer;
  private Table table = table();

  StatsPrinter(ResultPrinter printer) {
    this.printer = printer;
  }

  private static Table table() {
    return new Table(
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

  /// Begins a file.
  ///
  /// @param tensors those that may follow, in their order
  void begin(Location file, List<TensorInfo> tensors) {
    if (!tensors.isEmpty()) {
      printer.printText(text -> printTitles(file, tensors, text));
    }
  }

  private void printTitles(Location file, List<TensorInfo> tensors, TextPrinter text) {
    table = table();
    for (TensorInfo tensor : tensors) {
      table.measure(name(tensor), tensor.dtype().name(), shape(tensor));
    }
    table.measure(
        "", "", "", WIDEST_VALUE, WIDEST_VALUE, WIDEST_VALUE, WIDEST_VALUE, WIDEST_MEDIAN);
    text.gap();
    text.line(text.paint(Style.STRONG, TextPrinter.shown(file.text())));
    text.line("  " + text.paint(Style.FAINT, table.titles()));
  }

  /// Prints the statistics of one tensor of the file that was begun last.
  void print(Location file, TensorInfo tensor, TensorStatistics statistics) {
    printer.print(
        TensorResult.of(file, tensor, statistics),
        text -> {
          String row = row(tensor, statistics);
          boolean isBad = statistics.nonFiniteCount() > 0;
          text.line("  " + (isBad ? text.paint(Style.BAD, row) : row));
        });
  }

  /// Prints that a file has no tensor to print, because of an error.
  void printNothing(Report report) {
    printer.printJson(TensorResult.withoutTensor(report));
  }

  private String row(TensorInfo tensor, TensorStatistics statistics) {
    Optional<Finite> finite = statistics.finite();
    long infinityCount = statistics.positiveInfinityCount() + statistics.negativeInfinityCount();
    return table.row(
        name(tensor),
        tensor.dtype().name(),
        shape(tensor),
        value(finite, Finite::min),
        value(finite, Finite::max),
        value(finite, Finite::mean),
        value(finite, Finite::standardDeviation),
        finite.map(StatsPrinter::median).orElse(NO_VALUE),
        Quantities.count(statistics.zeroCount()),
        Quantities.count(statistics.nanCount()),
        Quantities.count(infinityCount),
        entropy(tensor, statistics));
  }

  /// The entropy and the size of an element, both in bits.
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
    return (finite.quantilesExact() ? "" : ABOUT) + value(median);
  }

  private static String name(TensorInfo tensor) {
    return DisplayText.of(tensor.name());
  }

  private static String shape(TensorInfo tensor) {
    return DisplayText.of(tensor.shape().toString(), SHAPE_LIMIT);
  }

  private static String value(Optional<Finite> finite, Function<Finite, Number> figure) {
    return finite.map(figure).map(StatsPrinter::value).orElse(NO_VALUE);
  }

  /// A value with at most five significant digits: `0.0321`, `1.2e-09`, `42`.
  private static String value(Number value) {
    return value instanceof Double || value.toString().length() > MAX_INTEGER_DIGITS
        ? rounded(value.doubleValue())
        : value.toString();
  }

  private static String rounded(double value) {
    double magnitude = Math.abs(value);
    if (magnitude == 0) {
      return "0";
    }
    if (magnitude >= 1e-3 && magnitude < 1e6) {
      return withoutTrailingZeros(String.format(Locale.ROOT, "%.5g", value));
    }
    String text = String.format(Locale.ROOT, "%.4e", value);
    int e = text.indexOf('e');
    return e < 0 ? text : withoutTrailingZeros(text.substring(0, e)) + text.substring(e);
  }

  private static String withoutTrailingZeros(String text) {
    return text.contains(".") ? text.replaceFirst("\\.?0+$", "") : text;
  }
}
