package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.ScanResults.ScanState;
import io.github.tensorloupe.desktop.storage.StoredScans;
import io.github.tensorloupe.desktop.testing.Pulses;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.library.Health;
import io.github.tensorloupe.model.FileIdentity;
import io.github.tensorloupe.storage.Folders;
import io.github.tensorloupe.testing.ShardFolder;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Labeled;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/// Compares what all parts of the window show about the health of a document.
@ExtendWith(StageExtension.class)
class HealthJourneyTest {

  private static final String MISSING_SHARD =
      "In the shard model-00002-of-00002.safetensors, which is missing or cannot be read: only the"
          + " name is known";

  @TempDir Path folder;

  private Workspace workspace;
  private StoredScans scans;

  @Start
  void show(Stage stage) {
    scans =
        new StoredScans(new Folders(Map.of("XDG_CACHE_HOME", folder.toString()), new Properties()));
    workspace = new Workspace(new TestEnvironment(folder).memory(scans).build());
    TestWindow.show(stage, workspace.view, 1200, 900);
  }

  @AfterEach
  void close(FxRobot robot) {
    robot.interact(() -> TestWindow.close(workspace::close));
  }

  private ScanResults results() {
    return workspace.context.results();
  }

  private void open(FxRobot robot, Path path) {
    robot.interact(() -> workspace.opener.open(path));
    TestWindow.waitUntil("it is open", () -> results().healthProperty().get().isPresent());
    Pulses.settle();
  }

  private void setState(FxRobot robot, ScanState state) {
    robot.interact(() -> results().stateProperty().set(state));
  }

  private void scan(FxRobot robot) {
    setState(robot, new ScanState.NotStarted());
    robot.interact(() -> workspace.context.commands().run(Command.SCAN_VALUES));
    TestWindow.waitUntil(
        "it is scanned and measured",
        () -> results().stateProperty().get().equals(new ScanState.Done()));
    Pulses.settle();
  }

  private static String text(FxRobot robot, String id) {
    return robot
        .lookup(id)
        .tryQuery()
        .filter(HealthJourneyTest::isShown)
        .map(
            node ->
                node instanceof Labeled label
                    ? label.getText()
                    : ((Parent) node)
                        .lookupAll(".label").stream()
                            .filter(HealthJourneyTest::isShown)
                            .map(each -> ((Labeled) each).getText())
                            .collect(Collectors.joining(" ")))
        .orElse("");
  }

  private static boolean isShown(Node node) {
    return Stream.iterate(node, each -> each != null, Node::getParent).allMatch(Node::isVisible);
  }

  /// Returns what each part shows, one part per line.
  private String shown(FxRobot robot) {
    show(robot, Command.SHOW_OVERVIEW);
    String overview =
        Stream.of("#overview-loads", "#overview-weights", "#overview-values", "#overview-notes")
            .map(id -> text(robot, id))
            .filter(text -> !text.isEmpty())
            .collect(Collectors.joining(", "));
    show(robot, Command.SHOW_PROBLEMS);
    String problems = text(robot, "#problems-none") + " " + text(robot, "#problems-none-hint");
    show(robot, Command.SHOW_LAYERS);
    String tree =
        robot.lookup(".health-cell").queryAll().stream()
            .map(Node::getAccessibleText)
            .filter(Objects::nonNull)
            .map(text -> text.replace("\n", "; ").replace(MISSING_SHARD, "In a missing shard"))
            .distinct()
            .collect(Collectors.joining(", "));
    return String.join(
            "\n",
            "badge: " + text(robot, "#verdict"),
            "overview: " + overview,
            "status bar: " + text(robot, "#status-problems") + " " + text(robot, "#scan-chip"),
            "problems: " + text(robot, "#problems-count") + " " + problems.strip(),
            "layers: " + text(robot, "#layers-notice"),
            "tree: " + tree)
        .replaceAll("(?m) +$", "");
  }

  private void show(FxRobot robot, Command pane) {
    robot.interact(() -> workspace.context.commands().run(pane));
    Pulses.settle();
  }

  private static TensorFiles layers(float value) {
    TensorFiles file = new TensorFiles();
    for (int layer = 0; layer < 4; layer++) {
      file.floats("layers." + layer + ".weight", layer == 2 ? value : 1, 2, 3);
    }
    return file;
  }

  @Test
  void intactFileIsFineOnceItIsScanned(FxRobot robot) throws IOException {
    open(robot, layers(1).write(folder.resolve("intact.safetensors")));
    assertThat(shown(robot))
        .isEqualTo(
            """
            badge:
            overview: Loads, Scan values
            status bar:  Values not scanned
            problems:  No problems found The structure is valid. Values are not scanned yet.
            layers: The values are not scanned yet.
            tree:\
            """);

    setState(robot, new ScanState.Running());
    assertThat(shown(robot))
        .isEqualTo(
            """
            badge:
            overview: Loads, Scanning values: 0 of 4
            status bar:  Values: scanning, 0 %
            problems:  No problems found The structure is valid. Values are being scanned.
            layers: The values are being scanned.
            tree:\
            """);

    scan(robot);
    assertThat(shown(robot))
        .isEqualTo(
            """
            badge:
            overview: Loads, Values fine
            status bar:  Values: no problems
            problems:  No problems found Structure and values are valid.
            layers:
            tree: Values: no problems\
            """);
  }

  @Test
  void scaledLayerIsDoubtfulInTheLibraryToo(FxRobot robot) throws IOException {
    TensorFiles scaled = new TensorFiles();
    for (int layer = 0; layer < 8; layer++) {
      float scale = layer == 2 ? 100 : 1;
      byte[] values = TensorFiles.f32(scale, -2 * scale, 3 * scale, scale);
      scaled.tensor("layers." + layer + ".weight", Dtype.F32, values, 2, 2);
    }
    open(robot, scaled.write(folder.resolve("scaled.safetensors")));
    scan(robot);
    assertThat(shown(robot)).contains("times larger");
    FileIdentity identity =
        workspace
            .context
            .selection()
            .openDocument()
            .orElseThrow()
            .checkpoint()
            .files()
            .getFirst()
            .identity();

    TestWindow.assertEventually(
        () -> assertThat(scans.health(identity, 8)).isEqualTo(Health.DOUBTFUL));
  }

  @Test
  void nanIsAnErrorEverywhere(FxRobot robot) throws IOException {
    open(robot, layers(Float.NaN).write(folder.resolve("nan.safetensors")));
    assertThat(shown(robot))
        .isEqualTo(
            """
            badge:
            overview: Loads, Scan values
            status bar:  Values not scanned
            problems:  No problems found The structure is valid. Values are not scanned yet.
            layers: The values are not scanned yet.
            tree:\
            """);

    setState(robot, new ScanState.Running());
    assertThat(shown(robot))
        .isEqualTo(
            """
            badge:
            overview: Loads, Scanning values: 0 of 4
            status bar:  Values: scanning, 0 %
            problems:  No problems found The structure is valid. Values are being scanned.
            layers: The values are being scanned.
            tree:\
            """);

    scan(robot);
    assertThat(shown(robot))
        .isEqualTo(
            """
            badge: Loads, but has NaN
            overview: Loads, 1 tensor with NaN, 1 error
            status bar: 1 error Values: 1 of 4 tensors has NaN
            problems: 1
            layers:
            tree: Values: no problems, NaN: 1, Contains: NaN\
            """);
  }

  @Test
  void noPartOfADamagedFileIsReportedAsWhole(FxRobot robot) throws IOException {
    byte[] whole = Files.readAllBytes(layers(1).write(folder.resolve("whole.safetensors")));
    Path damaged = folder.resolve("damaged.safetensors");
    Files.write(damaged, Arrays.copyOf(whole, whole.length - 4));
    open(robot, damaged);
    assertThat(shown(robot))
        .isEqualTo(
            """
            badge: Does not load
            overview: Does not load, Scan values, 1 error
            status bar: 1 error Values not scanned
            problems: 1
            layers: The values are not scanned yet.
            tree: Truncated: only the first bytes are in the file, Contains truncated or missing tensors\
            """);

    setState(robot, new ScanState.Running());
    assertThat(shown(robot))
        .isEqualTo(
            """
            badge: Does not load
            overview: Does not load, Scanning values: 0 of 4, 1 error
            status bar: 1 error Values: scanning, 0 %
            problems: 1
            layers: The values are being scanned.
            tree: Truncated: only the first bytes are in the file, Contains truncated or missing tensors\
            """);

    scan(robot);
    assertThat(shown(robot))
        .isEqualTo(
            """
            badge: Does not load
            overview: Does not load, No NaN or infinities in 3 of 4 tensors, 1 error
            status bar: 1 error Values: no NaN or infinities in the 3 of 4 tensors that are whole
            problems: 1
            layers:
            tree: Truncated: only the first bytes are in the file, Values: no problems, Contains truncated or missing tensors\
            """);
  }

  @Test
  void anIncompleteSetIsIncompleteEverywhere(FxRobot robot) throws IOException {
    ShardFolder set = new ShardFolder(Files.createDirectory(folder.resolve("set")));
    String first = ShardFolder.name(1, 2);
    String second = ShardFolder.name(2, 2);
    set.shard(1, 2, "layers.0.weight", "layers.1.weight")
        .index("", "layers.0.weight", first, "layers.1.weight", first, "layers.2.weight", second);
    open(robot, set.index());
    assertThat(shown(robot))
        .isEqualTo(
            """
            badge: Incomplete set
            overview: Incomplete set, Scan values, 1 error
            status bar: 1 error Values not scanned
            problems: 1
            layers: The values are not scanned yet.
            tree: In a missing shard, Contains truncated or missing tensors\
            """);

    setState(robot, new ScanState.Running());
    assertThat(shown(robot))
        .isEqualTo(
            """
            badge: Incomplete set
            overview: Incomplete set, Scanning values: 0 of 2, 1 error
            status bar: 1 error Values: scanning, 0 %
            problems: 1
            layers: The values are being scanned.
            tree: In a missing shard, Contains truncated or missing tensors\
            """);

    scan(robot);
    assertThat(shown(robot))
        .isEqualTo(
            """
            badge: Incomplete set
            overview: Incomplete set, 2 tensors all zero, 1 error
            status bar: 1 error Values: 2 of 2 tensors are suspicious
            problems: 3
            layers:
            tree: In a missing shard, All values are zero, Contains truncated or missing tensors; Contains: All values are zero\
            """);
  }
}
