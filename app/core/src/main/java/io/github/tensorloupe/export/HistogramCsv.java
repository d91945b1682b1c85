package io.github.tensorloupe.export;

import module java.base;

import io.github.tensorloupe.analysis.distribution.Histogram;
import io.github.tensorloupe.analysis.distribution.ValueCounts;

/// A histogram as comma-separated values: the same whatever the locale, numbers as Java writes
/// them, so that reading them gives them back.
///
/// The first line names the columns. `kind` says what a row counts: `bin` values from `lower` up to
/// but not including `upper` (of the last bin, including it), `below` and `above` finite values
/// outside of the bins, `nan`, `inf`, `negative-inf`, `zero` and `subnormal` values of these
/// classes. `share` is that of all finite values in rows of the first three kinds, else that of all
/// values. Further columns hold shares of what it is compared with; a name that a spreadsheet would
/// take for a formula has an apostrophe before it.
public final class HistogramCsv {

  /// The distribution that the histogram is compared with.
  ///
  /// @param name of the column
  /// @param shares one for each bin
  public record Compared(String name, double[] shares) {}

  /// The characters that make a spreadsheet compute a field instead of showing it.
  private static final String FORMULA_STARTS = "=+-@\t\r";

  private final StringBuilder text = new StringBuilder();
  private final Histogram histogram;
  private final ValueCounts counts;
  private final List<Compared> compared;

  private HistogramCsv(Histogram histogram, ValueCounts counts, List<Compared> compared) {
    this.histogram = histogram;
    this.counts = counts;
    this.compared = compared;
  }

  /// The text, with a line feed after each line.
  ///
  /// @param counts of the values that the histogram is of, also those outside of its bins
  /// @param compared further columns, of which only rows of bins have values
  public static String of(Histogram histogram, ValueCounts counts, List<Compared> compared) {
    HistogramCsv csv = new HistogramCsv(histogram, counts, compared);
    csv.addHead();
    csv.addBins();
    csv.addRest();
    return csv.text.toString();
  }

  private void addHead() {
    text.append("kind,lower,upper,count,share");
    compared.forEach(column -> text.append(',').append(quoted(column.name())));
    text.append('\n');
  }

  private void addBins() {
    for (int bin = 0; bin < histogram.counts().length; bin++) {
      int row = bin;
      add(
          "bin",
          String.valueOf(histogram.bins().edge(bin)),
          String.valueOf(histogram.bins().edge(bin + 1)),
          histogram.counts()[bin],
          counts.finite(),
          compared.stream().map(column -> String.valueOf(column.shares()[row])).toList());
    }
  }

  private void addRest() {
    int last = histogram.bins().count();
    String low = String.valueOf(histogram.bins().edge(0));
    String high = String.valueOf(histogram.bins().edge(last));
    List<String> none = compared.stream().map(_ -> "").toList();
    add("below", "", low, histogram.below(), counts.finite(), none);
    add("above", high, "", histogram.above(), counts.finite(), none);
    add("nan", "", "", counts.nan(), counts.total(), none);
    add("inf", "", "", counts.positiveInfinity(), counts.total(), none);
    add("negative-inf", "", "", counts.negativeInfinity(), counts.total(), none);
    add("zero", "", "", counts.zero(), counts.total(), none);
    add("subnormal", "", "", counts.subnormal(), counts.total(), none);
  }

  private void add(
      String kind, String lower, String upper, long count, long whole, List<String> more) {
    text.append(kind).append(',').append(lower).append(',').append(upper).append(',');
    text.append(count).append(',').append(whole == 0 ? "" : (double) count / whole);
    more.forEach(field -> text.append(',').append(field));
    text.append('\n');
  }

  private static String quoted(String name) {
    boolean asFormula = !name.isEmpty() && FORMULA_STARTS.indexOf(name.charAt(0)) >= 0;
    return '"' + (asFormula ? "'" : "") + name.replace("\"", "\"\"") + '"';
  }
}
