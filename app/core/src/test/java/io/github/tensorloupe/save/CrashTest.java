package io.github.tensorloupe.save;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Saving and recovering programs are killed (`SIGKILL`) before each of their steps and at random
/// moments. The file must then be entirely the old one or entirely the new one. Because a program
/// takes longer to start than to save, one program saves many files in parallel and stops before a
/// different step of each.
///
/// With `-Dtensorloupe.kills=300`, 300 programs instead of a few are killed at random moments,
/// steps are smaller, and recoveries are killed after crashes at every step: about 900 saves and
/// recoveries are interrupted.
class CrashTest {

  private static final int FEW_KILLS = 4;
  private static final int RANDOM_KILLS = Integer.getInteger("tensorloupe.kills", FEW_KILLS);
  private static final boolean IS_LONG = RANDOM_KILLS > FEW_KILLS;

  /// Not a multiple of a sector.
  private static final int PIECE_BYTES = IS_LONG ? 700 : 1500;

  /// A killed recovery ends in the sector in which the save was killed.
  private static final int RECOVERY_PIECE_BYTES = 1100;

  private static final int RECOVERED_PIECE_BYTES = 1500;
  private static final int NOTE_LENGTH = 2500;
  private static final int DATA_LENGTH = 2500;
  private static final int LONG_NOTE_LENGTH = 3_000_000;
  private static final int LONG_DATA_LENGTH = 8_000_000;

  private static final AtomicInteger CUT_OFF = new AtomicInteger();

  @TempDir Path folder;

  @AfterAll
  static void printCutOffCount() {
    if (IS_LONG) {
      System.out.println(CUT_OFF + " cut off");
    }
  }

  /// A copy to a new name takes the same steps as a copy that replaces a file, so only the long run
  /// includes it.
  private static Set<KilledSave> savesToKill() {
    return IS_LONG
        ? EnumSet.allOf(KilledSave.class)
        : EnumSet.complementOf(EnumSet.of(KilledSave.COPY));
  }

  @ParameterizedTest
  @MethodSource("savesToKill")
  void saveKilledBeforeAnyStepIsDoneOrNotDone(KilledSave save) throws Exception {
    CrashScene scene = small(save, PIECE_BYTES);
    List<Path> files = new ArrayList<>();
    for (int step = 0; step < scene.stepCount(); step++) {
      files.add(scene.prepare(folder.resolve("step-" + step)));
    }

    killBeforeEachStep(save.name(), files, PIECE_BYTES);

    List<Boolean> isNew = new ArrayList<>();
    for (Path file : files) {
      scene.checkUnrecovered(file);
      isNew.add(scene.recover(file));
    }
    assertThat(isNew).isSorted().contains(false, true);
  }

  @ParameterizedTest
  @EnumSource(names = {"IN_PLACE", "REWRITE"})
  void recoveryKilledBeforeAnyStepIsDoneByTheNext(KilledSave save) throws Exception {
    CrashScene scene = small(save, RECOVERED_PIECE_BYTES);
    for (int step : stepsToRecoverFrom(scene)) {
      Path crashed = scene.prepare(folder.resolve("crashed-" + step));
      killSave(save, crashed, step, RECOVERED_PIECE_BYTES);
      int stepCount = recoverySteps(crashed, folder.resolve("recovered-" + step));
      List<Path> files = new ArrayList<>();
      for (int stop = 0; stop < stepCount; stop++) {
        Path again = folder.resolve("recovery-" + step + "-" + stop);
        files.add(copyOf(crashed, again));
      }

      assertThat(files).isNotEmpty();
      killBeforeEachStep("RECOVER", files, RECOVERY_PIECE_BYTES);

      for (Path file : files) {
        scene.checkUnrecovered(file);
        scene.recover(file);
      }
    }
  }

  /// Testing all steps takes long. The middle of the header, or of the data, is the worst step.
  private static int[] stepsToRecoverFrom(CrashScene scene) {
    int[] all = IntStream.range(0, scene.stepCount()).toArray();
    return IS_LONG ? all : new int[] {scene.middleStep()};
  }

  private static Path copyOf(Path crashed, Path folder) throws IOException {
    Path copy = CrashScene.copyOf(crashed.getParent(), folder).resolve(crashed.getFileName());
    // The names are swapped only in the last steps.
    CrashScene.adoptKeys(copy, !Files.exists(SaveNames.draft(crashed)));
    return copy;
  }

  private static int recoverySteps(Path crashed, Path folder) throws IOException {
    Path file = copyOf(crashed, folder);
    StoppingFiles files = new StoppingFiles(StoppingFiles.NEVER, RECOVERY_PIECE_BYTES);
    new Recovery(files).recover(file, false);
    return files.stepCount();
  }

  @Test
  void programsKilledAtRandomMomentsLeaveTheFileOldOrNew() throws Exception {
    List<Callable<Boolean>> kills = new ArrayList<>();
    Random random = new Random(11);
    for (KilledSave save : EnumSet.of(KilledSave.IN_PLACE, KilledSave.REWRITE)) {
      Path own = Files.createDirectories(folder.resolve(save.name()));
      CrashScene scene =
          new CrashScene(save, own, LONG_NOTE_LENGTH, LONG_DATA_LENGTH, Integer.MAX_VALUE);
      long nanos = unkilledNanos(scene, own.resolve("unkilled"));
      for (int i = 0; i < RANDOM_KILLS / 2; i++) {
        long delay = random.nextLong(nanos);
        long recoveryDelay = random.nextLong(nanos);
        Path place = own.resolve("random-" + i);
        kills.add(() -> killAtRandom(scene, place, delay, recoveryDelay));
      }
    }

    inParallel(kills);
  }

  private static long unkilledNanos(CrashScene scene, Path place) throws IOException {
    Path file = scene.prepare(place);
    try (KillableJvm jvm = KillableJvm.start(scene.save().name(), file).awaitReady()) {
      long start = System.nanoTime();
      jvm.awaitDone();
      return System.nanoTime() - start;
    }
  }

  private static boolean killAtRandom(CrashScene scene, Path place, long delay, long recoveryDelay)
      throws Exception {
    Path file = scene.prepare(place);
    killAfter(delay, scene.save().name(), file);
    scene.checkUnrecovered(file);
    killAfter(recoveryDelay, "RECOVER", file);
    scene.checkUnrecovered(file);
    boolean isNew = scene.recover(file);
    CrashScene.delete(file.getParent());
    return isNew;
  }

  private static void killAfter(long nanos, String what, Path file) throws Exception {
    KillableJvm jvm = KillableJvm.start(what, file).awaitReady();
    long end = System.nanoTime() + nanos;
    while (System.nanoTime() < end) {
      LockSupport.parkNanos(end - System.nanoTime());
    }
    kill(jvm);
  }

  @ParameterizedTest
  @EnumSource(names = {"IN_PLACE", "REWRITE"})
  void secondSaveIsRefusedDuringTheFirstAndBeforeItsRecovery(KilledSave save) throws Exception {
    CrashScene scene = small(save, RECOVERED_PIECE_BYTES);
    Path file = scene.prepare(folder.resolve("shared"));
    FileOperations operations = FileOperations.ofThisComputer();
    SavePlan early = save.plan(operations, file);
    try (KillableJvm other =
        KillableJvm.start(save.name(), file, scene.middleStep(), RECOVERED_PIECE_BYTES)) {
      other.awaitReady().awaitStop();
      String owner = "is being saved by process " + other.processId() + " on ";

      assertThat(refusal(operations, early)).contains(owner, SaveSentences.UNCHANGED.toString());
      assertThat(refusal(operations, save.plan(operations, file))).contains(owner);
      assertThat(catchThrowable(() -> new Recovery(operations).recover(file, false)))
          .isInstanceOf(SaveException.class)
          .hasMessageContaining(owner);
      kill(other);
    }

    assertThat(refusal(operations, save.plan(operations, file)))
        .contains("was interrupted")
        .contains("recover");
    assertThat(scene.recover(file)).isFalse();
    save.run(operations, file);
    assertThat(scene.recover(file)).isTrue();
  }

  @Test
  void writersThroughFourHardLinksLoseNothing() throws Exception {
    Path file = folder.resolve("model.safetensors");
    KilledSave.writeFile(file, NOTE_LENGTH, DATA_LENGTH);
    reserveRoom(file);
    List<KillableJvm> writers = new ArrayList<>();
    List<String> keys = new ArrayList<>();
    for (int writer = 0; writer < 4; writer++) {
      Path name = writer == 0 ? file : Files.createLink(folder.resolve("name-" + writer), file);
      Object[] own = {"a" + writer, "b" + writer, "c" + writer};
      for (Object key : own) {
        keys.add((String) key);
      }
      writers.add(KillableJvm.start("ADD", name, own));
    }
    for (KillableJvm writer : writers) {
      writer.awaitReady().awaitDone();
      writer.close();
    }

    try (TensorFile saved = TensorFile.open(file)) {
      assertThat(saved.header().metadata().orElseThrow().entries())
          .containsKeys(keys.toArray(String[]::new));
    }
    assertThat(folder).isDirectoryNotContaining("glob:**/.*");
  }

  private static void reserveRoom(Path path) throws IOException {
    FileOperations operations = FileOperations.ofThisComputer();
    try (TensorFile file = TensorFile.open(path)) {
      Metadata metadata = file.header().metadata().orElseThrow();
      SaveOptions options = SavedFile.withRoom(1000);
      SavePlan plan = new Saver(operations).plan(file, metadata, options);
      new Saver(operations).save(plan, Cancellation.NEVER, Progress.NONE);
    }
  }

  private static String refusal(FileOperations operations, SavePlan plan) {
    Saver saver = new Saver(operations);
    Throwable refusal = catchThrowable(() -> saver.save(plan, Cancellation.NEVER, Progress.NONE));
    assertThat(refusal).isInstanceOf(SaveException.class);
    return refusal.getMessage();
  }

  private CrashScene small(KilledSave save, int pieceBytes) throws IOException {
    return new CrashScene(save, folder.resolve("scene"), NOTE_LENGTH, DATA_LENGTH, pieceBytes);
  }

  private static void killSave(KilledSave save, Path file, int stop, int pieceBytes)
      throws Exception {
    kill(KillableJvm.start(save.name(), file, stop, pieceBytes).awaitReady().awaitStop());
  }

  /// Kills a program that processes all files and has stopped before a different step of each.
  private static void killBeforeEachStep(String what, List<Path> files, int pieceBytes)
      throws Exception {
    KillableJvm jvm = KillableJvm.startBeforeEachStep(what, files, pieceBytes);
    for (int i = 0; i < files.size(); i++) {
      jvm.awaitStop();
    }
    assertThat(jvm.kill()).isTrue();
    CUT_OFF.addAndGet(files.size());
  }

  private static void kill(KillableJvm jvm) throws InterruptedException {
    if (jvm.kill()) {
      CUT_OFF.incrementAndGet();
    }
  }

  private static List<Boolean> inParallel(List<Callable<Boolean>> tasks) throws Exception {
    List<Boolean> results = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
      for (Future<Boolean> each : threads.invokeAll(tasks)) {
        results.add(each.get());
      }
    }
    return results;
  }
}
