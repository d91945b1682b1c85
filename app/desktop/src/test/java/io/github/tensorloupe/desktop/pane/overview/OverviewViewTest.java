package io.github.tensorloupe.desktop.pane.overview;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.analysis.health.FindingGroup;
import io.github.tensorloupe.analysis.health.FindingGroup.Kind;
import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.FileDocument.LocatedFinding;
import io.github.tensorloupe.desktop.selection.PastedHash;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.ScanResults.ScannedTensor;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.selection.TensorFindings;
import io.github.tensorloupe.desktop.testing.OpenFiles;
import io.github.tensorloupe.desktop.testing.Pulses;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.integrity.expected.Check;
import io.github.tensorloupe.integrity.hash.HashKind;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.testing.SampleBytes;
import io.github.tensorloupe.testing.SampleHealth;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Labeled;
import javafx.scene.control.ScrollPane;
import javafx.scene.input.Clipboard;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.Region;
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

  /// Returns commands that are all disabled.
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
  private final BooleanProperty inSight = new SimpleBooleanProperty(true);
  private Stage stage;

  @Start
  void show(Stage shown) throws IOException {
    selection.documentProperty().subscribe(_ -> results.begin(selection.openDocument()));
    stage = shown;
    Messages messages = Messages.english();
    OverviewView view =
        new OverviewView(
            new OverviewViewModel(selection, results, Jobs.onFxThread(), messages),
            commands(),
            () -> {},
            (_, _) -> {},
            inSight,
            messages);
    TestWindow.show(stage, view, 1000, 900);
    Path file =
        new TensorFiles()
            .tensor("model.a.weight", Dtype.BF16, new byte[4000], 2000)
            .floats("model.b.weight", 1, 2)
            .metadata("format", "pt")
            .metadata("modelspec.title", "Harbor")
            .metadata("modelspec.author", "Ada")
            .metadata("modelspec.license", "CC0-1.0")
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
  void descriptionsHaveNoMarkupAndLongPillsFitThePage(FxRobot robot) throws Exception {
    Path file =
        new TensorFiles()
            .floats("a", 1)
            .metadata("modelspec.title", "Ink")
            .metadata(
                "modelspec.description",
                "# Ink\n\n"
                    + "A **bold** style for [comics](https://a.b) and other books, old or _new_.\n")
            .metadata("modelspec.license", "W".repeat(5000))
            .write(folder.resolve("ink.safetensors"));
    robot.interact(
        () -> {
          stage.setWidth(420);
          return files.show(file, selection);
        });
    awaitTitle(robot, "Ink");

    assertThat(text(robot, "#overview-tagline"))
        .isEqualTo("Ink A bold style for comics and other books, old or new.");
    assertThat(text(robot, "#identity-description"))
        .isEqualTo("Ink A bold style for comics and other books, old or new.");
    Region fact = robot.lookup("#fact-license").queryAs(Region.class);
    Region page = robot.lookup("#overview-masthead").queryAs(Region.class);
    TestWindow.assertEventually(
        () -> {
          assertThat(fact.getWidth()).isGreaterThan(100);
          assertThat(fact.localToScene(fact.getWidth(), 0).getX())
              .isLessThanOrEqualTo(page.localToScene(page.getWidth(), 0).getX());
        });
  }

  private List<Overview.IdentifiedPart> identified(Path path) throws IOException {
    return Overview.of(files.open(path), Cancellation.NEVER).identified();
  }

  private Path withPicture(Path path) throws IOException {
    byte[] gif =
        Base64.getDecoder().decode("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7");
    String uri = "data:image/gif;base64," + Base64.getEncoder().encodeToString(gif);
    return new TensorFiles().floats("a", 1).metadata("modelspec.thumbnail", uri).write(path);
  }

  @Test
  void onlyAPictureThatIsShownIsDecoded() throws IOException {
    Path pictures = Files.createDirectories(folder.resolve("pictures"));
    Path first = withPicture(pictures.resolve("a.safetensors"));
    withPicture(pictures.resolve("b.safetensors"));

    assertThat(identified(first)).allMatch(part -> part.picture().isPresent());
    assertThat(identified(pictures)).hasSize(2).allMatch(part -> part.picture().isEmpty());
  }

  @Test
  void pageSaysWhatTheFileIs(FxRobot robot) throws Exception {
    awaitTitle(robot, "Harbor");

    assertThat(text(robot, "#overview-tagline")).isEqualTo("by Ada");
    assertThat(text(robot, "#fact-precision")).isEqualTo("BF16");
    assertThat(text(robot, "#fact-parameters")).isEqualTo("2,002 parameters");
    assertThat(text(robot, "#fact-license")).isEqualTo("CC0-1.0");
    assertThat(text(robot, "#overview-loads")).isEqualTo("Loads");
    assertThat(robot.lookup("#overview-verdict").tryQuery()).as("nothing to warn of").isEmpty();
    assertThat(text(robot, "#overview-stat-tensors")).isEqualTo("2");
    assertThat(text(robot, "#overview-stat-file-size")).isEqualTo("4.27 kB");
    assertThat(text(robot, "#overview-memory-stored")).isEqualTo("4.01 kB");
    assertThat(text(robot, "#overview-metadata-count")).isEqualTo("4 entries");
    assertThat(robot.lookup("#overview-dtypes").tryQuery()).isPresent();
    assertThat(robot.lookup("#overview-groups").tryQuery()).isPresent();
    assertThat(robot.lookup("#overview-files").tryQuery()).isEmpty();
  }

  @Test
  void pastedHashResultIsShownUntilAnotherDocumentIsOpened(FxRobot robot) throws Exception {
    awaitTitle(robot, "Harbor");
    assertThat(robot.lookup("#overview-pasted-hash").query().isVisible()).isFalse();
    TensorFile file = selection.openDocument().orElseThrow().checkpoint().files().getFirst();

    robot.interact(() -> results.setPastedHash(new PastedHash.Other(file, true)));
    assertThat(text(robot, "#overview-pasted-hash"))
        .isEqualTo(
            "Its SHA-256 does not match the hash you pasted: the file is damaged or another"
                + " version.");
    assertThat(pastedIcon(robot)).isEqualTo(Feather.X_CIRCLE);

    robot.interact(() -> results.setPastedHash(new PastedHash.Same(file, HashKind.SHA256)));
    assertThat(text(robot, "#overview-pasted-hash"))
        .isEqualTo("Its SHA-256 matches the hash you pasted.");
    assertThat(pastedIcon(robot)).isEqualTo(Feather.CHECK_CIRCLE);

    Path next = new TensorFiles().floats("t", 1).write(folder.resolve("next.safetensors"));
    robot.interact(() -> show(next));
    awaitTitle(robot, "Unknown kind of model");
    assertThat(robot.lookup("#overview-pasted-hash").query().isVisible()).isFalse();
  }

  private static Ikon pastedIcon(FxRobot robot) {
    Labeled line = robot.lookup("#overview-pasted-hash").query();
    return ((FontIcon) line.getGraphic()).getIconCode();
  }

  @Test
  void badValuesAreReportedAndLinkToTheFirstTensor(FxRobot robot) throws Exception {
    awaitTitle(robot, "Harbor");
    assertThat(robot.lookup("#overview-values-first").query().isVisible()).isFalse();

    robot.interact(() -> results.addHealth(List.of(nan(1, "model.b.weight"))));
    robot.interact(() -> results.addHealth(List.of(nan(0, "model.a.weight"))));

    assertThat(text(robot, "#overview-values")).isEqualTo("2 tensors with NaN");
    assertThat(text(robot, "#overview-values-first")).isEqualTo("Go to first: model.a.weight");
    robot.clickOn("#overview-values-first");
    assertThat(selection.tensorProperty().get().orElseThrow().info().name())
        .isEqualTo("model.a.weight");
  }

  @Test
  void notesAboutWeightsAreCountedInALinkToProblems(FxRobot robot) throws Exception {
    awaitTitle(robot, "Harbor");
    Finding note =
        new Finding(
            FindingCode.SCALE_OUTLIER,
            Sentence.of("Large."),
            Optional.of("model.a.weight"),
            Optional.empty());
    FindingGroup<LocatedFinding> group =
        new FindingGroup<>(
            Kind.ofConcern(note), 1, 1, List.of(new LocatedFinding(Optional.empty(), note)));

    robot.interact(() -> results.setWeights(new TensorFindings(List.of(group), Map.of())));

    assertThat(robot.lookup("#overview-notes").query().isVisible()).isTrue();
    assertThat(text(robot, "#overview-notes")).isEqualTo("1 note");
  }

  @Test
  void badValuesFoundWhileHiddenAreReportedOnceShown(FxRobot robot) throws Exception {
    awaitTitle(robot, "Harbor");
    String before = text(robot, "#overview-values");

    robot.interact(() -> inSight.set(false));
    robot.interact(() -> results.addHealth(List.of(nan(1, "model.b.weight"))));
    assertThat(text(robot, "#overview-values")).isEqualTo(before);

    robot.interact(() -> inSight.set(true));
    assertThat(text(robot, "#overview-values")).isEqualTo("1 tensor with NaN");
  }

  @Test
  void hashResultIsShownInTheVerdictLine(FxRobot robot) throws Exception {
    awaitTitle(robot, "Harbor");
    assertThat(text(robot, "#overview-check-download")).isEqualTo("Check the hashes…");

    robot.interact(() -> results.checkedHashesProperty().set(Optional.of(Check.Result.MATCH)));
    assertThat(text(robot, "#overview-check-download")).isEqualTo("Hashes match");
    robot.interact(() -> results.checkedHashesProperty().set(Optional.of(Check.Result.MISMATCH)));
    assertThat(text(robot, "#overview-check-download")).isEqualTo("Hash differs");
  }

  @Test
  void aCutFileSaysHowMuchIsThereAndWhichTensorsAreLost(FxRobot robot) throws Exception {
    byte[] whole =
        Files.readAllBytes(
            new TensorFiles()
                .floats("a", 1, 2)
                .floats("b", 3)
                .floats("c", 4)
                .write(folder.resolve("whole.safetensors")));
    Path cut =
        SampleBytes.write(
            folder.resolve("cut.safetensors"), Arrays.copyOf(whole, whole.length - 6));
    robot.interact(() -> show(cut));
    awaitTitle(robot, "Unknown kind of model");

    assertThat(text(robot, "#overview-verdict-title")).endsWith(" % of the file is here");
    assertThat(text(robot, "#overview-verdict-sentence"))
        .contains("6 B are missing.")
        .endsWith("1 of 3 tensors are whole.");
    assertThat(robot.lookup("#overview-verdict .evidence-tensor").queryAll())
        .extracting(node -> ((Labeled) node).getText())
        .containsExactly("b", "c");
    robot.interact(
        () -> ((Button) robot.lookup("#overview-verdict .evidence-tensor").query()).fire());
    assertThat(selection.tensorProperty().get().orElseThrow().info().name()).isEqualTo("b");
  }

  @Test
  void aFileOfMetadataAloneIsCalledThat(FxRobot robot) throws Exception {
    Path file = new TensorFiles().metadata("a", "b").write(folder.resolve("text.safetensors"));
    robot.interact(() -> show(file));
    awaitTitle(robot, "Metadata without tensors");

    assertThat(text(robot, "#overview-metadata-count")).isEqualTo("1 entry");
    assertThat(robot.lookup("#overview-values").query().isVisible())
        .as("nothing to scan")
        .isFalse();
    assertThat(robot.lookup("#overview-memory").tryQuery()).isEmpty();
  }

  private static ScannedTensor nan(int tensor, String name) {
    Finding finding =
        new Finding(
            FindingCode.NAN, Sentence.of("It has NaN."), Optional.of(name), Optional.empty());
    return new ScannedTensor(tensor, SampleHealth.nanAt(0), List.of(finding));
  }

  @Test
  void clickingALargeTensorSelectsIt(FxRobot robot) throws Exception {
    awaitTitle(robot, "Harbor");

    robot.interact(() -> robot.lookup("#overview-scroll").queryAs(ScrollPane.class).setVvalue(1));
    robot.clickOn("#overview-tensor-1");

    assertThat(selection.tensorProperty().get().orElseThrow().info().name())
        .isEqualTo("model.b.weight");
  }

  @Test
  void aLargeTensorCanBeSelectedWithTheKeyboard(FxRobot robot) throws Exception {
    awaitTitle(robot, "Harbor");
    robot.interact(() -> robot.lookup("#overview-tensor-0").query().requestFocus());

    robot.push(KeyCode.SPACE);

    assertThat(selection.tensorProperty().get().orElseThrow().info().name())
        .isEqualTo("model.a.weight");
  }

  @Test
  void cardsAreInOneColumnInANarrowWindow(FxRobot robot) throws Exception {
    awaitTitle(robot, "Harbor");
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
    FileDocument document = files.open(pointer);

    robot.interact(() -> selection.show(new DocumentState.Open(document)));

    awaitTitle(robot, "Git LFS pointer");
    assertThat(text(robot, "#overview-loads")).isEqualTo("Not a safetensors file");
    assertThat(text(robot, "#overview-verdict-variant")).contains("HeaderTooLarge");
    assertThat(text(robot, "#overview-verdict-title")).contains("was not downloaded");
    assertThat(text(robot, "#overview-pointer-size")).contains("12 bytes");
    assertThat(text(robot, "#overview-advice")).startsWith("Run this in the clone");
    robot.interact(() -> robot.lookup("#overview-pointer-command").queryButton().fire());
    robot.interact(
        () ->
            assertThat(Clipboard.getSystemClipboard().getString())
                .isEqualTo("git lfs install && git lfs pull"));
    assertThat(robot.lookup("#overview-stat-tensors").tryQuery()).isEmpty();
    assertThat(robot.lookup("#overview-stat-file-size").tryQuery()).isPresent();
  }

  /// Writes an index next to two shards and shows the set.
  private void showSet(FxRobot robot, Path folder) throws Exception {
    Path index =
        SampleBytes.write(
            folder.resolve("model.safetensors.index.json"),
            SampleBytes.index("a", "a.safetensors", "b", "b.safetensors"));
    robot.interact(() -> show(index));
    awaitTitle(robot, "Unknown kind of model");
  }

  @Test
  void missingAndTruncatedShardsOfASetAreReported(FxRobot robot) throws Exception {
    Path set = Files.createDirectories(folder.resolve("set"));
    Files.write(set.resolve("b.safetensors"), new byte[0]);

    showSet(robot, set);

    assertThat(text(robot, "#overview-kind")).isEqualTo("Set of 2 shards, 1 missing");
    assertThat(text(robot, "#overview-shards-summary")).startsWith("1 of 2 shards are here");
    assertThat(text(robot, ".missing-shard .mono")).isEqualTo("a.safetensors");
    assertThat(text(robot, "#overview-verdict-title")).isEqualTo("1 of 2 shards are missing");
    assertThat(text(robot, ".verdict-more")).contains("b.safetensors is refused");
  }

  @Test
  void aSetThatIsCompleteSaysSo(FxRobot robot) throws Exception {
    Path set = Files.createDirectories(folder.resolve("complete"));
    new TensorFiles().floats("a", 1).write(set.resolve("a.safetensors"));
    new TensorFiles().floats("b", 1).write(set.resolve("b.safetensors"));

    showSet(robot, set);

    assertThat(text(robot, "#overview-shards-summary")).isEqualTo("All 2 shards are here");
  }

  @Test
  void noDocumentShowsNothing(FxRobot robot) throws Exception {
    awaitTitle(robot, "Harbor");

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
    awaitTitle(robot, "Folder with 3 files in 2 parts");

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
