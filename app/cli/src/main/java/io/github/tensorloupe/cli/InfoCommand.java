package io.github.tensorloupe.cli;

import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// Prints the metadata and the tensors of files, or what they are.
@Command(name = "info", description = "Print the metadata and the list of tensors.")
final class InfoCommand extends HeaderCommand {

  @Option(
      names = "--summary",
      description = "Say what each file or set is, and why: only headers are read.")
  private boolean summary;

  private final FileOpener opener;
  private SummaryRun run;

  InfoCommand(Surroundings surroundings, FileOpener opener) {
    super(surroundings, opener);
    this.opener = opener;
  }

  @Override
  void begin(boolean json) {
    super.begin(json);
    run = new SummaryRun(opener, summaryPrinter(json));
  }

  @Override
  ExitCode process(Location location, List<Target> targets) {
    if (!summary) {
      return super.process(location, targets);
    }
    ExitCode worst = ExitCode.FINE;
    for (Target target : targets) {
      worst = worst.or(run.process(target));
    }
    return worst;
  }

  @Override
  void print(Report unreadable) {
    if (summary) {
      run.process(new Target.Dead(unreadable));
    } else {
      super.print(unreadable);
    }
  }

  private SummaryPrinter summaryPrinter(boolean json) {
    return json
        ? new SummaryJson(new JsonLines(surroundings().out()), this::tellErrors)
        : new SummaryText(new TextLines(surroundings()), this::tellErrors);
  }

  @Override
  InfoPrinter printer(boolean json) {
    return json
        ? new InfoJson(new JsonLines(surroundings().out()))
        : new InfoText(new TextLines(surroundings()));
  }
}
