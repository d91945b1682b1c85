package io.github.tensorloupe.save;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.github.tensorloupe.model.FileIdentity;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.save.SaveOptions.Permission;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Other programs, disks and kernels interfere at the worst moment of a save.
class WorstMomentTest {

  private static final byte[] FOREIGN = "written by another program".getBytes();

  @TempDir Path folder;
  private SavedFile file;
  private byte[] before;

  @BeforeEach
  void writeFile() throws IOException {
    file = new SavedFile(folder);
    before = file.bytes();
  }

  /// A disk on which another program replaces the file before the first step with the given name
  /// and file name.
  private final class Interfering extends WatchedFiles {

    private final String step;
    private final Path path;
    private boolean isDone;

    Interfering(String step, Path path) {
      this.step = step;
      this.path = path;
    }

    @Override
    void before(Step current) throws IOException {
      if (!isDone && current.name().equals(step) && current.path().endsWith(path.getFileName())) {
        isDone = true;
        Path own = Files.write(folder.resolve("foreign"), FOREIGN);
        Files.move(own, file.path(), StandardCopyOption.ATOMIC_MOVE);
      }
    }
  }

  private void save(WatchedFiles operations, StrategyChoice choice) throws IOException {
    SavePlan plan =
        file.plan(
            FileOperations.ofThisComputer(),
            file.with("note", "new"),
            SaveOptions.DEFAULT.withStrategy(choice));
    new Saver(operations).save(plan, Cancellation.NEVER, Progress.NONE);
  }

  @Test
  void fileThatAnotherProgramPutsThereAtTheLastMomentIsNotReplaced() throws IOException {
    Path draft = SaveNames.draft(file.path().toRealPath());

    assertThatThrownBy(() -> save(new Interfering("exchange", draft), StrategyChoice.REWRITE))
        .isInstanceOf(SaveException.class)
        .hasMessageContaining("another program has replaced it");

    assertThat(file.path()).hasBinaryContent(FOREIGN);
    file.assertAlone();
  }

  @Test
  void editThatWentIntoAFileWithoutANameIsNotCalledSaved() throws IOException {
    assertThatThrownBy(() -> save(new Interfering("write", file.path()), StrategyChoice.IN_PLACE))
        .isInstanceOf(SaveException.class)
        .hasMessageContaining("replaced, moved or deleted");

    assertThat(file.path()).hasBinaryContent(FOREIGN);
    file.assertAlone();
  }

  /// For example, `cat other > file` at each step of the save.
  @Test
  void saveIsNotCalledOneWhereAnotherProgramWroteIntoTheSameFile() throws IOException {
    for (int moment = 1; moment <= 5; moment++) {
      int last = moment;
      WatchedFiles overwritten =
          new WatchedFiles() {
            private int steps;

            @Override
            void before(Step current) throws IOException {
              boolean counts = current.name().equals("write") || current.name().equals("force");
              if (counts && current.path().equals(file.path()) && ++steps == last) {
                Files.write(file.path(), FOREIGN);
              }
            }
          };

      assertThatThrownBy(() -> save(overwritten, StrategyChoice.IN_PLACE))
          .as("moment " + moment)
          .isInstanceOf(SaveException.class)
          .hasMessageContaining("another program wrote to it");

      assertThat(new Recovery(FileOperations.ofThisComputer()).inspect(file.path())).isPresent();
      for (String name : file.names()) {
        Files.delete(folder.resolve(name));
      }
      writeFile();
    }
  }

  @Test
  void hardLinksAreNotSavedWhereNoLockKeepsOutTheirOtherNames() throws IOException {
    Files.createLink(folder.resolve("other"), file.path());
    WatchedFiles withoutLocks =
        new WatchedFiles() {
          @Override
          public Optional<Path> lockFolder() {
            return Optional.empty();
          }
        };
    SaveOptions options =
        SaveOptions.DEFAULT.withStrategy(StrategyChoice.IN_PLACE).with(Permission.EDIT_LINKS, true);
    SavePlan plan = file.plan(withoutLocks, file.with("note", "new"), options);

    assertThatThrownBy(() -> new Saver(withoutLocks).save(plan, Cancellation.NEVER, Progress.NONE))
        .hasMessageContaining("several names")
        .hasMessageContaining("XDG_RUNTIME_DIR");
    assertThat(file.bytes()).isEqualTo(before);
  }

  /// A save of another file with this key would be refused, as if it were a hard link to the
  /// replaced file.
  @Test
  void keyOfAReplacedFileIsNotReusedDuringItsSave() throws IOException {
    Object replaced = Files.readAttributes(file.path(), BasicFileAttributes.class).fileKey();
    Set<Object> keys = new HashSet<>();
    WatchedFiles busy =
        new WatchedFiles() {
          @Override
          void before(Step step) throws IOException {
            if (step.name().equals("delete")) {
              Path created = Files.write(folder.resolve("made-" + keys.size()), FOREIGN);
              keys.add(Files.readAttributes(created, BasicFileAttributes.class).fileKey());
            }
          }
        };

    save(busy, StrategyChoice.REWRITE);

    assertThat(keys).isNotEmpty().doesNotContain(replaced);
  }

  @Test
  void copyThatKeepsItsDraftsNameTooIsSaved() throws IOException {
    WatchedFiles stuck =
        new WatchedFiles() {
          private boolean isPublished;

          @Override
          public void publish(Path from, Path to) throws IOException {
            Files.createLink(to, from);
            isPublished = true;
          }

          @Override
          void before(Step step) throws IOException {
            if (isPublished
                && step.name().equals("delete")
                && step.path().toString().endsWith("-new")) {
              throw new IOException("Operation not permitted");
            }
          }
        };
    SavePlan plan = KilledSave.COPY.plan(FileOperations.ofThisComputer(), file.path());

    SaveOutcome outcome = new Saver(stuck).save(plan, Cancellation.NEVER, Progress.NONE);

    assertThat(outcome.message().toString())
        .contains("is saved", "its draft", "could not be deleted");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, Integer.MAX_VALUE})
  void draftThatCannotBeExaminedIsNotReportedAsNotDeleted(int failures) throws IOException {
    WatchedFiles files =
        new WatchedFiles() {
          private int remaining;

          @Override
          public void publish(Path from, Path to) throws IOException {
            super.publish(from, to);
            remaining = failures;
          }

          @Override
          public Optional<Object> fileKey(Path path) throws IOException {
            if (path.toString().endsWith("-new") && remaining-- > 0) {
              throw new IOException("Input/output error");
            }
            return super.fileKey(path);
          }

          @Override
          public boolean exists(Path path) throws IOException {
            try {
              fileKey(path);
              return true;
            } catch (NoSuchFileException e) {
              return false;
            }
          }
        };
    SavePlan plan = KilledSave.COPY.plan(FileOperations.ofThisComputer(), file.path());

    SaveOutcome outcome = new Saver(files).save(plan, Cancellation.NEVER, Progress.NONE);

    Path journal = SaveNames.journal(plan.target());
    if (failures == 1) {
      assertThat(outcome.notes()).isEmpty();
      assertThat(journal).doesNotExist();
    } else {
      assertThat(outcome.message().toString())
          .contains("still exists is not known (Input/output error)", journal.toString());
      assertThat(journal).exists();
    }
  }

  @Test
  void fileThatCannotBeRenamedBackIsKept() throws IOException {
    Path draft = Files.write(folder.resolve("draft"), new byte[] {1});
    Path target = Files.write(folder.resolve("target"), FOREIGN);
    WatchedFiles onlyOnce =
        new WatchedFiles() {
          private boolean isDone;

          @Override
          public boolean exchange(Path one, Path other) throws IOException {
            if (isDone) {
              throw new IOException("Input/output error");
            }
            isDone = true;
            return super.exchange(one, other);
          }
        };
    Replacement replacement = new Replacement(onlyOnce, draft, target, onlyOnce.fileKey(draft));

    assertThatThrownBy(
            () ->
                replacement.run(
                    false,
                    _ -> {
                      throw SaveSentences.changed(target, target);
                    }))
        .isInstanceOf(SaveException.class)
        .hasMessageContaining(".kept");

    assertThat(draft).doesNotExist();
    assertThat(SaveNames.kept(target, 0)).hasBinaryContent(FOREIGN);
  }

  @Test
  void replacedFileThatCannotBeExaminedIsKeptAndTheSaveReported() throws IOException {
    Path kept = SaveNames.kept(file.path(), 0);
    byte[] before = file.bytes();
    WatchedFiles operations =
        new WatchedFiles() {
          private int failures;

          @Override
          public boolean exchange(Path one, Path other) throws IOException {
            failures = 2;
            return super.exchange(one, other);
          }

          @Override
          public FileIdentity identity(Path path) throws IOException {
            fail(path);
            return super.identity(path);
          }

          @Override
          public Optional<Object> fileKey(Path path) throws IOException {
            fail(path);
            return super.fileKey(path);
          }

          private void fail(Path path) throws IOException {
            if (failures-- > 0) {
              throw new FileSystemException(path.toString(), null, "Input/output error");
            }
          }
        };
    SavePlan plan = KilledSave.REWRITE.plan(FileOperations.ofThisComputer(), file.path());

    SaveOutcome outcome = new Saver(operations).save(plan, Cancellation.NEVER, Progress.NONE);

    assertThat(outcome.message().toString())
        .contains("is saved", "could not be examined", "Input/output error", kept.toString());
    assertThat(kept).hasBinaryContent(before);
    assertThat(file.bytes()).isNotEqualTo(before);
  }

  /// The save is killed before it can examine the replaced file.
  @Test
  void recoveryKeepsAReplacedFileThatAnotherProgramChangedAtTheLastMoment() throws IOException {
    Files.setLastModifiedTime(file.path(), FileTime.fromMillis(0));
    byte[] changed = before.clone();
    changed[changed.length - 1]++;
    WatchedFiles killed =
        new WatchedFiles() {
          private boolean isKilled;

          @Override
          public boolean exchange(Path one, Path other) throws IOException {
            requireRunning();
            Files.write(file.path(), changed);
            isKilled = super.exchange(one, other);
            return isKilled;
          }

          @Override
          public Optional<Object> fileKey(Path path) throws IOException {
            requireRunning();
            return super.fileKey(path);
          }

          @Override
          public boolean exists(Path path) throws IOException {
            requireRunning();
            return super.exists(path);
          }

          @Override
          void before(Step step) throws IOException {
            requireRunning();
          }

          private void requireRunning() throws IOException {
            if (isKilled) {
              throw new IOException("killed");
            }
          }
        };
    assertThatThrownBy(() -> save(killed, StrategyChoice.REWRITE))
        .isInstanceOf(SaveException.class);

    Recovery recovery = new Recovery(FileOperations.ofThisComputer());
    RecoveryReport report = recovery.recover(file.path(), false).orElseThrow();

    Path kept = SaveNames.kept(file.path().toRealPath(), 0);
    assertThat(kept).hasBinaryContent(changed);
    assertThat(report.sentence().toString()).contains("is kept as " + kept);
    assertThat(file.metadata().entries()).containsEntry("note", "new");
  }

  @Test
  void fileThatIsSwappedBackForAnotherOneIsNotReportedAsUnchanged() throws IOException {
    WatchedFiles operations =
        new WatchedFiles() {
          private boolean isReplaced;

          @Override
          public boolean exchange(Path one, Path other) throws IOException {
            boolean isDone = super.exchange(one, other);
            if (!isReplaced) {
              isReplaced = true;
              Path own = Files.write(folder.resolve("foreign"), FOREIGN);
              Files.move(own, SaveNames.draft(file.path()), StandardCopyOption.ATOMIC_MOVE);
            }
            return isDone;
          }
        };

    assertThatThrownBy(() -> save(operations, StrategyChoice.REWRITE))
        .isInstanceOf(SaveException.class)
        .hasMessageContaining("another program has replaced it")
        .hasMessageNotContaining("unchanged");

    assertThat(file.path()).hasBinaryContent(FOREIGN);
    file.assertAlone();
  }

  @ParameterizedTest
  @ValueSource(strings = {"force", "exchange"})
  void permissionThatIsRevokedDuringASaveStaysRevoked(String moment) throws IOException {
    assumeThat(Files.getFileStore(folder).supportsFileAttributeView("posix")).isTrue();
    Set<PosixFilePermission> revoked = PosixFilePermissions.fromString("rw-------");
    Files.setPosixFilePermissions(file.path(), PosixFilePermissions.fromString("rw-r--r--"));
    WatchedFiles operations =
        new WatchedFiles() {
          private boolean isCopied;

          @Override
          void before(Step step) throws IOException {
            isCopied |= step.toString().equals("copyAttributes .model.safetensors.tensorloupe-new");
            if (isCopied && step.name().equals(moment)) {
              Files.setPosixFilePermissions(file.path(), revoked);
            }
          }
        };

    if (moment.equals("exchange")) {
      assertThatThrownBy(() -> save(operations, StrategyChoice.REWRITE))
          .hasMessageContaining("changed by another program");
      assertThat(file.bytes()).isEqualTo(before);
    } else {
      save(operations, StrategyChoice.REWRITE);
      assertThat(file.metadata().entries()).containsEntry("note", "new");
    }

    assertThat(Files.getPosixFilePermissions(file.path())).isEqualTo(revoked);
    file.assertAlone();
  }

  @Test
  void accessListThatIsRemovedAtTheLastMomentStaysRemoved() throws IOException {
    assumeThat(LinuxCalls.OF_THIS_SYSTEM).isPresent();
    LinuxCalls calls = LinuxCalls.OF_THIS_SYSTEM.get();
    AttributeCopyTest.setList(file.path(), 6, 4);
    Object mode = Files.getAttribute(file.path(), "unix:mode");
    WatchedFiles operations =
        new WatchedFiles() {
          @Override
          void before(Step step) throws IOException {
            if (step.name().equals("exchange")) {
              calls.removeAccessControlList(file.path());
            }
          }
        };

    assertThatThrownBy(() -> save(operations, StrategyChoice.REWRITE))
        .hasMessageContaining("changed by another program");

    assertThat(file.bytes()).isEqualTo(before);
    assertThat(calls.accessControlList(file.path())).isEmpty();
    assertThat(Files.getAttribute(file.path(), "unix:mode")).isEqualTo(mode);
  }

  @Test
  void copyDoesNotReplaceAFileCreatedMeanwhile() throws IOException {
    Path copy = folder.resolve("copy.safetensors");
    WatchedFiles operations =
        new WatchedFiles() {
          @Override
          void before(Step step) throws IOException {
            if (step.name().equals("publish")) {
              Files.write(copy, FOREIGN);
            }
          }
        };
    SavePlan plan = KilledSave.COPY.plan(FileOperations.ofThisComputer(), file.path());

    assertThatThrownBy(() -> new Saver(operations).save(plan, Cancellation.NEVER, Progress.NONE))
        .isInstanceOf(SaveException.class);

    assertThat(copy).hasBinaryContent(FOREIGN);
    assertThat(file.names()).containsExactly("copy.safetensors", "model.safetensors");
  }

  @Test
  void fileSystemThatCannotExchangeNamesReplacesTheFile() throws IOException {
    WatchedFiles operations =
        new WatchedFiles() {
          @Override
          public boolean exchange(Path one, Path other) {
            return false;
          }
        };

    save(operations, StrategyChoice.REWRITE);

    assertThat(file.metadata().entries()).containsEntry("note", "new");
    file.assertAlone();
  }

  @Test
  void kernelThatCopiesZerosIsFoundOut() throws IOException {
    WatchedFiles lying =
        new WatchedFiles() {
          @Override
          byte[] copied(byte[] bytes) {
            return new byte[bytes.length];
          }
        };

    assertThatThrownBy(() -> save(lying, StrategyChoice.REWRITE))
        .isInstanceOf(SaveException.class)
        .hasMessageContaining("of the data differs");

    assertThat(file.bytes()).isEqualTo(before);
    file.assertAlone();
  }

  /// The first force fails. The page cache looks as if it had succeeded, but the disk has only half
  /// of the bytes.
  @Test
  void recoveryAfterAFailedForceWritesWhatTheDiskDoesNotHave() throws IOException {
    Path target = file.path().toRealPath();
    byte[][] onDisk = {before.clone()};
    byte[][] written = {before.clone()};
    boolean[] fails = {true};
    WatchedFiles disk =
        new WatchedFiles() {
          private int forces;

          @Override
          void before(Step step) throws IOException {
            if (!step.path().equals(target)) {
              return;
            }
            if (step.name().equals("write")) {
              ByteBuffer.wrap(written[0]).put((int) step.byteOffset(), step.bytes());
            } else if (step.name().equals("force") && fails[0] && ++forces > 1) {
              System.arraycopy(written[0], 0, onDisk[0], 0, 1024);
              throw new IOException("Input/output error");
            } else if (step.name().equals("force")) {
              onDisk[0] = written[0].clone();
            }
          }
        };

    assertThatThrownBy(() -> save(disk, StrategyChoice.IN_PLACE)).isInstanceOf(SaveException.class);
    fails[0] = false;
    written[0] = onDisk[0].clone();
    new Recovery(disk).recover(file.path(), false);

    assertThat(onDisk[0]).isEqualTo(before);
    assertThat(file.bytes()).isEqualTo(before);
    file.assertAlone();
  }

  @Test
  void whatAFailedSaveCannotDeleteIsNamed() throws IOException {
    Path draft = SaveNames.draft(file.path().toRealPath());
    WatchedFiles stuck =
        new WatchedFiles() {
          private boolean isBegun;

          @Override
          void before(Step step) throws IOException {
            isBegun |= step.name().equals("copyAttributes") && step.path().equals(draft);
            if (isBegun && Set.of("copyAttributes", "delete").contains(step.name())) {
              throw new IOException("Operation not permitted");
            }
          }
        };

    assertThatThrownBy(() -> save(stuck, StrategyChoice.REWRITE))
        .hasMessageContaining(PathText.of(draft))
        .hasMessageContaining("Operation not permitted");
  }

  @Test
  void inodesThatTheFileSystemDoesNotKeepAreCalledThat() throws IOException {
    WatchedFiles forgetful =
        new WatchedFiles() {
          @Override
          public FileIdentity identity(Path path) throws IOException {
            return super.identity(path).withFileKey(Optional.of("another"));
          }
        };

    assertThatThrownBy(() -> save(forgetful, StrategyChoice.REWRITE))
        .hasMessageContaining("inode numbers");
    assertThat(file.bytes()).isEqualTo(before);
  }

  @Test
  void whatCannotWorkIsSaidBeforeAByteIsCopied() throws IOException {
    for (FileOperations.Restriction each : FileOperations.Restriction.values()) {
      WatchedFiles restricted =
          new WatchedFiles() {
            @Override
            public Set<Restriction> restrictions(Path path) {
              return path.endsWith("model.safetensors") ? Set.of(each) : Set.of();
            }
          };
      SaveOptions rewrite = SaveOptions.DEFAULT.withStrategy(StrategyChoice.REWRITE);
      SavePlan plan = file.plan(restricted, file.with("note", "new"), rewrite);

      assertThat(plan.obstacles())
          .extracting(Obstacle::kind)
          .containsExactly(Obstacle.Kind.NO_PERMISSION);
      SaveOptions inPlace = SaveOptions.DEFAULT.withStrategy(StrategyChoice.IN_PLACE);
      boolean allowsInPlace =
          each == FileOperations.Restriction.MOUNT_POINT
              || each == FileOperations.Restriction.STICKY_FOLDER;
      assertThat(file.plan(restricted, file.with("note", "new"), inPlace).obstacles().isEmpty())
          .isEqualTo(allowsInPlace);
      assertThat(
              plan.obstacle().orElseThrow().sentence().toString().contains("--strategy in-place"))
          .isEqualTo(allowsInPlace);
    }
  }
}
