package io.github.tensorloupe.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.integrity.content.ContentHash;
import io.github.tensorloupe.integrity.manifest.Manifest;
import io.github.tensorloupe.integrity.manifest.Manifest.ListedFile;
import io.github.tensorloupe.integrity.manifest.Manifest.ListedTensor;
import io.github.tensorloupe.integrity.manifest.ManifestReader;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.work.Cancellation;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManifestExportTest {

  @TempDir private Path folder;

  private static Manifest manifest() {
    ContentHash hash = ContentHash.ofHex("ab".repeat(32)).orElseThrow();
    List<ListedTensor> tensors =
        IntStream.range(0, 1000)
            .mapToObj(i -> new TensorInfo("t" + i, Dtype.U8, Shape.of(2), 2L * i, 2L * i + 2))
            .map(info -> new ListedTensor(info, hash))
            .toList();
    ListedFile file = new ListedFile("m", 3000, hash, tensors, Optional.empty());
    return new Manifest(Instant.EPOCH, "a test", List.of(file));
  }

  private long write(FileOperations files, Path path, boolean replaces) throws IOException {
    ExportTarget target = FileExport.check(path, replaces, Set.of());
    return FileExport.writeManifest(files, manifest(), target, Cancellation.NEVER).byteCount();
  }

  @Test
  void manifestIsWrittenAsItIsReadAgain() throws IOException {
    Path path = folder.resolve("m.json");

    long byteCount = write(FileOperations.ofThisComputer(), path, false);

    assertThat(path).hasSize(byteCount);
    assertThat(ManifestReader.read(path)).isEqualTo(manifest());
  }

  @Test
  void failureOfAnyStepLeavesTheOldManifestAndNothingElse() throws IOException {
    ExportFaults whole = new ExportFaults(folder);
    Path path = folder.resolve("m.json");
    Files.writeString(path, "old");
    write(whole.files(), path, true);
    assertThat(whole.steps()).contains("create", "write", "force", "exchange");
    int exchange = whole.steps().indexOf("exchange");
    for (int failing = 0; failing <= exchange; failing++) {
      Files.writeString(path, "old");
      int at = failing;
      ExportFaults faults =
          new ExportFaults(
              folder,
              (index, name) -> {
                if (index == at) {
                  throw new IOException("No space left on device");
                }
              });

      assertThatThrownBy(() -> write(faults.files(), path, true))
          .as("step %d, %s", failing, whole.steps().get(failing))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("cannot be written: No space left on device.");
      assertThat(path).hasContent("old");
      assertThat(faults.unexpectedFiles("m.json")).isEmpty();
    }
  }

  @Test
  void whatIsThereIsReplacedOnlyWhereThatWasWanted() throws IOException {
    Path path = Files.writeString(folder.resolve("m.json"), "old");

    assertThatThrownBy(() -> write(FileOperations.ofThisComputer(), path, false))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThatThrownBy(() -> FileExport.check(path, false, Set.of()))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThat(path).hasContent("old");
    write(FileOperations.ofThisComputer(), path, true);
    assertThat(ManifestReader.read(path)).isEqualTo(manifest());
  }

  @Test
  void sourceIsNeverReplaced() throws IOException {
    Path path = Files.writeString(folder.resolve("m.json"), "old");

    assertThatThrownBy(() -> FileExport.check(path, true, Set.of(path)))
        .hasMessageContaining("the file that is being read");
  }

  @Test
  void fileThatTookThePathSinceTheCheckIsNotReplaced() throws IOException {
    Path checkedPath = Files.writeString(folder.resolve("m.json"), "old");
    Path other = Files.writeString(folder.resolve("other"), "other");
    ExportTarget target = FileExport.check(checkedPath, true, Set.of());
    Files.delete(checkedPath);
    Files.createSymbolicLink(checkedPath, other);

    assertThatThrownBy(
            () ->
                FileExport.writeManifest(
                    FileOperations.ofThisComputer(), manifest(), target, Cancellation.NEVER))
        .isInstanceOf(IOException.class);

    assertThat(other).hasContent("other");
  }

  @Test
  void folderThatBecameALinkSinceTheCheckIsNotWrittenTo() throws IOException {
    Path own = Files.createDirectory(folder.resolve("own"));
    Path open = Files.createDirectory(folder.resolve("open"));
    ExportTarget target = FileExport.check(open.resolve("m.json"), true, Set.of());
    Files.delete(open);
    Files.createSymbolicLink(open, own);

    assertThatThrownBy(
            () ->
                FileExport.writeManifest(
                    FileOperations.ofThisComputer(), manifest(), target, Cancellation.NEVER))
        .isInstanceOf(IOException.class);

    assertThat(own).isEmptyDirectory();
  }

  @Test
  void cancelledWritingLeavesNothing() {
    assertThatThrownBy(
            () ->
                FileExport.writeManifest(
                    FileOperations.ofThisComputer(),
                    manifest(),
                    FileExport.check(folder.resolve("m.json"), false, Set.of()),
                    () -> true))
        .isInstanceOf(CancellationException.class);
    assertThat(folder).isEmptyDirectory();
  }
}
