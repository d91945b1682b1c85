package io.github.tensorloupe.cli;

import io.github.tensorloupe.export.ManifestExport;
import io.github.tensorloupe.integrity.content.ContentHashing;
import io.github.tensorloupe.integrity.manifest.Manifest;
import io.github.tensorloupe.integrity.manifest.Survey;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.text.Quantities;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Writes the manifest of a checkpoint.
@Command(
    name = "write",
    description = "Hash every tensor and write the hashes beside the checkpoint.")
final class ManifestWriteCommand implements Callable<Integer> {

  private final ProgressLine progress;
  private final Surroundings surroundings;
  private final FileOpener opener;
  private final ManifestExport export;
  private final SideOutput output = new SideOutput();

  @Parameters(
      paramLabel = "PATH",
      description = "A file, an index (*.safetensors.index.json) or a folder.")
  private Path path;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description =
          "The manifest; if not given, NAME.tensorloupe-manifest.json beside the file NAME, and"
              + " tensorloupe-manifest.json in the folder of a set.")
  private Optional<Path> out = Optional.empty();

  @Option(names = "--force", description = "Replace a file that is there.")
  private boolean force;

  @Option(names = "--json", description = "Print a JSON object.")
  private boolean json;

  ManifestWriteCommand(Surroundings surroundings, FileOpener opener, ManifestExport export) {
    this.progress = new ProgressLine(surroundings);
    this.surroundings = progress.surroundings();
    this.opener = opener;
    this.export = export;
  }

  @Override
  public Integer call() {
    Location location =
        new Location(path.toString(), surroundings.workingDirectory().resolve(path));
    Location target = ManifestPlace.of(location, out, surroundings.workingDirectory());
    Messages messages = new Messages(surroundings.err());
    try (progress;
        ExportSource source = ExportSource.open(location, opener, messages);
        Interruption interruption = Interruption.heeded()) {
      ExitCode worst = source.exitCode().or(write(source, location, target, interruption));
      return output.end(worst).number();
    }
  }

  private ExitCode write(
      ExportSource source, Location location, Location target, Interruption interruption) {
    if (!source.hasHeader()) {
      return fail(
          location,
          target,
          "No header of %s could be read, so nothing was written.".formatted(location.text()),
          ExitCode.FAILURE);
    }
    try {
      ManifestExport.check(target.path(), force, source.paths());
      Survey survey =
          Survey.of(
              location.path(),
              source.files(),
              ContentHashing.onAllProcessors(),
              interruption,
              progress);
      if (survey.failure().isPresent()) {
        throw survey.failure().get();
      }
      Manifest manifest =
          Manifest.of(
              survey,
              Instant.now().truncatedTo(ChronoUnit.SECONDS),
              CommandLineInterface.version());
      long byteCount = export.write(manifest, target.path(), force, source.paths(), interruption);
      print(location, target, Optional.of(manifest), byteCount, leftOut(survey.cutCount()));
      return ExitCode.FINE;
    } catch (IOException e) {
      return fail(location, target, sentence(e), ExitCode.of(e));
    } catch (CancellationException e) {
      return fail(location, target, "Cancelled. Nothing was written.", ExitCode.FAILURE);
    }
  }

  private static String leftOut(long cutCount) {
    return cutCount == 0
        ? ""
        : "Left out: %s whose bytes are not all in the file."
            .formatted(Figures.count(cutCount, "tensor"));
  }

  private static String sentence(IOException failure) {
    return failure instanceof FileAlreadyExistsException existing
        ? "%s is there already; it was not changed, and --force replaces it."
            .formatted(PathText.of(existing.getFile()))
        : Messages.sentence(failure);
  }

  private ExitCode fail(Location location, Location target, String why, ExitCode code) {
    new Messages(surroundings.err()).tell(why);
    print(location, target, Optional.empty(), 0, why);
    return code;
  }

  private void print(
      Location location,
      Location target,
      Optional<Manifest> manifest,
      long byteCount,
      String message) {
    output.print(
        () -> {
          if (json) {
            printJson(location, target, manifest, byteCount, message);
          } else {
            manifest.ifPresent(written -> printText(target, written, byteCount, message));
          }
        });
  }

  private void printJson(
      Location location,
      Location target,
      Optional<Manifest> manifest,
      long byteCount,
      String message) {
    new JsonLines(surroundings.out())
        .line(
            line -> {
              line.writeStringField("path", location.text());
              line.writeStringField("manifest", target.text());
              if (manifest.isPresent()) {
                line.writeNumberField("fileCount", manifest.get().files().size());
                line.writeNumberField("tensorCount", manifest.get().tensorCount());
                line.writeNumberField("byteCount", byteCount);
              } else {
                line.writeNullField("fileCount");
                line.writeNullField("tensorCount");
                line.writeNullField("byteCount");
              }
              line.writeBooleanField("written", manifest.isPresent());
              line.writeStringField("message", message);
            });
  }

  private void printText(Location target, Manifest manifest, long byteCount, String message) {
    TextLines lines = new TextLines(surroundings);
    lines.line(
        TextLines.shown(
            "Wrote %s: the hashes of %s, %s%s"
                .formatted(
                    target.text(),
                    Figures.count(manifest.tensorCount(), "tensor"),
                    Quantities.bytes(byteCount),
                    message.isEmpty() ? "" : ". " + message)));
    lines.flush();
  }
}
