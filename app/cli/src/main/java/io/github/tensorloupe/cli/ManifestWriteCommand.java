package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.export.ExportResult;
import io.github.tensorloupe.export.ExportTarget;
import io.github.tensorloupe.export.FileExport;
import io.github.tensorloupe.integrity.manifest.Manifest;
import io.github.tensorloupe.model.ShardSet;
import io.github.tensorloupe.text.Quantities;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.ParallelWork;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "write")
final class ManifestWriteCommand extends ResultCommand implements ChangesFiles {

  @Parameters(paramLabel = "PATH")
  private Path path;

  @Option(names = "--out", paramLabel = "FILE")
  private Optional<Path> out = Optional.empty();

  @Option(names = "--force")
  private boolean force;

  private Location location;
  private Location target;

  static Location manifestOf(Location checkpoint, Optional<Location> named) {
    if (named.isPresent()) {
      return named.get();
    }
    Path path = checkpoint.path();
    Path defaultPath = Manifest.defaultPath(path, ShardSet.isIndexName(path));
    return Files.isDirectory(path)
        ? checkpoint.descendant(defaultPath)
        : checkpoint.sibling(defaultPath);
  }

  @Override
  ExitCode run() {
    location = locate(path);
    target = manifestOf(location, out.map(this::locate));
    try (OpenedFiles files = OpenedFiles.open(location, opener, errors);
        Interruption interruption = Interruption.watch()) {
      return files.exitCode().or(write(files, interruption));
    }
  }

  private ExitCode write(OpenedFiles files, Interruption interruption) {
    if (!files.haveHeader()) {
      return fail(
          "No header of %s could be read, so nothing was written.".formatted(location.text()));
    }
    try {
      ExportTarget checked = FileExport.check(target.path(), force, files.paths);
      int threads = ParallelWork.defaultThreadCount();
      String version = CommandLineInterface.version();
      Manifest manifest =
          Manifest.of(location.path(), files.files(), version, threads, interruption, progress);
      manifest.requireRead();
      ExportResult written =
          FileExport.writeManifest(program.operations, manifest, checked, interruption);
      String notes = (leftOut(manifest) + " " + Sentence.joined(" ", written.notes())).strip();
      print(manifest, written.byteCount(), notes);
      return ExitCode.FINE;
    } catch (IOException e) {
      String reason = writeFailure(e);
      fail(reason, json(Optional.empty(), null, isWritten(e), reason));
      return ExitCode.of(e);
    } catch (CancellationException e) {
      return fail(Interruption.CANCELED);
    }
  }

  private ExitCode fail(String reason) {
    return fail(reason, json(Optional.empty(), null, false, reason));
  }

  private static String leftOut(Manifest manifest) {
    List<String> causes = new ArrayList<>();
    if (manifest.cutCount() > 0) {
      causes.add(
          TextPrinter.count(manifest.cutCount(), "tensor")
              + " whose bytes are not all in the file");
    }
    if (manifest.sharedCount() > 0) {
      causes.add(
          TextPrinter.count(manifest.sharedCount(), "tensor")
              + " whose bytes are shared by too many tensors");
    }
    return causes.isEmpty() ? "" : "Left out: " + String.join(", ", causes) + ".";
  }

  private void print(Manifest manifest, long byteCount, String notes) {
    String sentence =
        "Wrote %s: the hashes of %s, %s%s"
            .formatted(
                target.text(),
                TextPrinter.count(manifest.tensorCount(), "tensor"),
                Quantities.bytes(byteCount),
                notes.isEmpty() ? "" : ". " + notes);
    print(
        json(Optional.of(manifest), byteCount, true, notes),
        text -> text.line(TextPrinter.shown(sentence)));
  }

  private JsonObject json(
      Optional<Manifest> manifest, Long byteCount, Boolean isWritten, String message) {
    return new JsonObject(location)
        .with("manifest", target.text())
        .with("fileCount", manifest.map(written -> written.files().size()))
        .with("tensorCount", manifest.map(Manifest::tensorCount))
        .with("byteCount", byteCount)
        .with("written", isWritten)
        .with("message", message);
  }
}
