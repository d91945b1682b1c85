package io.github.tensorloupe.desktop.log;

import module java.base;

/// One thing told.
///
/// @param thread the name of the thread that told it
/// @param failure whose stack is told with it
record Entry(
    Instant time, Level level, String thread, String message, Optional<Throwable> failure) {

  /// The importance of an entry.
  enum Level {
    INFO,
    WARNING,
    ERROR
  }

  /// The important part of a longer one stands at its beginning.
  static final int MAX_CHARACTERS = 1 << 17;

  /// The text of the file: one line, and the stack below it.
  String text() {
    StringBuilder text = new StringBuilder();
    text.append("%s %-7s [%s] ".formatted(time.truncatedTo(ChronoUnit.MILLIS), level, thread))
        .append(onOneLine(message))
        .append('\n');
    failure.ifPresent(thrown -> text.append(stackOf(thrown)));
    if (text.length() > MAX_CHARACTERS) {
      text.setLength(MAX_CHARACTERS);
      text.append(" ... (cut)\n");
    }
    return text.toString();
  }

  /// Names of files may have line breaks in them, which must not look like further entries.
  private static String onOneLine(String message) {
    return message.replace("\r", "\\r").replace("\n", "\\n");
  }

  private static String stackOf(Throwable failure) {
    StringWriter stack = new StringWriter();
    failure.printStackTrace(new PrintWriter(stack, true));
    return stack.toString().replace("\r\n", "\n").replaceAll("(?m)^(?=.)", "    ");
  }
}
