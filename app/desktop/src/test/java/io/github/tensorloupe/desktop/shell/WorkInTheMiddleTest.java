package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.testing.HeldJobs;
import io.github.tensorloupe.desktop.testing.ScriptedDialogs;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.testing.Rounds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.scene.control.Button;
import javafx.scene.control.TextField;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/// Ends the document, the window or the work in the middle of each long job: nothing is thrown, no
/// file remains on the disk, and nothing is reported for closed documents.
@ExtendWith(StageExtension.class)
class WorkInTheMiddleTest extends LoggedWindow {

  /// Long-running jobs.
  private enum LongJob {
    SCAN("scan", test -> test.run(Command.SCAN_VALUES)),
    HASH("hash.HashViewModel", test -> test.run(Command.SHOW_HASHES)),
    EQUAL("hash.EqualTensorsViewModel", test -> test.press("#equal-look")),
    MANIFEST("hash.ManifestViewModel", test -> test.press("#manifest-write")),
    HISTOGRAM("histogram", test -> test.run(Command.SHOW_HISTOGRAM)),
    HEAT_MAP("heatmap", test -> test.run(Command.SHOW_HEATMAP)),
    VALUES("values", test -> test.run(Command.SHOW_VALUES)),
    LAYERS("layers", test -> test.run(Command.SHOW_LAYERS)),
    METADATA("metadata", WorkInTheMiddleTest::findMetadata),
    FIND("hex.find", WorkInTheMiddleTest::find),
    FILTER("tree", test -> test.type("#tree-filter", "weight"));

    private final String place;
    private final java.util.function.Consumer<WorkInTheMiddleTest> begin;

    LongJob(String place, java.util.function.Consumer<WorkInTheMiddleTest> begin) {
      this.place = place;
      this.begin = begin;
    }
  }

  private final ScriptedDialogs dialogs = new ScriptedDialogs();
  private HeldJobs jobs;
  private FxRobot robot;

  @Start
  void show(Stage stage) {
    jobs = new HeldJobs();
    showWindow(stage, new TestEnvironment(folder).dialogs(dialogs).jobs(jobs), 1000, 900);
  }

  @BeforeEach
  void begin(FxRobot used) {
    robot = used;
    dialogs.target = Optional.of(sample("target.json"));
  }

  @Override
  @AfterEach
  void close(FxRobot used) {
    jobs.release();
    super.close(used);
  }

  private void run(Command command) {
    run(robot, command);
  }

  private void press(String button) {
    run(Command.SHOW_HASHES);
    TestWindow.waitUntil(button + " is there", () -> workspace.view.lookup(button) != null);
    robot.interact(() -> ((Button) workspace.view.lookup(button)).fire());
  }

  private void type(String field, String text) {
    robot.interact(() -> ((TextField) workspace.view.lookup(field)).setText(text));
  }

  private void find() {
    run(Command.FIND_BYTES);
    type("#find-field", "00");
    run(Command.FIND_NEXT);
  }

  private void findMetadata() {
    run(Command.SHOW_METADATA);
    type("#metadata-find", "a");
  }

  private void open(String name) {
    show(robot, name);
  }

  private Set<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.collect(Collectors.toSet());
    }
  }

  /// @param turn selects a third of the jobs
  /// @param end the action in the middle of each job
  private void inTheMiddle(int turn, BiConsumer<LongJob, WorkInTheMiddleTest> end)
      throws IOException {
    Set<Path> filesBefore = files();
    for (LongJob each : Rounds.some(List.of(LongJob.values()), turn)) {
      if (!isOpen(sample("nan-and-inf.safetensors"))) {
        open("nan-and-inf.safetensors");
      }
      TestWindow.waitUntil(
          "nothing runs before", () -> workspace.context.jobs().running().isEmpty());
      jobs.hold(name -> name.startsWith("io.github.tensorloupe.desktop.pane." + each.place));
      robot.interact(() -> workspace.selectTensor("encoder.0.weight"));
      each.begin.accept(this);
      TestWindow.waitUntil(each + " has begun", () -> jobs.heldCount() > 0);

      end.accept(each, this);
      jobs.release();

      TestWindow.waitUntil(
          "nothing runs after " + each, () -> workspace.context.jobs().running().isEmpty());
      assertThat(workspace.view.lookupAll(".toast")).as("notices after %s", each).isEmpty();
      assertThat(logText())
          .as("the log after %s", each)
          .doesNotContain("ERROR", "Exception", "was replaced after a failure");
      assertThat(files()).as("files after %s", each).isEqualTo(filesBefore);
    }
  }

  @Test
  void anotherDocumentIsOpenedInTheMiddle() throws IOException {
    inTheMiddle(0, (_, test) -> test.open("rich-metadata.safetensors"));
  }

  @Test
  void theDocumentIsClosedInTheMiddle() throws IOException {
    inTheMiddle(1, (_, test) -> test.run(Command.CLOSE));
  }

  @Test
  void theWorkIsStoppedInTheMiddle() throws IOException {
    inTheMiddle(2, (_, test) -> test.robot.interact(test.jobs::cancelAll));
  }

  @Test
  void theWindowIsClosedInTheMiddle() throws IOException {
    inTheMiddle(3, (_, test) -> test.robot.interact(test.workspace::close));
  }

  @Test
  void fileIsTruncatedDuringTheWork() throws IOException {
    Path file = sample("soon-gone.safetensors");
    byte[] bytes = Files.readAllBytes(sample("nan-and-inf.safetensors"));
    for (LongJob each : List.of(LongJob.HASH, LongJob.EQUAL, LongJob.MANIFEST)) {
      Files.write(file, bytes);
      open("soon-gone.safetensors");
      jobs.hold(name -> name.startsWith("io.github.tensorloupe.desktop.pane." + each.place));
      each.begin.accept(this);
      TestWindow.waitUntil(each + " has begun", () -> jobs.heldCount() > 0);
      Files.write(file, new byte[8]);

      jobs.release();

      TestWindow.waitUntil(
          "nothing runs after " + each, () -> workspace.context.jobs().running().isEmpty());
      assertThat(Files.exists(sample("target.json"))).isFalse();
      run(Command.CLOSE);
    }
  }
}
