package io.github.tensorloupe.save;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Every step of a save fails once. The file must then be the old one or the new one.
class FaultInjectionTest {

  private static final SaveOptions IN_PLACE =
      SaveOptions.DEFAULT.withStrategy(StrategyChoice.IN_PLACE);
  private static final SaveOptions REWRITE =
      SaveOptions.DEFAULT.withStrategy(StrategyChoice.REWRITE).withComparesData(true);

  @TempDir Path folder;

  private static final class FailingFiles extends WatchedFiles {

    private final List<Step> steps = new ArrayList<>();
    private final int failing;
    private final int count;
    private final boolean forGood;

    /// @param failing the index of the step that fails
    /// @param forGood true if later steps of the same name on the same file fail too
    FailingFiles(int failing, boolean forGood) {
      this(failing, 1, forGood);
    }

    /// @param count the number of successive steps that fail
    FailingFiles(int failing, int count, boolean forGood) {
      this.failing = failing;
      this.count = count;
      this.forGood = forGood;
    }

    @Override
    void before(Step step) throws IOException {
      steps.add(step);
      int now = steps.size() - 1;
      boolean again = forGood && now > failing && failing >= 0 && isLike(steps.get(failing), step);
      if (now >= failing && now < failing + count || again) {
        throw new FileSystemException(step.path().toString(), null, "No space left on device");
      }
    }

    private static boolean isLike(Step failed, Step step) {
      return failed.name().equals(step.name()) && failed.path().equals(step.path());
    }

    boolean hasFailed() {
      return steps.size() > failing;
    }

    Step failedStep() {
      return steps.get(failing);
    }
  }

  private static Metadata changed(SavedFile file) throws IOException {
    return file.with("note", "shorter");
  }

  @ParameterizedTest
  @EnumSource(
      value = StrategyChoice.class,
      names = {"IN_PLACE", "REWRITE"})
  void failedStepLeavesTheOriginalOrHasSaved(StrategyChoice choice) throws IOException {
    SaveOptions options = choice == StrategyChoice.IN_PLACE ? IN_PLACE : REWRITE;
    SavedFile file = new SavedFile(folder);
    byte[] before = file.bytes();
    Metadata target = changed(file);
    int failures = 0;
    for (int failing = 0; ; failing++) {
      FailingFiles operations = new FailingFiles(failing, false);
      SavePlan plan = file.plan(FileOperations.ofThisComputer(), target, options);
      Throwable failure =
          catchThrowable(() -> new Saver(operations).save(plan, Cancellation.NEVER, Progress.NONE));
      if (!operations.hasFailed()) {
        assertThat(failure).isNull();
        break;
      }
      failures++;
      check(file, before, target, operations, failure);
      new SavedFile(folder);
    }
    assertThat(failures).isGreaterThan(choice == StrategyChoice.IN_PLACE ? 12 : 16);
    assertThat(file.metadata()).isEqualTo(target);
  }

  private static void check(
      SavedFile file, byte[] before, Metadata target, FailingFiles operations, Throwable failure)
      throws IOException {
    String where = "failed at " + operations.failedStep();
    if (failure == null) {
      assertThat(file.metadata()).as(where).isEqualTo(target);
    } else {
      assertThat(failure).as(where).isInstanceOf(SaveException.class);
      assertThat(((SaveException) failure).fileIsUnchanged()).as(where).isTrue();
      assertThat(failure)
          .hasMessageContaining("model.safetensors")
          .hasMessageContaining("No space left on device")
          .hasMessageContaining("unchanged");
      assertThat(file.bytes()).as(where).isEqualTo(before);
    }
    if (operations.failedStep().name().equals("delete")) {
      // A failed deletion leaves an interrupted save like any other.
      new Recovery(FileOperations.ofThisComputer()).recover(file.path(), false);
    }
    file.assertAlone();
  }

  @ParameterizedTest
  @EnumSource(
      value = StrategyChoice.class,
      names = {"IN_PLACE", "REWRITE"})
  void stepThatFailsForGoodCanBeRecoveredFrom(StrategyChoice choice) throws IOException {
    SaveOptions options = choice == StrategyChoice.IN_PLACE ? IN_PLACE : REWRITE;
    SavedFile file = new SavedFile(folder);
    byte[] before = file.bytes();
    Metadata target = changed(file);
    for (int failing = 0; ; failing++) {
      FailingFiles operations = new FailingFiles(failing, true);
      SavePlan plan = file.plan(FileOperations.ofThisComputer(), target, options);
      Throwable failure =
          catchThrowable(() -> new Saver(operations).save(plan, Cancellation.NEVER, Progress.NONE));
      if (!operations.hasFailed()) {
        break;
      }
      new Recovery(FileOperations.ofThisComputer()).recover(file.path(), false);

      file.assertAlone();
      if (failure == null) {
        assertThat(file.metadata()).isEqualTo(target);
      } else {
        assertThat(file.bytes()).as("failed at " + operations.failedStep()).isEqualTo(before);
      }
      new SavedFile(folder);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4})
  void severalFailedStepsAreReportedTrulyAndRecovered(int count) throws IOException {
    SavedFile file = new SavedFile(folder);
    byte[] before = file.bytes();
    Metadata target = changed(file);
    for (int failing = 0; ; failing++) {
      FailingFiles operations = new FailingFiles(failing, count, false);
      SavePlan plan = file.plan(FileOperations.ofThisComputer(), target, REWRITE);
      Throwable failure =
          catchThrowable(() -> new Saver(operations).save(plan, Cancellation.NEVER, Progress.NONE));
      if (!operations.hasFailed()) {
        break;
      }
      String where = "failed at " + operations.failedStep();
      boolean isUnchanged = Arrays.equals(file.bytes(), before);
      if (failure == null) {
        assertThat(file.metadata()).as(where).isEqualTo(target);
      } else if (((SaveException) failure).fileIsUnchanged()) {
        assertThat(isUnchanged).as(where).isTrue();
      } else {
        assertThat(failure).as(where).hasMessageContaining("not known");
      }
      new Recovery(FileOperations.ofThisComputer()).recover(file.path(), false);

      assertThat(SaveNames.draft(file.path())).as(where).doesNotExist();
      assertThat(SaveNames.journal(file.path())).as(where).doesNotExist();
      assertThat(Arrays.equals(file.bytes(), before)).as(where).isEqualTo(isUnchanged);
      Files.deleteIfExists(SaveNames.kept(file.path(), 0));
      new SavedFile(folder);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = StrategyChoice.class,
      names = {"IN_PLACE", "REWRITE"})
  void shortWritesAreContinued(StrategyChoice choice) throws IOException {
    SaveOptions options = choice == StrategyChoice.IN_PLACE ? IN_PLACE : REWRITE;
    SavedFile file = new SavedFile(folder, 3000);
    Metadata target = changed(file);
    WatchedFiles operations =
        new WatchedFiles() {
          @Override
          int accepted(Step step, int byteCount) {
            return Math.min(7, byteCount);
          }
        };

    new Saver(operations)
        .save(file.plan(operations, target, options), Cancellation.NEVER, Progress.NONE);

    assertThat(file.metadata()).isEqualTo(target);
    file.assertAlone();
  }

  @Test
  void writeThatTakesNothingIsAFailureAndNoEndlessLoop() throws IOException {
    SavedFile file = new SavedFile(folder);
    byte[] before = file.bytes();
    WatchedFiles operations =
        new WatchedFiles() {
          @Override
          int accepted(Step step, int byteCount) {
            return 0;
          }
        };
    SavePlan plan = file.plan(operations, changed(file), REWRITE);

    assertThat(
            catchThrowable(
                () -> new Saver(operations).save(plan, Cancellation.NEVER, Progress.NONE)))
        .isInstanceOf(SaveException.class)
        .hasMessageContaining("wrote nothing");
    assertThat(file.bytes()).isEqualTo(before);
    file.assertAlone();
  }

  @Test
  void failedRollbackIsReportedAndRecovered() throws IOException {
    SavedFile file = new SavedFile(folder);
    byte[] before = file.bytes();
    WatchedFiles operations =
        new WatchedFiles() {
          private int writes;

          @Override
          void before(Step step) throws IOException {
            if (step.name().equals("write") && step.path().equals(file.path()) && writes++ > 0) {
              throw new IOException("the disk is gone");
            }
          }

          @Override
          int accepted(Step step, int byteCount) {
            return step.path().equals(file.path()) ? Math.min(1000, byteCount) : byteCount;
          }
        };
    SavePlan plan = file.plan(operations, changed(file), IN_PLACE);

    Throwable failure =
        catchThrowable(() -> new Saver(operations).save(plan, Cancellation.NEVER, Progress.NONE));

    assertThat(failure).isInstanceOf(SaveException.class).hasMessageContaining("recovered");
    assertThat(((SaveException) failure).fileIsUnchanged()).isFalse();
    assertThat(file.bytes()).isNotEqualTo(before);
    Recovery recovery = new Recovery(FileOperations.ofThisComputer());
    assertThat(recovery.inspect(file.path()).orElseThrow().action())
        .isEqualTo(RecoveryAction.ROLL_BACK);
    recovery.recover(file.path(), false);
    assertThat(file.bytes()).isEqualTo(before);
    file.assertAlone();
  }

  @Test
  void journalRemainsAfterAnErrorDuringASave() throws IOException {
    SavedFile file = new SavedFile(folder);
    byte[] before = file.bytes();
    WatchedFiles operations =
        new WatchedFiles() {
          private int writes;

          @Override
          void before(Step step) {
            if (step.name().equals("write") && step.path().equals(file.path()) && writes++ > 0) {
              throw new InternalError("no memory");
            }
          }

          @Override
          int accepted(Step step, int byteCount) {
            return step.path().equals(file.path()) ? Math.min(1000, byteCount) : byteCount;
          }
        };
    SavePlan plan = file.plan(operations, changed(file), IN_PLACE);

    Throwable failure =
        catchThrowable(() -> new Saver(operations).save(plan, Cancellation.NEVER, Progress.NONE));

    assertThat(file.bytes()).isNotEqualTo(before);
    assertThat(failure).isInstanceOf(SaveException.class).hasMessageContaining("recovered");
    assertThat(((SaveException) failure).fileIsUnchanged()).isFalse();
    new Recovery(FileOperations.ofThisComputer()).recover(file.path(), false);
    assertThat(file.bytes()).isEqualTo(before);
    file.assertAlone();
  }

  @Test
  void headerThatWouldNotLoadIsNotWrittenInPlace() throws IOException {
    SavedFile file = new SavedFile(folder);
    byte[] before = file.bytes();
    FileOperations operations = FileOperations.ofThisComputer();
    SavePlan plan = file.plan(operations, changed(file), IN_PLACE);
    plan.header().bytes()[0] = '!';

    assertThat(
            catchThrowable(
                () -> new Saver(operations).save(plan, Cancellation.NEVER, Progress.NONE)))
        .isInstanceOf(SaveException.class)
        .hasMessageContaining("would not load")
        .hasMessageContaining("unchanged");
    assertThat(file.bytes()).isEqualTo(before);
    file.assertAlone();
  }

  @ParameterizedTest
  @EnumSource(
      value = StrategyChoice.class,
      names = {"IN_PLACE", "REWRITE"})
  void cancellingAtAnyStepSavesWhollyOrNotAtAll(StrategyChoice choice) throws IOException {
    SaveOptions options = choice == StrategyChoice.IN_PLACE ? IN_PLACE : REWRITE;
    SavedFile file = new SavedFile(folder);
    byte[] before = file.bytes();
    Metadata target = changed(file);
    int cancelled = 0;
    int saved = 0;
    for (int at = 0; saved < 3; at++) {
      FailingFiles counting = new FailingFiles(-1, false);
      int limit = at;
      SavePlan plan = file.plan(counting, target, options);
      counting.steps.clear();
      try {
        new Saver(counting).save(plan, () -> counting.steps.size() >= limit, Progress.NONE);
        saved++;
        assertThat(file.metadata()).isEqualTo(target);
        new SavedFile(folder);
      } catch (CancellationException e) {
        cancelled++;
        assertThat(file.bytes()).isEqualTo(before);
      }
      file.assertAlone();
    }
    assertThat(cancelled).isPositive();
  }
}
