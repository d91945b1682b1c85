package io.github.tensorloupe.desktop.pane.histogram;

import module java.base;

import io.github.tensorloupe.analysis.distribution.Bins;
import io.github.tensorloupe.analysis.distribution.Histogram;
import io.github.tensorloupe.analysis.distribution.ValueCounts;
import io.github.tensorloupe.desktop.control.copy.QuotedText;

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
  private HistogramCsv() {}

  /// The text, with a line feed after each line.
  ///
  /// @param counts of the values that the histogram is of, also those outside of its bins
  /// @param compared further columns, of which only rows of bins have values
  public static String of(Histogram histogram, ValueCounts counts, List<Compared> compared) {
    Bins bins = histogram.bins();
    StringJoiner lines = new StringJoiner("\n", "", "\n");
    lines.add(
        "kind,lower,upper,count,share" + more(compared, column -> QuotedText.csv(column.name())));
    for (int i = 0; i < bins.count(); i++) {
      int bin = i;
      lines.add(
          row("bin", bins.edge(i), bins.edge(i + 1), histogram.counts()[i], counts.finite())
              + more(compared, column -> column.shares()[bin]));
    }
    String none = more(compared, _ -> "");
    double end = bins.edge(bins.count());
    lines.add(row("below", "", bins.edge(0), histogram.below(), counts.finite()) + none);
    lines.add(row("above", end, "", histogram.above(), counts.finite()) + none);
    lines.add(row("nan", "", "", counts.nan(), counts.total()) + none);
    lines.add(row("inf", "", "", counts.positiveInfinity(), counts.total()) + none);
    lines.add(row("negative-inf", "", "", counts.negativeInfinity(), counts.total()) + none);
    lines.add(row("zero", "", "", counts.zero(), counts.total()) + none);
    lines.add(row("subnormal", "", "", counts.subnormal(), counts.total()) + none);
    return lines.toString();
  }

  private static String row(String kind, Object lower, Object upper, long count, long whole) {
    String share = whole == 0 ? "" : String.valueOf((double) count / whole);
    return kind + ',' + lower + ',' + upper + ',' + count + ',' + share;
  }

  private static String more(List<Compared> compared, Function<Compared, Object> field) {
    return compared.stream().map(column -> "," + field.apply(column)).collect(Collectors.joining());
  }
}
