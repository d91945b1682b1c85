package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tensorloupe.adapter.MeasuredModule;
import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.control.bars.BarsCanvas;
import io.github.tensorloupe.desktop.control.bars.BarsCanvas.Bar;
import io.github.tensorloupe.desktop.pane.BaseStructures;
import io.github.tensorloupe.desktop.pane.library.LibrarySources;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.storage.LibraryFile;
import io.github.tensorloupe.desktop.storage.ScanResultStore;
import io.github.tensorloupe.desktop.testing.ScriptedDialogs;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.library.HeaderCache;
import io.github.tensorloupe.library.LibraryScan;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.storage.Folders;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import javafx.scene.Node;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Labeled;
import javafx.scene.control.MenuButton;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import javafx.scene.control.TableView;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/// Examines the delta of a LoRA, the bases that it fits, and the parts it shares with another LoRA.
@ExtendWith(StageExtension.class)
class AdapterJourneyTest {

  private static final String BLOCK = "lora_unet_down_blocks_";

  @TempDir static Path folder;

  private final ScriptedDialogs dialogs = new ScriptedDialogs();
  private Path own;
  private Workspace workspace;

  @Start
  void show(Stage stage) throws IOException {
    own = Files.createTempDirectory(folder, "adapter");
    Folders folders = new Folders(Map.of("XDG_CACHE_HOME", own.toString()), new Properties());
    LibrarySources library =
        new LibrarySources(
            new LibraryFile(new Folders(Map.of(), new Properties())),
            new LibraryScan(new HeaderCache(), ScanResultStore.NONE),
            List::of,
            ScanResultStore.NONE,
            new BaseStructures(folders));
    workspace =
        new Workspace(
            new TestEnvironment(folder).dialogs(dialogs).outside(Desktop.with(library)).build());
    TestWindow.show(stage, workspace.view, 1200, 900);
  }

  @AfterEach
  void close(FxRobot robot) {
    robot.interact(() -> TestWindow.close(workspace::close));
  }

  /// Writes two modules of rank 1, and one that adds nothing.
  ///
  /// @param sign the sign of the first module
  private Path lora(String name, float sign) throws IOException {
    TensorFiles files = new TensorFiles();
    for (int block : new int[] {2, 10, 0}) {
      String module = BLOCK + block + "_attn_to_q";
      float size = block == 0 ? 0 : block == 2 ? sign : 3;
      files
          .tensor(module + ".lora_down.weight", Dtype.F32, TensorFiles.f32(1, 0, 0), 1, 3)
          .tensor(module + ".lora_up.weight", Dtype.F32, TensorFiles.f32(size, 0), 2, 1)
          .tensor(module + ".alpha", Dtype.F32, TensorFiles.f32(1));
    }
    return files.write(own.resolve(name));
  }

  private Path base(String name, int rows) throws IOException {
    TensorFiles files = new TensorFiles();
    for (int block : new int[] {0, 2, 10}) {
      String tensor = "down_blocks." + block + ".attn.to_q.weight";
      files.tensor(tensor, Dtype.F32, new byte[rows * 3 * 4], rows, 3);
    }
    return files.write(own.resolve(name));
  }

  private Selection selection() {
    return workspace.context.selection();
  }

  private void open(FxRobot robot, Path path) {
    robot.interact(() -> workspace.opener.open(path));
    TestWindow.waitUntil(path + " is open", () -> selection().openDocument().isPresent());
    TestWindow.waitUntil(
        "weights are found", () -> selection().quantizationProperty().get().isPresent());
  }

  private void turnTo(FxRobot robot, Command pane) {
    robot.interact(() -> workspace.context.commands().run(pane));
  }

  private static List<String> tabs(FxRobot robot, String id) {
    return robot.lookup(id).queryAs(TabPane.class).getTabs().stream().map(Tab::getText).toList();
  }

  private static boolean isShown(FxRobot robot, String id) {
    return robot.lookup(id).queryAll().stream().anyMatch(node -> node.getScene() != null);
  }

  private static String text(FxRobot robot, String id) {
    return robot.lookup(id).queryAllAs(Labeled.class).stream()
        .map(Labeled::getText)
        .findFirst()
        .orElse("");
  }

  private static void expectText(FxRobot robot, String id, String part) {
    TestWindow.assertEventually(() -> assertThat(text(robot, id)).contains(part));
  }

  @SuppressWarnings("unchecked")
  private static TableView<MeasuredModule> modules(FxRobot robot) {
    return robot.lookup("#adapter-modules").queryAs(TableView.class);
  }

  private void fits(FxRobot robot, Path base) {
    dialogs.file = Optional.of(base);
    MenuButton chooser = robot.lookup("#adapter-fits").queryAs(MenuButton.class);
    robot.interact(
        () -> {
          chooser.show();
          chooser.getItems().stream()
              .filter(item -> "adapter-fits-file".equals(item.getId()))
              .forEach(item -> item.fire());
          chooser.hide();
        });
  }

  @Test
  void tabOfAdaptersIsThereForAdaptersOnly(FxRobot robot) throws IOException {
    open(robot, base("base.safetensors", 2));
    assertThat(tabs(robot, "#detail-tabs")).doesNotContain("Adapter");
    assertThat(workspace.context.commands().isEnabled(Command.SHOW_ADAPTER)).isFalse();

    open(robot, lora("lora.safetensors", 1));

    assertThat(tabs(robot, "#detail-tabs")).containsSubsequence("Layers", "Adapter", "Hashes");
    assertThat(workspace.context.commands().isEnabled(Command.SHOW_ADAPTER)).isTrue();
    turnTo(robot, Command.SHOW_ADAPTER);
    expectText(robot, "#adapter-modules-title", "3 modules, rank 1");
    expectText(robot, "#adapter-modules-remarks", "names of kohya, read by sd-scripts");

    open(robot, base("base.safetensors", 2));

    assertThat(tabs(robot, "#detail-tabs")).doesNotContain("Adapter");
  }

  @Test
  void adapterThatIsOpenedAgainIsShownWhereItWas(FxRobot robot) throws IOException {
    Path lora = lora("lora.safetensors", 1);
    open(robot, lora);
    turnTo(robot, Command.SHOW_ADAPTER);
    expectText(robot, "#adapter-modules-title", "3 modules");

    turnTo(robot, Command.RELOAD);

    TestWindow.assertEventually(
        () -> {
          assertThat(selection().adapterProperty().get()).isPresent();
          assertThat(selection().viewProperty().get()).isEqualTo("adapter");
        });
  }

  @Test
  void modulesAreInNetworkOrderAndLinkToTheirFactors(FxRobot robot) throws IOException {
    open(robot, lora("lora.safetensors", 1));
    turnTo(robot, Command.SHOW_ADAPTER);
    expectText(robot, "#adapter-modules-title", "1 dead");
    assertThat(modules(robot).getItems())
        .extracting(each -> each.module().name())
        .containsExactly(BLOCK + "0_attn_to_q", BLOCK + "2_attn_to_q", BLOCK + "10_attn_to_q");
    expectText(robot, "#adapter-modules-details", "dead");
    Node norms = robot.lookup("#adapter-modules-norms").query();

    robot.interact(norms::requestFocus);
    robot.push(KeyCode.END);

    expectText(robot, "#adapter-modules-details", "norm 3");
    Hyperlink up =
        robot.lookup("#adapter-modules-links .hyperlink").queryAllAs(Hyperlink.class).stream()
            .filter(link -> link.getText().contains("lora_up"))
            .findFirst()
            .orElseThrow();
    robot.interact(up::fire);

    TensorRef tensor = selection().tensorProperty().get().orElseThrow();
    assertThat(tensor.info().name()).isEqualTo(BLOCK + "10_attn_to_q.lora_up.weight");
    assertThat(selection().caretProperty().get().orElseThrow().byteOffset())
        .isEqualTo(tensor.data().orElseThrow().range().begin());
    assertThat(selection().viewProperty().get()).isEqualTo("values");
  }

  @Test
  void selectedTensorMarksItsModule(FxRobot robot) throws IOException {
    open(robot, lora("lora.safetensors", 1));
    turnTo(robot, Command.SHOW_ADAPTER);
    expectText(robot, "#adapter-modules-title", "3 modules");

    robot.interact(() -> workspace.selectTensor(BLOCK + "2_attn_to_q.lora_down.weight"));

    expectText(robot, "#adapter-modules-details", BLOCK + "2_attn_to_q");
  }

  @Test
  void singularValuesHaveALogarithmicScaleOfSixDecades(FxRobot robot) throws IOException {
    TensorFiles files =
        new TensorFiles()
            .tensor("m.lora_down.weight", Dtype.F32, TensorFiles.f32(1, 0, 0, 1), 2, 2)
            .tensor("m.lora_up.weight", Dtype.F32, TensorFiles.f32(2, 0, 0, 2e-3f), 2, 2);
    open(robot, files.write(own.resolve("spectrum.safetensors")));
    turnTo(robot, Command.SHOW_ADAPTER);
    expectText(robot, "#adapter-modules-title", "1 module");
    robot.interact(() -> modules(robot).getSelectionModel().select(0));

    List<Bar> bars =
        robot.lookup("#adapter-spectrum").queryAs(BarsCanvas.class).contentProperty().get().bars();
    assertThat(bars.getFirst().height()).isEqualTo(1);
    assertThat(bars.getLast().height()).isCloseTo(0.5, within(0.01));
  }

  @Test
  void chosenBaseShowsWhetherTheAdapterFits(FxRobot robot) throws IOException {
    open(robot, lora("lora.safetensors", 1));
    turnTo(robot, Command.SHOW_ADAPTER);
    expectText(robot, "#adapter-modules-title", "3 modules");

    fits(robot, base("base.safetensors", 2));

    expectText(robot, "#adapter-modules-title", ", fits");
    expectText(robot, "#adapter-modules-remarks", "base.safetensors");

    fits(robot, base("larger.safetensors", 4));

    expectText(robot, "#adapter-modules-title", "3 of another shape");

    fits(robot, Files.writeString(own.resolve("broken.safetensors"), "no header"));

    expectText(robot, "#adapter-modules-said", "broken.safetensors");
    assertThat(text(robot, "#adapter-modules-title")).contains("3 of another shape");
  }

  @Test
  void missingBaseIsReportedAndOmittedForTheNextAdapter(FxRobot robot) throws IOException {
    Path base = base("base.safetensors", 2);
    open(robot, lora("lora.safetensors", 1));
    turnTo(robot, Command.SHOW_ADAPTER);
    expectText(robot, "#adapter-modules-title", "3 modules");
    fits(robot, base);
    expectText(robot, "#adapter-modules-title", ", fits");
    Files.writeString(base, "no header");

    open(robot, lora("other.safetensors", 1));
    turnTo(robot, Command.SHOW_ADAPTER);

    TestWindow.assertEventually(
        () -> {
          assertThat(selection().openDocument().orElseThrow().name())
              .isEqualTo("other.safetensors");
          assertThat(text(robot, "#adapter-modules-title")).endsWith("1 dead");
        });
  }

  @Test
  void baseWhoseDriveIsAwayIsKnownFromBefore(FxRobot robot) throws IOException {
    Path base = base("base.safetensors", 2);
    open(robot, lora("lora.safetensors", 1));
    turnTo(robot, Command.SHOW_ADAPTER);
    expectText(robot, "#adapter-modules-title", "3 modules");
    fits(robot, base);
    expectText(robot, "#adapter-modules-title", ", fits");
    Files.delete(base);

    fits(robot, base);

    expectText(robot, "#adapter-modules-remarks", "Not found; showing");
    assertThat(text(robot, "#adapter-modules-title")).contains(", fits");
  }

  @Test
  void opposingModulesOfTwoAdaptersAreReported(FxRobot robot) throws IOException {
    Path a = lora("a.safetensors", 1);
    Path b = lora("b.safetensors", -1);
    robot.interact(() -> workspace.opener.compare(a, b, List.of()));
    TestWindow.waitUntil("both are compared", () -> workspace.comparison.session().isPresent());
    assertThat(tabs(robot, "#detail-tabs")).contains("Adapter");

    turnTo(robot, Command.SHOW_ADAPTER);

    expectText(robot, "#adapter-pairs-table-title", "pull against each other");

    Path base = base("base.safetensors", 2);
    robot.interact(() -> workspace.opener.compare(base, b, List.of()));
    TestWindow.assertEventually(
        () -> assertThat(tabs(robot, "#detail-tabs")).doesNotContain("Adapter"));
  }
}
