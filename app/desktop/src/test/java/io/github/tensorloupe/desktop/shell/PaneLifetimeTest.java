package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.error.LazyPane;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.PaneDescriptor;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.settings.ChosenSettings;
import io.github.tensorloupe.desktop.storage.Settings;
import io.github.tensorloupe.desktop.testing.Pulses;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.testing.DemoSamples;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javafx.scene.Node;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.Region;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/// Rebuilds every pane of the window, as after a fault, and checks that the old pane is released.
@ExtendWith(StageExtension.class)
class PaneLifetimeTest {

  private static final int MAX_COLLECTIONS = 20;

  @TempDir Path folder;

  private Workspace workspace;

  @Start
  void show(Stage stage) throws IOException {
    DemoSamples.write(folder.resolve("samples"));
    workspace = new Workspace(new TestEnvironment(folder).build());
    // The stage of the test framework keeps all its events, and thereby their targets.
    TestWindow.show(new Stage(), workspace.view, 1000, 900);
  }

  @AfterEach
  void close(FxRobot robot) {
    robot.interact(() -> TestWindow.close(workspace::close));
  }

  @Test
  void modelsDoNotHoldReplacedPanes(FxRobot robot) {
    open(robot, "rich-metadata.safetensors");
    Set<LazyPane<?>> panes = new LinkedHashSet<>();
    for (PaneDescriptor pane : Panes.FILE) {
      robot.interact(() -> workspace.view.panes.show(pane));
      Pulses.settle();
      robot
          .from(workspace.view)
          .lookup((Node node) -> node instanceof LazyPane)
          .queryAll()
          .forEach(each -> panes.add((LazyPane<?>) each));
    }
    robot.interact(
        () ->
            assertThat(
                    workspace.selectTensor(
                        "lora_te_text_model_encoder_layers_0_mlp_fc1.lora_up.weight"))
                .isTrue());
    assertThat(panes).hasSizeGreaterThan(14);
    Map<String, WeakReference<Node>> before = new LinkedHashMap<>();
    panes.forEach(pane -> before.put(pane.title(), new WeakReference<>(pane.content())));

    robot.interact(() -> panes.forEach(LazyPane::build));
    Pulses.settle();

    assertThat(panes).noneMatch(LazyPane::hasFailed);
    // The start page is created only when it is shown.
    robot.interact(() -> workspace.context.commands().run(Command.CLOSE));
    Pulses.settle();
    assertThat(held(robot, before)).isEmpty();
  }

  @Test
  void nothingOfWhatWasShownOfADocumentIsHeldOnceAnotherOneIsOpen(FxRobot robot) {
    open(robot, "rich-metadata.safetensors");
    TestWindow.waitUntil(
        "the overview is filled", () -> robot.from(view()).lookup(".card").queryAll().size() > 3);
    Map<String, WeakReference<Node>> before = cards(robot);

    open(robot, "nan-and-inf.safetensors");
    robot.interact(
        () ->
            before.values().removeIf(card -> card.get() != null && card.get().getScene() != null));

    assertThat(before).isNotEmpty();
    assertThat(held(robot, before)).isEmpty();
  }

  @Test
  void aClosedDocumentIsHeldByNothing(FxRobot robot) {
    open(robot, "rich-metadata.safetensors");
    TestWindow.waitUntil(
        "the overview is filled", () -> robot.from(view()).lookup(".card").queryAll().size() > 3);
    Map<String, WeakReference<FileDocument>> before =
        Map.of(
            "document",
            new WeakReference<>(workspace.context.selection().openDocument().orElseThrow()));
    robot.interact(() -> workspace.context.commands().run(Command.ALIGN_DATA));
    TestWindow.waitUntil(
        "the save is planned", () -> robot.lookup("#save-plan-how").tryQuery().isPresent());
    robot.push(KeyCode.ESCAPE);

    robot.interact(() -> workspace.context.commands().run(Command.CLOSE));
    TestWindow.waitUntil("nothing runs", () -> workspace.context.jobs().running().isEmpty());
    Pulses.settle();

    assertThat(held(robot, before)).isEmpty();
  }

  @Test
  void aClosedWindowIsNotHeldByTheSettings(FxRobot robot) {
    ChosenSettings settings = ChosenSettings.inMemory(Settings.DEFAULT);
    Map<String, WeakReference<Workspace>> before = new HashMap<>();
    robot.interact(
        () -> {
          Workspace other = new Workspace(withUntrackedJobs(new TestEnvironment(folder), settings));
          before.put("window", new WeakReference<>(other));
          Stage stage = new Stage();
          TestWindow.show(stage, other.view, 1000, 900);
          other.opener.openAsItIs(folder.resolve("samples/rich-metadata.safetensors"));
          stage.setOnHidden(_ -> other.close());
        });
    TestWindow.waitUntil(
        "nothing runs", () -> before.get("window").get().context.jobs().running().isEmpty());

    robot.interact(() -> before.get("window").get().view.getScene().getWindow().hide());

    assertThat(held(robot, before)).isEmpty();
    settings.changeAppearance(look -> look.withFontSize(20));
  }

  /// Returns an environment with jobs that tests do not wait for and therefore do not keep
  /// reachable.
  private static Workspace.Environment withUntrackedJobs(
      TestEnvironment surroundings, ChosenSettings settings) {
    Workspace.Environment environment = surroundings.settings(settings).build();
    return new Workspace.Environment(
        environment.dialogs(),
        environment.host(),
        environment.cacheFolder(),
        environment.fileOperations(),
        environment.scanMemory(),
        settings,
        environment.desktop(),
        environment.library(),
        environment.diagnostics(),
        environment.reader(),
        Jobs.onFxThread());
  }

  private Map<String, WeakReference<Node>> cards(FxRobot robot) {
    Map<String, WeakReference<Node>> cards = new LinkedHashMap<>();
    for (Node card : robot.from(view()).lookup(".card").queryAll()) {
      cards.put(card.getId() + " " + card.getClass().getSimpleName(), new WeakReference<>(card));
    }
    return cards;
  }

  private Node view() {
    return workspace.view;
  }

  private void open(FxRobot robot, String sample) {
    robot.interact(() -> workspace.opener.openAsItIs(folder.resolve("samples").resolve(sample)));
    TestWindow.waitUntil(
        sample + " is open",
        () ->
            workspace
                .context
                .selection()
                .openDocument()
                .filter(document -> document.name().equals(sample))
                .isPresent());
    TestWindow.waitUntil("nothing runs", () -> workspace.context.jobs().running().isEmpty());
    Pulses.settle();
  }

  private static <T> List<String> held(FxRobot robot, Map<String, WeakReference<T>> before) {
    List<String> held = List.copyOf(before.keySet());
    for (int i = 0; i < MAX_COLLECTIONS && !held.isEmpty(); i++) {
      robot.interact(new Region()::requestFocus);
      System.gc();
      held =
          before.entrySet().stream()
              .filter(entry -> entry.getValue().get() != null)
              .map(Map.Entry::getKey)
              .toList();
    }
    return held;
  }
}
