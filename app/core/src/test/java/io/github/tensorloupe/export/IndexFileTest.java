package io.github.tensorloupe.export;

import static io.github.tensorloupe.testing.ShardFolder.name;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tensorloupe.integrity.doctor.IndexPlan;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.testing.ShardFolder;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
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
    return IndexPlan.of(folder.index(), folder.index(), Cancellation.NEVER, Progress.NONE);
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
    IndexPlan plan = IndexPlan.of(index, index, Cancellation.NEVER, Progress.NONE);

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
          .hasMessageContaining("The folder is unchanged.");
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
        .hasMessageContaining("could not be deleted")
        .hasMessageNotContaining("unchanged");

    assertThat(own.resolve(BACKUP)).hasContent("own");
    assertThat(moved.resolve(BACKUP)).exists();
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
}
