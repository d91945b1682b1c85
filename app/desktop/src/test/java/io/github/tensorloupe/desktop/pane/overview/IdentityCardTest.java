package io.github.tensorloupe.desktop.pane.overview;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.testing.OpenFiles;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.scene.control.Button;
import javafx.scene.control.Labeled;
import javafx.scene.input.Clipboard;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

@ExtendWith(StageExtension.class)
class IdentityCardTest {

  /// A picture of one pixel.
  private static final String GIF = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";

  private static final String DOWN = "lora_unet_x_attn2_to_k.lora_down.weight";

  @TempDir Path folder;

  private final OpenFiles files = new OpenFiles();
  private final Selection selection = new Selection();
  private final ScanResults results = new ScanResults();

  @Start
  void show(Stage stage) {
    selection.documentProperty().subscribe(_ -> results.begin(selection.openDocument()));
    Messages messages = Messages.english();
    OverviewView view =
        new OverviewView(
            new OverviewViewModel(selection, results, Jobs.onFxThread(), messages),
            OverviewViewTest.commands(),
            () -> {},
            (_, _) -> {},
            new SimpleBooleanProperty(true),
            messages);
    TestWindow.show(stage, view, 700, 700);
  }

  @AfterEach
  void closeFiles() throws IOException {
    files.close();
  }

  private static TensorFiles lora() {
    return new TensorFiles()
        .tensor("a.bias", Dtype.F16, new byte[2], 1)
        .tensor(DOWN, Dtype.F16, new byte[3072], 2, 768);
  }

  private void open(FxRobot robot, Path path) throws IOException {
    FileDocument document = files.open(path);
    robot.interact(() -> selection.show(new DocumentState.Open(document)));
    TestWindow.waitUntil(
        "it is summed up", () -> robot.lookup("#overview-identity").tryQuery().isPresent());
  }

  private static String text(FxRobot robot, String id) {
    return robot.lookup(id).queryAs(Labeled.class).getText();
  }

  @Test
  void kindAndFamilyAreTheHeadline(FxRobot robot) throws IOException {
    open(robot, lora().write(folder.resolve("a.safetensors")));

    assertThat(text(robot, "#overview-title")).isEqualTo("LoRA adapter · Stable Diffusion 1.x");
    assertThat(text(robot, "#fact-rank")).isEqualTo("Rank 2");
  }

  @Test
  void factsWithTheSameTopicShareACell(FxRobot robot) throws IOException {
    open(
        robot,
        new TensorFiles()
            .floats("model.diffusion_model.input_blocks.1.1.proj_in.weight", 1)
            .floats("first_stage_model.decoder.conv_in.weight", 1)
            .floats("cond_stage_model.transformer.text_model.encoder.layers.0.mlp.fc1.weight", 1)
            .write(folder.resolve("a.safetensors")));

    assertThat(robot.lookup("#identity-contains").queryAllAs(Labeled.class))
        .extracting(Labeled::getText)
        .containsExactly("Diffusion model, VAE, CLIP text encoder");
  }

  @Test
  void unknownIsAnAnswer(FxRobot robot) throws IOException {
    open(robot, new TensorFiles().floats("weight", 1).write(folder.resolve("a.safetensors")));

    assertThat(text(robot, "#overview-title")).isEqualTo("Unknown kind of model");
    assertThat(robot.lookup("#identity-why").tryQuery()).isEmpty();
  }

  @Test
  void keysAloneLeadFromAStatementToTheTensorThatSaysIt(FxRobot robot) throws IOException {
    open(robot, lora().write(folder.resolve("a.safetensors")));
    robot.interact(() -> robot.lookup("#identity-why").query().requestFocus());

    robot.push(KeyCode.SPACE);
    Button evidence = robot.lookup("#overview-identity .evidence-tensor").queryButton();
    assertThat(evidence.getText()).startsWith(DOWN);
    robot.interact(evidence::requestFocus);
    robot.push(KeyCode.SPACE);

    assertThat(selection.tensorProperty().get().orElseThrow().info().name()).isEqualTo(DOWN);
  }

  @Test
  void evidenceIsShownAndHiddenOnRequest(FxRobot robot) throws IOException {
    open(robot, lora().write(folder.resolve("a.safetensors")));

    assertThat(robot.lookup("#overview-identity .evidence-tensor").tryQuery()).isEmpty();
    robot.clickOn("#identity-why");
    robot.clickOn("#identity-why");

    assertThat(robot.lookup("#overview-identity .evidence-list").tryQuery()).isEmpty();
  }

  @Test
  void kindAndFamilyAreBelowTheTitle(FxRobot robot) throws IOException {
    open(
        robot,
        lora()
            .metadata("modelspec.title", "Harbor\nlights")
            .write(folder.resolve("a.safetensors")));

    assertThat(text(robot, "#overview-title")).isEqualTo("Harbor lights");
    assertThat(text(robot, "#fact-kind")).isEqualTo("LoRA adapter");
    assertThat(text(robot, "#fact-family")).isEqualTo("Stable Diffusion 1.x");
  }

  @Test
  void oneButtonOpensAllReasons(FxRobot robot) throws IOException {
    open(robot, lora().metadata("ss_steps", "5").write(folder.resolve("a.safetensors")));

    assertThat(robot.lookup(".why-button").queryAll()).hasSize(1);
    robot.clickOn("#identity-why");
    assertThat(robot.lookup("#overview-identity .evidence-entry").queryAll())
        .extracting(node -> ((Labeled) node).getText())
        .contains("ss_steps = 5");
  }

  @Test
  void triggerWordsCanBeCopied(FxRobot robot) throws IOException {
    open(
        robot,
        lora()
            .metadata("modelspec.trigger_phrase", "ohwx man")
            .write(folder.resolve("a.safetensors")));

    robot.interact(() -> robot.lookup("#identity-copy-triggerWords").queryButton().fire());

    String[] copied = new String[1];
    robot.interact(() -> copied[0] = Clipboard.getSystemClipboard().getString());
    assertThat(copied[0]).isEqualTo("ohwx man");
  }

  @Test
  void theThumbnailIsShown(FxRobot robot) throws IOException {
    open(
        robot,
        lora()
            .metadata("modelspec.thumbnail", "data:image/gif;base64," + GIF)
            .write(folder.resolve("a.safetensors")));

    assertThat(robot.lookup("#identity-picture").tryQuery()).isPresent();
  }

  @Test
  void aBrokenThumbnailIsNoDrama(FxRobot robot) throws IOException {
    byte[] png = Base64.getDecoder().decode("iVBORw0KGgoAAAANSUhEUgAAAAQAAAAECAIAAAA=");
    open(
        robot,
        lora()
            .metadata("modelspec.thumbnail", Base64.getEncoder().encodeToString(png))
            .write(folder.resolve("a.safetensors")));

    assertThat(text(robot, "#fact-rank")).isEqualTo("Rank 2");
    assertThat(robot.lookup("#identity-picture").tryQuery()).isEmpty();
  }

  @Test
  void eachPartOfAFolderHasALineThatOpens(FxRobot robot) throws IOException {
    Files.createDirectory(folder.resolve("vae"));
    lora().write(folder.resolve("a.safetensors"));
    new TensorFiles()
        .tensor("decoder.up.0.block.0.conv1.weight", Dtype.F16, new byte[2], 1, 1, 1, 1)
        .write(folder.resolve("vae").resolve("b.safetensors"));
    open(robot, folder);

    Button line = robot.lookup("#identity-1-part").queryButton();
    assertThat(line.getAccessibleText()).contains("vae/b.safetensors").endsWith(": VAE");
    robot.interact(line::fire);

    assertThat(text(robot, "#identity-1-headline")).isEqualTo("VAE");
    robot.interact(line::fire);
    assertThat(robot.lookup("#identity-1-headline").tryQuery()).isEmpty();
  }
}
