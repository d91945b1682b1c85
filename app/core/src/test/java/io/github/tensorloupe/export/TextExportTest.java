package io.github.tensorloupe.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tensorloupe.testing.SampleBytes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TextExportTest {

  @TempDir private Path folder;

  private void assertNoDraft() {
    assertThat(folder).isDirectoryNotContaining("glob:**-part");
  }

  @Test
  void textIsUtf8InAFileThatOthersMayReadAsAnyNewFile() throws IOException {
    Path file = folder.resolve("a.json");
    Path ordinaryFile = Files.createFile(folder.resolve("usual"));

    FileExport.writeText(file, "é\u2028", false, List.of());

    assertThat(file).hasContent("é\u2028");
    assertThat(Files.getPosixFilePermissions(file))
        .isEqualTo(Files.getPosixFilePermissions(ordinaryFile));
    assertNoDraft();
  }

  /// There may be hundreds of source files, and one export per tensor.
  @Test
  void newFileIsNotComparedWithWhatIsRead() throws IOException {
    List<Path> unasked =
        new AbstractList<>() {
          @Override
          public Path get(int index) {
            throw new AssertionError("a source was looked at");
          }

          @Override
          public int size() {
            return 1;
          }
        };

    FileExport.writeText(folder.resolve("a.json"), "new", false, unasked);

    assertThat(folder.resolve("a.json")).hasContent("new");
  }

  @Test
  void existingFileIsKeptUnlessReplacingIsAllowed() throws IOException {
    Path file = Files.writeString(folder.resolve("a.json"), "old");

    assertThatThrownBy(() -> FileExport.writeText(file, "new", false, List.of()))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThat(file).hasContent("old");
    FileExport.writeText(file, "new", true, List.of());
    assertThat(file).hasContent("new");
    assertNoDraft();
  }

  @Test
  void linkThatLeadsNowhereIsSomethingThatIsThere() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("a.json"), folder.resolve("gone"));

    assertThatThrownBy(() -> FileExport.writeText(link, "new", false, List.of()))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThat(link).isSymbolicLink();
  }

  @Test
  void linkStaysAndItsTargetIsReplaced() throws IOException {
    Path file = Files.writeString(folder.resolve("a.json"), "old");
    Path link = Files.createSymbolicLink(folder.resolve("link.json"), file);

    FileExport.writeText(link, "new", true, List.of());

    assertThat(link).isSymbolicLink();
    assertThat(file).hasContent("new");
  }

  @Test
  void folderIsNeverReplaced() throws IOException {
    Path target = Files.createDirectory(folder.resolve("a.json"));

    assertThatThrownBy(() -> FileExport.writeText(target, "new", true, List.of()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("cannot be written")
        .hasMessageContaining("not a regular file");
    assertThat(target).isDirectory();
    assertNoDraft();
  }

  private static byte[] zip(String entry) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      zip.putNextEntry(new ZipEntry(entry));
    }
    return bytes.toByteArray();
  }

  @Test
  void checkpointsOfEveryFormatAreNeverReplaced() throws IOException {
    byte[] archive = zip("model/data.pkl");
    Map<String, byte[]> checkpoints =
        Map.of(
            "pickle.bin",
            new byte[] {(byte) 0x80, 2, '}', 'q', 0, '.'},
            "archive.bin",
            archive,
            "cut.bin",
            Arrays.copyOf(archive, 40),
            "unpickled.txt",
            zip("a/model.safetensors"),
            "gguf.bin",
            "GGUF\3\0\0\0".getBytes(StandardCharsets.UTF_8),
            "empty.PT",
            new byte[0],
            "zeros.ckpt",
            new byte[64],
            "renamed.txt",
            SampleBytes.floats(1),
            "m.safetensors",
            new byte[] {1},
            "keras.h5",
            new byte[] {1});
    for (Map.Entry<String, byte[]> each : checkpoints.entrySet()) {
      Path file = Files.write(folder.resolve(each.getKey()), each.getValue());

      assertThatThrownBy(() -> FileExport.writeText(file, "new", true, List.of()))
          .as(each.getKey())
          .isInstanceOf(IOException.class)
          .hasMessageContaining("it is a checkpoint");
      assertThat(file).hasBinaryContent(each.getValue());
    }
    assertNoDraft();

    Path other = Files.write(folder.resolve("notes.zip"), zip("notes.txt"));
    FileExport.writeText(other, "new", true, List.of());
    assertThat(other).hasContent("new");
  }

  @Test
  void pointerOfGitLfsIsNotReplaced() throws IOException {
    String pointer =
        "version https://git-lfs.github.com/spec/v1\noid sha256:%s\nsize 12\n"
            .formatted("a".repeat(64));
    Path file = Files.writeString(folder.resolve("pointer.txt"), pointer);

    assertThatThrownBy(() -> FileExport.writeText(file, "new", true, List.of()))
        .hasMessageContaining("it is a checkpoint");
    assertThat(file).hasContent(pointer);
  }

  @Test
  void nameThatIsTooLongIsRefused() {
    Path file = folder.resolve("a".repeat(300) + ".json");

    assertThatThrownBy(() -> FileExport.writeText(file, "new", false, List.of()))
        .hasMessageContaining("cannot be written")
        .hasMessageNotContaining("not known");
    assertNoDraft();
  }

  @Test
  void missingFolderIsASentence() {
    assertThatThrownBy(
            () -> FileExport.writeText(folder.resolve("x/a.json"), "new", false, List.of()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("cannot be written")
        .hasMessageContaining("the folder does not exist")
        .hasMessageNotContaining("-part");
  }
}
