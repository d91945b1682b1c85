package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.job.Watch;
import io.github.tensorloupe.desktop.pane.BaseStructures;
import io.github.tensorloupe.desktop.pane.library.CheckQueue;
import io.github.tensorloupe.desktop.pane.library.FolderWatcher;
import io.github.tensorloupe.desktop.pane.library.LibrarySources;
import io.github.tensorloupe.desktop.storage.LibraryFile;
import io.github.tensorloupe.desktop.storage.ScanResultStore;
import io.github.tensorloupe.desktop.storage.StoredScans;
import io.github.tensorloupe.desktop.testing.HeldJobs;
import io.github.tensorloupe.desktop.testing.ScriptedDialogs;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.library.HeaderCache;
import io.github.tensorloupe.library.Health;
import io.github.tensorloupe.library.LibraryScan;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.FileIdentity;
import io.github.tensorloupe.storage.Folders;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javafx.scene.Node;
import javafx.scene.control.Labeled;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/// Watches folders and checks values in the background, and closes the program in between.
@ExtendWith(StageExtension.class)
class LiveLibraryJourneyTest {

  /// Factor by which the clock and the polling of the watched folders are faster.
  private static final int SPEEDUP = 10;

  @TempDir Path folder;

  private final ScriptedDialogs dialogs = new ScriptedDialogs();

  /// Name of the file whose scan waits.
  private volatile String heldName = "";

  private final CountDownLatch released = new CountDownLatch(1);
  private Stage stage;
  private Path runs;
  private Workspace workspace;

  @BeforeEach
  void openWindow(FxRobot robot) throws IOException {
    runs = Files.createDirectory(folder.resolve("runs"));
    for (String name : List.of("a", "b", "c")) {
      new TensorFiles().floats("w", 1, 2, 3).write(runs.resolve(name + ".safetensors"));
    }
    dialogs.folder = Optional.of(runs);
    robot.interact(this::start);
  }

  @Start
  void keep(Stage shown) {
    stage = shown;
  }

  /// Starts the program with the files of the previous run.
  private void start() {
    Folders folders =
        new Folders(
            Map.of("XDG_CACHE_HOME", folder.toString(), "XDG_CONFIG_HOME", folder.toString()),
            new Properties());
    ScanResultStore values = new HeldScans(new StoredScans(folders));
    LibraryScan scan = new LibraryScan(new HeaderCache(), values);
    LibrarySources library =
        new LibrarySources(
            new LibraryFile(folders),
            scan,
            List::of,
            values,
            new BaseStructures(folders),
            new FolderWatcher(scan, () -> SPEEDUP * System.nanoTime()),
            new CheckQueue(folders));
    workspace =
        new Workspace(
            new TestEnvironment(folder)
                .dialogs(dialogs)
                .outside(Desktop.with(library))
                .jobs(new FastPollingJobs())
                .build());
    TestWindow.show(stage, workspace.view, 1000, 800);
  }

  /// Jobs with shorter polling intervals.
  private static final class FastPollingJobs extends HeldJobs {

    @Override
    public <T> Watch<T> watch(Duration pause, Supplier<T> look, Consumer<T> onResult) {
      return super.watch(pause.dividedBy(SPEEDUP), look, onResult);
    }
  }

  /// A scan memory that holds the scan of one file.
  private final class HeldScans implements ScanResultStore {

    private final StoredScans cache;

    HeldScans(StoredScans cache) {
      this.cache = cache;
    }

    @Override
    public ScanResultKey keyOf(Checkpoint checkpoint) throws IOException {
      if (checkpoint.path().endsWith(heldName)) {
        try {
          released.await();
        } catch (InterruptedException e) {
          throw new AssertionError(e);
        }
      }
      return cache.keyOf(checkpoint);
    }

    @Override
    public Health health(FileIdentity identity, int tensorCount) {
      return cache.health(identity, tensorCount);
    }
  }

  @AfterEach
  void close(FxRobot robot) {
    released.countDown();
    robot.interact(() -> TestWindow.close(workspace::close));
  }

  private static String text(FxRobot robot, String query) {
    return robot.lookup(query).tryQueryAs(Labeled.class).map(Labeled::getText).orElse("");
  }

  private static boolean isShown(FxRobot robot, String query) {
    return robot.lookup(query).<Node>queryAll().stream()
        .anyMatch(node -> node.isVisible() && node.getScene() != null);
  }

  private static void expectText(FxRobot robot, String query, String text) {
    TestWindow.assertEventually(() -> assertThat(text(robot, query)).startsWith(text));
  }

  private static void write(Path file, byte[] bytes) {
    try {
      Files.write(file, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void watchedFolderShowsNewFilesAndReportsProblems(FxRobot robot) throws IOException {
    robot.clickOn("#library-watch");
    robot.clickOn("#library-watch-add");
    expectText(robot, "#library-watch", "Watching 1 folder");
    expectText(robot, "#library-count", "3 models");

    byte[] whole =
        Files.readAllBytes(
            new TensorFiles()
                .floats("w", 1, Float.NaN, 3)
                .write(folder.resolve("other.safetensors")));
    Path file = runs.resolve("step-2.safetensors");
    // The folder is first read some time after it was added.
    AtomicInteger length = new AtomicInteger(whole.length / 2);
    TestWindow.waitUntil(
        "it is being written",
        () -> {
          write(file, Arrays.copyOf(whole, Math.min(length.incrementAndGet(), whole.length - 1)));
          return isShown(robot, "Being written");
        });
    Files.write(file, whole);

    TestWindow.waitUntil("its values are known", () -> isShown(robot, "NaN"));
    TestWindow.waitUntil("it is reported", () -> isShown(robot, "step-2.safetensors: NaN"));
    assertThat(isShown(robot, "Being written")).isFalse();
    assertThat(isShown(robot, "Values fine")).as("the old ones are left alone").isFalse();
  }

  @Test
  void missingWatchedFolderIsReportedUntilItReturns(FxRobot robot) throws IOException {
    robot.clickOn("#library-watch");
    robot.clickOn("#library-watch-add");
    expectText(robot, "#library-count", "3 models");
    String note = runs + " is not available. Watching resumes when it is back.";

    Path away = Files.move(runs, folder.resolve("away"));
    TestWindow.waitUntil("it is reported", () -> isShown(robot, note));
    Files.move(away, runs);

    TestWindow.waitUntil("it is watched again", () -> !isShown(robot, note));
    expectText(robot, "#library-count", "3 models");
  }

  @Test
  void checksOfValuesArePausedAndGoOnAfterARestart(FxRobot robot) {
    heldName = "b.safetensors";
    robot.clickOn("#library-add-folder");
    expectText(robot, "#library-count", "3 models");
    robot.clickOn("#library-sort").type(KeyCode.DOWN, KeyCode.ENTER);
    robot.clickOn("#library-check");
    expectText(robot, "#library-checks-text", "Checking values: 1 of 3 models");

    robot.clickOn("#library-checks-pause");
    expectText(robot, "#library-checks-text", "Checking values is paused: 2 models left");
    released.countDown();
    robot.interact(() -> workspace.close());
    robot.interact(this::start);
    expectText(robot, "#library-checks-text", "Checking values is paused: 2 models left");
    robot.clickOn("#library-checks-continue");

    TestWindow.waitUntil("all is done", () -> !isShown(robot, "#library-checks"));
    TestWindow.assertEventually(
        () ->
            assertThat(
                    robot.lookup("Values fine").<Node>queryAll().stream()
                        .filter(node -> node instanceof Labeled && node.isVisible()))
                .hasSize(3));
  }
}
