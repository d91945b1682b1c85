package io.github.tensorloupe.cli;

import io.github.tensorloupe.integrity.content.ContentHashing;
import io.github.tensorloupe.integrity.manifest.Manifest;
import io.github.tensorloupe.integrity.manifest.ManifestReader;
import io.github.tensorloupe.integrity.manifest.ManifestReport;
import io.github.tensorloupe.integrity.manifest.Survey;
import io.github.tensorloupe.integrity.manifest.UnusableManifestException;
import io.github.tensorloupe.model.PathText;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Checks a checkpoint against its manifest.
@Command(
    name = "check",
    description = {"Tell tensor by tensor what has changed since the manifest was written."})
final class ManifestCheckCommand implements Callable<Integer> {

  private final ProgressLine progress;
  private final Surroundings surroundings;
  private final FileOpener opener;

  @Parameters(
      paramLabel = "PATH",
      description = "A file, an index (*.safetensors.index.json) or a folder.")
  private Path path;

  @Option(
      names = "--manifest",
      paramLabel = "FILE",
      description = "The manifest; if not given, the one where \"manifest write\" puts it.")
  private Optional<Path> named = Optional.empty();

  @Option(names = "--json", description = "Print JSON Lines.")
  private boolean json;

  ManifestCheckCommand(Surroundings surroundings, FileOpener opener) {
    this.progress = new ProgressLine(surroundings);
    this.surroundings = progress.surroundings();
    this.opener = opener;
  }

  @Override
  public Integer call() {
    Location location =
        new Location(path.toString(), surroundings.workingDirectory().resolve(path));
    Location place = ManifestPlace.of(location, named, surroundings.workingDirectory());
    ManifestCheckPrinter printer =
        json
            ? new ManifestCheckJson(new JsonLines(surroundings.out()), location, place)
            : new ManifestCheckText(new TextLines(surroundings), place);
    Messages messages = new Messages(surroundings.err());
    try (progress;
        ExportSource source = ExportSource.open(location, opener, messages);
        Interruption interruption = Interruption.heeded()) {
      return source.exitCode().or(check(source, location, place, printer, interruption)).number();
    }
  }

  private ExitCode check(
      ExportSource source,
      Location location,
      Location place,
      ManifestCheckPrinter printer,
      Interruption interruption) {
    try {
      Manifest manifest = ManifestReader.read(place.path());
      Survey survey =
          Survey.of(
              location.path(),
              source.files(),
              ContentHashing.onAllProcessors(),
              interruption,
              progress);
      ManifestReport report = ManifestReport.of(manifest, survey);
      printer.print(manifest, report);
      return report.isEqual() ? ExitCode.FINE : ExitCode.FINDINGS;
    } catch (IOException e) {
      return fail(printer, sentence(place, e), ExitCode.of(e));
    } catch (CancellationException e) {
      return fail(printer, "Cancelled.", ExitCode.FAILURE);
    }
  }

  private static String sentence(Location place, IOException failure) {
    return switch (failure) {
      case NoSuchFileException e when e.getFile().equals(place.path().toString()) ->
          "There is no manifest %s; \"manifest write\" makes one."
              .formatted(PathText.of(place.text()));
      case UnusableManifestException e ->
          "%s: %s".formatted(PathText.of(place.text()), e.getMessage());
      default -> Messages.sentence(failure);
    };
  }

  private ExitCode fail(ManifestCheckPrinter printer, String why, ExitCode code) {
    new Messages(surroundings.err()).tell(why);
    printer.printFailure(why);
    return code;
  }
}
