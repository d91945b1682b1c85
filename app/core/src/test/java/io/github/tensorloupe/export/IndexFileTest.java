package io.github.tensorloupe.export;

import static io.github.tensorloupe.testing.ShardFolder.name;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tensorloupe.integrity.doctor.IndexPlan;
import io.github.tensorloupe.model.FileBytes;
import io.github.tensorloupe.model.FilePool;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.save.OpenFile;
import io.github.tensorloupe.save.SaveException;
import io.github.tensorloupe.testing.Intercepted;
import io.github.tensorloupe.testing.ShardFolder;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class IndexFileTest {

  private static final String BACKUP = ShardFolder.INDEX + ".bak";

  @TempDir Path path;

  private ShardFolder folder;
  private String before;

  @BeforeEach
  void writeSet() throws IOException {
    folder = new ShardFolder(path).shard(1, 2, "a").shard(2, 2, "b").index("", "a", name(1, 2));
    before = Files.readString(folder.index());
  }

  private IndexPlan plan() throws IOException {
    return writer().plan(folder.index(), folder.index(), Cancellation.NEVER, Progress.NONE);
  }

  private static IndexFile writer() {
    return new IndexFile(FileOperations.ofThisComputer());
  }

  private List<String> others() {
    return new ExportFaults(path).unexpectedFiles(name(1, 2), name(2, 2), ShardFolder.INDEX);
  }

  @Test
  void theIndexIsWrittenAndThenIsRight() throws IOException {
    IndexPlan plan = plan();

    IndexFile.Written written = writer().write(plan, true, false, Cancellation.NEVER);

    assertThat(folder.index()).hasContent(plan.text());
    assertThat(written.byteCount()).isEqualTo(Files.size(folder.index()));
    assertThat(plan().isNeeded()).isFalse();
    assertThat(others()).isEmpty();
  }

  @Test
  void aNewIndexIsWrittenWhereNoneIs() throws IOException {
    Files.delete(folder.index());

    writer().write(plan(), false, true, Cancellation.NEVER);

    assertThat(plan().isNeeded()).isFalse();
    assertThat(others()).isEmpty();
  }

  @Test
  void existingIndexIsReplacedOnlyOnRequest() {
    assertThatThrownBy(() -> writer().write(plan(), false, true, Cancellation.NEVER))
        .isInstanceOf(FileAlreadyExistsException.class);

    assertThat(folder.index()).hasContent(before);
    assertThat(others()).isEmpty();
  }

  @Test
  void indexCreatedMeanwhileIsNotReplaced() throws IOException {
    Files.delete(folder.index());
    IndexPlan plan = plan();
    Files.writeString(folder.index(), before);

    assertThatThrownBy(() -> writer().write(plan, true, false, Cancellation.NEVER))
        .hasMessageContaining("changed by another program");
    assertThat(folder.index()).hasContent(before);
  }

  @Test
  void changeWhileTheIndexIsWrittenIsReported() throws IOException {
    for (Path changing : List.of(folder.index(), path.resolve(name(2, 2)))) {
      byte[] whole = Files.readAllBytes(changing);
      IndexPlan plan = plan();
      AtomicInteger copies = new AtomicInteger();
      ExportFaults faults =
          new ExportFaults(
              path,
              (_, step) -> {
                // The first copy belongs to the backup.
                if (step.equals("copyAttributes") && copies.incrementAndGet() == 2) {
                  Files.writeString(changing, "by another program");
                }
              });

      assertThatThrownBy(
              () -> new IndexFile(faults.files()).write(plan, true, true, Cancellation.NEVER))
          .hasMessageContaining("changed by another program");
      assertThat(changing).hasContent("by another program");
      assertThat(others()).isEmpty();
      Files.write(changing, whole);
    }
  }

  @Test
  void readOnlyIndexIsNotReplaced() throws IOException {
    Files.setPosixFilePermissions(folder.index(), PosixFilePermissions.fromString("r--r--r--"));

    assertThatThrownBy(() -> writer().write(plan(), true, true, Cancellation.NEVER))
        .hasMessageContaining("read-only");
    assertThat(folder.index()).hasContent(before);
    assertThat(others()).isEmpty();
  }

  @Test
  void oldIndexIsKeptUnderAnUnusedName() throws IOException {
    Files.writeString(path.resolve(BACKUP), "older");

    IndexFile.Written written = writer().write(plan(), true, true, Cancellation.NEVER);

    assertThat(written.backup()).hasValue(path.resolve(BACKUP + "2"));
    assertThat(path.resolve(BACKUP + "2")).hasContent(before);
    assertThat(path.resolve(BACKUP)).hasContent("older");
  }

  @Test
  void theNewIndexHasThePermissionsOfTheOldOne() throws IOException {
    Files.setPosixFilePermissions(folder.index(), PosixFilePermissions.fromString("rw-rw----"));

    writer().write(plan(), true, false, Cancellation.NEVER);

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.index())))
        .isEqualTo("rw-rw----");
  }

  @Test
  void aPlanWithObstaclesIsNotCarriedOut() throws IOException {
    Files.write(path.resolve(name(2, 2)), new byte[5]);

    assertThatThrownBy(() -> writer().write(plan(), true, false, Cancellation.NEVER))
        .hasMessageContaining("is not written")
        .hasMessageContaining("refused");
    assertThat(folder.index()).hasContent(before);
  }

  @Test
  void aFileOfACacheIsNotReplaced() throws IOException {
    Path repository = Files.createDirectories(path.resolve("models--a--b/snapshots/1"));
    Path blobs = Files.createDirectory(path.resolve("models--a--b/blobs"));
    Path blob = Files.writeString(blobs.resolve("a".repeat(40)), before);
    Path index = Files.createSymbolicLink(repository.resolve(ShardFolder.INDEX), blob);
    new ShardFolder(repository).shard(1, 2, "a").shard(2, 2, "b");
    IndexPlan plan = writer().plan(index, index, Cancellation.NEVER, Progress.NONE);

    assertThatThrownBy(() -> writer().write(plan, true, false, Cancellation.NEVER))
        .hasMessageContaining("Hugging Face cache");
    assertThat(blob).hasContent(before);
  }

  @Test
  void whateverStepFailsTheFolderIsWhatItWas() throws IOException {
    ExportFaults counting = new ExportFaults(path);
    new IndexFile(counting.files()).write(plan(), true, true, Cancellation.NEVER);
    int stepCount = counting.steps().indexOf("exchange") + 1;
    assertThat(stepCount).isGreaterThan(8);
    for (int failing = 0; failing < stepCount; failing++) {
      Files.deleteIfExists(path.resolve(BACKUP));
      Files.writeString(folder.index(), before);
      int step = failing;
      ExportFaults faults =
          new ExportFaults(
              path,
              (index, _) -> {
                if (index == step) {
                  throw new IOException("no space left");
                }
              });

      assertThatThrownBy(
              () -> new IndexFile(faults.files()).write(plan(), true, true, Cancellation.NEVER))
          .as("step %d, %s", step, counting.steps().get(step))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("no space left")
          .hasMessageContaining("This index was not written.");
      assertThat(folder.index()).hasContent(before);
      assertThat(others()).as("step %d, %s", step, counting.steps().get(step)).isEmpty();
    }
  }

  @Test
  void backupInTheFolderThatTookThePathIsNotDeleted(@TempDir Path own, @TempDir Path others)
      throws IOException {
    Path moved = others.resolve("moved");
    Files.writeString(own.resolve(BACKUP), "own");
    AtomicInteger copies = new AtomicInteger();
    ExportFaults swapping =
        new ExportFaults(
            path,
            (_, name) -> {
              if (name.equals("copyAttributes") && copies.incrementAndGet() == 2) {
                Files.move(path, moved);
                Files.createSymbolicLink(path, own);
                throw new IOException("Input/output error");
              }
            });

    assertThatThrownBy(
            () -> new IndexFile(swapping.files()).write(plan(), true, true, Cancellation.NEVER))
        .hasMessageContaining("This index was not written.");

    assertThat(own.resolve(BACKUP)).hasContent("own");
    assertThat(moved.resolve(BACKUP)).doesNotExist();
  }

  @Test
  void oldIndexThatCannotBeDeletedIsNamedAndTheNewOneStays() throws IOException {
    ExportFaults stuck =
        new ExportFaults(
            path,
            new ExportFaults.OnStep() {
              private boolean isReplaced;

              @Override
              public void before(int index, String name) throws IOException {
                if (isReplaced && name.equals("delete")) {
                  throw new IOException("Operation not permitted");
                }
                isReplaced |= name.equals("exchange");
              }
            });

    IndexFile.Written written =
        new IndexFile(stuck.files()).write(plan(), true, true, Cancellation.NEVER);

    assertThat(written.problem().orElseThrow())
        .hasMessageContaining("is written, but its draft")
        .hasMessageContaining("Operation not permitted")
        .hasMessageNotContaining("unchanged");
    assertThat(written.backup()).contains(path.resolve(BACKUP));
    assertThat(Files.readString(folder.index())).isNotEqualTo(before);
    assertThat(path.resolve(BACKUP)).hasContent(before);
  }

  @Test
  void backupThatCannotBeExaminedOnceIsReportedAndTheIndexIsWritten() throws IOException {
    AtomicInteger failures = new AtomicInteger();
    FileOperations files =
        Intercepted.calls(
            FileOperations.class,
            FileOperations.ofThisComputer(),
            (name, arguments, call) -> {
              boolean isBackup =
                  name.equals("realPath") && arguments[0].equals(path.resolve(BACKUP));
              if (isBackup && failures.incrementAndGet() == 1) {
                throw new IOException("Input/output error");
              }
              return call.run();
            });
    IndexPlan plan = plan();

    IndexFile.Written written = new IndexFile(files).write(plan, true, true, Cancellation.NEVER);

    assertThat(written.backup()).contains(path.resolve(BACKUP));
    assertThat(written.problem().orElseThrow())
        .hasMessage(
            "%s is written, but then it could not be examined: Input/output error.",
            path.resolve(BACKUP));
    assertThat(folder.index()).hasContent(plan.text());
    assertThat(others()).containsExactly(BACKUP);
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void backupIsAsPrivateAsTheIndex() throws IOException {
    Files.setPosixFilePermissions(folder.index(), PosixFilePermissions.fromString("rw-------"));

    writer().write(plan(), true, true, Cancellation.NEVER);

    assertThat(Files.getPosixFilePermissions(path.resolve(BACKUP)))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void linkToAFileThatIsNoIndexIsNotFollowed() throws IOException {
    Path other = Files.writeString(path.resolve("key"), "secret");
    Files.delete(folder.index());
    Files.createSymbolicLink(folder.index(), other);
    IndexPlan plan = plan();

    assertThatThrownBy(() -> writer().write(plan, true, true, Cancellation.NEVER))
        .hasMessageContaining("not an index");

    assertThat(other).hasContent("secret");
    assertThat(path.resolve("key.bak")).doesNotExist();
  }

  @Test
  void cancellingAtAnyMomentLeavesTheFolderAsItWas() throws IOException {
    for (int cancelledCheck = 1; cancelledCheck <= 2; cancelledCheck++) {
      AtomicInteger count = new AtomicInteger();
      int limit = cancelledCheck;
      IndexPlan plan = plan();

      assertThatThrownBy(
              () -> writer().write(plan, true, true, () -> count.incrementAndGet() >= limit))
          .isInstanceOf(CancellationException.class);
      assertThat(folder.index()).hasContent(before);
      assertThat(others()).isEmpty();
    }
  }

  @Test
  void backupIsKeptIfTheOutcomeIsNotKnown() throws IOException {
    AtomicBoolean isRenamed = new AtomicBoolean();
    FileOperations files =
        Intercepted.calls(
            FileOperations.class,
            FileOperations.ofThisComputer(),
            (name, _, call) -> {
              if (name.equals("exchange")) {
                return false;
              }
              if (name.equals("fileKey") && isRenamed.getAndSet(false)) {
                throw new IOException("Stale file handle");
              }
              Object result = call.run();
              if (name.equals("rename")) {
                isRenamed.set(true);
                throw new IOException("Input/output error");
              }
              return result;
            });

    assertThatThrownBy(() -> new IndexFile(files).write(plan(), true, true, Cancellation.NEVER))
        .isInstanceOf(SaveException.class)
        .hasMessageContaining("is not known")
        .hasMessageContaining("The old index is kept as " + path.resolve(BACKUP));

    assertThat(path.resolve(BACKUP)).hasContent(before);
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void folderThatTakesThePathOfTheSetIsNotRead(@TempDir Path others) throws IOException {
    folder.index("\"owner\":\"own\"", "a", name(1, 2));
    Path foreign = Files.createDirectory(others.resolve("foreign"));
    new ShardFolder(foreign).shard(1, 1, "c").index("\"owner\":\"foreign\"", "c", name(1, 1));
    FileOperations files =
        Intercepted.calls(
            FileOperations.class,
            FileOperations.ofThisComputer(),
            (name, _, call) -> {
              Object result = call.run();
              if (name.equals("pinResolved") && !Files.isSymbolicLink(path)) {
                Files.move(path, others.resolve("moved"));
                Files.createSymbolicLink(path, foreign);
              }
              return result;
            });

    IndexPlan plan =
        new IndexFile(files)
            .plan(folder.index(), folder.index(), Cancellation.NEVER, Progress.NONE);

    assertThat(plan.text()).contains("\"own\"").doesNotContain("foreign");
    assertThat(plan.shards()).containsExactly(name(1, 2), name(2, 2));
    Path index = foreign.resolve(ShardFolder.INDEX);
    String foreignIndex = Files.readString(index);
    assertThatThrownBy(() -> writer().write(plan, true, false, Cancellation.NEVER))
        .hasMessageContaining("This index was not written.");
    assertThat(index).hasContent(foreignIndex);
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void folderThatTakesTheNameOfThePlannedOneIsNotChanged(@TempDir Path others) throws IOException {
    IndexPlan plan = plan();
    Files.move(path, others.resolve("moved"));
    ShardFolder copy = new ShardFolder(Files.createDirectory(path));
    Files.copy(others.resolve("moved").resolve(ShardFolder.INDEX), copy.index());

    assertThatThrownBy(() -> writer().write(plan, true, false, Cancellation.NEVER))
        .hasMessageContaining("This index was not written.");
    assertThat(copy.index()).hasContent(before);
  }

  @Test
  void linkOfAnotherUserIsNotRead() throws IOException {
    Path secret = Files.writeString(path.resolve("secret.json"), before);
    Files.delete(folder.index());
    try {
      Files.createSymbolicLink(folder.index(), secret);
      Files.setAttribute(folder.index(), "unix:uid", 12345, LinkOption.NOFOLLOW_LINKS);
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
      assumeTrue(false, "the owner cannot be changed");
    }

    assertThatThrownBy(this::plan).hasMessageContaining("belongs to another user");
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void indexWithAnotherNameIsAsPrivateAsTheOldOne() throws IOException {
    Files.setPosixFilePermissions(folder.index(), PosixFilePermissions.fromString("rw-------"));
    Path index = path.resolve("new.safetensors.index.json");
    IndexPlan plan = writer().plan(folder.index(), index, Cancellation.NEVER, Progress.NONE);

    writer().write(plan, false, false, Cancellation.NEVER);

    assertThat(index).hasContent(plan.text());
    assertThat(Files.getPosixFilePermissions(index))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
  }

  @Test
  @Timeout(180)
  @DisabledOnOs(OS.WINDOWS)
  void pipeThatTakesThePathOfTheIndexIsNotOpened() {
    FileOperations files =
        Intercepted.calls(
            FileOperations.class,
            FileOperations.ofThisComputer(),
            (name, arguments, call) -> {
              if (name.equals("openToRead") && arguments[0].equals(folder.index())) {
                Files.deleteIfExists(folder.index());
                new ProcessBuilder("mkfifo", folder.index().toString()).start().waitFor();
              }
              return call.run();
            });

    assertThatThrownBy(
            () ->
                new IndexFile(files)
                    .plan(folder.index(), folder.index(), Cancellation.NEVER, Progress.NONE))
        .hasMessageContaining("not a regular file");
  }

  @Test
  @Timeout(180)
  @DisabledOnOs(OS.WINDOWS)
  void pipeThatTakesThePathOfAnOpenFileIsNotOpened() throws Exception {
    try (OpenFile open = FileOperations.ofThisComputer().openToRead(folder.index())) {
      assumeTrue(!open.handle().equals(folder.index()), "no handles");
      Files.delete(folder.index());
      new ProcessBuilder("mkfifo", folder.index().toString()).start().waitFor();

      try (FileBytes bytes = FileBytes.open(folder.index(), open.handle(), new FilePool())) {
        assertThat(bytes.read(0, (int) bytes.length())).asString().isEqualTo(before);
      }
    }
  }
}
