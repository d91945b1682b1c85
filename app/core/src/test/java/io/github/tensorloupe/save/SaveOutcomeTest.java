package io.github.tensorloupe.save;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.github.tensorloupe.model.FileIdentity;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The reported outcome of a save ("unchanged", "saved", or neither) is correct even if the save
/// fails at its worst moment.
final class SaveOutcomeTest {

  private static final byte[] FOREIGN = "another program's file".getBytes();

  @TempDir Path folder;

  private SavedFile file;
  private byte[] before;

  @BeforeEach
  void writeFile() throws IOException {
    file = new SavedFile(folder);
    before = file.bytes();
  }

  /// A disk with a fault after the file has been replaced.
  private abstract static class AfterExchange extends WatchedFiles {

    boolean isExchanged;

    @Override
    public boolean exchange(Path one, Path other) throws IOException {
      boolean result = super.exchange(one, other);
      isExchanged = true;
      return result;
    }
  }

  private SaveOutcome save(WatchedFiles files, StrategyChoice choice, Progress progress)
      throws IOException {
    SavePlan plan =
        file.plan(
            FileOperations.ofThisComputer(),
            file.with("note", "new"),
            SaveOptions.DEFAULT.withStrategy(choice));
    return new Saver(files).save(plan, Cancellation.NEVER, progress);
  }

  private void assertSavedBut(SaveOutcome outcome, String warning) throws IOException {
    assertThat(outcome.message().toString()).contains("is saved, but", warning);
    assertThat(file.metadata().entries()).containsEntry("note", "new");
  }

  @Test
  void targetThatCannotBeExaminedAfterTheRenameIsSaved() throws IOException {
    AfterExchange files =
        new AfterExchange() {
          @Override
          public Path realPath(Path path) throws IOException {
            if (isExchanged) {
              throw new IOException("Input/output error");
            }
            return super.realPath(path);
          }
        };

    assertSavedBut(save(files, StrategyChoice.REWRITE, Progress.NONE), "Input/output error");
    file.assertAlone();
  }

  @Test
  void renameThatTookPlaceAndReportsAFailureIsASave() throws IOException {
    WatchedFiles lostAnswer =
        new WatchedFiles() {
          @Override
          public boolean exchange(Path one, Path other) throws IOException {
            super.exchange(one, other);
            throw new IOException("Stale file handle");
          }
        };

    SaveOutcome outcome = save(lostAnswer, StrategyChoice.REWRITE, Progress.NONE);

    assertThat(outcome.message()).hasToString(file.path() + " is saved.");
    assertThat(file.metadata().entries()).containsEntry("note", "new");
    file.assertAlone();
  }

  @Test
  void deletionThatTookPlaceAndReportsAFailureIsNotReported() throws IOException {
    WatchedFiles lostAnswer =
        new WatchedFiles() {
          @Override
          public void delete(Path path) throws IOException {
            super.delete(path);
            throw new IOException("Stale file handle");
          }
        };

    SaveOutcome outcome = save(lostAnswer, StrategyChoice.REWRITE, Progress.NONE);

    assertThat(outcome.message()).hasToString(file.path() + " is saved.");
    file.assertAlone();
  }

  @Test
  void replacedFileThatAnotherProgramMovesAwayIsNotReportedAsRemaining() throws IOException {
    AfterExchange moving =
        new AfterExchange() {
          @Override
          public Optional<Object> fileKey(Path path) throws IOException {
            Path draft = SaveNames.draft(file.path().toRealPath());
            if (isExchanged && path.equals(draft) && isExamined) {
              Files.deleteIfExists(draft);
            }
            return super.fileKey(path);
          }

          @Override
          public boolean exists(Path path) throws IOException {
            isExamined |= isExchanged && path.equals(SaveNames.draft(file.path().toRealPath()));
            return super.exists(path);
          }

          private boolean isExamined;
        };

    SaveOutcome outcome = save(moving, StrategyChoice.REWRITE, Progress.NONE);

    assertThat(outcome.message()).hasToString(file.path() + " is saved.");
    file.assertAlone();
  }

  @Test
  void linkThatWasCreatedAndReportsAFailureIsASave() throws IOException {
    WatchedFiles lostAnswer =
        new WatchedFiles() {
          @Override
          public void publish(Path from, Path to) throws IOException {
            super.publish(from, to);
            throw new IOException("Stale file handle");
          }
        };
    SavePlan plan = KilledSave.COPY.plan(FileOperations.ofThisComputer(), file.path());

    new Saver(lostAnswer).save(plan, Cancellation.NEVER, Progress.NONE);

    assertThat(file.names()).containsExactly("copy.safetensors", "model.safetensors");
  }

  @Test
  void renameWhoseOutcomeCannotBeExaminedIsCalledUnknown() throws IOException {
    AfterExchange files =
        new AfterExchange() {
          @Override
          public boolean exchange(Path one, Path other) throws IOException {
            isExchanged = true;
            throw new IOException("Stale file handle");
          }

          @Override
          public Optional<Object> fileKey(Path path) throws IOException {
            if (isExchanged && path.equals(file.path())) {
              throw new IOException("Input/output error");
            }
            return super.fileKey(path);
          }
        };

    assertThatThrownBy(() -> save(files, StrategyChoice.REWRITE, Progress.NONE))
        .hasMessageContaining("not known")
        .hasMessageNotContaining("unchanged");
  }

  @Test
  void errorInTheCheckOfTheReplacedFileRestoresTheNames() throws IOException {
    for (Throwable failure : new Throwable[] {new OutOfMemoryError(), new RuntimeException("x")}) {
      AfterExchange files =
          new AfterExchange() {
            @Override
            void before(Step step) throws IOException {
              if (step.name().equals("exchange") && !isExchanged) {
                Path own = Files.write(folder.resolve("foreign"), FOREIGN);
                Files.move(own, file.path(), StandardCopyOption.ATOMIC_MOVE);
              }
            }

            @Override
            public FileIdentity identity(Path path) throws IOException {
              if (isExchanged) {
                sneak(failure);
              }
              return super.identity(path);
            }
          };

      assertThatThrownBy(() -> save(files, StrategyChoice.REWRITE, Progress.NONE))
          .isInstanceOf(SaveException.class)
          .hasMessageContaining("another program has replaced it");

      assertThat(file.path()).hasBinaryContent(FOREIGN);
      file.assertAlone();
      writeFile();
    }
  }

  @Test
  void errorWhileTheNamesAreSwappedBackIsNotReportedAsUnchanged() throws IOException {
    AfterExchange files =
        new AfterExchange() {
          private int failures = 2;

          @Override
          public FileIdentity identity(Path path) throws IOException {
            fail();
            return super.identity(path);
          }

          @Override
          public boolean exchange(Path one, Path other) throws IOException {
            fail();
            return super.exchange(one, other);
          }

          private void fail() {
            if (isExchanged && failures-- > 0) {
              throw new OutOfMemoryError();
            }
          }
        };

    assertSavedBut(save(files, StrategyChoice.REWRITE, Progress.NONE), "not enough memory");
    assertThat(SaveNames.kept(file.path(), 0)).hasBinaryContent(before);
  }

  private static void sneak(Throwable failure) {
    if (failure instanceof Error error) {
      throw error;
    }
    throw (RuntimeException) failure;
  }

  @Test
  void fileThatReplacesTheNewOneBeforeTheRollbackIsKept() throws IOException {
    byte[] third = {3};
    AfterExchange files =
        new AfterExchange() {
          private int exchanges;

          @Override
          void before(Step step) throws IOException {
            if (step.name().equals("exchange")) {
              exchanges++;
              if (exchanges <= 2) {
                byte[] content = exchanges == 1 ? FOREIGN : third;
                Path own = Files.write(folder.resolve("foreign"), content);
                Files.move(own, file.path(), StandardCopyOption.ATOMIC_MOVE);
              }
            }
          }
        };

    assertThatThrownBy(() -> save(files, StrategyChoice.REWRITE, Progress.NONE))
        .isInstanceOf(SaveException.class)
        .hasMessageContaining(".kept");

    assertThat(SaveNames.kept(file.path(), 0)).hasBinaryContent(FOREIGN);
    assertThat(file.path()).hasBinaryContent(third);
  }

  @Test
  void errorAfterTheRenameIsAWarning() throws IOException {
    AfterExchange files =
        new AfterExchange() {
          @Override
          void before(Step step) {
            if (isExchanged && !step.name().equals("identity")) {
              throw new OutOfMemoryError();
            }
          }
        };

    assertSavedBut(save(files, StrategyChoice.REWRITE, Progress.NONE), "not enough memory");
  }

  @Test
  void targetThatCannotBeExaminedAfterItsHeaderIsWrittenIsSaved() throws IOException {
    WatchedFiles files =
        new WatchedFiles() {
          private int forces;

          @Override
          void before(Step step) {
            forces += step.name().equals("force") && step.path().equals(file.path()) ? 1 : 0;
          }

          @Override
          public Path realPath(Path path) throws IOException {
            if (forces == 3) {
              throw new IOException("Input/output error");
            }
            return super.realPath(path);
          }
        };

    assertSavedBut(save(files, StrategyChoice.IN_PLACE, Progress.NONE), "Input/output error");
    file.assertAlone();
  }

  @Test
  void listenerThatFailsAfterTheHeaderIsWrittenDoesNotUndoTheSave() throws IOException {
    Progress failing =
        (done, total) -> {
          if (done == total) {
            throw new IllegalStateException("listener");
          }
        };

    SaveOutcome outcome = save(new WatchedFiles(), StrategyChoice.IN_PLACE, failing);

    assertSavedBut(outcome, "listener");
  }

  @Test
  void fileThatIsThereOnlyWhileItIsOpenedIsNeitherWrittenNorCopied() throws IOException {
    for (StrategyChoice choice :
        new StrategyChoice[] {StrategyChoice.IN_PLACE, StrategyChoice.REWRITE}) {
      byte[] other = before.clone();
      other[other.length - 1]++;
      Path decoy = Files.write(folder.resolve("decoy"), other);
      Path aside = folder.resolve("aside");
      WatchedFiles swapping =
          new WatchedFiles() {
            @Override
            void before(Step step) throws IOException {
              boolean opens = step.name().equals("openToWrite") || step.name().equals("openToRead");
              if (opens && step.path().equals(file.path())) {
                Files.move(file.path(), aside);
                Files.move(decoy, file.path());
              } else if (Files.exists(aside)) {
                Files.move(file.path(), decoy);
                Files.move(aside, file.path());
              }
            }
          };

      assertThatThrownBy(() -> save(swapping, choice, Progress.NONE))
          .hasMessageContaining("unchanged");

      assertThat(decoy).hasBinaryContent(other);
      assertThat(file.path()).hasBinaryContent(before);
    }
  }

  @Test
  void linkThatTakesThePlaceOfTheFileIsNotFollowed() throws IOException {
    Path victim = Files.write(folder.resolve("victim"), before);
    WatchedFiles linking =
        new WatchedFiles() {
          @Override
          void before(Step step) throws IOException {
            if (step.name().equals("openToWrite")) {
              Files.delete(file.path());
              Files.createSymbolicLink(file.path(), victim);
            }
          }
        };

    assertThatThrownBy(() -> save(linking, StrategyChoice.IN_PLACE, Progress.NONE))
        .isInstanceOf(SaveException.class);

    assertThat(victim).hasBinaryContent(before);
  }

  @Test
  void copyReplacesOnlyTheFileOfItsPlan() throws IOException {
    Path copy = Files.write(folder.resolve("copy.safetensors"), before);
    FileOperations disk = FileOperations.ofThisComputer();
    SavePlan plan;
    try (TensorFile open = TensorFile.open(file.path())) {
      plan =
          new Saver(disk).planCopy(open, file.with("note", "new"), copy, true, SaveOptions.DEFAULT);
    }
    Files.delete(copy);
    Files.write(copy, FOREIGN);

    assertThatThrownBy(() -> new Saver(disk).save(plan, Cancellation.NEVER, Progress.NONE))
        .hasMessageContaining("was not saved: ");

    assertThat(copy).hasBinaryContent(FOREIGN);
  }

  @Test
  void diskThatIsLostAfterTheExchangeLeavesTheOutcomeUnknown() throws IOException {
    AfterExchange lost =
        new AfterExchange() {
          @Override
          public FileIdentity identity(Path path) throws IOException {
            return isExchanged ? fail() : super.identity(path);
          }

          @Override
          public Optional<Object> fileKey(Path path) throws IOException {
            return isExchanged ? fail() : super.fileKey(path);
          }

          private static <T> T fail() throws IOException {
            throw new IOException("Input/output error");
          }
        };

    assertThatThrownBy(() -> save(lost, StrategyChoice.REWRITE, Progress.NONE))
        .hasMessageContaining("not known")
        .hasMessageNotContaining("unchanged");
  }

  @Test
  void memoryThatEndsAfterTheHeaderIsWrittenDoesNotMakeItUnchanged() throws IOException {
    WatchedFiles files =
        new WatchedFiles() {
          private int forces;

          @Override
          void before(Step step) {
            boolean isTarget = step.path().equals(file.path());
            if (forces == 3 && isTarget && step.name().equals("read")) {
              throw new OutOfMemoryError();
            }
            forces += step.name().equals("force") && isTarget ? 1 : 0;
          }
        };

    SaveOutcome outcome = save(files, StrategyChoice.IN_PLACE, Progress.NONE);

    assertThat(outcome.message().toString()).contains("is saved");
    assertThat(file.metadata().entries()).containsEntry("note", "new");
    file.assertAlone();
  }

  @Test
  void draftThatCannotBeDeletedIsNamedAfterEveryKindOfFailure() throws IOException {
    for (Throwable failure :
        new Throwable[] {
          new OutOfMemoryError(), new IllegalStateException("x"), new IOException("x")
        }) {
      WatchedFiles files =
          new WatchedFiles() {
            private boolean isWritten;

            @Override
            void before(Step step) throws IOException {
              if (isWritten && step.name().equals("delete")) {
                throw new IOException("Input/output error");
              }
              if (step.name().equals("write") && step.path().equals(draft())) {
                isWritten = true;
                sneak(failure);
              }
            }
          };

      assertThatThrownBy(() -> save(files, StrategyChoice.REWRITE, Progress.NONE))
          .hasMessageContaining("unchanged")
          .hasMessageContaining("Not deleted: " + draft());

      assertThat(file.bytes()).isEqualTo(before);
      Files.deleteIfExists(draft());
      Files.deleteIfExists(SaveNames.journal(file.path()));
    }
  }

  @Test
  void preexistingFileIsNotReportedAsALeftover() throws IOException {
    Files.write(draft(), FOREIGN);

    assertThatThrownBy(() -> save(new WatchedFiles(), StrategyChoice.REWRITE, Progress.NONE))
        .hasMessageContaining("unchanged")
        .hasMessageNotContaining("Not deleted");

    assertThat(draft()).hasBinaryContent(FOREIGN);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void fileThatRecoverLeavesAloneIsNotReportedAsALeftover(boolean isJournalDeletable)
      throws IOException {
    WatchedFiles files =
        new WatchedFiles() {
          @Override
          void before(Step step) throws IOException {
            if (step.name().equals("create") && step.path().equals(draft())) {
              Files.write(draft(), before);
            }
            if (step.name().equals("delete") && !isJournalDeletable) {
              throw new IOException("Input/output error");
            }
          }
        };
    Path journal = SaveNames.journal(file.path());

    assertThatThrownBy(() -> save(files, StrategyChoice.REWRITE, Progress.NONE))
        .hasMessageContaining("unchanged")
        .hasMessageNotContaining("Not deleted: " + draft())
        .message()
        .matches(it -> it.contains("Not deleted: " + journal + ";") != isJournalDeletable);

    new Recovery(FileOperations.ofThisComputer()).recover(file.path(), false);
    assertThat(draft()).hasBinaryContent(before);
    assertThat(journal).doesNotExist();
  }

  /// The path of a mounted file looks like a file with one name.
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void fileThatIsLockedUnderAnotherNameIsNotSavedInPlace(boolean isLink) throws IOException {
    Path other =
        isLink ? Files.createLink(folder.resolve("other.safetensors"), file.path()) : file.path();
    SaveOptions options =
        SaveOptions.DEFAULT
            .withStrategy(StrategyChoice.IN_PLACE)
            .with(SaveOptions.Permission.EDIT_LINKS, true);
    SavePlan plan = file.plan(FileOperations.ofThisComputer(), file.with("note", "new"), options);

    try (OpenFile otherProgram = FileOperations.ofThisComputer().openToWrite(other)) {
      assertThat(otherProgram.tryLock(false)).isTrue();
      assertThatThrownBy(
              () ->
                  new Saver(FileOperations.ofThisComputer())
                      .save(plan, Cancellation.NEVER, Progress.NONE))
          .hasMessageContaining("another program is saving it or has locked it");
    }

    assertThat(file.bytes()).isEqualTo(before);
  }

  @Test
  void sharedLockPreventsASaveOfAFileWithSeveralNames() throws IOException {
    Files.createLink(folder.resolve("other.safetensors"), file.path());
    SaveOptions options =
        SaveOptions.DEFAULT
            .withStrategy(StrategyChoice.IN_PLACE)
            .with(SaveOptions.Permission.EDIT_LINKS, true);
    SavePlan plan = file.plan(FileOperations.ofThisComputer(), file.with("note", "new"), options);

    try (OpenFile reader = FileOperations.ofThisComputer().openToRead(file.path())) {
      assertThat(reader.tryLock(true)).isTrue();
      assertThatThrownBy(
              () ->
                  new Saver(FileOperations.ofThisComputer())
                      .save(plan, Cancellation.NEVER, Progress.NONE))
          .hasMessageContaining("another program is saving it or has locked it");
    }

    assertThat(file.bytes()).isEqualTo(before);
  }

  @Test
  void sharedLockOfAReaderDoesNotPreventASave() throws IOException {
    SaveOptions options = SaveOptions.DEFAULT.withStrategy(StrategyChoice.IN_PLACE);
    SavePlan plan = file.plan(FileOperations.ofThisComputer(), file.with("note", "new"), options);

    try (OpenFile reader = FileOperations.ofThisComputer().openToRead(file.path())) {
      assumeThat(LinuxCalls.OF_THIS_SYSTEM).isPresent();
      assertThat(reader.tryLock(true)).isTrue();
      new Saver(FileOperations.ofThisComputer()).save(plan, Cancellation.NEVER, Progress.NONE);
    }

    assertThat(file.bytes()).isNotEqualTo(before);
  }

  private Path draft() {
    return SaveNames.draft(file.path());
  }

  @Test
  void folderOfTheLocksIsPrivate() throws IOException {
    Path locks = FileOperations.ofThisComputer().lockFolder().orElseThrow();

    assertThat((Integer) Files.getAttribute(locks, "unix:mode", LinkOption.NOFOLLOW_LINKS) & 077)
        .isZero();
    assertThat(Files.getOwner(locks)).isEqualTo(Files.getOwner(folder));
  }

  @Test
  void kernelThatRefusesToCopyLeavesItToReadingAndWriting() throws IOException {
    try (FileChannel source = FileChannel.open(file.path());
        FileChannel target =
            FileChannel.open(
                folder.resolve("copy"),
                StandardOpenOption.CREATE_NEW,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE)) {
      LocalFile.HeldLocks locks = new LocalFile.HeldLocks();
      LocalFile from =
          new LocalFile(file.path(), file.path(), Optional.empty(), new Refusing(source), locks);
      LocalFile to = new LocalFile(file.path(), file.path(), Optional.empty(), target, locks);
      for (long done = 0; done < before.length; ) {
        done += to.copyFrom(from, done, before.length - done, done);
      }
    }

    assertThat(folder.resolve("copy")).hasBinaryContent(before);
  }

  /// A channel whose file system has no `copy_file_range`.
  private static final class Refusing extends ForwardingChannel {

    Refusing(FileChannel channel) {
      super(channel);
    }

    @Override
    public long transferTo(long position, long count, WritableByteChannel target)
        throws IOException {
      throw new IOException("Operation not supported");
    }

    @Override
    public int read(ByteBuffer target, long position) throws IOException {
      // Reads may return fewer bytes than requested.
      ByteBuffer piece = target.slice().limit(Math.min(target.remaining(), 7000));
      int count = super.read(piece, position);
      target.position(target.position() + Math.max(0, count));
      return count;
    }
  }
}
