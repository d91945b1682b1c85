package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.export.ManifestExport;
import io.github.tensorloupe.integrity.content.ContentHashing;
import io.github.tensorloupe.integrity.manifest.Manifest;
import io.github.tensorloupe.integrity.manifest.Survey;
import io.github.tensorloupe.model.ShardSet;
import io.github.tensorloupe.text.Quantities;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Writes the manifest of a checkpoint.
@Command(name = "write")
final class ManifestWriteCommand extends ResultCommand {

  /// The JSON object; the counts are empty where nothing was written.
  private record WriteResult(
      String path,
      String manifest,
      OptionalLong fileCount,
      OptionalLong tensorCount,
      OptionalLong byteCount,
      boolean written,
      String message) {}

  private final FileOpener opener;
  private final ManifestExport export;

  @Parameters(paramLabel = "PATH")
  private Path path;

  @Option(names = "--out", paramLabel = "FILE")
  private Optional<Path> out = Optional.empty();

  @Option(names = "--force")
  private boolean force;

  ManifestWriteCommand(CommandEnvironment environment, FileOpener opener, ManifestExport export) {
    super(environment);
    this.opener = opener;
    this.export = export;
  }

  /// The location of the manifest of a checkpoint: the one that was named, or the usual one beside
  /// the checkpoint.
  static Location manifestOf(Location checkpoint, Optional<Location> named) {
    if (named.isPresent()) {
      return named.get();
    }
    Path path = checkpoint.path();
    Path usual = Manifest.usualPath(path, ShardSet.isIndexName(path));
    return Files.isDirectory(path) ? checkpoint.descendant(usual) : checkpoint.sibling(usual);
  }

  @Override
  boolean outlivesOutput() {
    return true;
  }

  @Override
  ExitCode run() {
    Location location = locate(path);
    Location target = manifestOf(location, out.map(this::locate));
    try (OpenedFiles files = OpenedFiles.open(location, opener, errors());
        Interruption interruption = Interruption.watch()) {
      return files.exitCode().or(write(files, location, target, interruption));
    }
  }

  private ExitCode write(
      OpenedFiles files, Location location, Location target, Interruption interruption) {
    if (!files.haveHeader()) {
      String none = "No header of %s could be read, so nothing was written.";
      return fail(location, target, none.formatted(location.text()), ExitCode.FAILURE);
    }
    try {
      ManifestExport.check(target.path(), force, files.paths());
      Survey survey = survey(files, location, interruption);
      Manifest manifest =
          Manifest.of(
              survey,
              Instant.now().truncatedTo(ChronoUnit.SECONDS),
              CommandLineInterface.version());
      long byteCount = export.write(manifest, target.path(), force, files.paths(), interruption);
      print(location, target, manifest, byteCount, leftOut(survey.cutCount()));
      return ExitCode.FINE;
    } catch (IOException e) {
      return fail(location, target, writeFailure(e), ExitCode.of(e));
    } catch (CancellationException e) {
      return fail(location, target, "Canceled. Nothing was written.", ExitCode.FAILURE);
    }
  }

  private Survey survey(OpenedFiles files, Location location, Interruption interruption)
      throws IOException {
    Survey survey =
        Survey.of(
            location.path(),
            files.files(),
            ContentHashing.onAllProcessors(),
            interruption,
            progress());
    if (survey.failure().isPresent()) {
      throw survey.failure().get();
    }
    return survey;
  }

  private static String leftOut(long cutCount) {
    return cutCount == 0
        ? ""
        : "Left out: %s whose bytes are not all in the file."
            .formatted(TextPrinter.count(cutCount, "tensor"));
  }

  private ExitCode fail(Location location, Location target, String why, ExitCode code) {
    errors().print(why);
    OptionalLong none = OptionalLong.empty();
    printer()
        .printJson(new WriteResult(location.text(), target.text(), none, none, none, false, why));
    return code;
  }

  private void print(
      Location location, Location target, Manifest manifest, long byteCount, String message) {
    print(
        new WriteResult(
            location.text(),
            target.text(),
            OptionalLong.of(manifest.files().size()),
            OptionalLong.of(manifest.tensorCount()),
            OptionalLong.of(byteCount),
            true,
            message),
        text ->
            text.line(
                TextPrinter.shown(
                    "Wrote %s: the hashes of %s, %s%s"
                        .formatted(
                            target.text(),
                            TextPrinter.count(manifest.tensorCount(), "tensor"),
                            Quantities.bytes(byteCount),
                            message.isEmpty() ? "" : ". " + message))));
  }
}
