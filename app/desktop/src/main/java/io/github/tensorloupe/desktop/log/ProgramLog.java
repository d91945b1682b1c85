package io.github.tensorloupe.desktop.log;

import module java.base;

import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/// The log of one run of the program, written by its own thread. Times are in UTC, and failures
/// include their stack traces. If no file can be written, entries are dropped without an error.
/// Thread-safe; all methods except [#file] and [#close] return immediately.
///
/// Entries contain paths but never the content of files.
public final class ProgramLog implements AutoCloseable {

  /// Maximum number of pending messages; further messages are counted and dropped.
  private static final int WAITING = 1000;

  private static final int LIMIT_BYTES = 1 << 20;

  /// Longer entries are cut at the end.
  private static final int MAX_CHARACTERS = 1 << 17;

  private static final Duration CLOSING = Duration.ofSeconds(1);

  private final Supplier<Optional<Path>> folder;
  private final Duration pause;
  private final BlockingQueue<Runnable> waiting = new ArrayBlockingQueue<>(WAITING);
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Thread thread = Thread.ofPlatform().daemon().name("log").unstarted(this::write);
  private Optional<RotatingFile> file = Optional.empty();
  private final AtomicInteger lost = new AtomicInteger();
  private volatile boolean writes = true;

  /// Returns a log that discards all entries.
  public static ProgramLog none() {
    ProgramLog none = new ProgramLog(Optional::empty, Duration.ZERO);
    none.writes = false;
    return none;
  }

  /// Starts a log. The writing thread opens the file.
  ///
  /// @param folder supplies the folder of the file; may block
  /// @param pause delay before the file is opened, so that it does not slow the start
  /// @return the log; close it when the program ends
  public static ProgramLog begin(Supplier<Optional<Path>> folder, Duration pause) {
    ProgramLog log = new ProgramLog(folder, pause);
    log.thread.start();
    return log;
  }

  private ProgramLog(Supplier<Optional<Path>> folder, Duration pause) {
    this.folder = folder;
    this.pause = pause;
  }

  /// Logs a success.
  public void info(String message) {
    add("INFO", message, Optional.empty());
  }

  /// Logs a failure of an operation that the user requested.
  public void warning(String message, Throwable failure) {
    add("WARNING", message, Optional.of(failure));
  }

  /// Logs a problem without an exception.
  public void warning(String message) {
    add("WARNING", message, Optional.empty());
  }

  public void error(String message, Throwable failure) {
    add("ERROR", message, Optional.of(failure));
  }

  private void add(String level, String message, Optional<Throwable> failure) {
    add(Instant.now(), level, message, failure);
  }

  private void add(Instant time, String level, String message, Optional<Throwable> failure) {
    String head =
        "%s %-7s [%s] "
            .formatted(
                time.truncatedTo(ChronoUnit.MILLIS), level, Thread.currentThread().getName());
    if (writes && !waiting.offer(() -> put(head, message, failure))) {
      lost.incrementAndGet();
    }
  }

  /// Failures of any kind, including a full disk, are ignored: the next entry reports the number of
  /// missing entries.
  private void put(String head, String message, Optional<Throwable> failure) {
    int missing = lost.getAndSet(0);
    try {
      if (file.isPresent()) {
        file.get().write(entry(head, message, failure));
        if (missing > 0) {
          file.get().write("(%d further entries are lost)\n".formatted(missing));
        }
      }
    } catch (IOException | RuntimeException | StackOverflowError e) {
      lost.addAndGet(missing + 1);
    }
  }

  private static String entry(String head, String message, Optional<Throwable> failure) {
    // File names may contain line breaks, which must not look like further entries.
    String line = head + message.replace("\r", "\\r").replace("\n", "\\n") + "\n";
    StringWriter stack = new StringWriter();
    failure.ifPresent(thrown -> thrown.printStackTrace(new PrintWriter(stack, true)));
    String text = line + stack.toString().replace("\r\n", "\n").replaceAll("(?m)^(?=.)", "    ");
    return text.length() > MAX_CHARACTERS
        ? text.substring(0, MAX_CHARACTERS) + " ... (cut)\n"
        : text;
  }

  private void write() {
    LibraryMessages libraries = new LibraryMessages();
    try {
      closing.await(pause.toMillis(), TimeUnit.MILLISECONDS);
      open();
      if (file.isPresent()) {
        Logger.getLogger("").addHandler(libraries);
      }
      writes = file.isPresent();
      // Requests for the file are answered even if there is none.
      while (closing.getCount() > 0 || !waiting.isEmpty()) {
        waiting.take().run();
      }
    } catch (InterruptedException e) {
      // The caller of close() does not wait any longer.
    } finally {
      libraries.close();
      writes = false;
      try {
        if (file.isPresent()) {
          file.get().close();
        }
      } catch (IOException e) {
        // All entries are already written.
      }
    }
  }

  private void open() {
    try {
      Optional<Path> place = folder.get();
      if (place.isPresent()) {
        file = Optional.of(RotatingFile.in(place.get(), LIMIT_BYTES));
      }
    } catch (IOException | RuntimeException e) {
      // Without a file, the failure cannot be logged.
    }
  }

  /// Returns the file after all pending entries are written. Blocks.
  ///
  /// @return empty without a file
  public Optional<Path> file() {
    CompletableFuture<Optional<Path>> newest = new CompletableFuture<>();
    if (!thread.isAlive()
        || !waiting.offer(
            () -> newest.complete(file.map(each -> each.file(0)).filter(Files::exists)))) {
      return Optional.empty();
    }
    try {
      return newest.get(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      // The log cannot answer if it is blocked from writing.
    }
    return Optional.empty();
  }

  /// Writes pending entries for at most a second and closes the log.
  @Override
  public void close() {
    closing.countDown();
    if (!thread.isAlive()) {
      return;
    }
    try {
      // Wakes the thread, which may be waiting for an entry.
      waiting.offer(() -> {});
      thread.join(CLOSING);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    thread.interrupt();
  }

  /// Logs the warnings and errors of libraries, for example of JavaFX about stylesheets.
  private final class LibraryMessages extends Handler {

    private final Map<String, Long> counts = new Recurring<>();

    LibraryMessages() {
      setLevel(Level.WARNING);
    }

    @Override
    public void publish(LogRecord logRecord) {
      if (!isLoggable(logRecord)) {
        return;
      }
      // A message repeated in every frame would displace all other entries.
      long count;
      synchronized (counts) {
        count =
            counts.merge(logRecord.getLoggerName() + "\n" + logRecord.getMessage(), 1L, Long::sum);
      }
      if (Recurring.isPowerOfTen(count)) {
        boolean isSevere = logRecord.getLevel().intValue() >= Level.SEVERE.intValue();
        String again = count > 1 ? " (%,d times by now)".formatted(count) : "";
        add(
            logRecord.getInstant(),
            isSevere ? "ERROR" : "WARNING",
            logRecord.getLoggerName() + ": " + messageOf(logRecord) + again,
            Optional.ofNullable(logRecord.getThrown()));
      }
    }

    private static String messageOf(LogRecord logRecord) {
      String message = String.valueOf(logRecord.getMessage());
      Object[] parameters = logRecord.getParameters();
      if (parameters == null || parameters.length == 0) {
        return message;
      }
      try {
        return MessageFormat.format(message, parameters);
      } catch (IllegalArgumentException e) {
        // The message is not a valid pattern and is used unchanged.
        return message;
      }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
      Logger.getLogger("").removeHandler(this);
    }
  }
}
