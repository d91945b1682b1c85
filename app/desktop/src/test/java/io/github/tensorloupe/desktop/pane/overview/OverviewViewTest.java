package io.github.tensorloupe.desktop.pane.overview;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.job.FirstFrame;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.OpenDocument;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.ScanResults.ScannedTensor;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.testing.OpenFiles;
import io.github.tensorloupe.desktop.testing.Pulses;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.integrity.hash.HashKind;
import io.github.tensorloupe.integrity.hash.PastedHash;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.testing.SampleBytes;
import io.github.tensorloupe.testing.SampleHealth;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.text.Sentence;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.control.Labeled;
import javafx.scene.control.ScrollPane;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.kordamp.ikonli.Ikon;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;
import org.testfx.util.WaitForAsyncUtils;

@ExtendWith(StageExtension.class)
class OverviewViewTest {

  /// Commands that cannot be given.
  static Commands commands() {
    Commands commands = new Commands(Messages.english());
    for (Command command : Command.values()) {
      commands.bind(command, () -> {}, new SimpleBooleanProperty());
    }
    return commands;
  }

  @TempDir static Path folder;

  private final OpenFiles files = new OpenFiles();
  private final Selection selection = new Selection();
  private final ScanResults results = new ScanResults();
  private Stage stage;

  @Start
  void show(Stage shown) throws IOException {
    stage = shown;
    Messages messages = Messages.english();
    OverviewView view =
        new OverviewView(
            new OverviewViewModel(selection, results, Jobs.onFxThread(), messages),
            commands(),
            () -> {},
            FirstFrame.past(),
            messages);
    TestWindow.show(stage, view, 1000, 900);
    Path file =
        new TensorFiles()
            .tensor("model.a.weight", Dtype.BF16, new byte[4000], 2000)
            .floats("model.b.weight", 1, 2)
            .metadata("format", "pt")
            .write(folder.resolve("a.safetensors"));
    files.show(file, selection);
  }

  @AfterEach
  void closeFiles() throws IOException {
    files.close();
  }

  private static void await(Callable<Boolean> condition) throws Exception {
    WaitForAsyncUtils.waitFor(
        5,
        TimeUnit.SECONDS,
        () -> {
          Pulses.settle();
          return condition.call();
        });
  }

  private static String text(FxRobot robot, String id) {
    return robot.lookup(id).queryAs(Labeled.class).getText();
  }

  private static void awaitTitle(FxRobot robot, String title) throws Exception {
    await(
        () ->
            robot
                .lookup("#overview-title")
                .tryQueryAs(Labeled.class)
                .map(Labeled::getText)
                .filter(title::equals)
                .isPresent());
  }

  @Test
  void pageSaysWhatTheFileIs(FxRobot robot) throws Exception {
    awaitTitle(robot, "a.safetensors");

    assertThat(text(robot, "#overview-kind")).isEqualTo("Safetensors");
    assertThat(text(robot, "#overview-path")).endsWith("a.safetensors");
    assertThat(text(robot, "#overview-verdict-title")).isEqualTo("The file is complete and loads");
    assertThat(text(robot, "#overview-stat-tensors")).isEqualTo("2");
    assertThat(text(robot, "#overview-stat-parameters")).isEqualTo("2,002");
    assertThat(text(robot, "#overview-stat-data")).isEqualTo("4.01 kB");
    assertThat(text(robot, "#overview-metadata-count")).isEqualTo("1 entry");
    assertThat(robot.lookup("#overview-dtypes").tryQuery()).isPresent();
    assertThat(robot.lookup("#overview-groups").tryQuery()).isPresent();
    assertThat(robot.lookup("#overview-files").tryQuery()).isEmpty();
  }

  @Test
  void whatCameOfAPastedHashStandsInTheVerdictUntilAnotherDocumentIsOpened(FxRobot robot)
      throws Exception {
    awaitTitle(robot, "a.safetensors");
    assertThat(robot.lookup("#overview-pasted-hash").query().isVisible()).isFalse();
    TensorFile file = selection.openDocument().orElseThrow().checkpoint().files().getFirst();

    robot.interact(() -> selection.tell(new PastedHash.Other(file, true)));
    assertThat(text(robot, "#overview-pasted-hash"))
        .isEqualTo(
            "Its SHA-256 does not match the hash you pasted: the file is damaged or another"
                + " version.");
    assertThat(pastedIcon(robot)).isEqualTo(Feather.X_CIRCLE);

    robot.interact(() -> selection.tell(new PastedHash.Same(file, HashKind.SHA256)));
    assertThat(text(robot, "#overview-pasted-hash"))
        .isEqualTo("Its SHA-256 matches the hash you pasted.");
    assertThat(pastedIcon(robot)).isEqualTo(Feather.CHECK_CIRCLE);

    Path next = new TensorFiles().floats("t", 1).write(folder.resolve("next.safetensors"));
    robot.interact(() -> show(next));
    awaitTitle(robot, "next.safetensors");
    assertThat(robot.lookup("#overview-pasted-hash").query().isVisible()).isFalse();
  }

  private static Ikon pastedIcon(FxRobot robot) {
    Labeled line = robot.lookup("#overview-pasted-hash").query();
    return ((FontIcon) line.getGraphic()).getIconCode();
  }

  @Test
  void badValuesStandAboveTheVerdictThatTheFileLoadsAndNameTheFirstTensor(FxRobot robot)
      throws Exception {
    awaitTitle(robot, "a.safetensors");
    robot.interact(() -> results.begin(selection.openDocument()));
    assertThat(minY(robot, "#overview-values")).isGreaterThan(minY(robot, "#overview-verdict"));

    robot.interact(() -> results.addHealth(List.of(nan(1, "model.b.weight"))));
    robot.interact(() -> results.addHealth(List.of(nan(0, "model.a.weight"))));

    assertThat(minY(robot, "#overview-values")).isLessThan(minY(robot, "#overview-verdict"));
    assertThat(text(robot, "#overview-values-sentence"))
        .contains("The first with NaN or infinities: model.a.weight.");
  }

  @Test
  void thatAFileIsRefusedStandsAboveItsBadValues(FxRobot robot) throws Exception {
    byte[] whole = SampleBytes.floats(1, 2);
    Path cut =
        SampleBytes.write(
            folder.resolve("cut.safetensors"), Arrays.copyOf(whole, whole.length - 1));
    robot.interact(() -> show(cut));
    awaitTitle(robot, "cut.safetensors");

    robot.interact(() -> results.begin(selection.openDocument()));
    robot.interact(() -> results.addHealth(List.of(nan(0, "t"))));

    assertThat(minY(robot, "#overview-values")).isGreaterThan(minY(robot, "#overview-verdict"));
  }

  private static ScannedTensor nan(int tensor, String name) {
    Finding finding =
        new Finding(
            FindingCode.NAN, Sentence.of("It has NaN."), Optional.of(name), Optional.empty());
    return new ScannedTensor(tensor, SampleHealth.nanAt(0), List.of(finding));
  }

  private static double minY(FxRobot robot, String id) {
    return bounds(robot, id).getMinY();
  }

  @Test
  void clickingALargeTensorSelectsIt(FxRobot robot) throws Exception {
    awaitTitle(robot, "a.safetensors");

    robot.interact(() -> robot.lookup("#overview-scroll").queryAs(ScrollPane.class).setVvalue(1));
    robot.clickOn("#overview-tensor-1");

    assertThat(selection.tensorProperty().get().orElseThrow().info().name())
        .isEqualTo("model.b.weight");
  }

  @Test
  void aLargeTensorCanBeSelectedWithTheKeyboard(FxRobot robot) throws Exception {
    awaitTitle(robot, "a.safetensors");
    robot.interact(() -> robot.lookup("#overview-tensor-0").query().requestFocus());

    robot.push(KeyCode.SPACE);

    assertThat(selection.tensorProperty().get().orElseThrow().info().name())
        .isEqualTo("model.a.weight");
  }

  @Test
  void cardsStandInOneColumnWhereThereIsLittleRoom(FxRobot robot) throws Exception {
    awaitTitle(robot, "a.safetensors");
    assertThat(bounds(robot, "#overview-tensors").getMinX())
        .isGreaterThan(bounds(robot, "#overview-dtypes").getMaxX());

    robot.interact(() -> stage.setWidth(480));

    await(
        () ->
            bounds(robot, "#overview-tensors").getMinX()
                == bounds(robot, "#overview-dtypes").getMinX());
    assertThat(bounds(robot, "#overview-tensors").getMinY())
        .isGreaterThan(bounds(robot, "#overview-dtypes").getMaxY());
    assertThat(bounds(robot, "#overview-dtypes").getMaxX()).isLessThan(480);
  }

  private static Bounds bounds(FxRobot robot, String id) {
    Node node = robot.lookup(id).query();
    return node.localToScene(node.getBoundsInLocal());
  }

  @Test
  void refusedFileSaysWhyAndWhatHelps(FxRobot robot) throws Exception {
    Path pointer =
        Files.writeString(
            folder.resolve("b.safetensors"),
            "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 12\n");
    OpenDocument document = files.open(pointer);

    robot.interact(() -> selection.show(new DocumentState.Open(document)));

    awaitTitle(robot, "b.safetensors");
    assertThat(text(robot, "#overview-kind")).isEqualTo("Git LFS pointer");
    assertThat(text(robot, "#overview-verdict-title"))
        .isEqualTo("Not a safetensors file: Git LFS pointer");
    assertThat(text(robot, "#overview-verdict-variant")).contains("HeaderTooLarge");
    assertThat(text(robot, "#overview-verdict-sentence"))
        .contains("Git LFS pointer")
        .containsOnlyOnce("git lfs pull");
    assertThat(robot.lookup("#overview-advice").tryQuery())
        .as("what helps stands in the sentence")
        .isEmpty();
    assertThat(robot.lookup("#overview-stat-tensors").tryQuery()).isEmpty();
    assertThat(robot.lookup("#overview-stat-file-size").tryQuery()).isPresent();
  }

  @Test
  void aSetTellsEveryShardThatIsMissingOrCut(FxRobot robot) throws Exception {
    Path set = Files.createDirectories(folder.resolve("set"));
    Files.write(set.resolve("b.safetensors"), new byte[0]);
    Path index =
        SampleBytes.write(
            set.resolve("model.safetensors.index.json"),
            SampleBytes.index("a", "a.safetensors", "b", "b.safetensors"));

    robot.interact(() -> show(index));
    awaitTitle(robot, "set");

    assertThat(text(robot, "#overview-kind")).isEqualTo("Set of 2 shards, 1 missing");
    assertThat(text(robot, "#overview-verdict-sentence")).contains("a.safetensors is missing");
    assertThat(text(robot, ".verdict-more")).contains("b.safetensors is refused");
  }

  @Test
  void noDocumentShowsNothing(FxRobot robot) throws Exception {
    awaitTitle(robot, "a.safetensors");

    robot.interact(() -> selection.show(new DocumentState.Empty()));

    assertThat(robot.lookup("#overview-title").tryQuery()).isEmpty();
  }

  @Test
  void aPipelineIsListedByItsComponents(FxRobot robot) throws Exception {
    Path pipeline = Files.createDirectories(folder.resolve("pipeline"));
    Files.writeString(pipeline.resolve("model_index.json"), "{}");
    Path vae = Files.createDirectories(pipeline.resolve("vae"));
    new TensorFiles().floats("a", 1).write(vae.resolve("diffusion_pytorch_model.safetensors"));
    Path unet = Files.createDirectories(pipeline.resolve("unet"));
    for (int shard = 1; shard <= 2; shard++) {
      new TensorFiles()
          .floats("b" + shard, 1)
          .write(unet.resolve("diffusion_pytorch_model-0000" + shard + "-of-00002.safetensors"));
    }

    robot.interact(() -> show(pipeline));
    awaitTitle(robot, "pipeline");

    assertThat(text(robot, "#overview-kind")).isEqualTo("Folder with 3 files in 2 parts");
    assertThat(robot.from(robot.lookup("#overview-parts").queryParent()).lookup(".mono").queryAll())
        .extracting(node -> ((Labeled) node).getText())
        .containsExactly("unet", "vae");
  }

  private void show(Path path) {
    try {
      files.show(path, selection);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
