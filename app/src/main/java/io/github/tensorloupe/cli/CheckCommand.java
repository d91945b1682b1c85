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

  private Consumer<Report> printer;

  CheckCommand(Surroundings surroundings) {
    super(surroundings);
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
    Checker checker = new Checker(values);
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
