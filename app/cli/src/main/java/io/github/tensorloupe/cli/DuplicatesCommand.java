package io.github.tensorloupe.cli;

import io.github.tensorloupe.integrity.content.ContentHashing;
import io.github.tensorloupe.integrity.duplicates.DuplicateSearch;
import io.github.tensorloupe.integrity.duplicates.Duplicates;
import io.github.tensorloupe.work.Cancellation;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;

/// Looks for equal tensors.
@Command(
    name = "duplicates",
    description = {
      "Find tensors that hold the same bytes, and what that wastes.",
      "",
      "Within and across the files that each PATH leads to. Constant tensors are named as such and"
          + " are no waste."
    })
final class DuplicatesCommand extends PathsCommand {

  private final FileOpener opener;
  private DuplicatesPrinter printer;

  DuplicatesCommand(Surroundings surroundings, FileOpener opener) {
    super(surroundings);
    this.opener = opener;
  }

  @Override
  void begin(boolean json) {
    printer =
        json
            ? new DuplicatesJson(new JsonLines(surroundings().out()))
            : new DuplicatesText(new TextLines(surroundings()));
  }

  @Override
  ExitCode process(Location location, List<Target> targets) {
    Messages messages = new Messages(surroundings().err());
    try (ExportSource source = ExportSource.open(location, targets, opener, messages)) {
      return source.exitCode().or(compare(source, location, messages));
    }
  }

  private ExitCode compare(ExportSource source, Location location, Messages messages) {
    if (source.files().isEmpty()) {
      printer.printNothing(location);
      return ExitCode.FINE;
    }
    try {
      Duplicates found =
          new DuplicateSearch(ContentHashing.onAllProcessors())
              .run(source.files(), Cancellation.NEVER, progress());
      printer.print(location, found, tensor -> source.locationOf(tensor).text());
      return found.unreadableCount() > 0 ? ExitCode.FAILURE : ExitCode.FINE;
    } catch (IOException e) {
      messages.tell(e);
      printer.printNothing(location);
      return ExitCode.of(e);
    }
  }

  @Override
  void print(Report unreadable) {
    tellErrors(unreadable);
    printer.printNothing(unreadable.location());
  }
}
