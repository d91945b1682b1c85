package io.github.tensorloupe.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.abort;

import io.github.tensorloupe.export.ExportTarget.Replaceable;
import io.github.tensorloupe.model.FileChangedException;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.testing.Intercepted;
import io.github.tensorloupe.testing.SampleBytes;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.IoFunction;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
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

    FileExport.writeText(FileExport.check(file, false, List.of()), "é\u2028", Cancellation.NEVER);

    assertThat(file).hasContent("é\u2028");
    assertThat(Files.getPosixFilePermissions(file))
        .isEqualTo(Files.getPosixFilePermissions(ordinaryFile));
    assertNoDraft();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void contentOfALinkThatWasReplacedByAFileIsNotWritten() throws IOException {
    Path file = new TensorFiles().floats("x", 1).write(folder.resolve("m.safetensors"));
    Path shared = Files.createDirectory(folder.resolve("shared"));
    Path link = Files.createSymbolicLink(shared.resolve("a.safetensors"), file);
    try (TensorFile open = TensorFile.open(link)) {
      Files.delete(link);
      Files.copy(file, link);
      ExportTarget target = FileExport.check(shared.resolve("n"), false, List.of(link));

      assertThatThrownBy(() -> target.requireTrusted(List.of(open)))
          .isInstanceOf(FileChangedException.class);

      ExportTarget elsewhere = FileExport.check(folder.resolve("n"), false, List.of(link));
      elsewhere.requireTrusted(List.of(open));
    }
  }

  /// Attributes are copied when the draft is finished, and again before the rename.
  @Test
  void attributeLostByEitherCopyIsReportedOnce() throws IOException {
    for (Set<Integer> failing : List.of(Set.of(1), Set.of(2), Set.of(1, 2))) {
      AtomicInteger copies = new AtomicInteger();
      FileOperations disk =
          Intercepted.calls(
              FileOperations.class,
              FileOperations.ofThisComputer(),
              (name, _, call) -> {
                Object result = call.run();
                boolean isLost =
                    name.equals("copyAttributes") && failing.contains(copies.incrementAndGet());
                return isLost ? List.of("owner") : result;
              });
      Path file = Files.writeString(folder.resolve("a.json"), "old");

      Optional<Sentence> warning =
          FileExport.write(
              disk,
              FileExport.check(file, true, List.of()),
              Cancellation.NEVER,
              true,
              draft -> draft.write(ByteBuffer.wrap(new byte[1])));

      assertThat(warning.orElseThrow())
          .as("copies %s", failing)
          .hasToString(file + " is written, but its owner could not be kept.");
      assertThat(copies).hasValue(2);
    }
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

    Path file = folder.toRealPath().resolve("a.json");
    FileExport.writeText(
        ExportTarget.in(file.getParent(), file, Replaceable.NOTHING, unasked, List.of()),
        "new",
        Cancellation.NEVER);

    assertThat(file).hasContent("new");
  }

  @Test
  void existingFileIsKeptUnlessReplacingIsAllowed() throws IOException {
    Path file = Files.writeString(folder.resolve("a.json"), "old");

    assertThatThrownBy(
            () ->
                FileExport.writeText(
                    FileExport.check(file, false, List.of()), "new", Cancellation.NEVER))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThat(file).hasContent("old");
    FileExport.writeText(FileExport.check(file, true, List.of()), "new", Cancellation.NEVER);
    assertThat(file).hasContent("new");
    assertNoDraft();
  }

  @Test
  void linkThatLeadsNowhereIsSomethingThatIsThere() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("a.json"), folder.resolve("gone"));

    assertThatThrownBy(
            () ->
                FileExport.writeText(
                    FileExport.check(link, false, List.of()), "new", Cancellation.NEVER))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThat(link).isSymbolicLink();
  }

  @Test
  void linkStaysAndItsTargetIsReplaced() throws IOException {
    Path file = Files.writeString(folder.resolve("a.json"), "old");
    Path link = Files.createSymbolicLink(folder.resolve("link.json"), file);

    FileExport.writeText(FileExport.check(link, true, List.of()), "new", Cancellation.NEVER);

    assertThat(link).isSymbolicLink();
    assertThat(file).hasContent("new");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void folderLinksOfOtherUsersAreNotFollowed() throws IOException {
    Path privateFolder = Files.createDirectory(folder.resolve("private"));
    Path file = Files.writeString(privateFolder.resolve("a.txt"), "old");
    Path link = Files.createSymbolicLink(folder.resolve("link"), privateFolder);
    try {
      Files.setAttribute(link, "unix:uid", 12345, LinkOption.NOFOLLOW_LINKS);
    } catch (FileSystemException e) {
      abort("only root can give a link to another user");
    }

    assertThatThrownBy(() -> FileExport.check(link.resolve("a.txt"), true, List.of()))
        .hasMessageContaining("belongs to another user");
    Files.setAttribute(link, "unix:uid", 0, LinkOption.NOFOLLOW_LINKS);
    assertThat(FileExport.check(link.resolve("a.txt"), true, List.of()).path()).isEqualTo(file);
  }

  @Test
  void folderIsNeverReplaced() throws IOException {
    Path target = Files.createDirectory(folder.resolve("a.json"));

    assertThatThrownBy(
            () ->
                FileExport.writeText(
                    FileExport.check(target, true, List.of()), "new", Cancellation.NEVER))
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
  void modelsWithOtherNamesAreNeverReplaced() throws IOException {
    String hdf5 = "\u0089HDF\r\n\u001a\n";
    List<String> models =
        List.of(
            "}q\0(U\1aq\1K\1s.",
            "]q\1.",
            "ctorch._utils\n_rebuild_tensor\nq\0(.",
            "csklearn.svm\nSVC\nq\0).",
            "(dp0\n.",
            "lmgg\1",
            "fmgg\1",
            "tjgg\1",
            "algg\1",
            "\b\7\22\7pytorch\32\3",
            "\34\0\0\0TFL3",
            " ".repeat(512) + hdf5,
            "MATLAB 7.3" + "\0".repeat(2038) + hdf5,
            "\0".repeat(1 << 16) + hdf5,
            "TNSLOUPE{\"a\":{\"dtype\":\"F32\"" + "\0".repeat(90),
            "\50\0\0\0\0\0\0\0{\"a\":{\"dtype\":",
            "\n" + new String(SampleBytes.floats(1), StandardCharsets.ISO_8859_1));
    for (String model : models) {
      byte[] bytes = model.getBytes(StandardCharsets.ISO_8859_1);
      Path file = Files.write(folder.resolve("model.bin"), bytes);

      assertThatThrownBy(() -> FileExport.check(file, true, List.of()))
          .as(model)
          .hasMessageContaining("it is a checkpoint");
    }
  }

  @Test
  void draftOfAnotherProgramIsNotPublished() throws IOException {
    Path target = folder.resolve("x.csv");
    ExportTarget checked = ExportTarget.of(target, Replaceable.NOTHING, List.of());
    IoFunction<Draft, Void> writing =
        draft -> {
          draft.finish();
          for (Path each : children()) {
            Files.delete(each);
            Files.writeString(each, "foreign");
          }
          return null;
        };

    assertThatThrownBy(
            () ->
                Draft.write(FileOperations.ofThisComputer(), checked, Cancellation.NEVER, writing))
        .hasMessageContaining("another program has deleted or replaced this temporary file");

    assertThat(target).doesNotExist();
    assertThat(children())
        .singleElement()
        .satisfies(kept -> assertThat(kept).hasContent("foreign"));
  }

  @Test
  void draftThatDisappearsDuringItsRenameIsNamedAsTheReason() throws IOException {
    Path target = folder.resolve("x.csv");
    ExportTarget checked = ExportTarget.of(target, Replaceable.NOTHING, List.of());
    FileOperations deleting =
        Intercepted.calls(
            FileOperations.class,
            FileOperations.ofThisComputer(),
            (name, _, call) -> {
              if (name.equals("publish")) {
                for (Path each : children()) {
                  Files.delete(each);
                }
              }
              return call.run();
            });

    assertThatThrownBy(() -> Draft.write(deleting, checked, Cancellation.NEVER, _ -> null))
        .hasMessageContaining("another program has deleted or replaced this temporary file");
  }

  private List<Path> children() throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.toList();
    }
  }

  @Test
  void textsAndNumbersAreReplaced() throws IOException {
    List<String> others =
        List.of("0.5,1\n", "cat\ndog\nbird\n", "(a)", "]", " ".repeat(600), "\0".repeat(9000));
    for (String other : others) {
      byte[] bytes = other.getBytes(StandardCharsets.ISO_8859_1);
      Path file = Files.write(folder.resolve("other.bin"), bytes);

      assertThat(FileExport.check(file, true, List.of()).replaces()).as(other).isTrue();
    }
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

      assertThatThrownBy(
              () ->
                  FileExport.writeText(
                      FileExport.check(file, true, List.of()), "new", Cancellation.NEVER))
          .as(each.getKey())
          .isInstanceOf(IOException.class)
          .hasMessageContaining("it is a checkpoint");
      assertThat(file).hasBinaryContent(each.getValue());
    }
    assertNoDraft();

    Path other = Files.write(folder.resolve("notes.zip"), zip("notes.txt"));
    FileExport.writeText(FileExport.check(other, true, List.of()), "new", Cancellation.NEVER);
    assertThat(other).hasContent("new");
  }

  @Test
  void pointerOfGitLfsIsNotReplaced() throws IOException {
    String pointer =
        "version https://git-lfs.github.com/spec/v1\noid sha256:%s\nsize 12\n"
            .formatted("a".repeat(64));
    Path file = Files.writeString(folder.resolve("pointer.txt"), pointer);

    assertThatThrownBy(
            () ->
                FileExport.writeText(
                    FileExport.check(file, true, List.of()), "new", Cancellation.NEVER))
        .hasMessageContaining("it is a checkpoint");
    assertThat(file).hasContent(pointer);
  }

  @Test
  void nameThatIsTooLongIsRefused() {
    Path file = folder.resolve("a".repeat(300) + ".json");

    assertThatThrownBy(
            () ->
                FileExport.writeText(
                    FileExport.check(file, false, List.of()), "new", Cancellation.NEVER))
        .hasMessageContaining("cannot be written")
        .hasMessageNotContaining("not known");
    assertNoDraft();
  }

  @Test
  void missingFolderIsASentence() {
    assertThatThrownBy(
            () ->
                FileExport.writeText(
                    FileExport.check(folder.resolve("x/a.json"), false, List.of()),
                    "new",
                    Cancellation.NEVER))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("cannot be written")
        .hasMessageContaining("the folder does not exist")
        .hasMessageNotContaining("-part");
  }
}
