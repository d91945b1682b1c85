package io.github.tensorloupe.cli;

import java.util.List;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// Says whether files load and everything worth telling about them.
@Command(
    name = "check",
    description = "Say whether files load, and what is worth telling about them.")
final class CheckCommand extends PathsCommand {

  @Option(
      names = "--values",
      description = "Read all values too: look for NaN, infinities and tensors of one value.")
  private boolean values;

  private final FileOpener opener;
  private Consumer<Report> printer;

  CheckCommand(Surroundings surroundings, FileOpener opener) {
    super(surroundings);
    this.opener = opener;
  }

  @Override
  void begin(boolean json) {
    printer =
        json
            ? new CheckJson(new JsonLines(surroundings().out()))
            : new CheckText(new TextLines(surroundings()));
  }

  @Override
  ExitCode process(Location location, List<Target> targets) {
    Checker checker = new Checker(opener, values);
    ExitCode worst = ExitCode.FINE;
    for (Target target : targets) {
      for (Report report : checker.check(target)) {
        printer.accept(report);
        worst = worst.or(report.exitCode());
      }
    }
    return worst;
  }

  @Override
  void print(Report unreadable) {
    printer.accept(unreadable);
  }
}
