package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.error.LazyPane;
import io.github.tensorloupe.desktop.pane.PaneDescriptor;
import io.github.tensorloupe.desktop.storage.WeightForm;
import io.github.tensorloupe.desktop.testing.Pulses;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.testing.TensorFiles;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javafx.scene.Node;
import javafx.scene.layout.Region;
import javafx.stage.Stage;
import javax.management.ObjectName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/// Builds the panes of a window repeatedly, as after faults, and counts the instances of the
/// program's classes, which include view models, loaders and the lambdas of subscriptions.
@ExtendWith(StageExtension.class)
class RebuiltPanesTest {

  private static final int BUILDS = 2;
  private static final Pattern CLASS_COUNT =
      Pattern.compile("(?m)^ *\\d+: +(\\d+) +\\d+ +(io\\.github\\.tensorloupe\\.[^\\s/@]+)");

  @TempDir Path folder;

  private Workspace workspace;

  @Start
  void show(Stage known) {
    workspace = new Workspace(new TestEnvironment(folder).build());
    // TestFX keeps the events of its own stage, and with them the nodes of earlier views.
    TestWindow.show(new Stage(), workspace.view, 1200, 900);
  }

  @AfterEach
  void close(FxRobot robot) {
    robot.interact(() -> TestWindow.close(workspace::close));
  }

  @Test
  void panesOfADocumentLeaveNothingWhenTheyAreRebuilt(FxRobot robot) throws Exception {
    Path file = fp8("fp8.safetensors", 4);
    robot.interact(() -> workspace.opener.openAsItIs(file));
    TestWindow.waitUntil(
        "weights are found",
        () -> workspace.context.selection().quantizationProperty().get().isPresent());
    robot.interact(() -> workspace.selectTensor("x.weight"));
    Set<LazyPane<?>> panes = new LinkedHashSet<>();
    for (PaneDescriptor pane : Panes.FILE) {
      robot.interact(() -> workspace.view.panes.show(pane));
      panes.addAll(guards(robot));
    }
    assertThat(workspace.weights.shownForm()).isEqualTo(WeightForm.VALUES);

    assertThat(panes).hasSizeGreaterThan(10);
    assertThat(leftByBuilding(robot, panes)).isEmpty();
  }

  @Test
  void panesOfAComparisonLeaveNothingWhenTheyAreRebuilt(FxRobot robot) throws Exception {
    Path a = fp8("a.safetensors", 4);
    Path b = fp8("b.safetensors", 5);
    robot.interact(() -> workspace.opener.compare(a, b, List.of()));
    TestWindow.waitUntil(
        "all is compared",
        () ->
            workspace
                .comparison
                .context()
                .filter(it -> it.compared().results().isComplete())
                .isPresent());
    ComparisonSession session = workspace.comparison.session().orElseThrow();
    robot.interact(() -> session.context.compared().selection().select(0));
    Set<LazyPane<?>> panes = new LinkedHashSet<>();
    for (Command pane :
        List.of(
            Command.SHOW_VALUES,
            Command.SHOW_HEATMAP,
            Command.SHOW_HISTOGRAM,
            Command.SHOW_BYTES,
            Command.SHOW_METADATA,
            Command.SHOW_LAYERS)) {
      robot.interact(() -> workspace.view.panes.show(pane));
      panes.addAll(guards(robot));
    }

    assertThat(panes).hasSizeGreaterThan(6);
    assertThat(leftByBuilding(robot, panes)).isEmpty();
  }

  private Path fp8(String name, float scale) throws Exception {
    ByteBuffer scales = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
    scales.putFloat(0.5f).putFloat(scale);
    byte[] codes = {0x38, 0x3c, 0x40, 0x38, 0x3c, 0x40};
    return new TensorFiles()
        .tensor("x.weight", Dtype.F8_E4M3, codes, 2, 3)
        .tensor("x.weight_scale", Dtype.F32, scales.array(), 2, 1)
        .floats("plain", 1, 2, scale)
        .write(folder.resolve(name));
  }

  private Set<LazyPane<?>> guards(FxRobot robot) {
    settle(robot);
    return robot
        .from(workspace.view)
        .lookup((Node node) -> node instanceof LazyPane)
        .queryAll()
        .stream()
        .map(pane -> (LazyPane<?>) pane)
        .collect(Collectors.toSet());
  }

  private void settle(FxRobot robot) {
    TestWindow.waitUntil("nothing runs", () -> workspace.context.jobs().running().isEmpty());
    Pulses.settle();
    // A control keeps the last owner of the focus.
    robot.interact(new Region()::requestFocus);
  }

  /// Returns the classes with an additional instance for each build, twice in a row. Background
  /// work of the window may add instances once.
  private Set<String> leftByBuilding(FxRobot robot, Set<LazyPane<?>> panes) throws Exception {
    build(robot, panes, 1);
    Map<String, Long> first = instances();
    Map<String, Long> second = afterBuilding(robot, panes);
    Map<String, Long> third = afterBuilding(robot, panes);
    return third.keySet().stream()
        .filter(name -> grows(name, first, second) && grows(name, second, third))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private Map<String, Long> afterBuilding(FxRobot robot, Set<LazyPane<?>> panes) throws Exception {
    build(robot, panes, BUILDS);
    return instances();
  }

  private static boolean grows(String name, Map<String, Long> before, Map<String, Long> after) {
    return after.getOrDefault(name, 0L) - before.getOrDefault(name, 0L) >= BUILDS;
  }

  private void build(FxRobot robot, Set<LazyPane<?>> panes, int times) {
    for (int i = 0; i < times; i++) {
      robot.interact(() -> panes.forEach(LazyPane::build));
      settle(robot);
    }
    assertThat(panes).noneMatch(LazyPane::hasFailed);
  }

  private static Map<String, Long> instances() throws Exception {
    // References are cleared by the first collection.
    System.gc();
    String histogram =
        (String)
            ManagementFactory.getPlatformMBeanServer()
                .invoke(
                    new ObjectName("com.sun.management:type=DiagnosticCommand"),
                    "gcClassHistogram",
                    new Object[] {new String[0]},
                    new String[] {String[].class.getName()});
    Map<String, Long> counts = new TreeMap<>();
    for (MatchResult line : CLASS_COUNT.matcher(histogram).results().toList()) {
      counts.merge(line.group(2), Long.parseLong(line.group(1)), Long::sum);
    }
    return counts;
  }
}
