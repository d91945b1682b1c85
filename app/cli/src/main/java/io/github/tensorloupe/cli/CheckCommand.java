package io.github.tensorloupe.cli;

import io.github.tensorloupe.analysis.health.HealthScan;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Says whether files load and everything worth telling about them.
@Command(
    name = "check",
    description = "Say whether files load, and what is worth telling about them.")
final class CheckCommand extends PathsCommand {

  @Option(
      names = "--values",
      description =
          "Read all values too: look for NaN, infinities, holes of zero bytes and tensors of one"
              + " value.")
  private boolean values;

  @Mixin private ScanFlags flags;

  private final FileOpener opener;
  private final ReadingProgress progress;
  private Consumer<Report> printer;
  private Checker checker;

  CheckCommand(Surroundings surroundings, FileOpener opener) {
    super(surroundings);
    this.opener = opener;
    this.progress = new ReadingProgress(surroundings.workingDirectory(), progress());
  }

  @Override
  void begin(boolean json) {
    printer =
        json
            ? new CheckJson(new JsonLines(surroundings().out()))
            : new CheckText(new TextLines(surroundings()));
    HealthScan scan = new HealthScan(flags.scan());
    checker =
        new Checker(
            opener, values ? Optional.of(new ValueCheck(scan, progress)) : Optional.empty());
    progress.expectArguments(arguments());
  }

  @Override
  ExitCode process(Location location, List<Target> targets) {
    progress.expectTargets(location, targets);
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
