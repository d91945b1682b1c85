package io.github.tensorloupe.desktop.shell;

import io.github.tensorloupe.desktop.testing.Outline;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.desktop.testing.Transcript;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.ObjIntConsumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javafx.event.EventType;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.ChoiceBox;
import javafx.scene.control.ComboBox;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Control;
import javafx.scene.control.ListView;
import javafx.scene.control.Menu;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.Slider;
import javafx.scene.control.TableView;
import javafx.scene.control.TextInputControl;
import javafx.scene.control.TreeTableView;
import javafx.scene.input.ContextMenuEvent;
import javafx.scene.input.KeyCode;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.input.PickResult;
import javafx.scene.input.ScrollEvent;
import javafx.stage.Window;
import org.testfx.api.FxRobot;

/// Uses every visible control in a part of the window, in order, and records the changes of each
/// use.
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

  private static final int MAX_ITEMS = 4;

  private final FxRobot robot;
  private final Workspace workspace;
  final Transcript transcript;

  /// The used part, or null if it is not shown.
  private Node lastPart;

  /// @param folder the folder of the files
  ThoroughUser(FxRobot robot, Workspace workspace, Path folder) {
    this.robot = robot;
    this.workspace = workspace;
    this.transcript = new Transcript(robot, folder);
  }

  /// Performs one action and waits until no job is running. Then closes menus, notices and panels.
  void act(String name, Runnable action) {
    step(name, action);
    onFxThread(this::tidyUp);
  }

  private void step(String name, Runnable action) {
    transcript.step(name, () -> onFxThread(action));
  }

  private void onFxThread(Runnable action) {
    robot.interact(action);
    if (!workspace.context.jobs().running().isEmpty()) {
      TestWindow.waitUntil("nothing runs", () -> workspace.context.jobs().running().isEmpty());
    }
  }

  /// Uses every control in a part. If a use has closed or replaced the part, or has hidden the next
  /// control, the part is shown again.
  ///
  /// @param part looked up for each use; supplies null if absent
  void useAll(String name, Runnable show, Supplier<Node> part) {
    step(name, show);
    lastPart = part.get();
    usable(lastPart)
        .forEach((key, node) -> use(name + " " + Outline.name(node), () -> shown(key, show, part)));
    onFxThread(this::tidyUp);
  }

  private Optional<Node> shown(String key, Runnable show, Supplier<Node> part) {
    robot.interactNoWait(this::closeMenusAndNotices);
    if (part.get() != lastPart || !usable(lastPart).containsKey(key)) {
      onFxThread(this::tidyUp);
      onFxThread(show);
      lastPart = part.get();
    }
    return Optional.ofNullable(usable(lastPart).get(key));
  }

  /// Returns the controls in a part by their id, or by role and text if they have none.
  private static Map<String, Node> usable(Node part) {
    Map<String, Node> usable = new LinkedHashMap<>();
    if (part != null) {
      RandomUser.nodesOf(part)
          .filter(ThoroughUser::isUsable)
          .forEach(
              node ->
                  usable.putIfAbsent(
                      Objects.requireNonNullElseGet(node.getId(), () -> Outline.name(node)), node));
    }
    return usable;
  }

  private static boolean isUsable(Node node) {
    return switch (node) {
      case ListView<?> list when list.getParent() instanceof ComboBox<?> -> false;
      case ButtonBase _, ComboBox<?> _, ChoiceBox<?> _, TextInputControl _, Slider _ -> true;
      case TableView<?> _, TreeTableView<?> _, ListView<?> _ -> true;
      case Control _ -> false;
      default -> node.isFocusTraversable();
    };
  }

  private void use(String name, Supplier<Optional<Node>> node) {
    switch (node.get().orElse(null)) {
      case null -> {}
      case MenuButton button -> {
        act(name, node, (MenuButton it) -> it.show());
        robot.interactNoWait(this::closeMenusAndNotices);
        for (MenuItem item : usable(button.getItems()).toList()) {
          step(name + " " + item.getText(), item::fire);
        }
      }
      case ButtonBase _ -> act(name, node, (ButtonBase it) -> it.fire());
      case ComboBox<?> box ->
          choose(
              name,
              node,
              box.getItems().size(),
              (ComboBox<?> it, int at) -> it.getSelectionModel().clearAndSelect(at));
      case ChoiceBox<?> box ->
          choose(
              name,
              node,
              box.getItems().size(),
              (ChoiceBox<?> it, int at) -> it.getSelectionModel().select(at));
      case TextInputControl field when field.isEditable() ->
          act(name, node, (TextInputControl it) -> it.setText(it.getText() + "1"));
      case Slider _ -> act(name, node, (Slider it) -> it.adjustValue(it.getMax() / 4));
      case TableView<?> _ -> {
        act(name, node, (TableView<?> it) -> it.getSelectionModel().clearAndSelect(1));
        useMenu(name + " menu", node);
        press(name, node, KeyCode.ENTER);
        press(name, node, KeyCode.DELETE);
      }
      default -> {
        KEYS.forEach(key -> press(name, node, key));
        act(name + " click", node, ThoroughUser::click);
        act(name + " drag", node, ThoroughUser::drag);
        act(name + " wheel", node, ThoroughUser::turnWheel);
        useMenu(name + " menu", node);
      }
    }
  }

  @SuppressWarnings("unchecked")
  private <N extends Node> void act(
      String name, Supplier<Optional<Node>> node, Consumer<N> action) {
    node.get().ifPresent(it -> step(name, () -> action.accept((N) it)));
  }

  private <N extends Node> void choose(
      String name, Supplier<Optional<Node>> node, int count, ObjIntConsumer<N> choice) {
    for (int i = 0; i < Math.min(count, MAX_ITEMS); i++) {
      int at = i;
      act(name + " " + i, node, (N it) -> choice.accept(it, at));
    }
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

  private void useMenu(String name, Supplier<Optional<Node>> node) {
    List<String> texts = new ArrayList<>();
    act(
        name,
        node,
        it -> {
          openMenu(it);
          shownItems().map(MenuItem::getText).forEach(texts::add);
        });
    for (int i = 0; i < texts.size(); i++) {
      int at = i;
      act(
          name + " " + texts.get(i),
          node,
          it -> {
            openMenu(it);
            shownItems().skip(at).findFirst().ifPresent(MenuItem::fire);
          });
    }
  }

  private static Stream<MenuItem> shownItems() {
    return List.copyOf(Window.getWindows()).stream()
        .flatMap(each -> each instanceof ContextMenu menu ? usable(menu.getItems()) : Stream.of());
  }

  /// Returns the enabled items, including items of submenus.
  private static Stream<MenuItem> usable(List<MenuItem> items) {
    return List.copyOf(items).stream()
        .filter(item -> item.getText() != null && item.isVisible() && !item.isDisable())
        .flatMap(item -> item instanceof Menu menu ? usable(menu.getItems()) : Stream.of(item));
  }

  private static void click(Node node) {
    Bounds bounds = node.getLayoutBounds();
    RandomUser.click(node, MouseButton.PRIMARY, bounds.getWidth() / 3, bounds.getHeight() / 3);
  }

  private static void drag(Node node) {
    Bounds bounds = node.getLayoutBounds();
    double y = bounds.getHeight() / 3;
    double from = bounds.getWidth() / 3;
    double to = bounds.getWidth() / 2;
    RandomUser.fire(node, MouseEvent.MOUSE_PRESSED, MouseButton.PRIMARY, from, y);
    RandomUser.fire(node, MouseEvent.MOUSE_DRAGGED, MouseButton.PRIMARY, to, y + 20);
    RandomUser.fire(node, MouseEvent.MOUSE_RELEASED, MouseButton.PRIMARY, to, y + 20);
  }

  private static void turnWheel(Node node) {
    Bounds bounds = node.getLayoutBounds();
    double x = bounds.getWidth() / 3;
    double y = bounds.getHeight() / 3;
    node.fireEvent(
        new ScrollEvent(
            ScrollEvent.SCROLL,
            x,
            y,
            x,
            y,
            false,
            false,
            false,
            false,
            false,
            false,
            0,
            -40,
            0,
            -40,
            ScrollEvent.HorizontalTextScrollUnits.NONE,
            0,
            ScrollEvent.VerticalTextScrollUnits.NONE,
            0,
            0,
            new PickResult(node, x, y)));
  }

  private static void openMenu(Node node) {
    EventType<ContextMenuEvent> type = ContextMenuEvent.CONTEXT_MENU_REQUESTED;
    PickResult pick = new PickResult(node, 10, 40);
    node.fireEvent(new ContextMenuEvent(type, 10, 40, 10, 40, false, pick));
  }

  private void tidyUp() {
    closeMenusAndNotices();
    workspace.context.panels().hide();
  }

  private void closeMenusAndNotices() {
    for (Window each : List.copyOf(Window.getWindows())) {
      if (each instanceof ContextMenu menu) {
        menu.hide();
      }
    }
    Scene scene = workspace.view.getScene();
    List<Node> closing = new ArrayList<>(scene.getRoot().lookupAll(".toast-close"));
    closing.forEach(each -> ((ButtonBase) each).fire());
  }
}
