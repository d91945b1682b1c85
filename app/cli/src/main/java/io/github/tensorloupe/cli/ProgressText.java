package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.text.Quantities;
import io.github.tensorloupe.work.Throughput;

/// The progress of a command in one line: the share, a bar, the bytes, the rate, the time left. The
/// last of them are left out where the line is too short. ASCII, which every terminal draws.
///
/// @param columns the width of the terminal in cells
record ProgressText(int columns) {

  private static final int PERCENT_WIDTH = 5;
  private static final int WIDEST_FIGURES = 49;
  private static final int MIN_BAR = 10;
  private static final int MAX_BAR = 40;
  private static final String GAP = "  ";
  private static final int MINUTE = 60;
  private static final int HOUR = 3600;

  /// @param throughput in bytes, of a total above 0
  String of(Throughput throughput) {
    double share = Math.clamp((double) throughput.done() / throughput.total(), 0, 1);
    StringBuilder line =
        new StringBuilder(String.format(Locale.ROOT, "%3d %%", (int) (100 * share)));
    // The last cell stays free: some terminals wrap when it is written.
    int width = columns - 1;
    int bar = Math.min(MAX_BAR, width - PERCENT_WIDTH - WIDEST_FIGURES - " []".length());
    if (bar >= MIN_BAR) {
      line.append(" [").append(bar(share, bar)).append(']');
    }
    for (String figure : figures(throughput)) {
      if (line.length() + GAP.length() + figure.length() > width) {
        return line.toString();
      }
      line.append(GAP).append(figure);
    }
    return line.toString();
  }

  private static String bar(double share, int width) {
    int full = (int) (share * width);
    return "#".repeat(full) + ".".repeat(width - full);
  }

  private static List<String> figures(Throughput throughput) {
    List<String> figures = new ArrayList<>();
    figures.add(
        "%s of %s"
            .formatted(Quantities.bytes(throughput.done()), Quantities.bytes(throughput.total())));
    figures.add(Quantities.bytes((long) throughput.perSecond()) + "/s");
    throughput.secondsLeft().ifPresent(seconds -> figures.add(timeLeft(Math.round(seconds))));
    return figures;
  }

  private static String timeLeft(long seconds) {
    if (seconds < MINUTE) {
      return seconds + " s left";
    }
    return seconds < HOUR
        ? "%d min %d s left".formatted(seconds / MINUTE, seconds % MINUTE)
        : "%s h %d min left".formatted(Quantities.count(seconds / HOUR), seconds % HOUR / MINUTE);
  }
}
