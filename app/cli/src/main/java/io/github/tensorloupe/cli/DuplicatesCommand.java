package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.integrity.duplicates.DuplicateSearch;
import io.github.tensorloupe.integrity.duplicates.Duplicates;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.ParallelWork;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// Finds equal tensors.
@Command(name = "duplicates")
final class DuplicatesCommand extends PathsCommand {

  @Mixin private FetchFlags fetching;

  @Override
  ExitCode process(Location argument, List<Target> targets) {
    try (OpenedFiles files = OpenedFiles.open(argument, targets, opener(), errors())) {
      return files.exitCode().or(compare(files, argument));
    }
  }

  @Override
  ExitCode process(Report unreadable) {
    errors().printErrors(unreadable);
    printNothing(unreadable.location());
    return unreadable.exitCode();
  }

  private ExitCode compare(OpenedFiles files, Location location) {
    if (files.files().isEmpty()) {
      printNothing(location);
      return ExitCode.FINE;
    }
    try {
      Duplicates found =
          DuplicateSearch.run(
              files.files(), ParallelWork.usualThreads(), Cancellation.NEVER, progress());
      DuplicatesPrinter results =
          new DuplicatesPrinter(location, found, tensor -> files.locationOf(tensor).text());
      results.objects().forEach(this::printJson);
      printText(results::print);
      return found.unreadableCount() > 0 ? ExitCode.FAILURE : ExitCode.FINE;
    } catch (IOException e) {
      errors().print(e);
      printNothing(location);
      return ExitCode.of(e);
    }
  }

  /// Prints, for programs, that nothing could be read.
  private void printNothing(Location location) {
    printJson(DuplicatesPrinter.summary(location, Optional.empty()));
  }
}
