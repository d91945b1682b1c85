package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.integrity.content.ContentHashing;
import io.github.tensorloupe.integrity.manifest.Manifest;
import io.github.tensorloupe.integrity.manifest.ManifestReader;
import io.github.tensorloupe.integrity.manifest.ManifestReport;
import io.github.tensorloupe.integrity.manifest.Survey;
import io.github.tensorloupe.integrity.manifest.UnusableManifestException;
import io.github.tensorloupe.model.PathText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Compares a checkpoint with its manifest.
@Command(name = "check")
final class ManifestCheckCommand extends ResultCommand {

  private final FileOpener opener;

  @Parameters(paramLabel = "PATH")
  private Path path;

  @Option(names = "--manifest", paramLabel = "FILE")
  private Optional<Path> named = Optional.empty();

  ManifestCheckCommand(CommandEnvironment environment, FileOpener opener) {
    super(environment);
    this.opener = opener;
  }

  @Override
  ExitCode run() {
    Location location = locate(path);
    Location place = ManifestWriteCommand.manifestOf(location, named.map(this::locate));
    ManifestCheckPrinter results = new ManifestCheckPrinter(printer(), location, place);
    try (OpenedFiles files = OpenedFiles.open(location, opener, errors());
        Interruption interruption = Interruption.watch()) {
      return files.exitCode().or(check(files, results, interruption));
    }
  }

  private ExitCode check(
      OpenedFiles files, ManifestCheckPrinter results, Interruption interruption) {
    try {
      Manifest manifest = ManifestReader.read(results.place().path());
      Survey survey =
          Survey.of(
              results.checkpoint().path(),
              files.files(),
              ContentHashing.onAllProcessors(),
              interruption,
              progress());
      ManifestReport report = ManifestReport.of(manifest, survey);
      results.print(manifest, report);
      return report.isEqual() ? ExitCode.FINE : ExitCode.FINDINGS;
    } catch (IOException e) {
      return fail(results, sentence(results.place(), e), ExitCode.of(e));
    } catch (CancellationException e) {
      return fail(results, "Canceled.", ExitCode.FAILURE);
    }
  }

  private static String sentence(Location place, IOException failure) {
    return switch (failure) {
      case NoSuchFileException e when e.getFile().equals(place.path().toString()) ->
          "There is no manifest %s; \"manifest write\" makes one."
              .formatted(PathText.of(place.text()));
      case UnusableManifestException e ->
          "%s: %s".formatted(PathText.of(place.text()), e.getMessage());
      default -> ErrorOutput.sentence(failure);
    };
  }

  private ExitCode fail(ManifestCheckPrinter results, String why, ExitCode code) {
    errors().print(why);
    results.printFailure(why);
    return code;
  }
}
