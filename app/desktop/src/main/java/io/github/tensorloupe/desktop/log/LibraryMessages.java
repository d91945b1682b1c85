package io.github.tensorloupe.desktop.log;

import java.text.MessageFormat;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/// Takes in what the libraries of the program tell, such as JavaFX of its style sheets, from
/// warnings on.
final class LibraryMessages extends Handler {

  private final Consumer<Entry> entries;
  private final Map<String, Long> counts = new Recurring<>();

  LibraryMessages(Consumer<Entry> entries) {
    this.entries = entries;
    setLevel(Level.WARNING);
  }

  void install() {
    Logger.getLogger("").addHandler(this);
  }

  @Override
  public void publish(LogRecord told) {
    if (!isLoggable(told)) {
      return;
    }
    long count = count(told);
    if (Recurring.isWorthTelling(count)) {
      entries.accept(
          new Entry(
              told.getInstant(),
              told.getLevel().intValue() >= Level.SEVERE.intValue()
                  ? Entry.Level.ERROR
                  : Entry.Level.WARNING,
              Thread.currentThread().getName(),
              told.getLoggerName()
                  + ": "
                  + messageOf(told)
                  + (count > 1 ? " (%,d times by now)".formatted(count) : ""),
              Optional.ofNullable(told.getThrown())));
    }
  }

  /// What comes with every frame would push everything else out of the log.
  private synchronized long count(LogRecord told) {
    return counts.merge(told.getLoggerName() + "\n" + told.getMessage(), 1L, Long::sum);
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
