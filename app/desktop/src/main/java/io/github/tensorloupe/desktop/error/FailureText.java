package io.github.tensorloupe.desktop.error;

import module java.base;

/// All that is known of a failure, to be pasted into a report. The paths in it are the person's own
/// to give away.
///
/// @param facts what runs here, one line each
record FailureText(Failure failure, List<String> facts) {

  String text() {
    StringBuilder text = new StringBuilder();
    line(text, "Doing", failure.doing());
    line(text, "Message", failure.sentence().toString());
    failure.path().ifPresent(path -> line(text, "Path", path.toAbsolutePath().toString()));
    line(text, "File on disk", failure.disk().words());
    line(text, "Time", failure.at().truncatedTo(ChronoUnit.MILLIS).toString());
    facts.forEach(fact -> text.append(fact).append('\n'));
    failure.cause().ifPresent(cause -> text.append('\n').append(stackOf(cause)));
    return text.toString();
  }

  private static void line(StringBuilder text, String name, String value) {
    if (!value.isEmpty()) {
      text.append(name).append(": ").append(value).append('\n');
    }
  }

  private static String stackOf(Throwable cause) {
    StringWriter stack = new StringWriter();
    cause.printStackTrace(new PrintWriter(stack, true));
    return stack.toString().replace("\r\n", "\n");
  }
}
