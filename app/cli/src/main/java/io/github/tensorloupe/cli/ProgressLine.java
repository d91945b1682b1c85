package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.work.Progress;
import io.github.tensorloupe.work.Throughput;

/// A line on standard error that shows the progress of a long command, if standard error is a
/// terminal. It is erased whenever something else is printed, and when the process ends.
/// Thread-safe.
final class ProgressLine implements Progress, AutoCloseable {

  private static final long FIRST_AFTER_NANOS = 1_000_000_000;
  private static final long AGAIN_AFTER_NANOS = 200_000_000;
  private static final String ERASE = "\r\u001b[K";

  // On a terminal that is narrower than expected the line is cut, not wrapped.
  private static final String WRAP_OFF = "\u001b[?7l";
  private static final String WRAP_ON = "\u001b[?7h";

  private final CommandEnvironment environment;
  private final LongSupplier nanoTime;
  private final ShutdownHook hook = new ShutdownHook(this::end);
  private long begin;
  private long nextNanos = FIRST_AFTER_NANOS;
  private boolean hasBegun;
  private boolean isHooked;
  private boolean isShown;
  private boolean isOver;

  ProgressLine(CommandEnvironment environment) {
    this(environment, System::nanoTime);
  }

  /// @param nanoTime gives the time in nanoseconds since an arbitrary moment
  ProgressLine(CommandEnvironment environment, LongSupplier nanoTime) {
    this.environment = environment;
    this.nanoTime = nanoTime;
  }

  /// The same environment with streams that erase the line before they write.
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

  /// {@inheritDoc} The time begins with the first report.
  @Override
  public synchronized void report(long done, long total) {
    if (!environment.isErrWatched() || isOver || done < 0 || total <= 0) {
      return;
    }
    long now = nanoTime.getAsLong();
    if (!hasBegun) {
      hasBegun = true;
      begin = now;
    }
    long nanos = now - begin;
    if (nanos >= nextNanos && isHooked()) {
      nextNanos = nanos + AGAIN_AFTER_NANOS;
      Throughput throughput = new Throughput(done, total, nanos);
      String text = new ProgressText(environment.columns()).of(throughput);
      write(ERASE + WRAP_OFF + text + WRAP_ON);
      isShown = true;
    }
  }

  private boolean isHooked() {
    if (!isHooked) {
      isHooked = hook.set();
      isOver = !isHooked;
    }
    return isHooked;
  }

  /// Erases the line, so that something else can be printed.
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
    try {
      environment.err().write(text.getBytes(StandardCharsets.UTF_8));
      environment.err().flush();
    } catch (IOException e) {
      // There is no other place to report it.
    }
  }

  /// Erases the line and ends the display.
  @Override
  public void close() {
    end();
    hook.close();
  }
}
