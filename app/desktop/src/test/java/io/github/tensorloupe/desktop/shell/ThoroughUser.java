package io.github.tensorloupe.desktop.shell;

import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.desktop.testing.Transcript;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javafx.event.EventType;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.ComboBox;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Control;
import javafx.scene.control.Labeled;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.Slider;
import javafx.scene.control.TableView;
import javafx.scene.control.TextInputControl;
import javafx.scene.input.ContextMenuEvent;
import javafx.scene.input.KeyCode;
import javafx.scene.input.MouseButton;
import javafx.scene.input.PickResult;
import javafx.stage.Window;
import org.testfx.api.FxRobot;

/// Uses every visible control in a part of the window, in order, and writes down what each use
/// changes.
final class ThoroughUser {

  private static final List<KeyCode> KEYS =
      List.of(
          KeyCode.RIGHT,
          KeyCode.DOWN,
          KeyCode.SPACE,
          KeyCode.PAGE_DOWN,
          KeyCode.END,
          KeyCode.LEFT,
          KeyCode.UP,
          KeyCode.ENTER,
          KeyCode.PAGE_UP,
          KeyCode.HOME,
          KeyCode.BACK_SPACE);

  private static final int MOST_ITEMS = 4;

  private final FxRobot robot;
  private final Workbench workbench;
  private final Transcript transcript;

  ThoroughUser(FxRobot robot, Workbench workbench, Transcript transcript) {
    this.robot = robot;
    this.workbench = workbench;
    this.transcript = transcript;
  }

  /// Does one thing, and waits until no job runs.
  void act(String name, Runnable action) {
    transcript.step(
        name,
        () -> {
          robot.interact(action);
          waitForJobs();
        });
    robot.interact(this::tidyUp);
  }

  private void waitForJobs() {
    TestWindow.waitUntil("nothing runs", () -> workbench.window.jobs().running().isEmpty());
  }

  /// Uses every control in a part, which is shown again before each use.
  ///
  /// @param part is looked up each time; null if it is not there
  void useAll(String name, Runnable show, Supplier<Node> part) {
    act(name, show);
    robot.interact(show);
    for (String each : List.copyOf(usable(part.get()).keySet())) {
      use(
          name + " " + each,
          () -> {
            robot.interact(show);
            waitForJobs();
            return Optional.ofNullable(usable(part.get()).get(each));
          });
    }
  }

  private Map<String, Node> usable(Node part) {
    Map<String, Node> usable = new LinkedHashMap<>();
    if (part != null) {
      RandomUser.seen(part)
          .filter(ThoroughUser::isUsable)
          .forEach(node -> usable.putIfAbsent(name(node), node));
    }
    return usable;
  }

  private static boolean isUsable(Node node) {
    return switch (node) {
      case ButtonBase _, ComboBox<?> _, TextInputControl _, Slider _, TableView<?> _ -> true;
      case Control _ -> false;
      default -> node.isFocusTraversable();
    };
  }

  private static String name(Node node) {
    String kind = node.getClass().getSimpleName();
    if (node.getId() != null) {
      return kind + " #" + node.getId();
    }
    return kind + (node instanceof Labeled labeled ? " " + labeled.getText() : "");
  }

  private void use(String name, Supplier<Optional<Node>> node) {
    switch (node.get().orElse(null)) {
      case null -> {}
      case MenuButton button -> {
        act(name, node, (MenuButton it) -> it.show());
        for (MenuItem item : List.copyOf(button.getItems())) {
          if (item.getText() != null && item.isVisible() && !item.isDisable()) {
            act(name + " " + item.getText(), item::fire);
          }
        }
      }
      case ButtonBase _ -> act(name, node, (ButtonBase it) -> it.fire());
      case ComboBox<?> box -> {
        for (int i = 0; i < Math.min(box.getItems().size(), MOST_ITEMS); i++) {
          int at = i;
          act(name + " " + i, node, (ComboBox<?> it) -> it.getSelectionModel().clearAndSelect(at));
        }
      }
      case TextInputControl field when field.isEditable() ->
          act(name, node, (TextInputControl it) -> it.setText(it.getText() + "1"));
      case Slider _ -> act(name, node, (Slider it) -> it.adjustValue(it.getMax() / 4));
      case TableView<?> _ -> {
        act(name, node, (TableView<?> it) -> it.getSelectionModel().clearAndSelect(1));
        act(name + " menu", node, ThoroughUser::openMenu);
        press(name, node, KeyCode.ENTER);
        press(name, node, KeyCode.DELETE);
      }
      default -> {
        KEYS.forEach(key -> press(name, node, key));
        act(name + " click", node, ThoroughUser::click);
        act(name + " menu", node, ThoroughUser::openMenu);
      }
    }
  }

  @SuppressWarnings("unchecked")
  private <N extends Node> void act(
      String name, Supplier<Optional<Node>> node, Consumer<N> action) {
    node.get().ifPresent(it -> act(name, () -> action.accept((N) it)));
  }

  private void press(String name, Supplier<Optional<Node>> node, KeyCode key) {
    act(
        name + " " + key.getName(),
        node,
        it -> {
          it.requestFocus();
          RandomUser.press(it, key);
        });
  }

  private static void click(Node node) {
    Bounds bounds = node.getLayoutBounds();
    RandomUser.click(node, MouseButton.PRIMARY, bounds.getWidth() / 3, bounds.getHeight() / 3);
  }

  private static void openMenu(Node node) {
    EventType<ContextMenuEvent> type = ContextMenuEvent.CONTEXT_MENU_REQUESTED;
    PickResult pick = new PickResult(node, 10, 40);
    node.fireEvent(new ContextMenuEvent(type, 10, 40, 10, 40, false, pick));
  }

  /// Closes menus, notices and panels, so that the next step begins without them.
  private void tidyUp() {
    for (Window each : List.copyOf(Window.getWindows())) {
      if (each instanceof ContextMenu menu) {
        menu.hide();
      }
    }
    Scene scene = workbench.view.getScene();
    List<Node> closing = new ArrayList<>(scene.getRoot().lookupAll(".toast-close"));
    closing.forEach(each -> ((ButtonBase) each).fire());
    workbench.window.panels().hide();
  }
}
