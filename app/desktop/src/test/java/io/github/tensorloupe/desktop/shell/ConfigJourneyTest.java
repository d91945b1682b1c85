package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.settings.ChosenSettings;
import io.github.tensorloupe.desktop.storage.Settings;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.Labeled;
import javafx.scene.control.TextArea;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/// Opens models whose configuration promises more, or other values, than the tensors have.
@ExtendWith(StageExtension.class)
class ConfigJourneyTest {

  private static final String LAYER = "model.layers.%d.input_layernorm.weight";

  @TempDir Path folder;

  private Workspace workspace;

  @Start
  void show(Stage stage) {
    ChosenSettings settings = ChosenSettings.inMemory(Settings.DEFAULT);
    workspace = new Workspace(new TestEnvironment(folder).settings(settings).build());
    TestWindow.show(stage, workspace.view, 1300, 900);
  }

  @AfterEach
  void close(FxRobot robot) {
    robot.interact(() -> TestWindow.close(workspace::close));
  }

  /// Opens a model whose configuration states a number of layers and a tied head.
  ///
  /// @param head the bytes of the stored head, which is stored after an embedding of zeros
  private void open(FxRobot robot, int configured, int stored, byte[] head) throws IOException {
    Files.writeString(
        folder.resolve("config.json"),
        """
        {
          "architectures": ["LlamaForCausalLM"],
          "model_type": "llama",
          "num_hidden_layers": %d,
          "hidden_size": 8, "vocab_size": 4, "tie_word_embeddings": true
        }
        """
            .formatted(configured));
    TensorFiles file = new TensorFiles();
    file.tensor("model.embed_tokens.weight", Dtype.F16, new byte[64], 4, 8);
    file.tensor("lm_head.weight", Dtype.F16, head, 4, 8);
    for (int layer = 0; layer < stored; layer++) {
      file.tensor(LAYER.formatted(layer), Dtype.F16, new byte[16], 8);
    }
    Path path = file.write(folder.resolve("model.safetensors"));
    robot.interact(() -> workspace.opener.open(path));
  }

  private static String text(FxRobot robot, String query) {
    return robot.lookup(query).tryQueryAs(Labeled.class).map(Labeled::getText).orElse("");
  }

  private static List<String> texts(FxRobot robot, String query) {
    return robot.lookup(query).queryAllAs(Labeled.class).stream().map(Labeled::getText).toList();
  }

  @Test
  void missingLayerIsReportedWithBothWitnesses(FxRobot robot) throws IOException {
    open(robot, 3, 2, new byte[64]);
    TestWindow.assertEventually(
        () ->
            assertThat(text(robot, "#overview-config-findings"))
                .isEqualTo("1 error in the configuration"));
    assertThat(text(robot, "#verdict")).isEqualTo("Loads, but has errors");
    assertThat(text(robot, "#overview-config-layers")).isEqualTo("3");
    assertThat(text(robot, "#overview-config-layers-tensors")).isEqualTo("2");
    assertThat(texts(robot, "#overview-config-table .label"))
        .anySatisfy(effect -> assertThat(effect).contains("num_hidden_layers", "random"));

    robot.clickOn("#overview-config-layers");

    TestWindow.assertEventually(
        () ->
            assertThat(robot.lookup("#config-text").queryAs(TextArea.class).getSelectedText())
                .isEqualTo("\"num_hidden_layers\": 3"));
    robot.clickOn("#config-close");
    robot.clickOn("#overview-config-layers-tensors");
    assertThat(workspace.context.selection().tensorProperty().get().map(TensorRef::info))
        .hasValueSatisfying(it -> assertThat(it.name()).startsWith("model.layers."));
  }

  @Test
  void headIsComparedWithItsEmbeddingWhenTheValuesAreScanned(FxRobot robot) throws IOException {
    byte[] other = new byte[64];
    other[1] = 0x3c;
    open(robot, 2, 2, other);

    TestWindow.assertEventually(
        () ->
            assertThat(text(robot, "#overview-config-findings"))
                .isEqualTo("1 warning about the configuration"));
    assertThat(text(robot, "#overview-config-head-tensors"))
        .isEqualTo("differs from the embedding");
  }

  @Test
  void tableOfAnAgreeingConfigurationIsShownOnRequest(FxRobot robot) throws IOException {
    open(robot, 2, 2, new byte[64]);
    TestWindow.assertEventually(
        () ->
            assertThat(text(robot, "#overview-config-all-agree"))
                .contains("of the configuration agree with the tensors"));
    assertThat(robot.lookup("#overview-config-table").<Node>query().isVisible()).isFalse();

    robot.clickOn("#overview-config-all-agree");

    assertThat(robot.lookup("#overview-config-table").<Node>query().isVisible()).isTrue();
    assertThat(text(robot, "#overview-config-layers")).isEqualTo("2");
  }

  @Test
  void modelWithoutConfigurationHasNoCard(FxRobot robot) throws IOException {
    Path path =
        new TensorFiles()
            .tensor("model.embed_tokens.weight", Dtype.F16, new byte[64], 4, 8)
            .write(folder.resolve("model.safetensors"));
    robot.interact(() -> workspace.opener.open(path));

    TestWindow.assertEventually(
        () -> assertThat(workspace.context.results().configsProperty().get()).hasSize(1));
    assertThat(robot.lookup("#overview-config").<Node>queryAll()).noneMatch(Node::isVisible);
  }
}
