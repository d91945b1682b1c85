package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.integrity.content.ContentHashing;
import io.github.tensorloupe.integrity.duplicates.DuplicateSearch;
import io.github.tensorloupe.integrity.duplicates.Duplicates;
import io.github.tensorloupe.work.Cancellation;
import picocli.CommandLine.Command;

/// Finds equal tensors.
@Command(name = "duplicates")
final class DuplicatesCommand extends PathsCommand {

  private final FileOpener opener;
  private DuplicatesPrinter results;

  DuplicatesCommand(CommandEnvironment environment, FileOpener opener) {
    super(environment);
    this.opener = opener;
  }

  @Override
  void begin() {
    results = new DuplicatesPrinter(printer());
  }

  @Override
  ExitCode process(Location argument, List<Target> targets) {
    try (OpenedFiles files = OpenedFiles.open(argument, targets, opener, errors())) {
      return files.exitCode().or(compare(files, argument));
    }
  }

  @Override
  ExitCode process(Location file) {
    return process(file, List.of(new Target.SingleFile(file)));
  }

  @Override
  ExitCode process(Report unreadable) {
    errors().printErrors(unreadable);
    results.printNothing(unreadable.location());
    return unreadable.exitCode();
  }

  private ExitCode compare(OpenedFiles files, Location location) {
    if (files.files().isEmpty()) {
      results.printNothing(location);
      return ExitCode.FINE;
    }
    try {
      Duplicates found =
          new DuplicateSearch(ContentHashing.onAllProcessors())
              .run(files.files(), Cancellation.NEVER, progress());
      results.print(location, found, tensor -> files.locationOf(tensor).text());
      return found.unreadableCount() > 0 ? ExitCode.FAILURE : ExitCode.FINE;
    } catch (IOException e) {
      errors().print(e);
      results.printNothing(location);
      return ExitCode.of(e);
    }
  }
}
