package io.github.tensorloupe.cli;

import module java.base;

/// Prints the results of a command on standard output: a line of JSON for each, or text.
///
/// A command that changes files goes on when the stream takes no more, and fails at the end.
final class ResultPrinter {

  private final JsonPrinter json;
  private final TextPrinter text;
  private final boolean outlivesOutput;
  private OutputException failure;

  /// @param json true if to print JSON instead of text
  /// @param outlivesOutput true if a stream that takes no more fails at the end only
  ResultPrinter(CommandEnvironment environment, boolean json, boolean outlivesOutput) {
    this.json = json ? new JsonPrinter(environment.out()) : null;
    this.text = json ? null : new TextPrinter(environment);
    this.outlivesOutput = outlivesOutput;
  }

  /// Returns whether the results are printed as JSON.
  boolean isJson() {
    return json != null;
  }

  /// Prints a result.
  ///
  /// @param result its JSON object
  /// @param lines prints it for people
  /// @throws OutputException if the stream takes no more
  void print(Record result, Consumer<TextPrinter> lines) {
    printJson(result);
    printText(lines);
  }

  /// Prints a result that only programs see.
  ///
  /// @throws OutputException if the stream takes no more
  void printJson(Record result) {
    if (json != null) {
      attempt(() -> json.print(result));
    }
  }

  /// Prints lines that only people see.
  ///
  /// @throws OutputException if the stream takes no more
  void printText(Consumer<TextPrinter> lines) {
    if (text != null) {
      attempt(
          () -> {
            lines.accept(text);
            text.flush();
          });
    }
  }

  private void attempt(Runnable printing) {
    if (failure != null) {
      return;
    }
    try {
      printing.run();
    } catch (OutputException e) {
      if (!outlivesOutput) {
        throw e;
      }
      failure = e;
    }
  }

  /// Ends the output. A reader that has left is no failure.
  ///
  /// @throws OutputException if some results could not be printed
  void end() {
    if (failure != null && !failure.isBrokenPipe()) {
      throw failure;
    }
  }
}
