package io.github.tensorloupe.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tensorloupe.export.ExportOptions.UnsupportedDtypes;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.save.Drafts;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.testing.Intercepted;
import io.github.tensorloupe.testing.SampleBytes;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TensorExportTest {

  private static final String SOURCE = "source.safetensors";
  private static final String OUT = "out.file";

  /// Longer than a block, so that writing takes more than one step.
  private static final int COUNT = TensorData.BLOCK_BYTES + 1000;

  @TempDir private Path folder;

  private byte[] bytes;

  @BeforeEach
  void writeSource() throws IOException {
    bytes = new byte[COUNT];
    new Random(4).nextBytes(bytes);
    new TensorFiles()
        .tensor("t", Dtype.I8, bytes, COUNT)
        .tensor("b", Dtype.BF16, Arrays.copyOf(bytes, 2000), 10, 100)
        .write(folder.resolve(SOURCE));
  }

  private ExportScene scene() throws IOException {
    return ExportScene.open(folder, folder.resolve(SOURCE));
  }

  /// Pictures check for cancellation so often that a small tensor is sufficient.
  private static String nameFor(ExportFormat format) {
    return format == ExportFormat.PNG ? "b" : "t";
  }

  private void export(
      FileOperations files, ExportFormat format, Cancellation cancellation, Progress progress)
      throws IOException {
    try (ExportScene scene = scene()) {
      new TensorExport(files)
          .write(
              List.of(scene.tensor(nameFor(format))),
              ExportOptions.of(format).withReplaces(true),
              folder.resolve(OUT),
              scene.sources(),
              cancellation,
              progress);
    }
  }

  @Test
  void rawBytesAreThoseOfTheTensorInAFileThatOthersMayRead() throws IOException {
    Path ordinaryFile = Files.createFile(folder.resolve("usual"));

    export(FileOperations.ofThisComputer(), ExportFormat.RAW, Cancellation.NEVER, Progress.NONE);

    assertThat(folder.resolve(OUT)).hasBinaryContent(bytes);
    assertThat(Files.getPosixFilePermissions(folder.resolve(OUT)))
        .isEqualTo(Files.getPosixFilePermissions(ordinaryFile));
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void permissionThatIsRevokedDuringAnExportStaysRevoked() throws IOException {
    Path out = Files.writeString(folder.resolve(OUT), "old");
    Files.setPosixFilePermissions(out, PosixFilePermissions.fromString("rw-r--r--"));
    ExportFaults faults =
        new ExportFaults(
            folder,
            (_, step) -> {
              if (step.equals("force")) {
                Files.setPosixFilePermissions(out, PosixFilePermissions.fromString("rw-------"));
              }
            });

    export(faults.files(), ExportFormat.RAW, Cancellation.NEVER, Progress.NONE);

    assertThat(out).hasBinaryContent(bytes);
    assertThat(Files.getPosixFilePermissions(out))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
  }

  @ParameterizedTest
  @EnumSource(ExportFormat.class)
  void failureOfAnyStepKeepsWhatWasThereAndLeavesNothing(ExportFormat format) throws IOException {
    Files.writeString(folder.resolve(OUT), "old");
    ExportFaults watched = new ExportFaults(folder);
    export(watched.files(), format, Cancellation.NEVER, Progress.NONE);
    byte[] whole = Files.readAllBytes(folder.resolve(OUT));
    List<String> steps = List.copyOf(watched.steps());
    assertThat(steps)
        .contains("create", "force", "copyAttributes", "exchange")
        .containsAnyOf("write", "copyFrom");

    for (int failing = 0; failing <= steps.indexOf("exchange"); failing++) {
      int at = failing;
      Files.writeString(folder.resolve(OUT), "old");
      ExportFaults faults =
          new ExportFaults(
              folder,
              (index, _) -> {
                if (index == at) {
                  throw new IOException("No space left on device");
                }
              });

      assertThatThrownBy(() -> export(faults.files(), format, Cancellation.NEVER, Progress.NONE))
          .as("%s fails at step %d, %s", format, at, steps.get(at))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("No space left on device")
          .hasMessageContaining(OUT)
          .hasMessageNotContaining("-part");
      assertThat(folder.resolve(OUT)).hasContent("old");
      assertThat(faults.unexpectedFiles(SOURCE, OUT)).isEmpty();
    }
    export(FileOperations.ofThisComputer(), format, Cancellation.NEVER, Progress.NONE);
    assertThat(folder.resolve(OUT)).hasBinaryContent(whole);
  }

  @ParameterizedTest
  @EnumSource(ExportFormat.class)
  void cancelledAtAnyMomentKeepsWhatWasThereAndLeavesNothing(ExportFormat format)
      throws IOException {
    AtomicInteger totalChecks = new AtomicInteger();
    export(
        FileOperations.ofThisComputer(),
        format,
        () -> totalChecks.incrementAndGet() < 0,
        Progress.NONE);
    Files.writeString(folder.resolve(OUT), "old");
    assertThat(totalChecks.get()).isPositive();

    for (int moment = 1; moment <= totalChecks.get(); moment++) {
      int last = moment;
      AtomicInteger cancellationChecks = new AtomicInteger();
      assertThatThrownBy(
              () ->
                  export(
                      FileOperations.ofThisComputer(),
                      format,
                      () -> cancellationChecks.incrementAndGet() >= last,
                      Progress.NONE))
          .isInstanceOf(CancellationException.class);
      assertThat(folder.resolve(OUT)).hasContent("old");
      assertThat(new ExportFaults(folder).unexpectedFiles(SOURCE, OUT)).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(ExportFormat.class)
  void progressEndsWithAllBytes(ExportFormat format) throws IOException {
    List<Long> reports = new ArrayList<>();
    long total =
        switch (format) {
          case SAFETENSORS -> 2L * COUNT;
          case PNG -> 2000;
          case NPY, CSV, RAW -> COUNT;
        };
    export(
        FileOperations.ofThisComputer(),
        format,
        Cancellation.NEVER,
        (done, all) -> {
          assertThat(all).isEqualTo(total);
          reports.add(done);
        });

    assertThat(reports).isSorted().doesNotHaveDuplicates().endsWith(total);
  }

  @Test
  void existingFileIsKeptUnlessReplacingIsAllowed() throws IOException {
    Files.writeString(folder.resolve(OUT), "old");
    try (ExportScene scene = scene()) {
      assertThatThrownBy(() -> scene.write("t", ExportFormat.RAW, OUT))
          .isInstanceOf(FileAlreadyExistsException.class);
    }

    assertThat(folder.resolve(OUT)).hasContent("old");
  }

  @ParameterizedTest
  @EnumSource(ExportFormat.class)
  void fileCreatedDuringTheExportIsKept(ExportFormat format) throws IOException {
    ExportFaults faults =
        new ExportFaults(
            folder,
            (_, name) -> {
              if (name.equals("force")) {
                Files.writeString(folder.resolve(OUT), "new");
              }
            });
    try (ExportScene scene = scene()) {
      assertThatThrownBy(
              () ->
                  new TensorExport(faults.files())
                      .write(
                          List.of(scene.tensor("t")),
                          ExportOptions.of(format),
                          folder.resolve(OUT),
                          scene.sources(),
                          Cancellation.NEVER,
                          Progress.NONE))
          .isInstanceOf(FileAlreadyExistsException.class);
    }

    assertThat(folder.resolve(OUT)).hasContent("new");
    assertThat(faults.unexpectedFiles(SOURCE, OUT)).isEmpty();
  }

  @Test
  void fileChangedBeforeItsReplacementIsKept() throws IOException {
    for (String before : new String[] {"old", null}) {
      Files.deleteIfExists(folder.resolve(OUT));
      if (before != null) {
        Files.writeString(folder.resolve(OUT), before);
      }
      ExportFaults faults =
          new ExportFaults(
              folder,
              (_, name) -> {
                if (name.equals("force")) {
                  Files.writeString(folder.resolve(OUT), "by another program");
                }
              });

      assertThatThrownBy(
              () -> export(faults.files(), ExportFormat.RAW, Cancellation.NEVER, Progress.NONE))
          .hasMessageContaining("another program changed it in the meantime");
      assertThat(folder.resolve(OUT)).hasContent("by another program");
      assertThat(faults.unexpectedFiles(SOURCE, OUT)).isEmpty();
    }
  }

  @Test
  void draftThatCannotBeDeletedIsNamed() throws IOException {
    for (String failing : List.of("force", "publish")) {
      Files.deleteIfExists(folder.resolve(OUT));
      ExportFaults faults =
          new ExportFaults(
              folder,
              (_, name) -> {
                if (name.equals(failing) || name.equals("delete")) {
                  throw new IOException("Operation not permitted");
                }
              });

      assertThatThrownBy(
              () -> export(faults.files(), ExportFormat.RAW, Cancellation.NEVER, Progress.NONE))
          .hasMessageContaining("The draft " + folder.resolve("." + OUT))
          .hasMessageContaining("could not be deleted: Operation not permitted.");
    }
  }

  @Test
  void exportToAnAppendOnlyFolderReportsTheRemainingDraft() throws IOException {
    FileOperations disk = FileOperations.ofThisComputer();
    FileOperations appendOnly =
        Intercepted.calls(
            FileOperations.class,
            disk,
            (name, arguments, call) -> {
              if (name.equals("publish")) {
                return Files.createLink((Path) arguments[1], (Path) arguments[0]);
              }
              if (name.equals("delete")) {
                throw new IOException("Operation not permitted");
              }
              return call.run();
            });

    assertThatThrownBy(
            () -> export(appendOnly, ExportFormat.RAW, Cancellation.NEVER, Progress.NONE))
        .hasMessageContaining(OUT + " is written, but its draft")
        .hasMessageContaining("could not be deleted: Operation not permitted.");
    assertThat(folder.resolve(OUT)).hasBinaryContent(bytes);
  }

  @Test
  void memoryThatRunsOutAfterTheRenameDoesNotHideTheWrittenFile() throws IOException {
    Files.writeString(folder.resolve(OUT), "old");
    ExportFaults faults =
        new ExportFaults(
            folder,
            (_, name) -> {
              if (name.equals("delete")) {
                throw new OutOfMemoryError("on purpose");
              }
            });

    assertThatThrownBy(
            () -> export(faults.files(), ExportFormat.RAW, Cancellation.NEVER, Progress.NONE))
        .isInstanceOf(WrittenException.class)
        .hasMessageContaining(OUT + " is written, but its draft")
        .hasMessageContaining("could not be deleted: there is not enough memory");
    assertThat(folder.resolve(OUT)).hasBinaryContent(bytes);
  }

  @Test
  void nothingIsLeftWhereMemoryRunsOut() throws IOException {
    ExportFaults faults =
        new ExportFaults(
            folder,
            (_, name) -> {
              if (name.equals("force")) {
                throw new OutOfMemoryError("on purpose");
              }
            });

    assertThatThrownBy(
            () -> export(faults.files(), ExportFormat.RAW, Cancellation.NEVER, Progress.NONE))
        .isInstanceOf(OutOfMemoryError.class);
    assertThat(faults.unexpectedFiles(SOURCE)).isEmpty();
  }

  @Test
  void draftIsKnownToBeInUseAsLongAsItIsWritten() throws IOException {
    FileOperations disk = FileOperations.ofThisComputer();
    Drafts drafts = new Drafts(disk);
    List<Boolean> inUse = new ArrayList<>();
    ExportFaults faults =
        new ExportFaults(
            folder,
            (_, name) -> {
              if (List.of("copyFrom", "read", "publish").contains(name)) {
                Path draft = drafts.of(folder.resolve(OUT)).getFirst();
                inUse.add(drafts.isInUse(draft) && !drafts.delete(draft));
              }
            });

    export(faults.files(), ExportFormat.SAFETENSORS, Cancellation.NEVER, Progress.NONE);

    assertThat(inUse).hasSizeGreaterThan(3).containsOnly(true);
    assertThat(faults.unexpectedFiles(SOURCE, OUT)).isEmpty();
  }

  @Test
  void sourceIsNeverWrittenToWhateverItIsCalled() throws IOException {
    byte[] before = Files.readAllBytes(folder.resolve(SOURCE));
    Files.createSymbolicLink(folder.resolve("symbolic"), folder.resolve(SOURCE));
    Files.createLink(folder.resolve("hard"), folder.resolve(SOURCE));
    Path other = Files.createDirectory(folder.resolve("other"));
    Files.createSymbolicLink(folder.resolve("folder"), folder);
    assertThat(other).isDirectory();

    for (String name :
        List.of(SOURCE, "symbolic", "hard", "other/../" + SOURCE, "folder/" + SOURCE)) {
      for (boolean replaces : List.of(true, false)) {
        try (ExportScene scene = scene()) {
          ExportOptions options = ExportOptions.of(ExportFormat.RAW).withReplaces(replaces);

          assertThatThrownBy(() -> scene.write("t", options, name))
              .as(name)
              .hasMessageContaining("the file that is being read");
        }
      }
    }
    assertThat(folder.resolve(SOURCE)).hasBinaryContent(before);
    assertThat(folder.resolve("symbolic")).isSymbolicLink();
  }

  @Test
  void linkStaysAndItsTargetIsReplaced() throws IOException {
    Path real = Files.writeString(folder.resolve("real"), "old");
    Path link = Files.createSymbolicLink(folder.resolve("link"), real);
    try (ExportScene scene = scene()) {
      scene.write("t", ExportOptions.of(ExportFormat.RAW).withReplaces(true), "link");
    }

    assertThat(link).isSymbolicLink();
    assertThat(real).hasBinaryContent(bytes);
  }

  @ParameterizedTest
  @EnumSource(ExportFormat.class)
  void longestNameOfAFileIsWritten(ExportFormat format) throws IOException {
    String name = "x".repeat(255);
    try (ExportScene scene = scene()) {
      scene.write("t", format, name);
    }

    assertThat(folder.resolve(name)).isNotEmptyFile();
  }

  @Test
  void missingFolderIsASentence() throws IOException {
    try (ExportScene scene = scene()) {
      assertThatThrownBy(() -> scene.write("t", ExportFormat.RAW, "gone/t.bin"))
          .hasMessageContaining("the folder does not exist");
    }
  }

  private ExportScene truncated(int byteCount) throws IOException {
    Path file = folder.resolve("cut.safetensors");
    Files.write(
        file, SampleBytes.file(SampleBytes.entry("t", "F32", "[10]", 0, 40), new byte[byteCount]));
    return ExportScene.open(folder, file);
  }

  @ParameterizedTest
  @EnumSource(ExportFormat.class)
  void truncatedTensorIsRefusedAndItIsSaidHowMuchIsMissing(ExportFormat format) throws IOException {
    try (ExportScene scene = truncated(13)) {
      assertThatThrownBy(() -> scene.write("t", format, OUT))
          .hasMessageContaining("13 of its 40 bytes")
          .hasMessageContaining("27 are missing");
    }
    assertThat(folder.resolve(OUT)).doesNotExist();
  }

  @Test
  void bytesThatAreThereOfATruncatedTensorAreWrittenRawIfThatIsWanted() throws IOException {
    try (ExportScene scene = truncated(13)) {
      ExportResult exported =
          scene.write(
              "t",
              new ExportOptions(ExportFormat.RAW, UnsupportedDtypes.F32, true, true, false),
              OUT);

      assertThat(exported.notes().getFirst()).asString().contains("27 of its 40 bytes are missing");
    }
    assertThat(folder.resolve(OUT)).hasSize(13);
  }

  @Test
  void tensorOfWhichNothingIsThereIsASentence() throws IOException {
    try (ExportScene scene = truncated(0)) {
      assertThatThrownBy(
              () ->
                  scene.write(
                      "t",
                      new ExportOptions(ExportFormat.RAW, UnsupportedDtypes.F32, true, true, false),
                      OUT))
          .hasMessageContaining("beyond the end");
    }
  }

  @Test
  void tensorsOfAFolderExportAreTriedEachForItself() throws IOException {
    Path out = folder.resolve("out");
    List<TensorExport.Outcome> outcomes = new ArrayList<>();
    try (ExportScene scene = scene()) {
      Files.createDirectory(out);
      Files.writeString(out.resolve("b.bin"), "old");
      new TensorExport(FileOperations.ofThisComputer())
          .writeEach(
              scene.checkpoint().tensors(),
              ExportOptions.of(ExportFormat.RAW),
              out,
              scene.sources(),
              Cancellation.NEVER,
              Progress.NONE,
              outcomes::add);
    }

    assertThat(outcomes)
        .extracting(outcome -> outcome.failure().isPresent())
        .containsExactly(true, false);
    assertThat(out.resolve("b.bin")).hasContent("old");
    assertThat(out.resolve("t.bin")).hasBinaryContent(bytes);
  }

  /// A link takes the place of the folder after the first tensor.
  @Test
  void allTensorsAreWrittenIntoTheSameFolder() throws IOException {
    Path out = Files.createDirectory(folder.resolve("out"));
    Path foreign = Files.createDirectory(folder.resolve("foreign"));
    Path foreignFile = Files.writeString(foreign.resolve("t.bin"), "foreign");
    List<TensorExport.Outcome> outcomes = new ArrayList<>();
    try (ExportScene scene = scene()) {
      new TensorExport(FileOperations.ofThisComputer())
          .writeEach(
              scene.checkpoint().tensors(),
              new ExportOptions(ExportFormat.RAW, UnsupportedDtypes.F32, true, true, true),
              out,
              scene.sources(),
              Cancellation.NEVER,
              Progress.NONE,
              outcome -> {
                outcomes.add(outcome);
                replaceByLink(out, foreign);
              });
    }

    assertThat(outcomes)
        .extracting(outcome -> outcome.failure().isPresent())
        .containsExactly(false, true);
    assertThat(foreignFile).hasContent("foreign");
  }

  private static void replaceByLink(Path folder, Path target) {
    try {
      if (!Files.isSymbolicLink(folder)) {
        Files.move(folder, folder.resolveSibling("moved"));
        Files.createSymbolicLink(folder, target);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void oldFileIsKeptIfTheDraftIsReplaced() throws IOException {
    Files.writeString(folder.resolve(OUT), "old");
    ExportFaults replacing =
        new ExportFaults(
            folder,
            (_, name) -> {
              if (name.equals("exchange")) {
                Path draft = folder.resolve("." + OUT + ".tensorloupe-save.kept");
                Files.move(draft, folder.resolve("moved"));
                Files.writeString(draft, "foreign");
              }
            });

    assertThatThrownBy(
            () -> export(replacing.files(), ExportFormat.RAW, Cancellation.NEVER, Progress.NONE))
        .isInstanceOf(IOException.class);

    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.filter(Files::isRegularFile).filter(each -> holds(each, "old")))
          .isNotEmpty();
    }
  }

  private static boolean holds(Path file, String text) {
    try {
      return Files.size(file) == text.length() && Files.readString(file).equals(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// After the two files have swapped their names, the replaced file may belong to another program.
  @Test
  void replacedFileNeverHasTheNameOfADraft() throws IOException {
    Files.writeString(folder.resolve(OUT), "old");
    List<Path> drafts = new ArrayList<>();
    ExportFaults watched =
        new ExportFaults(
            folder,
            (_, name) -> {
              if (name.equals("exchange") || name.equals("delete")) {
                drafts.addAll(new Drafts(FileOperations.ofThisComputer()).in(folder));
              }
            });

    export(watched.files(), ExportFormat.RAW, Cancellation.NEVER, Progress.NONE);

    assertThat(watched.steps()).contains("exchange", "delete");
    assertThat(drafts).isEmpty();
  }

  @Test
  void fileThatTookThePathOfTheNewFolderIsNotDeleted() throws IOException {
    Path out = folder.resolve("out");
    try (ExportScene scene = scene()) {
      assertThatThrownBy(
              () ->
                  new TensorExport(FileOperations.ofThisComputer())
                      .writeEach(
                          scene.checkpoint().tensors(),
                          ExportOptions.of(ExportFormat.RAW),
                          out,
                          scene.sources(),
                          () -> {
                            replaceByFile(out);
                            return true;
                          },
                          Progress.NONE,
                          _ -> {}))
          .isInstanceOf(CancellationException.class);
    }

    assertThat(out).hasContent("foreign");
  }

  private static void replaceByFile(Path path) {
    try {
      Files.delete(path);
      Files.writeString(path, "foreign");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void createdFolderIsDeletedAfterACancelledExport() throws IOException {
    Path out = folder.resolve("out");
    try (ExportScene scene = scene()) {
      assertThatThrownBy(
              () ->
                  new TensorExport(FileOperations.ofThisComputer())
                      .writeEach(
                          scene.checkpoint().tensors(),
                          ExportOptions.of(ExportFormat.RAW),
                          out,
                          scene.sources(),
                          () -> true,
                          Progress.NONE,
                          _ -> {}))
          .isInstanceOf(CancellationException.class);
    }

    assertThat(out).doesNotExist();
  }

  @Test
  void createdFolderWithFilesIsNotExaminedAgain() throws IOException {
    Path out = folder.resolve("out");
    FileOperations files =
        Intercepted.calls(
            FileOperations.class,
            FileOperations.ofThisComputer(),
            (name, _, call) -> {
              if (name.equals("deleteFolder")) {
                throw new FileSystemException("out", null, "Operation not permitted");
              }
              return call.run();
            });
    List<TensorExport.Outcome> outcomes = new ArrayList<>();
    try (ExportScene scene = scene()) {
      new TensorExport(files)
          .writeEach(
              scene.checkpoint().tensors(),
              ExportOptions.of(ExportFormat.RAW),
              out,
              scene.sources(),
              Cancellation.NEVER,
              Progress.NONE,
              outcomes::add);
    }

    assertThat(outcomes).isNotEmpty().allMatch(each -> each.failure().isEmpty());
  }

  @Test
  void targetThatAnotherProgramReplacesIsKeptIfNamesCannotBeSwapped() throws IOException {
    Files.writeString(folder.resolve(OUT), "old");
    FileOperations files =
        Intercepted.calls(
            FileOperations.class,
            FileOperations.ofThisComputer(),
            (name, _, call) -> {
              if (!name.equals("exchange")) {
                return call.run();
              }
              Path other = Files.writeString(folder.resolve("other"), "other");
              Files.move(other, folder.resolve(OUT), StandardCopyOption.REPLACE_EXISTING);
              return false;
            });

    assertThatThrownBy(() -> export(files, ExportFormat.RAW, Cancellation.NEVER, Progress.NONE))
        .hasMessageContaining("another program changed it");

    assertThat(folder.resolve(OUT)).hasContent("other");
    assertThat(new ExportFaults(folder).unexpectedFiles(SOURCE, OUT)).isEmpty();
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void emptyFolderOfAnotherParentIsNotDeleted(@TempDir Path parents) throws IOException {
    Path parent = Files.createDirectory(parents.resolve("parent"));
    Path moved = parents.resolve("moved");
    Path foreign = Files.createDirectories(parents.resolve("secret/out"));
    try (ExportScene scene = scene()) {
      assertThatThrownBy(
              () ->
                  new TensorExport(FileOperations.ofThisComputer())
                      .writeEach(
                          scene.checkpoint().tensors(),
                          ExportOptions.of(ExportFormat.RAW),
                          parent.resolve("out"),
                          scene.sources(),
                          () -> isSwapped(parent, moved, foreign.getParent()),
                          Progress.NONE,
                          _ -> {}))
          .isInstanceOf(CancellationException.class);
    }

    assertThat(foreign).isDirectory();
    assertThat(moved.resolve("out")).doesNotExist();
  }

  private static boolean isSwapped(Path folder, Path moved, Path target) {
    try {
      Files.move(folder, moved);
      Files.createSymbolicLink(folder, target);
      return true;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
