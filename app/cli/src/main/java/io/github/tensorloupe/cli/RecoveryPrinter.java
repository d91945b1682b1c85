package io.github.tensorloupe.cli;

/// Prints what recovering did or would do.
final class RecoveryPrinter {

  /// What there is to say of one file.
  ///
  /// @param action what was or would be done, in one word; `none` for nothing
  /// @param isRecovered whether it was done and the file is right again
  /// @param message a sentence
  /// @param exitCode what it means for the exit code
  record Line(
      Location location, String action, boolean isRecovered, String message, ExitCode exitCode) {

    static final String NO_ACTION = "none";

    /// Nothing is done, for a reason that is fine or not.
    static Line withoutAction(Location location, String message, ExitCode exitCode) {
      return new Line(location, NO_ACTION, false, message, exitCode);
    }
  }

  private final Surroundings surroundings;
  private final SideOutput output;
  private final boolean json;
  private final boolean isDryRun;

  RecoveryPrinter(Surroundings surroundings, SideOutput output, boolean json, boolean isDryRun) {
    this.surroundings = surroundings;
    this.output = output;
    this.json = json;
    this.isDryRun = isDryRun;
  }

  /// Prints one file, and tells on standard error what is not fine.
  ExitCode print(Line line) {
    if (line.exitCode() != ExitCode.FINE) {
      new Messages(surroundings.err()).tell(line.message());
    }
    if (json) {
      output.print(() -> printJson(line));
    } else if (line.exitCode() != ExitCode.FAILURE) {
      output.print(() -> printText(line));
    }
    return line.exitCode();
  }

  private void printJson(Line line) {
    new JsonLines(surroundings.out())
        .line(
            out -> {
              out.writeStringField("path", line.location().text());
              out.writeStringField("action", line.action());
              out.writeBooleanField("recovered", line.isRecovered());
              out.writeBooleanField("dryRun", isDryRun);
              out.writeStringField("message", line.message());
            });
  }

  private void printText(Line line) {
    TextLines lines = new TextLines(surroundings);
    String path = lines.paint(Style.STRONG, TextLines.shown(line.location().text()));
    lines.line("%-10s  %s  %s".formatted(line.action(), path, TextLines.shown(line.message())));
    lines.flush();
  }
}
