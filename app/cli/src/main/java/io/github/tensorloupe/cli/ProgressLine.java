package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.text.Quantities;
import io.github.tensorloupe.work.Progress;
import io.github.tensorloupe.work.Throughput;

/// A progress line on standard error, printed if standard error is a terminal. Erased before other
/// output and at the end of the process. Thread-safe.
final class ProgressLine implements Progress, AutoCloseable {

  private static final long FIRST_AFTER_NANOS = 1_000_000_000;
  private static final long AGAIN_AFTER_NANOS = 200_000_000;
  private static final String ERASE = "\r\u001b[K";

  // Terminals narrower than expected truncate the line instead of wrapping it.
  private static final String WRAP_OFF = "\u001b[?7l";
  private static final String WRAP_ON = "\u001b[?7h";

  private final CommandEnvironment environment;
  private final LongSupplier nanoTime;
  private final ShutdownHook hook = new ShutdownHook(this::end);
  private long begin;
  private long nextNanos = FIRST_AFTER_NANOS;
  private boolean hasBegun;
  private boolean isShown;
  private boolean isOver;

  ProgressLine(CommandEnvironment environment) {
    this(environment, System::nanoTime);
  }

  ProgressLine(CommandEnvironment environment, LongSupplier nanoTime) {
    this.environment = environment;
    this.nanoTime = nanoTime;
    this.isOver = !environment.isErrWatched() || !hook.set();
  }

  /// Returns the environment with streams that erase the progress line before writing.
  CommandEnvironment environment() {
    return environment.isErrWatched()
        ? environment.withStreams(clearing(environment.out()), clearing(environment.err()))
        : environment;
  }

  private OutputStream clearing(OutputStream stream) {
    return new FilterOutputStream(stream) {
      @Override
      public void write(int b) throws IOException {
        clear();
        out.write(b);
      }

      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        clear();
        out.write(bytes, offset, length);
      }
    };
  }

  /// {@inheritDoc} The first report starts the clock.
  @Override
  public synchronized void report(long done, long total) {
    if (isOver || done < 0 || total <= 0) {
      return;
    }
    long now = nanoTime.getAsLong();
    if (!hasBegun) {
      hasBegun = true;
      begin = now;
    }
    long nanos = now - begin;
    if (nanos >= nextNanos) {
      nextNanos = nanos + AGAIN_AFTER_NANOS;
      Throughput throughput = new Throughput(done, total, nanos);
      String text = new ProgressText(environment.columns()).of(throughput);
      write(ERASE + WRAP_OFF + text + WRAP_ON);
      isShown = true;
    }
  }

  synchronized void clear() {
    if (isShown) {
      write(ERASE);
      isShown = false;
    }
  }

  private synchronized void end() {
    clear();
    isOver = true;
  }

  private void write(String text) {
    new ErrorOutput(environment.err()).write(text);
  }

  @Override
  public void close() {
    end();
    hook.close();
  }

  /// Formats progress in one line of ASCII: percentage, bar, bytes, rate and remaining time, as
  /// many of these as fit into the columns.
  record ProgressText(int columns) {

    private static final int PERCENT_WIDTH = 5;
    private static final int WIDEST_FIGURES = 49;
    private static final int MIN_BAR = 10;
    private static final int MAX_BAR = 40;
    private static final String GAP = "  ";
    private static final int MINUTE = 60;
    private static final int HOUR = 3600;

    /// @param throughput the progress in bytes, with a total above 0
    String of(Throughput throughput) {
      double share = Math.clamp((double) throughput.done() / throughput.total(), 0, 1);
      StringBuilder line =
          new StringBuilder(String.format(Locale.ROOT, "%3d %%", (int) (100 * share)));
      // Some terminals wrap the line when the last cell is written.
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
      String total = Quantities.bytes(throughput.total());
      figures.add(Quantities.bytes(throughput.done()) + " of " + total);
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
          : "%s h %d min left"
              .formatted(Quantities.formatCount(seconds / HOUR), seconds % HOUR / MINUTE);
    }
  }
}
