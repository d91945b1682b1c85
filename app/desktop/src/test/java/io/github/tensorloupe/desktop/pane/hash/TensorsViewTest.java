package io.github.tensorloupe.desktop.pane.hash;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.hash.TensorTask.ContentRow;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.testing.OpenFiles;
import io.github.tensorloupe.desktop.testing.ScriptedDialogs;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.FileBytes;
import io.github.tensorloupe.testing.TensorFiles;
import java.nio.file.Path;
import javafx.application.Platform;
import javafx.scene.Node;
import javafx.scene.control.Labeled;
import javafx.scene.control.ListView;
import javafx.scene.control.ScrollPane;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

@ExtendWith(StageExtension.class)
class TensorsViewTest {

  private static final int LENGTH = 40_000;

  @TempDir private Path folder;

  /// Background work that the test holds back.
  private final Deque<Runnable> held = new ArrayDeque<>();

  private boolean isHeld;
  private final OpenFiles files = new OpenFiles();
  private final Selection selection = new Selection();
  private final ScriptedDialogs dialogs = new ScriptedDialogs();
  private Path model;

  @Start
  void show(Stage stage) {
    Messages messages = Messages.english();
    Executor background =
        work -> {
          if (isHeld) {
            held.add(work);
          } else {
            Thread.ofPlatform().daemon().start(work);
          }
        };
    Jobs jobs = new Jobs(background, Platform::runLater);
    TensorsView view =
        new TensorsView(
            new EqualTensorsViewModel(selection, jobs, messages),
            new ManifestViewModel(selection, jobs, "a test", messages),
            () -> dialogs,
            messages);
    ScrollPane scroll = new ScrollPane(view);
    scroll.setFitToWidth(true);
    TestWindow.show(stage, scroll, 640, 900);
  }

  @BeforeEach
  void openModel(FxRobot robot) throws IOException {
    model = write("m.safetensors", random(1));
    open(robot, model);
  }

  private Path write(String name, byte[] bytes) throws IOException {
    return new TensorFiles()
        .tensor("embed", Dtype.U8, bytes, LENGTH)
        .tensor("head", Dtype.U8, random(1), LENGTH)
        .tensor("other", Dtype.U8, random(2), LENGTH)
        .metadata("lm_head.weight", "embed")
        .write(folder.resolve(name));
  }

  private static byte[] random(int seed) {
    byte[] bytes = new byte[LENGTH];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  private void open(FxRobot robot, Path path) {
    robot.interact(
        () -> {
          try {
            files.show(path, selection);
          } catch (IOException e) {
            throw new IllegalStateException(e);
          }
        });
  }

  @AfterEach
  void closeFiles() throws IOException {
    files.close();
  }

  private static String text(FxRobot robot, String id) {
    return robot
        .lookup(id)
        .tryQueryAs(Labeled.class)
        .filter(Node::isVisible)
        .map(Labeled::getText)
        .orElse("");
  }

  private static List<String> rows(FxRobot robot, String id) {
    return robot.lookup(id).<ListView<ContentRow>>tryQuery().stream()
        .flatMap(list -> list.getItems().stream())
        .map(ContentRow::text)
        .toList();
  }

  private Optional<String> selectedName() {
    return selection.tensorProperty().get().map(tensor -> tensor.info().name());
  }

  private static void expectText(FxRobot robot, String id, String beginning) {
    TestWindow.assertEventually(() -> assertThat(text(robot, id)).startsWith(beginning));
  }

  private void flip(String name, Path path) throws IOException {
    long offset =
        selection
            .openDocument()
            .orElseThrow()
            .checkpoint()
            .tensor(name)
            .orElseThrow()
            .data()
            .orElseThrow()
            .range()
            .begin();
    byte[] value;
    try (FileBytes bytes = FileBytes.open(path)) {
      value = bytes.read(offset, 1);
    }
    try (RandomAccessFile access = new RandomAccessFile(path.toFile(), "rw")) {
      access.seek(offset);
      access.write(value[0] ^ 1);
    }
  }

  @Test
  void equalTensorsAreFoundAndAClickSelectsOne(FxRobot robot) {
    robot.clickOn("#equal-look");

    expectText(robot, "#equal-outcome", "40.0 kB could be saved");
    assertThat(rows(robot, "#equal-list"))
        .containsExactly(
            "2 equal tensors of 40.0 kB: 40.0 kB wasted",
            "embed",
            "head",
            "Shared tensors left out of the file, according to its metadata",
            "lm_head.weight");
    robot.clickOn("head");
    assertThat(selectedName()).contains("head");
    robot.push(KeyCode.UP);
    assertThat(selectedName()).contains("embed");
  }

  @Test
  void stoppedSearchCanBeRestarted(FxRobot robot) {
    isHeld = true;
    robot.clickOn("#equal-look");
    assertThat(robot.lookup("#equal-progress").query().isVisible()).isTrue();
    assertThat(robot.lookup("#equal-look").query().getParent().isVisible()).isFalse();

    robot.clickOn("#equal-stop");

    assertThat(robot.lookup("#equal-look").query().getParent().isVisible()).isTrue();
    isHeld = false;
    held.forEach(Runnable::run);
    robot.clickOn("#equal-look");
    expectText(robot, "#equal-outcome", "40.0 kB");
  }

  @Test
  void anotherDocumentClearsTheResult(FxRobot robot) throws IOException {
    robot.clickOn("#equal-look");
    expectText(robot, "#equal-outcome", "40.0 kB");

    open(robot, write("n.safetensors", random(3)));

    assertThat(text(robot, "#equal-outcome")).isEmpty();
    assertThat(rows(robot, "#equal-list")).isEmpty();
    robot.clickOn("#equal-look");
    expectText(robot, "#equal-outcome", "No two tensors");
  }

  @Test
  void resultOfAClosedDocumentIsDropped(FxRobot robot) {
    isHeld = true;
    robot.clickOn("#equal-look");
    robot.interact(() -> selection.show(new DocumentState.Empty()));

    held.forEach(Runnable::run);
    robot.interact(() -> {});

    assertThat(text(robot, "#equal-outcome")).isEmpty();
  }

  @Test
  void damageSinceTheManifestIsReportedByName(FxRobot robot) throws IOException {
    Path manifest = folder.resolve("m.safetensors.tensorloupe-manifest.json");
    dialogs.target = Optional.of(manifest);
    assertThat(robot.lookup("#manifest-check-beside").query().isVisible()).isFalse();

    robot.clickOn("#manifest-write");

    expectText(
        robot, "#manifest-outcome", "Wrote the hashes of 3 tensors to m.safetensors.tensorloupe");
    TestWindow.waitUntil(
        "the manifest is seen", () -> robot.lookup("#manifest-check-beside").query().isVisible());
    robot.clickOn("#manifest-check-beside");
    expectText(robot, "#manifest-outcome", "All 3 tensors are unchanged since 2");
    flip("other", model);
    robot.clickOn("#manifest-check-beside");
    expectText(robot, "#manifest-outcome", model + " changed while it was open");
    open(robot, model);
    TestWindow.waitUntil(
        "the manifest is seen", () -> robot.lookup("#manifest-check-beside").query().isVisible());
    robot.clickOn("#manifest-check-beside");
    expectText(robot, "#manifest-outcome", "1 of 3 tensors have changed since 2");
    assertThat(rows(robot, "#manifest-list")).containsExactly("1 changed", "other");
    robot.clickOn("other");
    assertThat(selectedName()).contains("other");
  }

  @Test
  void truncatedTensorsAreOmittedAndReported(FxRobot robot) throws IOException {
    try (RandomAccessFile access = new RandomAccessFile(model.toFile(), "rw")) {
      access.setLength(access.length() - 1);
    }
    open(robot, model);
    dialogs.target = Optional.of(folder.resolve("cut.json"));

    robot.clickOn("#manifest-write");

    expectText(
        robot,
        "#manifest-outcome",
        "Wrote the hashes of 2 tensors to cut.json. Truncated tensors left out: 1");
  }

  @Test
  void stoppedWriteIsReportedAndLeavesNoFile(FxRobot robot) {
    isHeld = true;
    dialogs.target = Optional.of(folder.resolve("stopped.json"));
    robot.clickOn("#manifest-write");
    robot.clickOn("#manifest-stop");

    held.forEach(Runnable::run);

    expectText(robot, "#manifest-outcome", "Stopped. No manifest was written.");
    assertThat(folder.resolve("stopped.json")).doesNotExist();
  }

  @Test
  void invalidManifestIsReported(FxRobot robot) throws IOException {
    dialogs.manifest = Optional.of(Files.writeString(folder.resolve("x.json"), "{"));

    robot.clickOn("#manifest-check");

    expectText(robot, "#manifest-outcome", "The manifest is not JSON at line 1");
    assertThat(rows(robot, "#manifest-list")).isEmpty();
  }

  @Test
  void writingOntoTheModelIsRefused(FxRobot robot) throws IOException {
    byte[] before = Files.readAllBytes(model);
    dialogs.target = Optional.of(model);

    robot.clickOn("#manifest-write");

    TestWindow.waitUntil(
        "it is refused", () -> text(robot, "#manifest-outcome").contains("that is being read"));
    assertThat(model).hasBinaryContent(before);
  }

  @Test
  void cancelledDialogsChangeNothing(FxRobot robot) {
    robot.clickOn("#manifest-write");
    robot.clickOn("#manifest-check");

    assertThat(text(robot, "#manifest-outcome")).isEmpty();
  }
}
