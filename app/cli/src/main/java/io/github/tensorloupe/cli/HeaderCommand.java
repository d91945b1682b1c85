package io.github.tensorloupe.cli;

import io.github.tensorloupe.format.Header;
import java.io.IOException;
import java.util.List;

/// A command that prints something of the header of each file.
abstract class HeaderCommand extends PathsCommand {

  private final FileOpener opener;
  private InfoPrinter printer;

  HeaderCommand(Surroundings surroundings, FileOpener opener) {
    super(surroundings);
    this.opener = opener;
  }

  /// What prints the headers.
  abstract InfoPrinter printer(boolean json);

  @Override
  void begin(boolean json) {
    printer = printer(json);
  }

  @Override
  ExitCode process(Location location, List<Target> targets) {
    ExitCode worst = ExitCode.FINE;
    for (Target target : targets) {
      worst = worst.or(process(target));
    }
    return worst;
  }

  private ExitCode process(Target target) {
    return switch (target) {
      case Target.LoneFile(var location) -> processFile(location);
      case Target.ShardedSet set -> processShards(set, this::processFile);
      case Target.Dead(var report) -> printDead(report);
    };
  }

  private ExitCode processFile(Location location) {
    try (OpenedFile opened = opener.open(location)) {
      tellErrors(opened.report());
      printer.print(opened.report(), opened.header());
      return opened.report().exitCode();
    } catch (IOException e) {
      return printDead(opener.unreadable(location, e));
    }
  }

  private ExitCode printDead(Report report) {
    tellErrors(report);
    printer.print(report, Header.EMPTY);
    return report.exitCode();
  }

  @Override
  void print(Report unreadable) {
    printDead(unreadable);
  }
}
