package io.github.tensorloupe.cli;

import io.github.tensorloupe.format.Header;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.ReadFailures;
import io.github.tensorloupe.model.TensorFile;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;

/// Prints the metadata and the tensors of files.
@Command(name = "info", description = "Print the metadata and the list of tensors.")
final class InfoCommand extends PathsCommand {

  private InfoPrinter printer;

  InfoCommand(Surroundings surroundings) {
    super(surroundings);
  }

  @Override
  void begin(boolean json) {
    printer =
        json
            ? new InfoJson(new JsonLines(surroundings().out()))
            : new InfoText(new TextLines(surroundings()));
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
    try (TensorFile file = TensorFile.open(location.path())) {
      Report report = Report.of(location, file);
      printer.print(report, file.reading().headerParsed() ? file.header() : Header.EMPTY);
      return report.exitCode();
    } catch (IOException e) {
      return printDead(Report.unreadable(location, FileKind.UNKNOWN, ReadFailures.finding(e)));
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
