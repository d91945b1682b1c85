package io.github.tensorloupe.desktop.log;

import module java.base;

import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/// The log of one run of the program, written into a file on a thread of its own: times are in UTC,
/// failures with their stacks. Where no file can be written nothing is, and nothing is told of
/// that. Thread-safe; every call but [#file] and [#close] returns at once.
///
/// Paths are told, but nothing of what files contain.
public final class ProgramLog implements AutoCloseable {

  /// The number of messages that may wait; further ones are counted and dropped.
  private static final int WAITING = 1000;

  private static final int LIMIT_BYTES = 1 << 20;

  /// The important part of a longer entry stands at its beginning.
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

  /// A log that is written nowhere.
  public static ProgramLog none() {
    ProgramLog none = new ProgramLog(Optional::empty, Duration.ZERO);
    none.writes = false;
    return none;
  }

  /// Begins a log. The file is opened on the thread that writes it.
  ///
  /// @param folder gives the folder of the file; may block
  /// @param pause before the file is opened, so that it does not delay what matters more
  /// @return the log, to be closed when the program ends
  public static ProgramLog begin(Supplier<Optional<Path>> folder, Duration pause) {
    ProgramLog log = new ProgramLog(folder, pause);
    log.thread.start();
    return log;
  }

  private ProgramLog(Supplier<Optional<Path>> folder, Duration pause) {
    this.folder = folder;
    this.pause = pause;
  }

  /// Tells something that has gone as it should.
  public void info(String message) {
    add("INFO", message, Optional.empty());
  }

  /// Tells something that did not go as a person wanted it to.
  public void warning(String message, Throwable failure) {
    add("WARNING", message, Optional.of(failure));
  }

  /// Tells something that did not go well, without a failure of its own.
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

  /// Whatever a failure says of itself, and a disk that is full: the next entry tells how many are
  /// missing.
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
    // Names of files may have line breaks in them, which must not look like further entries.
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
      // Questions are answered also where there is no file.
      while (closing.getCount() > 0 || !waiting.isEmpty()) {
        waiting.take().run();
      }
    } catch (InterruptedException e) {
      // Closing does not wait any longer.
    } finally {
      libraries.close();
      writes = false;
      try {
        if (file.isPresent()) {
          file.get().close();
        }
      } catch (IOException e) {
        // All that was told is written already.
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
      // Without a place to write to there is nobody to tell.
    }
  }

  /// The file, with everything in it that was told before. Blocks until it is written.
  ///
  /// @return empty where there is none
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
      // Whatever keeps the log from writing keeps it from answering.
    }
    return Optional.empty();
  }

  /// Writes what waits, for a second at most, and ends the log.
  @Override
  public void close() {
    closing.countDown();
    if (!thread.isAlive()) {
      return;
    }
    try {
      // It may wait for something to write.
      waiting.offer(() -> {});
      thread.join(CLOSING);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    thread.interrupt();
  }

  /// Takes in what the libraries of the program tell, such as JavaFX of its style sheets, from
  /// warnings on.
  private final class LibraryMessages extends Handler {

    private final Map<String, Long> counts = new Recurring<>();

    LibraryMessages() {
      setLevel(Level.WARNING);
    }

    @Override
    public void publish(LogRecord told) {
      if (!isLoggable(told)) {
        return;
      }
      // A message repeated in every frame would push everything else out of the log.
      long count;
      synchronized (counts) {
        count = counts.merge(told.getLoggerName() + "\n" + told.getMessage(), 1L, Long::sum);
      }
      if (Recurring.isWorthTelling(count)) {
        boolean isSevere = told.getLevel().intValue() >= Level.SEVERE.intValue();
        String again = count > 1 ? " (%,d times by now)".formatted(count) : "";
        add(
            told.getInstant(),
            isSevere ? "ERROR" : "WARNING",
            told.getLoggerName() + ": " + messageOf(told) + again,
            Optional.ofNullable(told.getThrown()));
      }
    }

    private static String messageOf(LogRecord told) {
      String message = String.valueOf(told.getMessage());
      Object[] parameters = told.getParameters();
      if (parameters == null || parameters.length == 0) {
        return message;
      }
      try {
        return MessageFormat.format(message, parameters);
      } catch (IllegalArgumentException e) {
        // It is no pattern, so that it says what it says.
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
