package io.github.tensorloupe.save;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assumptions.abort;

import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.format.Preface;
import io.github.tensorloupe.model.Sha256;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.save.InterruptedSave.State;
import io.github.tensorloupe.save.RewrittenFiles.FileMark;
import io.github.tensorloupe.testing.Collisions;
import io.github.tensorloupe.testing.Intercepted;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class RecoveryTest {

  private static final SaveOptions IN_PLACE =
      SaveOptions.DEFAULT.withStrategy(StrategyChoice.IN_PLACE);

  @TempDir Path folder;
  private final FileOperations operations = FileOperations.ofThisComputer();
  private final Recovery recovery = new Recovery(operations);
  private SavedFile file;
  private Path journal;
  private byte[] before;
  private byte[] after;
  private byte[] journalBytes;

  @BeforeEach
  void saveOnce() throws IOException {
    file = new SavedFile(folder);
    before = file.bytes();
    journal = SaveNames.journal(file.path().toRealPath());
    saveWithNote("s".repeat(1900));
  }

  /// Saves in place, and remembers the content of the journal during the save.
  private void saveWithNote(String note) throws IOException {
    WatchedFiles peeking =
        new WatchedFiles() {
          @Override
          void before(Step step) throws IOException {
            if (step.name().equals("write") && step.path().endsWith("model.safetensors")) {
              journalBytes = Files.readAllBytes(journal);
            }
          }
        };
    SavePlan plan = file.plan(peeking, file.with("note", note), IN_PLACE);
    new Saver(peeking).save(plan, Cancellation.NEVER, Progress.NONE);
    after = file.bytes();
    assertThat(recovery.inspect(file.path())).isEmpty();
  }

  private void interrupted(byte[] fileBytes) throws IOException {
    Files.write(journal, journalBytes);
    Files.write(file.path(), fileBytes);
  }

  /// Returns the old file with a part of the new one, as left by an interrupted save.
  private byte[] unfinished(int from, int to) {
    byte[] mixed = mixture(from, to);
    System.arraycopy(Preface.unfinishedMark(), 0, mixed, 0, Preface.BYTE_COUNT);
    return mixed;
  }

  private byte[] mixture(int from, int to) {
    byte[] mixed = before.clone();
    System.arraycopy(after, from, mixed, from, to - from);
    return mixed;
  }

  private void assertRecovered(RecoveryAction action, byte[] expected) throws IOException {
    assertThat(recovery.inspect(file.path()).orElseThrow().action()).isEqualTo(action);
    assertThat(recovery.inspect(file.path()).orElseThrow().state())
        .isEqualTo(InterruptedSave.State.ABANDONED);

    assertThat(recovery.recover(file.path(), false).orElseThrow().action()).isEqualTo(action);

    assertThat(file.bytes()).isEqualTo(expected);
    file.assertAlone();
    assertThat(recovery.recover(file.path(), false)).isEmpty();
  }

  @Test
  void foldersWithJournalsOrDraftsAreFound() throws IOException {
    Path target = file.path().toRealPath();
    Path longName = target.resolveSibling("n".repeat(240) + ".safetensors");
    assertThat(recovery.mayHaveArtifacts(folder)).isFalse();
    assertThat(recovery.mayHaveArtifacts(folder.resolve("missing"))).isTrue();

    for (Path artifact :
        List.of(
            journal,
            SaveNames.draft(target),
            SaveNames.stale(target, 0),
            SaveNames.stale(target, 12),
            SaveNames.kept(target, 3),
            SaveNames.journal(longName),
            SaveNames.draft(longName))) {
      Files.createFile(artifact);
      assertThat(recovery.mayHaveArtifacts(folder)).as(artifact.toString()).isTrue();
      Files.delete(artifact);
    }
  }

  @Test
  void halfWrittenHeaderBecomesTheOldOne() throws IOException {
    interrupted(unfinished(8, 8));
    assertRecovered(RecoveryAction.ROLL_BACK, before);
    interrupted(unfinished(0, 512));
    assertRecovered(RecoveryAction.ROLL_BACK, before);
    interrupted(unfinished(512, 1024));
    assertRecovered(RecoveryAction.ROLL_BACK, before);
    interrupted(unfinished(0, 700));
    assertRecovered(RecoveryAction.ROLL_BACK, before);
    interrupted(unfinished(700, after.length));
    assertRecovered(RecoveryAction.ROLL_BACK, before);
    interrupted(unfinished(0, after.length));
    assertRecovered(RecoveryAction.ROLL_BACK, before);
  }

  @Test
  void markOrLengthThatIsCutOffInsideIsUnfinished() throws IOException {
    for (int count = 1; count < Preface.BYTE_COUNT; count++) {
      byte[] begun = before.clone();
      System.arraycopy(Preface.unfinishedMark(), 0, begun, 0, count);
      interrupted(begun);
      assertRecovered(RecoveryAction.ROLL_BACK, before);
      byte[] ending = unfinished(0, after.length);
      System.arraycopy(after, 0, ending, 0, count);
      interrupted(ending);
      assertRecovered(RecoveryAction.ROLL_BACK, before);
    }
  }

  /// This program never leaves such a file, so another program made the same edit.
  @Test
  void mixtureWithoutTheMarkIsForeign() throws IOException {
    byte[] mixed = mixture(0, 1024);
    interrupted(mixed);
    assertSetAside(mixed);
  }

  @Test
  void completeNewHeaderStays() throws IOException {
    interrupted(after);
    assertRecovered(RecoveryAction.KEEP_NEW, after);
  }

  @Test
  void untouchedFileIsCleanedUpAround() throws IOException {
    interrupted(before);
    assertRecovered(RecoveryAction.CLEAN_UP, before);
  }

  @Test
  void journalThatWasNotFinishedMeansThatTheFileWasNotTouched() throws IOException {
    byte[] unsealed = journalBytes.clone();
    Arrays.fill(unsealed, 0, JournalHead.MAGIC_BYTES, (byte) 0);
    for (int length : new int[] {0, 1, 7, 8, 60, 200, journalBytes.length}) {
      interrupted(before);
      Files.write(journal, Arrays.copyOf(unsealed, length));
      assertRecovered(RecoveryAction.CLEAN_UP, before);
    }
  }

  @Test
  void emptyJournalOfAnUnloadableFileIsSetAside() throws IOException {
    byte[] torn = unfinished(0, 700);
    interrupted(torn);
    Files.write(journal, new byte[0]);
    assertSetAside(torn);
  }

  @Test
  void damagedJournalIsPutAside() throws IOException {
    byte[] torn = unfinished(0, 700);
    for (byte[] found : new byte[][] {before, after, torn}) {
      for (int length : new int[] {9, 60, 200, journalBytes.length - 1}) {
        interrupted(found);
        Files.write(journal, Arrays.copyOf(journalBytes, length));
        assertSetAside(found);
        keep();
      }
      interrupted(found);
      byte[] wrong = journalBytes.clone();
      wrong[wrong.length / 2] ^= 1;
      Files.write(journal, wrong);
      assertSetAside(found);
      keep();
    }
  }

  /// Keeps the file unchanged and discards the journal.
  private void keep() throws IOException {
    assertThat(recovery.choose(file.path(), RecoveryChoice.KEEP, false)).isPresent();
    assertThat(recovery.inspect(file.path()).map(InterruptedSave::state))
        .isNotEqualTo(Optional.of(InterruptedSave.State.UNDECIDED));
    Files.delete(SaveNames.kept(file.path().toRealPath(), 0));
  }

  @Test
  void fileThatSomeoneElseWroteIsNotTouched() throws IOException {
    byte[] other = unfinished(0, 512);
    Arrays.fill(other, 600, 610, (byte) '?');
    interrupted(other);
    assertSetAside(other);
  }

  private void assertSetAside(byte[] expected) throws IOException {
    assertThat(recovery.recover(file.path(), false).orElseThrow().action())
        .isEqualTo(RecoveryAction.SET_ASIDE);
    assertThat(file.bytes()).isEqualTo(expected);
    assertThat(file.names())
        .containsExactly(".model.safetensors.tensorloupe-save.stale", "model.safetensors");
    assertThat(recovery.inspect(file.path()).orElseThrow().state())
        .isEqualTo(InterruptedSave.State.UNDECIDED);
    assertThat(recovery.recover(file.path(), false).orElseThrow().action())
        .isEqualTo(RecoveryAction.SET_ASIDE);
  }

  @Test
  void fileIsNotEditedUntilSomeoneHasChosen() throws IOException {
    interrupted(mixture(0, 1024));
    Files.write(file.path(), after);
    Files.write(journal, Arrays.copyOf(journalBytes, 900));
    SavePlan early = file.plan(operations, file.with("note", "early"), IN_PLACE);
    recovery.recover(file.path(), false);

    SavePlan late = file.plan(operations, file.with("note", "late"), SaveOptions.DEFAULT);
    assertThat(late.obstacle().orElseThrow().kind()).isEqualTo(Obstacle.Kind.UNFINISHED_SAVE);
    assertThat(late.obstacle().orElseThrow().sentence().toString()).contains("recover --keep");
    assertThat(early.obstacle()).isPresent();
    keep();

    file.save(file.with("note", "at last"), IN_PLACE);
    file.assertAlone();
  }

  @Test
  void choiceWritesTheOldOrTheNewHeaderOverWhatSomeoneElseLeft() throws IOException {
    byte[] other = mixture(0, 512);
    Arrays.fill(other, 600, 610, (byte) '?');
    for (RecoveryChoice choice : new RecoveryChoice[] {RecoveryChoice.OLD, RecoveryChoice.NEW}) {
      interrupted(other);
      assertSetAside(other);
      assertThat(recovery.inspect(file.path()).orElseThrow().choices())
          .containsExactlyInAnyOrder(RecoveryChoice.values());

      recovery.choose(file.path(), choice, false);

      assertThat(file.bytes()).isEqualTo(choice == RecoveryChoice.OLD ? before : after);
      file.assertAlone();
    }
  }

  @Test
  void choiceThatTheJournalCannotServeTouchesNothing() throws IOException {
    byte[] longer = Arrays.copyOf(unfinished(0, 512), before.length + 1);
    interrupted(longer);
    assertSetAside(longer);
    assertThat(recovery.inspect(file.path()).orElseThrow().choices())
        .containsExactly(RecoveryChoice.KEEP);

    assertThatThrownBy(() -> recovery.choose(file.path(), RecoveryChoice.OLD, false))
        .hasMessageContaining("does not fit");

    assertSetAside(longer);
  }

  @Test
  void damagedJournalIsRefusedBeforeTheFileIsOpened() throws IOException {
    Path stale = SaveNames.stale(file.path().toRealPath(), 0);
    byte[] damaged = Arrays.copyOf(journalBytes, journalBytes.length - 1);
    Files.write(stale, damaged);
    WatchedFiles readOnly =
        new WatchedFiles() {
          @Override
          void before(Step step) throws IOException {
            if (step.toString().equals("openToWrite model.safetensors")) {
              throw new AccessDeniedException(step.path().toString());
            }
          }
        };

    assertThatThrownBy(() -> new Recovery(readOnly).choose(file.path(), RecoveryChoice.OLD, false))
        .hasMessageContaining("does not fit");

    assertThat(stale).hasBinaryContent(damaged);
    assertThat(journal).doesNotExist();
  }

  /// Another recovery sets the journal aside again as soon as it has its active name.
  @Test
  void journalIsNotLostIfTwoRecoveriesRun() throws IOException {
    setAside(mixture(0, 1024));
    WatchedFiles files =
        new WatchedFiles() {
          @Override
          public void publish(Path from, Path to) throws IOException {
            super.publish(from, to);
            try {
              recovery.recover(file.path(), false);
            } catch (SaveException e) {
              // The journal is locked.
            }
          }
        };

    new Recovery(files).choose(file.path(), RecoveryChoice.OLD, false);

    assertThat(file.bytes()).isEqualTo(before);
    file.assertAlone();
  }

  @Test
  void journalIsLockedDuringAChoice() throws IOException {
    setAside(mixture(0, 1024));
    List<SaveException> refusals = new ArrayList<>();
    WatchedFiles files =
        new WatchedFiles() {
          @Override
          void before(Step step) throws IOException {
            if (step.name().equals("renameNoReplace")) {
              try {
                recovery.choose(file.path(), RecoveryChoice.OLD, false);
              } catch (SaveException e) {
                refusals.add(e);
              }
            }
          }
        };

    new Recovery(files).choose(file.path(), RecoveryChoice.KEEP, false);

    assertThat(refusals).singleElement().asString().contains("another program uses its journal");
    assertThat(file.bytes()).isEqualTo(mixture(0, 1024));
  }

  @Test
  void failureDoesNotClaimThatADeletedJournalExists() throws IOException {
    setAside(mixture(0, 1024));
    WatchedFiles files =
        new WatchedFiles() {
          @Override
          public OpenFile openToWrite(Path path) throws IOException {
            Files.deleteIfExists(SaveNames.stale(file.path().toRealPath(), 0));
            return super.openToWrite(path);
          }
        };

    assertThatThrownBy(() -> new Recovery(files).choose(file.path(), RecoveryChoice.OLD, false))
        .hasMessageContaining("could not be recovered")
        .hasMessageNotContaining("still there");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void recoveryThatTheDiskDoesNotConfirmIsReportedAsDone(boolean isUnreachable) throws IOException {
    interrupted(unfinished(0, 700));
    WatchedFiles files =
        new WatchedFiles() {
          @Override
          public boolean exists(Path path) throws IOException {
            if (isUnreachable && !Files.exists(journal)) {
              throw new IOException("Stale file handle");
            }
            return super.exists(path);
          }

          @Override
          void before(Step step) throws IOException {
            if (step.name().equals("forceFolder") && !Files.exists(journal)) {
              throw new IOException("Input/output error");
            }
          }
        };

    RecoveryReport report = new Recovery(files).recover(file.path(), false).orElseThrow();

    assertThat(report.action()).isEqualTo(RecoveryAction.ROLL_BACK);
    assertThat(report.isConfirmed()).isFalse();
    assertThat(report.sentence().toString()).contains("is recovered, but the disk has not");
    assertThat(file.bytes()).isEqualTo(before);
  }

  @Test
  void unreadableFileIsNotConsideredAbsent() {
    assertThatThrownBy(() -> operations.exists(folder.resolve("n".repeat(300))))
        .isInstanceOf(IOException.class);
  }

  private void setAside(byte[] fileBytes) throws IOException {
    Files.write(SaveNames.stale(file.path().toRealPath(), 0), journalBytes);
    Files.write(file.path(), fileBytes);
  }

  @Test
  void fileOfAnotherLengthIsNotTouched() throws IOException {
    byte[] longer = Arrays.copyOf(unfinished(0, 512), before.length + 1);
    interrupted(longer);
    assertSetAside(longer);
  }

  @Test
  void headerThatCannotBeReadIsRolledBackAllTheSame() throws IOException {
    for (int badSector : new int[] {0, 2}) {
      interrupted(unfinished(0, 700));
      Recovery onBadDisk = new Recovery(new BadSector(file.path().toRealPath(), badSector));

      assertThat(onBadDisk.recover(file.path(), false).orElseThrow().action())
          .isEqualTo(RecoveryAction.ROLL_BACK);

      assertThat(file.bytes()).isEqualTo(before);
      file.assertAlone();
    }
  }

  /// A disk with an unreadable sector.
  private static final class BadSector extends WatchedFiles {

    private final Path path;
    private final long begin;

    BadSector(Path path, int sector) {
      this.path = path;
      this.begin = 512L * sector;
    }

    @Override
    void before(Step step) throws IOException {
      boolean overlaps =
          step.byteOffset() < begin + 512 && begin < step.byteOffset() + step.bytes().length;
      if (step.name().equals("read") && step.path().equals(path) && overlaps) {
        throw new IOException("Input/output error");
      }
    }
  }

  /// After an error, the page cache of the system may differ from the disk.
  @Test
  void recoveryWritesTheWholeImageWhateverTheFileReadsAs() throws IOException {
    for (byte[] found : new byte[][] {before, after, unfinished(0, 700)}) {
      interrupted(found);
      byte[] written = new byte[before.length];
      List<String> steps = new ArrayList<>();
      WatchedFiles recording =
          new WatchedFiles() {
            @Override
            void before(Step step) {
              if (step.path().endsWith("model.safetensors")) {
                steps.add(step.name());
                System.arraycopy(
                    step.bytes(),
                    0,
                    written,
                    (int) step.byteOffset(),
                    step.name().equals("write") ? step.bytes().length : 0);
              }
            }
          };

      new Recovery(recording).recover(file.path(), false);

      int end = Preface.BYTE_COUNT + before[0] + 256 * before[1];
      assertThat(Arrays.copyOf(written, end)).isEqualTo(Arrays.copyOf(file.bytes(), end));
      assertThat(steps.lastIndexOf("force")).isGreaterThan(steps.lastIndexOf("write"));
    }
  }

  @Test
  void journalOfAStrangerIsNotUsed() throws IOException {
    byte[] torn = unfinished(0, 700);
    interrupted(torn);
    Recovery suspicious =
        new Recovery(
            new WatchedFiles() {
              @Override
              public boolean isTrusted(Path leftover, Path target) {
                return false;
              }
            });

    assertThat(suspicious.recover(file.path(), false).orElseThrow().action())
        .isEqualTo(RecoveryAction.LEAVE_ALONE);

    assertThat(file.bytes()).isEqualTo(torn);
    assertThat(journal).hasBinaryContent(journalBytes);
    SavePlan plan = file.plan(operations, Metadata.EMPTY, SaveOptions.DEFAULT);
    assertThat(plan.obstacle()).isPresent();
  }

  @Test
  void journalThatIsALinkIsNotUsed() throws IOException {
    byte[] torn = unfinished(0, 700);
    interrupted(torn);
    Path elsewhere = folder.resolve("elsewhere");
    Files.move(journal, elsewhere);
    Files.createSymbolicLink(journal, elsewhere);

    assertThat(recovery.inspect(file.path()).orElseThrow().choices())
        .containsExactly(RecoveryChoice.KEEP);
    assertThat(recovery.recover(file.path(), false).orElseThrow().action())
        .isEqualTo(RecoveryAction.LEAVE_ALONE);
    assertThat(file.bytes()).isEqualTo(torn);
  }

  @Test
  void fileThatAnotherProgramPutsThereDuringRecoveryIsNotTouched() throws IOException {
    byte[] foreign = new byte[9000];
    for (String step : new String[] {"openToWrite", "write"}) {
      interrupted(unfinished(0, 700));
      WatchedFiles replacing =
          new WatchedFiles() {
            private boolean isDone;

            @Override
            void before(Step current) throws IOException {
              if (!isDone
                  && current.name().equals(step)
                  && current.path().endsWith("model.safetensors")) {
                isDone = true;
                Path own = Files.write(folder.resolve("foreign"), foreign);
                Files.move(own, file.path(), StandardCopyOption.ATOMIC_MOVE);
              }
            }
          };

      if (step.equals("write")) {
        // The header of the moved file is already written.
        assertThatThrownBy(() -> new Recovery(replacing).recover(file.path(), false))
            .hasMessageContaining("is restored, but another program has replaced")
            .hasMessageNotContaining("touched");
        assertThat(journal).exists();
      } else {
        assertThat(new Recovery(replacing).recover(file.path(), false).orElseThrow().action())
            .isEqualTo(RecoveryAction.SET_ASIDE);
      }

      assertThat(file.bytes()).isEqualTo(foreign);
      keep();
    }
  }

  @Test
  void emptyFileThatIsLinkedInPlaceOfAJournalIsNotWrittenTo() throws IOException {
    byte[] torn = unfinished(0, 700);
    Path victim = folder.resolve("victim");
    for (boolean isHard : new boolean[] {true, false}) {
      interrupted(torn);
      Files.delete(journal);
      Files.write(victim, new byte[0]);
      if (isHard) {
        Files.createLink(journal, victim);
      } else {
        Files.createSymbolicLink(journal, victim);
      }

      recovery.recover(file.path(), false);
      assertThatThrownBy(() -> recovery.choose(file.path(), RecoveryChoice.OLD, false))
          .isInstanceOf(SaveException.class);

      assertThat(victim).isEmptyFile();
      assertThat(journal).exists();
    }
  }

  @Test
  void setAsideJournalThatCannotBeReadLeavesTheChoiceToKeep() throws IOException {
    Path stale = SaveNames.stale(file.path().toRealPath(), 0);
    Files.createDirectory(stale);

    assertThat(recovery.inspect(file.path()).orElseThrow().choices())
        .containsExactly(RecoveryChoice.KEEP);
    recovery.choose(file.path(), RecoveryChoice.KEEP, false);

    assertThat(recovery.inspect(file.path())).isEmpty();
  }

  /// Creates the files that a rewrite leaves if it is killed after it swapped the names.
  private void killedRewrite(byte[] replaced, Optional<String> oldKey) throws IOException {
    Path draft = SaveNames.draft(file.path().toRealPath());
    Files.write(draft, replaced);
    String newKey = operations.fileKey(file.path()).orElseThrow().toString();
    writeJournal(newKey, oldKey.orElse(operations.fileKey(draft).orElseThrow().toString()));
  }

  /// Writes the journal of a rewrite whose new file has the bytes `after`.
  private void writeJournal(String newKey, String oldKey) throws IOException {
    writeJournal(
        mark(newKey, "", after), oldKey.isEmpty() ? FileMark.NONE : mark(oldKey, "", before));
  }

  private static FileMark mark(String key, String creationTime, byte[] content) {
    long headerLength = ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN).getLong();
    MessageDigest digest = Sha256.digest();
    digest.update(content, 0, (int) headerLength + 8);
    String headHash = HexFormat.of().formatHex(digest.digest());
    return new FileMark(key, creationTime, "", content.length, headHash);
  }

  private void writeJournal(FileMark newFile, FileMark oldFile) throws IOException {
    byte[] keys = new RewrittenFiles(newFile, oldFile).toBytes();
    JournalHead head =
        new JournalHead(operations, Strategy.REWRITE, newFile.byteLength(), 0, keys.length);
    try (OpenFile opened = operations.create(journal)) {
      Journal.write(opened, head, keys);
    }
  }

  @Test
  void publishedRewriteIsCompleteAndTheOldFileIsDeleted() throws IOException {
    killedRewrite(before, Optional.empty());

    assertRecovered(RecoveryAction.KEEP_NEW, after);
  }

  @Test
  void foreignFileWithTheDraftNameIsKept() throws IOException {
    byte[] foreign = {1, 2, 3};
    killedRewrite(foreign, Optional.of("(dev=1,ino=1)"));

    RecoveryReport report = recovery.recover(file.path(), false).orElseThrow();

    assertThat(report.action()).isEqualTo(RecoveryAction.SET_ASIDE);
    assertThat(report.sentence().toString())
        .contains("the file was not touched", "\"recover --keep\"", "is kept as")
        .doesNotContain("--old");
    assertThat(SaveNames.kept(file.path().toRealPath(), 0)).hasBinaryContent(foreign);
    assertThat(file.bytes()).isEqualTo(after);
  }

  @Test
  void emptyFileOfAKilledCopyIsReported() throws IOException {
    Path copy = file.path().toRealPath().resolveSibling("copy.safetensors");
    Path draft = Files.write(SaveNames.draft(copy), after);
    writeJournal(operations.fileKey(draft).orElseThrow().toString(), "");
    Files.move(journal, SaveNames.journal(copy));
    Files.createFile(copy);

    RecoveryReport report = recovery.recover(copy, false).orElseThrow();

    assertThat(report.sentence().toString()).contains(copy + " is empty", "may have created it");
    assertThat(copy).isEmptyFile();
    assertThat(draft).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"deleted", "moved", "replaced"})
  void oldFileIsKeptIfTheNewFileIsMissingAfterAKill(String change) throws IOException {
    killedRewrite(before, Optional.empty());
    switch (change) {
      case "deleted" -> Files.delete(file.path());
      case "moved" -> Files.move(file.path(), folder.resolve("moved.safetensors"));
      default -> {
        Path other = Files.write(folder.resolve("other"), new byte[] {1, 2, 3});
        Files.move(other, file.path(), StandardCopyOption.REPLACE_EXISTING);
      }
    }

    RecoveryReport report = recovery.recover(file.path(), false).orElseThrow();

    Path keptFile = SaveNames.kept(folder.toRealPath().resolve(file.path().getFileName()), 0);
    assertThat(report.action()).isEqualTo(RecoveryAction.SET_ASIDE);
    assertThat(report.sentence().toString()).contains("is kept as " + keptFile);
    assertThat(keptFile).hasBinaryContent(before);
  }

  /// File systems assign the key of a deleted file to a new file.
  @Test
  void otherFileWithTheKeyOfTheNewFileIsNotTakenForIt() throws IOException {
    Files.write(SaveNames.draft(file.path().toRealPath()), before);
    String key = operations.fileKey(file.path()).orElseThrow().toString();
    String created = operations.attributes(file.path()).creationTime().toString();
    writeJournal(mark(key, created, before), mark("(dev=1,ino=1)", created, before));

    recovery.recover(file.path(), false);

    assertThat(SaveNames.kept(file.path().toRealPath(), 0)).hasBinaryContent(before);
  }

  /// An overlay file system copies a file when it is renamed.
  @Test
  void filesThatWereCopiedByTheFileSystemAreRecognized() throws IOException {
    String created = "2001-01-01T00:00:00Z";
    Path draft = Files.write(SaveNames.draft(file.path().toRealPath()), before);
    writeJournal(
        mark(operations.fileKey(file.path()).orElseThrow().toString(), created, after),
        mark(operations.fileKey(draft).orElseThrow().toString(), created, before));

    assertRecovered(RecoveryAction.KEEP_NEW, after);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a header that does not load", "another file"})
  void oldFileIsKeptIfAnotherProgramHasOverwrittenTheNewFile(String content) throws IOException {
    killedRewrite(before, Optional.empty());
    byte[] other = content.equals("another file") ? before : new byte[8];
    try (FileChannel channel = FileChannel.open(file.path(), StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.wrap(other), 0);
    }

    RecoveryReport report = recovery.recover(file.path(), false).orElseThrow();

    assertThat(report.action()).isEqualTo(RecoveryAction.SET_ASIDE);
    assertThat(SaveNames.kept(file.path().toRealPath(), 0)).hasBinaryContent(before);
  }

  @Test
  void readErrorIsNotTakenForAnotherFile() throws IOException {
    killedRewrite(before, Optional.empty());
    WatchedFiles files =
        new WatchedFiles() {
          @Override
          void before(Step step) throws IOException {
            if (step.toString().equals("identity model.safetensors")) {
              throw new IOException("Input/output error");
            }
          }
        };

    assertThatThrownBy(() -> new Recovery(files).recover(file.path(), false))
        .hasMessageContaining("Input/output error");

    assertRecovered(RecoveryAction.KEEP_NEW, after);
  }

  @Test
  void halfWrittenFileThatIsKeptIsNotReportedAsRecovered() throws IOException {
    interrupted(unfinished(0, 700));

    RecoveryReport report = recovery.choose(file.path(), RecoveryChoice.KEEP, false).orElseThrow();

    Path kept = SaveNames.kept(file.path().toRealPath(), 0);
    assertThat(report.action().repairs()).isFalse();
    assertThat(report.sentence().toString()).contains("half written", kept.toString());
    assertThat(recovery.inspect(file.path()).orElseThrow().sentence().toString())
        .contains("rename " + kept + " to .model.safetensors.tensorloupe-save");
    assertThat(recovery.unfinishedIn(folder)).containsExactly(file.path());
    Files.move(kept, journal);
    assertRecovered(RecoveryAction.ROLL_BACK, before);
  }

  @Test
  void fileThatIsSavedUnderAnotherNameIsNotRecovered() throws IOException {
    interrupted(after);

    try (OpenFile otherSave = FileOperations.ofThisComputer().openToWrite(file.path())) {
      assertThat(otherSave.lockToOverwrite(false)).isTrue();
      assertThatThrownBy(() -> recovery.recover(file.path(), false))
          .hasMessageContaining("another program is saving it or has locked it");
      assertThatThrownBy(() -> recovery.choose(file.path(), RecoveryChoice.OLD, false))
          .hasMessageContaining("another program is saving it or has locked it");
    }

    assertThat(file.bytes()).isEqualTo(after);
    assertRecovered(RecoveryAction.KEEP_NEW, after);
  }

  /// Every user who can read a journal can lock it for reading.
  @Test
  void journalThatAReaderHasLockedIsRecovered() throws IOException {
    assumeThat(LinuxCalls.OF_THIS_SYSTEM).isPresent();
    for (RecoveryChoice choice : RecoveryChoice.values()) {
      interrupted(unfinished(0, 700));
      try (OpenFile reader = FileOperations.ofThisComputer().openToRead(journal)) {
        assertThat(reader.tryLock(true)).isTrue();
        assertThat(recovery.choose(file.path(), choice, false)).isPresent();
      }
      assertThat(file.bytes())
          .isEqualTo(
              switch (choice) {
                case OLD -> before;
                case NEW -> after;
                case KEEP -> unfinished(0, 700);
              });
      Files.deleteIfExists(SaveNames.kept(file.path().toRealPath(), 0));
      file.assertAlone();
    }
    interrupted(unfinished(0, 700));
    try (OpenFile reader = FileOperations.ofThisComputer().openToRead(journal)) {
      assertThat(reader.tryLock(true)).isTrue();
      assertRecovered(RecoveryAction.ROLL_BACK, before);
    }
  }

  @Test
  void recoveryExcludesOthersWhileAReaderHoldsALock() throws IOException {
    assumeThat(LinuxCalls.OF_THIS_SYSTEM).isPresent();
    interrupted(unfinished(0, 700));
    List<String> messages = new ArrayList<>();
    WatchedFiles files =
        new WatchedFiles() {
          @Override
          void before(Step step) throws IOException {
            if (step.name().equals("write") && step.path().endsWith("model.safetensors")) {
              assertThatThrownBy(() -> recovery.recover(file.path(), false))
                  .satisfies(e -> messages.add(e.getMessage()));
            }
          }
        };

    try (OpenFile reader = FileOperations.ofThisComputer().openToRead(journal)) {
      assertThat(reader.tryLock(true)).isTrue();
      new Recovery(files).recover(file.path(), false);
    }

    assertThat(messages).isNotEmpty().allMatch(each -> each.contains("at this moment"));
    assertThat(file.bytes()).isEqualTo(before);
    file.assertAlone();
  }

  /// Another recovery locks the journal after the reader has released its lock.
  @Test
  void journalThatIsLockedMeanwhileIsNotReplaced() throws IOException {
    assumeThat(LinuxCalls.OF_THIS_SYSTEM).isPresent();
    byte[] torn = unfinished(0, 700);
    interrupted(torn);
    Object key = operations.fileKey(journal).orElseThrow();
    FileOperations others = FileOperations.ofThisComputer();
    OpenFile reader = others.openToRead(journal);
    try (OpenFile other = others.openToWrite(journal)) {
      assertThat(reader.tryLock(true)).isTrue();
      WatchedFiles files =
          new WatchedFiles() {
            @Override
            void before(Step step) throws IOException {
              if (step.name().equals("exchange")) {
                reader.close();
                other.tryLock(false);
              }
            }
          };

      assertThatThrownBy(() -> new Recovery(files).recover(file.path(), false))
          .hasMessageContaining("by another program");

      assertThat(others.holdsLock(journal)).isTrue();
      assertThat(operations.fileKey(journal)).hasValue(key);
      assertThat(file.names())
          .containsExactly(journal.getFileName().toString(), "model.safetensors");
    }
  }

  @Test
  void draftThatAReaderHasLockedIsDeleted() throws IOException {
    assumeThat(LinuxCalls.OF_THIS_SYSTEM).isPresent();
    Path draft = Files.createFile(folder.resolve(".a.npy.1.tensorloupe-part"));
    try (OpenFile reader = FileOperations.ofThisComputer().openToRead(draft)) {
      assertThat(reader.tryLock(true)).isTrue();

      assertThat(new Drafts(operations).isInUse(draft)).isFalse();
      assertThat(new Drafts(operations).delete(draft)).isTrue();
    }
  }

  /// A user with access by an access control list may read the journal of the owner only.
  @Test
  void journalThatCannotBeWrittenCanBeKept() throws IOException {
    interrupted(unfinished(0, 700));
    WatchedFiles files =
        new WatchedFiles() {
          @Override
          public boolean isWritable(Path path) {
            return !path.equals(journal);
          }

          @Override
          void before(Step step) throws IOException {
            if (step.name().equals("openToWrite") && step.path().equals(journal)) {
              throw new AccessDeniedException(journal.toString());
            }
          }
        };

    assertThatThrownBy(() -> new Recovery(files).recover(file.path(), false))
        .hasMessageEndingWith("The owner of its journal or the administrator can recover it.");
    assertThat(new Recovery(files).choose(file.path(), RecoveryChoice.KEEP, false)).isPresent();

    assertThat(SaveNames.kept(file.path().toRealPath(), 0)).hasBinaryContent(journalBytes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"openToRead", "renameNoReplace"})
  void userWithoutPermissionLearnsWhoCanRecover(String refused) throws IOException {
    interrupted(unfinished(0, 700));
    WatchedFiles files =
        new WatchedFiles() {
          @Override
          public Set<Restriction> restrictions(Path path) {
            return refused.equals("renameNoReplace") ? Set.of(Restriction.STICKY_FOLDER) : Set.of();
          }

          @Override
          void before(Step step) throws IOException {
            if (step.name().equals(refused) && step.path().equals(journal)) {
              throw refused.equals("openToRead")
                  ? new AccessDeniedException(journal.toString())
                  : new FileSystemException(journal.toString(), null, "not permitted");
            }
          }
        };

    assertThatThrownBy(() -> new Recovery(files).choose(file.path(), RecoveryChoice.KEEP, false))
        .hasMessageEndingWith("The owner of its journal or the administrator can recover it.");
    assertThat(journal).exists();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void adviceToSetTheJournalAsideSaysWhoCanDoItInAStickyFolder(boolean isSetAside)
      throws IOException {
    interrupted(unfinished(0, 700));
    Files.createLink(folder.resolve("other"), journal);
    if (isSetAside) {
      Files.move(journal, SaveNames.stale(file.path().toRealPath(), 0));
    }
    String advice = "only the owner of the journal or the administrator can do that";
    WatchedFiles sticky =
        new WatchedFiles() {
          @Override
          public Set<Restriction> restrictions(Path path) {
            return Set.of(Restriction.STICKY_FOLDER);
          }
        };

    assertThat(message(sticky)).contains("recover --keep", advice);
    assertThat(message(new WatchedFiles())).contains("recover --keep").doesNotContain(advice);
  }

  private String message(FileOperations files) throws IOException {
    return new Recovery(files).inspect(file.path()).orElseThrow().sentence().toString();
  }

  @Test
  void journalThatCannotLoseItsNameIsNotReportedAsKept() throws IOException {
    interrupted(unfinished(0, 700));
    WatchedFiles files =
        new WatchedFiles() {
          @Override
          void before(Step step) throws IOException {
            if (step.name().equals("renameNoReplace")) {
              throw new FileSystemException(step.path().toString(), null, "not allowed");
            }
          }
        };

    assertThatThrownBy(() -> new Recovery(files).choose(file.path(), RecoveryChoice.KEEP, false))
        .hasMessageContaining("not allowed");

    assertRecovered(RecoveryAction.ROLL_BACK, before);
  }

  @Test
  void keptJournalOfAnotherSaveIsNotOffered() throws IOException {
    Path older = SaveNames.kept(file.path().toRealPath(), 0);
    Path newer = SaveNames.kept(file.path().toRealPath(), 1);
    Files.write(older, journalBytes);
    byte[] olderHeader = before;
    before = after;
    saveWithNote("t".repeat(1800));
    interrupted(unfinished(8, 600));
    Files.move(journal, newer);
    Files.createDirectory(SaveNames.kept(file.path().toRealPath(), 2));

    String advice = recovery.inspect(file.path()).orElseThrow().sentence().toString();

    assertThat(advice).contains("rename " + newer + " to");
    assertThat(olderHeader).isNotEqualTo(before);
  }

  @Test
  void unreadableKeptJournalDoesNotHideAHalfWrittenFile() throws IOException {
    interrupted(unfinished(0, 700));
    Files.delete(journal);
    Files.createDirectory(SaveNames.kept(file.path().toRealPath(), 0));

    assertThat(recovery.inspect(file.path()).orElseThrow().sentence().toString())
        .contains("was interrupted while it wrote the header");
    assertThat(recovery.unfinishedIn(folder)).containsExactly(file.path());
  }

  @Test
  void malformedJournalOfARewriteIsDamaged() throws IOException {
    Path draft = Files.write(SaveNames.draft(file.path().toRealPath()), before);
    byte[] keys = "(dev=1,ino=1)\n(dev=1,ino=2)".getBytes();
    JournalHead head = new JournalHead(operations, Strategy.REWRITE, after.length, 0, keys.length);
    try (OpenFile opened = operations.create(journal)) {
      Journal.write(opened, head, keys);
    }

    RecoveryReport report = recovery.recover(file.path(), false).orElseThrow();

    assertThat(report.action()).isEqualTo(RecoveryAction.SET_ASIDE);
    assertThat(report.sentence().toString()).contains("is damaged");
    assertThat(draft).doesNotExist();
    assertThat(SaveNames.kept(file.path().toRealPath(), 0)).hasBinaryContent(before);
  }

  @Test
  void rewrittenFileIsRecognizedAfterAllFileKeysHaveChanged() throws IOException {
    writeJournal("(dev=1,ino=1)", "(dev=1,ino=2)");
    assertRecovered(RecoveryAction.KEEP_NEW, after);

    Files.write(file.path(), before);
    Path draft = Files.write(SaveNames.draft(file.path().toRealPath()), after);
    writeJournal("(dev=1,ino=1)", "(dev=1,ino=2)");
    RecoveryReport report = recovery.recover(file.path(), false).orElseThrow();

    assertThat(report.action()).isEqualTo(RecoveryAction.CLEAN_UP);
    assertThat(report.sentence().toString()).contains("had not begun", "is kept as");
    assertThat(draft).doesNotExist();
    assertThat(file.bytes()).isEqualTo(before);
  }

  /// A preview and the recovery decide alike which draft is kept, also if the file system has other
  /// file keys after each mount (exFAT) and has assigned a former key to another file.
  @ParameterizedTest
  @ValueSource(strings = {"(dev=1,ino=1) (dev=1,ino=2)", "old new", "new old", "old (dev=1,ino=2)"})
  void previewOfARewriteNamesTheKeptFile(String keys) throws IOException {
    Path target = file.path().toRealPath();
    Path kept = SaveNames.kept(target, 0);
    byte[][] contents = {before, after, Arrays.copyOf(after, 700)};
    for (byte[] ofTarget : contents) {
      for (byte[] ofDraft : contents) {
        Files.write(target, ofTarget);
        Path draft = Files.write(SaveNames.draft(target), ofDraft);
        List<String> known =
            Stream.of(keys.replace("old", key(target)).replace("new", key(draft)).split(" "))
                .toList();
        writeJournal(mark(known.getFirst(), "", after), mark(known.getLast(), "", before));

        InterruptedSave preview = recovery.inspect(target).orElseThrow();
        RecoveryReport report = recovery.recover(target, false).orElseThrow();

        assertThat(preview.action()).isEqualTo(report.action());
        assertThat(preview.sentence().toString().contains("recovering keeps it as " + kept))
            .isEqualTo(Files.exists(kept));
        assertThat(draft).doesNotExist();
        Files.deleteIfExists(SaveNames.stale(target, 0));
        Files.deleteIfExists(kept);
        file.assertAlone();
      }
    }
  }

  private String key(Path path) throws IOException {
    return operations.fileKey(path).orElseThrow().toString();
  }

  @Test
  void previewOfAHalfWrittenFileNextToADraftIsTheActionOfItsRecovery() throws IOException {
    Files.write(file.path(), unfinished(0, 700));
    Files.write(SaveNames.draft(file.path().toRealPath()), new byte[20]);

    RecoveryAction preview = recovery.inspect(file.path()).orElseThrow().action();

    assertThat(recovery.recover(file.path(), false).orElseThrow().action()).isEqualTo(preview);
  }

  @Test
  void originalThatAnInterruptedRecoveryKeptIsReported() throws IOException {
    killedRewrite(before, Optional.empty());
    Path kept = SaveNames.kept(file.path().toRealPath(), 0);
    Files.move(SaveNames.draft(file.path().toRealPath()), kept);
    Files.delete(file.path());

    assertThat(recovery.recover(file.path(), false).orElseThrow().sentence().toString())
        .contains("is kept as " + kept);
  }

  @Test
  void journalIsKeptIfItsRenameReportsAnErrorAfterwards() throws IOException {
    interrupted(unfinished(0, 700));
    WatchedFiles files =
        new WatchedFiles() {
          @Override
          public void renameNoReplace(Path from, Path to) throws IOException {
            super.renameNoReplace(from, to);
            throw new IOException("Input/output error");
          }
        };

    RecoveryReport report =
        new Recovery(files).choose(file.path(), RecoveryChoice.KEEP, false).orElseThrow();

    assertThat(report.sentence().toString()).contains("Its journal is kept as");
    assertThat(journal).doesNotExist();
  }

  @Test
  void journalWithASecondNameIsNotUsedAndTheReasonStated() throws IOException {
    interrupted(unfinished(0, 700));
    Path backup = Files.createLink(folder.resolve("backup"), journal);

    assertThat(recovery.inspect(file.path()).orElseThrow().sentence().toString())
        .contains("it has another name (a hard link)");
    assertThatThrownBy(() -> recovery.choose(file.path(), RecoveryChoice.OLD, false))
        .hasMessageContaining("it has another name (a hard link)");
    Files.delete(backup);

    assertRecovered(RecoveryAction.ROLL_BACK, before);
  }

  @Test
  void choiceOfAHeaderIsRefusedForARewrite() throws IOException {
    killedRewrite(before, Optional.empty());

    assertThatThrownBy(() -> recovery.choose(file.path(), RecoveryChoice.OLD, false))
        .hasMessageContaining("run \"recover\" without a choice");

    assertRecovered(RecoveryAction.KEEP_NEW, after);
  }

  @Test
  void failureToExamineAHalfWrittenFileIsReported() throws IOException {
    Files.write(file.path(), unfinished(0, 700));
    WatchedFiles files =
        new WatchedFiles() {
          @Override
          public boolean isFile(Path path) throws IOException {
            throw new IOException("Input/output error");
          }
        };

    assertThatThrownBy(() -> new Recovery(files).inspect(file.path()))
        .hasMessageContaining("Input/output error");
  }

  @Test
  void temporaryReadErrorDoesNotUndoASave() throws IOException {
    interrupted(after);
    WatchedFiles files =
        new WatchedFiles() {
          private boolean isWritten;

          @Override
          void before(Step step) throws IOException {
            isWritten |= step.toString().equals("openToWrite model.safetensors");
            if (isWritten && step.toString().equals("read model.safetensors")) {
              isWritten = false;
              throw new IOException("Input/output error");
            }
          }
        };

    RecoveryReport report = new Recovery(files).recover(file.path(), false).orElseThrow();

    assertThat(report.action()).isEqualTo(RecoveryAction.KEEP_NEW);
    assertThat(file.bytes()).isEqualTo(after);
  }

  @Test
  void rewriteIsRecoveredOnAFileSystemThatWasMountedAgain() throws IOException {
    Path draft = SaveNames.draft(file.path().toRealPath());
    Files.write(draft, before);
    String newKey = operations.fileKey(file.path()).orElseThrow().toString();
    String oldKey = operations.fileKey(draft).orElseThrow().toString();
    writeJournal(
        newKey.replaceFirst("dev=\\w+", "dev=abc"), oldKey.replaceFirst("dev=\\w+", "dev=abc"));

    assertRecovered(RecoveryAction.KEEP_NEW, after);
  }

  @Test
  void markWithoutAJournalSaysWhereToLook() throws IOException {
    Files.write(file.path(), unfinished(0, 700));

    InterruptedSave found = recovery.inspect(file.path()).orElseThrow();

    assertThat(found.state()).isEqualTo(InterruptedSave.State.OUT_OF_REACH);
    assertThat(found.choices()).isEmpty();
    assertThat(found.sentence().toString()).contains(".model.safetensors.tensorloupe-save");
    assertThat(new FileRepairs(operations).plan(TensorFile.open(file.path()), IN_PLACE)).isEmpty();
  }

  /// A save begins after the inspection has found no journal, and writes or ends after the
  /// inspection has read the mark.
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void saveThatBeginsDuringAnInspectionIsNotReportedAsInterrupted(boolean hasEnded)
      throws IOException {
    Path target = file.path().toRealPath();
    List<OpenFile> locks = new ArrayList<>();
    WatchedFiles files =
        new WatchedFiles() {
          private boolean isMarked;

          @Override
          public boolean isFile(Path path) throws IOException {
            if (path.equals(target) && !isMarked) {
              isMarked = true;
              Files.write(target, unfinished(0, 700));
            }
            return super.isFile(path);
          }

          @Override
          public boolean exists(Path path) throws IOException {
            if (isMarked && locks.isEmpty()) {
              if (hasEnded) {
                Files.write(target, after);
              } else {
                locks.add(FileOperations.ofThisComputer().create(journal));
                assertThat(locks.getFirst().tryLock(false)).isTrue();
              }
            }
            return super.exists(path);
          }
        };

    Optional<InterruptedSave> found = new Recovery(files).inspect(file.path());

    for (OpenFile each : locks) {
      each.close();
    }
    assertThat(found.map(InterruptedSave::state))
        .isEqualTo(hasEnded ? Optional.empty() : Optional.of(State.RUNNING));
  }

  @Test
  void secondJournalThatIsPutAsideGetsANameOfItsOwn() throws IOException {
    byte[] longer = Arrays.copyOf(before, before.length + 1);
    interrupted(longer);
    recovery.recover(file.path(), false);
    interrupted(longer);
    recovery.recover(file.path(), false);

    assertThat(file.names())
        .contains(
            ".model.safetensors.tensorloupe-save.stale",
            ".model.safetensors.tensorloupe-save.stale-1");
  }

  @Test
  void manyJournalsThatWerePutAsideAreNotAllExamined() throws IOException {
    for (int number = 0; number < 200; number++) {
      Files.createFile(SaveNames.stale(file.path(), number));
      Files.createFile(SaveNames.kept(file.path(), number));
    }
    int[] calls = {0};
    WatchedFiles files =
        new WatchedFiles() {
          @Override
          public boolean exists(Path path) throws IOException {
            calls[0]++;
            return super.exists(path);
          }
        };

    InterruptedSave found = new Recovery(files).inspect(file.path()).orElseThrow();

    assertThat(found.sentence().toString()).contains("save.stale-199:");
    assertThat(calls[0]).isLessThan(50);
    keep();
    assertThat(file.names()).hasSize(400).anyMatch(name -> name.endsWith("save.kept-399"));
  }

  @Test
  void journalWithoutItsFileIsPutAside() throws IOException {
    interrupted(before);
    Files.delete(file.path());

    assertThat(recovery.recover(file.path(), false).orElseThrow().action())
        .isEqualTo(RecoveryAction.SET_ASIDE);
    assertThat(file.names()).containsExactly(".model.safetensors.tensorloupe-save.stale");
  }

  /// The file is damaged, and its repair was killed before it began.
  @Test
  void emptyJournalNextToADamagedFileIsDeleted() throws IOException {
    byte[] damaged = before.clone();
    damaged[Preface.BYTE_COUNT] = 'x';
    Files.write(file.path(), damaged);
    Files.createFile(journal);

    assertRecovered(RecoveryAction.CLEAN_UP, damaged);
  }

  @Test
  void emptyDraftNextToAnEmptyJournalIsDeleted() throws IOException {
    Files.createFile(SaveNames.draft(file.path().toRealPath()));
    Files.createFile(journal);

    assertRecovered(RecoveryAction.CLEAN_UP, after);
  }

  @Test
  void incompleteDraftIsDeleted() throws IOException {
    Files.write(SaveNames.draft(file.path().toRealPath()), Arrays.copyOf(before, 100));
    assertRecovered(RecoveryAction.CLEAN_UP, after);
  }

  @Test
  void draftThatCannotBeReadIsNotDeleted() throws IOException {
    Path draft = SaveNames.draft(file.path().toRealPath());
    Files.write(draft, Arrays.copyOf(before, 100));
    WatchedFiles files =
        new WatchedFiles() {
          @Override
          void before(Step step) throws IOException {
            if (step.name().equals("read")) {
              throw new IOException("Input/output error");
            }
          }
        };

    assertThatThrownBy(() -> new Recovery(files).recover(file.path(), false))
        .hasMessageContaining("Input/output error");

    assertThat(draft).exists();
  }

  @Test
  void draftIsKeptBeforeItsJournalIsRenamed() throws IOException {
    killedRewrite(before, Optional.empty());
    Files.delete(file.path());
    WatchedFiles files =
        new WatchedFiles() {
          private boolean isSecond;

          @Override
          void before(Step step) throws IOException {
            if (step.name().equals("renameNoReplace")) {
              if (isSecond) {
                throw new IOException("Input/output error");
              }
              isSecond = true;
            }
          }
        };

    assertThatThrownBy(() -> new Recovery(files).choose(file.path(), RecoveryChoice.KEEP, false))
        .hasMessageContaining("Input/output error");
    recovery.recover(file.path(), false);

    assertThat(SaveNames.kept(folder.toRealPath().resolve("model.safetensors"), 0))
        .hasBinaryContent(before);
  }

  @Test
  void keepingReportsTheDraft() throws IOException {
    killedRewrite(before, Optional.empty());

    RecoveryReport report = recovery.choose(file.path(), RecoveryChoice.KEEP, false).orElseThrow();

    assertThat(report.sentence().toString())
        .contains(SaveNames.draft(file.path()).getFileName() + " may be the old file");
  }

  /// Any user who may write to the folder and the file can save the file.
  @Test
  void journalOfAnotherUserIsLeftAloneWhileItIsLocked() throws IOException {
    interrupted(unfinished(0, 700));
    try {
      Files.setAttribute(journal, "unix:uid", 12345);
    } catch (FileSystemException e) {
      abort("only root can give a file to another user");
    }
    try (OpenFile running = FileOperations.ofThisComputer().openToWrite(journal)) {
      assertThat(running.tryLock(false)).isTrue();

      assertThat(recovery.inspect(file.path()).orElseThrow().state()).isEqualTo(State.RUNNING);
      assertThatThrownBy(() -> recovery.choose(file.path(), RecoveryChoice.KEEP, false))
          .hasMessageContaining("saved");
    }
    assertThat(journal).exists();
    assumeThat(LinuxCalls.OF_THIS_SYSTEM).isPresent();
    try (OpenFile reader = FileOperations.ofThisComputer().openToRead(journal)) {
      assertThat(reader.tryLock(true)).isTrue();

      assertThat(recovery.inspect(file.path()).orElseThrow().state()).isEqualTo(State.OUT_OF_REACH);
      assertThat(recovery.choose(file.path(), RecoveryChoice.KEEP, false)).isPresent();
    }
    assertThat(journal).doesNotExist();
  }

  /// A link takes the place of the folder while the draft is examined.
  @Test
  void draftInAnotherFolderIsNotDeleted() throws IOException {
    Path own = Files.createDirectory(folder.resolve("own"));
    Path foreign = Files.createDirectory(folder.resolve("foreign"));
    Path draft = Files.createFile(own.resolve(".a.npy.1.tensorloupe-part"));
    Path keptFile = Files.createFile(foreign.resolve(draft.getFileName()));
    WatchedFiles files =
        new WatchedFiles() {
          @Override
          void before(Step step) throws IOException {
            if (step.name().equals("delete")) {
              Files.move(own, folder.resolve("moved"));
              Files.createSymbolicLink(own, foreign);
            }
          }
        };

    new Drafts(files).delete(draft);

    assertThat(keptFile).exists();
    assertThat(folder.resolve("moved")).isEmptyDirectory();
  }

  /// A program that lists drafts locks each of them for a moment.
  @Test
  void draftThatAnotherProgramHasLockedIsReplaced() throws IOException {
    List<OpenFile> locks = new ArrayList<>();
    WatchedFiles files =
        new WatchedFiles() {
          @Override
          public OpenFile createShared(Path path) throws IOException {
            OpenFile draft = super.createShared(path);
            if (locks.isEmpty()) {
              locks.add(FileOperations.ofThisComputer().openToRead(path));
              assertThat(locks.getFirst().tryLock(true)).isTrue();
            }
            return draft;
          }
        };

    Drafts drafts = new Drafts(files);
    Drafts.Opened draft = drafts.create(folder.resolve("a.npy"), false);
    try (OpenFile _ = draft.file();
        OpenFile _ = locks.getFirst()) {
      assertThat(drafts.in(folder)).containsExactly(draft.path());
    }
  }

  @Test
  void draftThatIsGoneIsNotReportedAsDeleted() {
    Path draft = folder.resolve(".a.npy.1.tensorloupe-part");

    assertThatThrownBy(() -> new Drafts(operations).delete(draft))
        .isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void draftIsNotDeletedThroughALinkOfAnotherUser() throws IOException {
    Path foreign = Files.createDirectory(folder.resolve("foreign"));
    Path draft = Files.createFile(foreign.resolve(".a.npy.1.tensorloupe-part"));
    Path link = Files.createSymbolicLink(folder.resolve("link"), foreign);
    try {
      Files.setAttribute(link, "unix:uid", 12345, LinkOption.NOFOLLOW_LINKS);
    } catch (FileSystemException e) {
      abort("only root can give a link to another user");
    }

    assertThatThrownBy(() -> new Drafts(operations).delete(link.resolve(draft.getFileName())))
        .hasMessageContaining("a link in its path belongs to another user");

    assertThat(draft).exists();
  }

  @Test
  void linkOfAnotherUserIsNeitherSavedNorRecovered() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("link.safetensors"), file.path());
    try {
      Files.setAttribute(link, "unix:uid", 12345, LinkOption.NOFOLLOW_LINKS);
    } catch (FileSystemException e) {
      abort("only root can give a link to another user");
    }
    assertThatThrownBy(() -> SavedFile.plan(operations, link, file.with("a", "b"), IN_PLACE))
        .hasMessageContaining("a link in its path belongs to another user");
    interrupted(unfinished(0, 700));

    assertThatThrownBy(() -> recovery.recover(link, false))
        .hasMessageContaining("a link in its path belongs to another user");
    assertThatThrownBy(() -> recovery.choose(link, RecoveryChoice.OLD, false))
        .hasMessageContaining("a link in its path belongs to another user");
    assertThat(file.bytes()).isEqualTo(unfinished(0, 700));

    // The file may be a copy in a folder that is inaccessible to its owner.
    Files.setAttribute(file.path(), "unix:uid", 12345);
    Files.setAttribute(journal, "unix:uid", 12345);
    assertThatThrownBy(() -> recovery.recover(link, false))
        .hasMessageContaining("a link in its path belongs to another user");
    assertThat(file.bytes()).isEqualTo(unfinished(0, 700));
    Files.setAttribute(link, "unix:uid", 0, LinkOption.NOFOLLOW_LINKS);
    recovery.recover(link, false);
    assertThat(file.bytes()).isEqualTo(before);
  }

  @Test
  void linkOfAnotherUserToAFolderIsNotFollowed() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("link"), folder);
    Path linked = link.resolve("model.safetensors");
    try {
      Files.setAttribute(link, "unix:uid", 12345, LinkOption.NOFOLLOW_LINKS);
    } catch (FileSystemException e) {
      abort("only root can give a link to another user");
    }
    interrupted(unfinished(0, 700));

    assertThatThrownBy(() -> recovery.recover(linked, false))
        .hasMessageContaining("a link in its path belongs to another user");
    assertThatThrownBy(() -> SavedFile.plan(operations, linked, Metadata.EMPTY, IN_PLACE))
        .hasMessageContaining("a link in its path belongs to another user");
    Path own = Files.createSymbolicLink(folder.resolve("own"), link);
    assertThatThrownBy(() -> recovery.recover(own.resolve("model.safetensors"), false))
        .hasMessageContaining("a link in its path belongs to another user");
    assertThat(file.bytes()).isEqualTo(unfinished(0, 700));

    Files.setAttribute(folder, "unix:uid", 12345);
    assertThatThrownBy(() -> recovery.recover(linked, false))
        .hasMessageContaining("a link in its path belongs to another user");
    Files.setAttribute(link, "unix:uid", 0, LinkOption.NOFOLLOW_LINKS);
    recovery.recover(linked, false);
    assertThat(file.bytes()).isEqualTo(before);
  }

  /// A save creates its journal and locks it in two steps.
  @Test
  void emptyJournalIsExaminedAgain() throws IOException {
    Files.createFile(journal);
    WatchedFiles files =
        new WatchedFiles() {
          private int opened;

          @Override
          void before(Step step) throws IOException {
            if (step.toString().equals("openToRead " + journal.getFileName()) && ++opened == 2) {
              Files.delete(journal);
            }
          }
        };

    assertThat(new Recovery(files).inspect(file.path())).isEmpty();
  }

  /// Waiting for each of thousands of empty files would block a program for minutes.
  @Test
  void oldEmptyJournalIsExaminedOnce() throws IOException {
    Files.createFile(journal);
    Files.setLastModifiedTime(journal, FileTime.from(Instant.now().minusSeconds(3600)));
    List<String> opened = new ArrayList<>();
    WatchedFiles files =
        new WatchedFiles() {
          @Override
          void before(Step step) {
            if (step.toString().equals("openToRead " + journal.getFileName())) {
              opened.add(step.name());
            }
          }
        };

    assertThat(new Recovery(files).inspect(file.path())).isPresent();
    assertThat(opened).hasSize(1);
  }

  /// A save deletes its journal before it releases the lock.
  @Test
  void journalThatIsDeletedBeforeItIsLockedIsNotAnInterruptedSave() throws IOException {
    Files.write(journal, new byte[100]);
    WatchedFiles files =
        new WatchedFiles() {
          @Override
          public OpenFile openToRead(Path path) throws IOException {
            OpenFile open = super.openToRead(path);
            if (path.getFileName().equals(journal.getFileName())) {
              Files.deleteIfExists(journal);
            }
            return open;
          }
        };

    assertThat(new Recovery(files).inspect(file.path())).isEmpty();
  }

  @Test
  void newJournalIsLockedAtOnce() throws IOException {
    List<State> found = new ArrayList<>();
    WatchedFiles files =
        new WatchedFiles() {
          @Override
          void before(Step step) throws IOException {
            if (step.toString().equals("copyAttributes " + journal.getFileName())) {
              found.add(recovery.inspect(file.path()).orElseThrow().state());
            }
          }
        };

    new Saver(files)
        .save(
            file.plan(files, file.with("note", "new"), IN_PLACE),
            Cancellation.NEVER,
            Progress.NONE);

    assertThat(found).containsExactly(State.RUNNING);
  }

  @Test
  void emptyJournalDoesNotRemainIfTheFileIsSavedUnderAnotherName() throws IOException {
    Files.createFile(journal);

    try (FileKeyLock _ = FileKeyLock.acquire(operations, file.path()).orElseThrow()) {
      assertThatThrownBy(() -> recovery.recover(file.path(), false))
          .hasMessageContaining("under another of its names");
    }

    file.assertAlone();
  }

  @Test
  void fileWithTheNameOfADraftIsNeitherDeletedNorReplacedWithoutAJournal() throws IOException {
    Path draft = Files.write(SaveNames.draft(file.path().toRealPath()), before);

    assertThat(recovery.recover(file.path(), false)).isEmpty();
    assertThat(recovery.recover(draft, false)).isEmpty();
    SavePlan plan =
        file.plan(
            operations,
            file.with("note", "other"),
            SaveOptions.DEFAULT.withStrategy(StrategyChoice.REWRITE));
    assertThatThrownBy(() -> new Saver(operations).save(plan, Cancellation.NEVER, Progress.NONE))
        .hasMessageContaining(draft.toString())
        .hasMessageContaining("unchanged");

    assertThat(draft).hasBinaryContent(before);
    assertThat(file.names()).containsExactly(draft.getFileName().toString(), "model.safetensors");
  }

  @Test
  void draftNotNamedByAnEmptyJournalIsKept() throws IOException {
    Path draft = Files.write(SaveNames.draft(file.path().toRealPath()), before);
    Files.createFile(journal);

    recovery.recover(file.path(), false);

    assertThat(draft).hasBinaryContent(before);
    assertThat(journal).doesNotExist();
  }

  @Test
  void draftThatCannotBeDeletedIsTriedAgain() throws IOException {
    Path draft = SaveNames.draft(file.path().toRealPath());
    killedRewrite(before, Optional.empty());
    boolean[] isStuck = {true};
    WatchedFiles files =
        new WatchedFiles() {
          @Override
          void before(Step step) throws IOException {
            if (isStuck[0] && step.name().equals("delete") && step.path().equals(draft)) {
              throw new IOException("stuck");
            }
          }
        };
    Recovery stuck = new Recovery(files);

    assertThatThrownBy(() -> stuck.recover(file.path(), false)).hasMessageContaining("stuck");
    isStuck[0] = false;
    assertThat(stuck.inspect(file.path()).orElseThrow().state())
        .isEqualTo(InterruptedSave.State.ABANDONED);
    stuck.recover(file.path(), false);

    file.assertAlone();
  }

  @Test
  void failedTakeoverReleasesTheLock() throws IOException {
    interrupted(before);
    Files.write(journal, new byte[0]);
    boolean[] isFull = {true};
    WatchedFiles files =
        new WatchedFiles() {
          @Override
          void before(Step step) throws IOException {
            if (isFull[0] && step.name().equals("write")) {
              throw new IOException("No space left on device");
            }
          }
        };
    Recovery recovering = new Recovery(files);

    assertThatThrownBy(() -> recovering.recover(file.path(), false)).hasMessageContaining("space");
    isFull[0] = false;
    recovering.recover(file.path(), false);

    file.assertAlone();
  }

  @Test
  void journalOfAnotherVersionIsPutAside() throws IOException {
    byte[] torn = unfinished(0, 512);
    journalBytes[8] = 1;
    interrupted(torn);

    assertSetAside(torn);

    assertThat(SaveNames.stale(file.path().toRealPath(), 0)).hasBinaryContent(journalBytes);
  }

  @Test
  void unreadableJournalBlocksASave() throws IOException {
    interrupted(after);
    WatchedFiles files =
        new WatchedFiles() {
          @Override
          void before(Step step) throws IOException {
            if (step.path().equals(journal)) {
              throw new AccessDeniedException(journal.toString());
            }
          }
        };

    SavePlan plan = file.plan(files, file.with("note", "x"), IN_PLACE);

    assertThat(plan.obstacle().orElseThrow().kind()).isEqualTo(Obstacle.Kind.UNFINISHED_SAVE);
    assertThat(plan.obstacle().orElseThrow().sentence().toString()).contains("no permission");
  }

  @Test
  void inspectingWritesNothing() throws IOException {
    byte[] mixed = unfinished(0, 512);
    interrupted(mixed);

    recovery.inspect(file.path());

    assertThat(file.bytes()).isEqualTo(mixed);
    assertThat(Files.readAllBytes(journal)).isEqualTo(journalBytes);
  }

  @Test
  void savingBeforeRecoveringIsRefused() throws IOException {
    interrupted(after);
    SavePlan plan = file.plan(operations, file.with("note", "x"), IN_PLACE);

    assertThat(plan.obstacle().orElseThrow().kind()).isEqualTo(Obstacle.Kind.UNFINISHED_SAVE);
    assertThat(plan.obstacle().orElseThrow().sentence().toString()).contains("interrupted");
  }

  @ParameterizedTest
  @EnumSource(
      value = StrategyChoice.class,
      names = {"IN_PLACE", "REWRITE"})
  void runningSaveIsReportedAndNotRecovered(StrategyChoice choice) throws IOException {
    int[] inspections = {0};
    SavePlan second = file.plan(operations, file.with("note", "second"), IN_PLACE);
    WatchedFiles watched =
        new WatchedFiles() {
          @Override
          void before(Step step) throws IOException {
            if (step.name().equals("force")) {
              Recovery other = new Recovery(this);
              InterruptedSave found = other.inspect(file.path()).orElseThrow();
              assertThat(found.state()).isEqualTo(InterruptedSave.State.RUNNING);
              assertThatThrownBy(() -> other.recover(file.path(), true))
                  .isInstanceOf(SaveException.class)
                  .hasMessageContaining("at this moment");
              assertThatThrownBy(
                      () -> new Saver(this).save(second, Cancellation.NEVER, Progress.NONE))
                  .isInstanceOf(SaveException.class)
                  .hasMessageContaining("at this moment")
                  .hasMessageContaining("unchanged");
              inspections[0]++;
            }
          }
        };
    Metadata target = file.with("note", "t".repeat(50));
    SavePlan plan = file.plan(watched, target, SaveOptions.DEFAULT.withStrategy(choice));

    new Saver(watched).save(plan, Cancellation.NEVER, Progress.NONE);

    assertThat(inspections[0]).isPositive();
    assertThat(file.metadata()).isEqualTo(target);
    file.assertAlone();
  }

  @Test
  void saveOfAnotherComputerIsRecoveredOnlyWhereThatIsAllowed() throws IOException {
    FileOperations elsewhere =
        new WatchedFiles() {
          @Override
          public String hostName() {
            return "another computer";
          }
        };
    Recovery there = new Recovery(elsewhere);
    interrupted(unfinished(0, 512));

    InterruptedSave found = there.inspect(file.path()).orElseThrow();
    assertThat(found.state()).isEqualTo(InterruptedSave.State.OTHER_HOST);
    assertThat(found.sentence().toString()).contains(operations.hostName());
    assertThatThrownBy(() -> there.recover(file.path(), false)).isInstanceOf(SaveException.class);
    assertThat(there.recover(file.path(), true).orElseThrow().action())
        .isEqualTo(RecoveryAction.ROLL_BACK);
    assertThat(file.bytes()).isEqualTo(before);
  }

  @Test
  void failedRecoveryCanBeRepeated() throws IOException {
    for (int failing = 0; ; failing++) {
      interrupted(unfinished(0, 512));
      int limit = failing;
      int[] steps = {0};
      WatchedFiles faulty =
          new WatchedFiles() {
            @Override
            void before(Step step) throws IOException {
              if (steps[0]++ == limit) {
                throw new IOException("fault");
              }
            }
          };
      try {
        new Recovery(faulty).recover(file.path(), false);
      } catch (IOException e) {
        assertThat(e).hasMessageContaining("fault");
      }
      boolean failed = steps[0] > limit;
      recovery.recover(file.path(), false);
      assertThat(file.bytes()).as("failed at step " + failing).isEqualTo(before);
      file.assertAlone();
      if (!failed) {
        assertThat(failing).isGreaterThan(10);
        return;
      }
    }
  }

  /// With hash tables of paths, the work would grow with the square of the number of files.
  @Test
  void manyJournalsWithEqualHashCodesAreFound() {
    List<Path> journals =
        Collisions.names(60_000).stream()
            .map(name -> SaveNames.journal(folder.resolve(name)))
            .toList();
    FileOperations files =
        Intercepted.calls(
            FileOperations.class,
            operations,
            (name, _, call) -> name.equals("list") ? journals : call.run());

    List<Path> found =
        assertTimeoutPreemptively(
            Duration.ofSeconds(120), () -> new Recovery(files).unfinishedIn(folder));

    assertThat(found).hasSize(journals.size());
  }

  @Test
  void unfinishedSavesOfAFolderAreFound() throws IOException {
    Path longName = Files.write(folder.resolve("n".repeat(250)), before);
    Path vanished = folder.resolve("vanished.safetensors");
    for (Path each : new Path[] {file.path(), longName, vanished}) {
      Files.write(SaveNames.journal(each), new byte[0]);
    }
    Files.write(folder.resolve(".tensorloupe-save"), new byte[0]);
    Path complete = Files.write(folder.resolve("complete.safetensors"), before);
    Files.write(SaveNames.kept(complete, 0), new byte[0]);

    assertThat(recovery.unfinishedIn(folder))
        .containsExactlyInAnyOrder(file.path(), longName, vanished);
  }
}
