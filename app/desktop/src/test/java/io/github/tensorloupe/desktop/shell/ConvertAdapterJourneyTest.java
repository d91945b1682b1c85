package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tensorloupe.adapter.Adapter;
import io.github.tensorloupe.adapter.AdapterScan;
import io.github.tensorloupe.convert.AdapterOperation.Dialect;
import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.testing.ScriptedDialogs;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Labeled;
import javafx.scene.control.Slider;
import javafx.scene.control.TableView;
import javafx.scene.control.TextInputControl;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/// Changes LoRAs in the whole window.
@ExtendWith(StageExtension.class)
class ConvertAdapterJourneyTest {

  private static final String BLOCK = "lora_unet_down_blocks_0_attentions_0_proj_in";
  private static final String TEXT = "lora_te_text_model_encoder_layers_0_self_attn_q_proj";

  private static final String TEXT_PATH = "text_model.encoder.layers.0.self_attn.q_proj";

  @TempDir private Path folder;

  private final ScriptedDialogs dialogs = new ScriptedDialogs();
  private Workspace workspace;

  @Start
  void show(Stage stage) {
    workspace = new Workspace(new TestEnvironment(folder).dialogs(dialogs).build());
    TestWindow.show(stage, workspace.view, 1200, 1000);
  }

  @AfterEach
  void close(FxRobot robot) {
    robot.interact(() -> TestWindow.close(workspace::close));
  }

  /// Writes two modules of rank 2, whose changes are diagonal matrices with 4 and 3 times a factor.
  private Path lora(String name, float factor) throws IOException {
    TensorFiles files = new TensorFiles();
    for (String module : new String[] {BLOCK, TEXT}) {
      files
          .tensor(module + ".lora_down.weight", Dtype.F32, TensorFiles.f32(4, 0, 0, 3), 2, 2)
          .tensor(
              module + ".lora_up.weight", Dtype.F32, TensorFiles.f32(factor, 0, 0, factor), 2, 2)
          .tensor(module + ".alpha", Dtype.F32, TensorFiles.f32(2));
    }
    return files.write(folder.resolve(name));
  }

  private void open(FxRobot robot, Path path) {
    robot.interact(() -> workspace.opener.open(path));
    Selection selection = workspace.context.selection();
    TestWindow.waitUntil(path + " is open", () -> selection.openDocument().isPresent());
    TestWindow.waitUntil(
        "weights are found", () -> selection.quantizationProperty().get().isPresent());
  }

  private void openPanel(FxRobot robot, Path path, Command command, String control) {
    open(robot, path);
    if (command != Command.LORA_EXTRACT) {
      TestWindow.waitUntil(
          "it is an adapter",
          () -> workspace.context.selection().adapterProperty().get().isPresent());
    }
    robot.interact(() -> workspace.context.commands().run(command));
    TestWindow.waitUntil("the options are shown", () -> isShown(robot, control));
  }

  private static boolean isShown(FxRobot robot, String id) {
    return robot.lookup("#" + id).tryQuery().filter(Node::isVisible).isPresent();
  }

  private static String text(FxRobot robot, String id) {
    return robot.lookup("#" + id).tryQueryAs(Labeled.class).map(Labeled::getText).orElse("");
  }

  private static String notice(FxRobot robot) {
    return robot.lookup("#convert .notice .label").queryAll().stream()
        .map(node -> ((Labeled) node).getText())
        .findFirst()
        .orElse("");
  }

  private static void review(FxRobot robot) {
    robot.clickOn("#convert-review");
    TestWindow.waitUntil("the plan is shown", () -> isShown(robot, "convert-write"));
  }

  private static void write(FxRobot robot) {
    review(robot);
    robot.clickOn("#convert-write");
    TestWindow.waitUntil("it is written", () -> isShown(robot, "convert-open"));
  }

  private double norm(String file, String module) throws IOException {
    try (TensorFile written = TensorFile.open(Adapter.fileAt(folder.resolve(file)))) {
      return AdapterScan.onAllProcessors()
          .modules(Adapter.of(written), Optional.empty(), Cancellation.NEVER, Progress.NONE)
          .stream()
          .filter(each -> each.module().name().equals(module))
          .findFirst()
          .orElseThrow()
          .norm();
    }
  }

  @Test
  void halfOfTheRankIsOfferedWithTheSharesThatItKeeps(FxRobot robot) throws IOException {
    openPanel(robot, lora("style.safetensors", 1), Command.LORA_RESIZE, "convert-rank");
    Slider rank = robot.lookup("#convert-rank").queryAs(Slider.class);
    assertThat(rank.getValue()).isEqualTo(1);
    TestWindow.assertEventually(
        () ->
            assertThat(text(robot, "convert-effect"))
                .startsWith("Rank 1. Keeps 80.0 % of the norm on average, and at least 80.0 %"));
    robot.interact(() -> rank.setValue(2));
    assertThat(text(robot, "convert-effect")).contains("Keeps 100 %");
    robot.interact(() -> rank.setValue(1));
    write(robot);

    assertThat(text(robot, "convert-counts")).contains("smallest cosine 0.80000");
    assertThat(norm("style-r1.safetensors", BLOCK)).isEqualTo(4, within(1e-5));
  }

  @Test
  void shareDeterminesTheRanks(FxRobot robot) throws IOException {
    openPanel(robot, lora("style.safetensors", 1), Command.LORA_RESIZE, "convert-rank");
    robot.clickOn("#convert-by-share");
    TestWindow.assertEventually(
        () -> assertThat(text(robot, "convert-effect")).contains("Ranks from 2 to 2"));
    robot.interact(() -> robot.lookup("#convert-share").queryAs(Slider.class).setValue(70));
    assertThat(text(robot, "convert-effect"))
        .startsWith("At least 70.0 % of the norm of each module. Ranks from 1 to 1");
  }

  @Test
  void namesOfAnotherDialectAreReviewedNextToTheOldOnes(FxRobot robot) throws IOException {
    openPanel(robot, lora("style.safetensors", 1), Command.LORA_DIALECT, "convert-dialect");
    ComboBox<Optional<Dialect>> dialect = robot.lookup("#convert-dialect").queryComboBox();
    robot.interact(() -> dialect.setValue(Optional.of(Dialect.DIFFUSERS)));
    review(robot);
    TableView<?> tensors = robot.lookup("#convert-tensors").queryTableView();
    List<Object> cells =
        tensors.getColumns().stream().<Object>map(column -> column.getCellData(0)).toList();
    assertThat(cells).startsWith(TEXT, "text_encoder." + TEXT_PATH + ".lora_A.weight");
    robot.clickOn("#convert-write");
    TestWindow.waitUntil("it is written", () -> isShown(robot, "convert-open"));

    assertThat(norm("style-diffusers.safetensors", "unet.down_blocks.0.attentions.0.proj_in"))
        .isEqualTo(5, within(1e-5));
  }

  @Test
  void adapterIsMergedWithAnotherByWeight(FxRobot robot) throws IOException {
    Path other = lora("other.safetensors", 2);
    openPanel(robot, lora("style.safetensors", 1), Command.LORA_MERGE, "convert-add");
    robot.clickOn("#convert-review");
    TestWindow.waitUntil("an adapter is missing", () -> notice(robot).startsWith("Add another"));
    dialogs.file = Optional.of(other);
    robot.clickOn("#convert-add");
    robot.interact(
        () -> robot.lookup("#convert-weight").queryAs(TextInputControl.class).setText("3"));
    write(robot);

    assertThat(norm("style-merged.safetensors", BLOCK)).isEqualTo(25, within(1e-4));
  }

  @Test
  void adapterIsMergedIntoABase(FxRobot robot) throws IOException {
    Path base =
        new TensorFiles()
            .tensor("down_blocks.0.attentions.0.proj_in.weight", Dtype.F32, new byte[16], 2, 2)
            .write(folder.resolve("base.safetensors"));
    openPanel(robot, lora("style.safetensors", 1), Command.LORA_INTO_BASE, "convert-base");
    robot.clickOn("#convert-review");
    TestWindow.waitUntil("the base is missing", () -> notice(robot).equals("Choose a base."));
    dialogs.file = Optional.of(base);
    robot.clickOn("#convert-base-file");
    robot.clickOn("#convert-review");
    TestWindow.waitUntil(
        "a module has no tensor", () -> notice(robot).contains("skip the missing modules"));
    robot.clickOn("#convert-skip-missing");
    write(robot);

    assertThat(text(robot, "convert-counts")).contains("1 tensor left out");
    try (TensorFile written = TensorFile.open(folder.resolve("style-merged.safetensors"))) {
      assertThat(written.data(written.header().tensors().getFirst()).orElseThrow().numbers())
          .containsExactly(4, 0, 0, 3);
    }
  }

  @Test
  void textEncoderIsDropped(FxRobot robot) throws IOException {
    openPanel(robot, lora("style.safetensors", 1), Command.LORA_DROP, "convert-name");
    CheckBox encoders = robot.lookup("Text encoders (modules: 1)").queryAs(CheckBox.class);
    robot.interact(() -> encoders.setSelected(true));
    write(robot);

    try (TensorFile written = TensorFile.open(folder.resolve("style-reduced.safetensors"))) {
      assertThat(written.header().tensors())
          .hasSize(3)
          .allMatch(tensor -> tensor.name().startsWith(BLOCK));
    }
  }

  @Test
  void differenceOfTwoCheckpointsBecomesAnAdapter(FxRobot robot) throws IOException {
    Path base = matrix("base.safetensors", 1, 0, 0, 1);
    openPanel(robot, matrix("tuned.safetensors", 1, 2, 0, 1), Command.LORA_EXTRACT, "convert-base");
    dialogs.file = Optional.of(base);
    robot.clickOn("#convert-base-file");
    write(robot);

    assertThat(norm("tuned-lora.safetensors", "layer")).isEqualTo(2, within(1e-5));
  }

  private Path matrix(String name, float... values) throws IOException {
    return new TensorFiles()
        .tensor("layer.weight", Dtype.F32, TensorFiles.f32(values), 2, 2)
        .write(folder.resolve(name));
  }

  @Test
  void menuOfTheAdapterPaneLeadsToThePanel(FxRobot robot) throws IOException {
    open(robot, lora("style.safetensors", 1));
    TestWindow.waitUntil(
        "it is an adapter",
        () -> workspace.context.selection().adapterProperty().get().isPresent());
    robot.interact(() -> workspace.context.commands().run(Command.SHOW_ADAPTER));
    TestWindow.waitUntil("the pane is shown", () -> isShown(robot, "adapter-change"));
    robot.clickOn("#adapter-change");
    robot.clickOn("#adapter-lora-resize");
    TestWindow.waitUntil("the options are shown", () -> isShown(robot, "convert-rank"));
    robot.push(KeyCode.ESCAPE);
    assertThat(isShown(robot, "convert")).isFalse();
  }
}
