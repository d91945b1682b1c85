package io.github.tensorloupe.desktop.control.copy;

import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javafx.event.Event;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Control;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.control.TextInputControl;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import javafx.scene.input.ContextMenuEvent;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyCodeCombination;
import javafx.scene.input.KeyCombination;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseEvent;
import javafx.stage.PopupWindow;
import javafx.stage.Window;
import org.kordamp.ikonli.feather.Feather;

/// What can be done with something that is shown: ways to copy it, then places to go to. It opens
/// by mouse and by the keys for menus, and the keys for copying take the first way. Belongs to the
/// FX thread.
public final class CopyMenu {

  private static final KeyCombination COPY =
      new KeyCodeCombination(KeyCode.C, KeyCombination.SHORTCUT_DOWN);

  private record Entry(MenuItem item, BooleanSupplier enabled) {}

  private final Messages messages;
  private final List<Entry> entries = new ArrayList<>();
  private final ContextMenu menu = new ContextMenu();
  private Consumer<Node> first = _ -> {};
  private Consumer<ContextMenuEvent> onOpen = _ -> {};
  private boolean hasCopies;

  public CopyMenu(Messages messages) {
    this.messages = messages;
  }

  /// Puts a text onto the clipboard as it stands. Nothing happens for the empty text.
  public static void copy(String text) {
    if (!text.isEmpty()) {
      ClipboardContent content = new ClipboardContent();
      content.putString(text);
      Clipboard.getSystemClipboard().setContent(content);
    }
  }

  /// Puts a text onto the clipboard and tells whatever is around the place where it is shown.
  public static void copy(String text, Node from) {
    copy(text);
    if (!text.isEmpty()) {
      Event.fireEvent(from, new CopiedEvent(from, text));
    }
  }

  /// Lets one text that is shown be copied.
  public static void install(Node node, Messages messages, Supplier<String> text) {
    new CopyMenu(messages).copies("copy.text", text).installOn(node);
  }

  /// Adds a way to copy. It cannot be chosen while its text is empty.
  ///
  /// @param key of its words in the message bundle
  public CopyMenu copies(String key, Supplier<String> text) {
    MenuItem item = add(key, () -> {}, () -> !text.get().isEmpty());
    item.setOnAction(
        _ -> placeOf(item).ifPresentOrElse(from -> copy(text.get(), from), () -> copy(text.get())));
    if (!hasCopies) {
      hasCopies = true;
      first = from -> copy(text.get(), from);
      item.setGraphic(Icons.of(Feather.COPY, "icon-small"));
    }
    return this;
  }

  /// What the menu that an item stands in was opened on, or all of its window: controls open their
  /// menus without saying where.
  private static Optional<Node> placeOf(MenuItem item) {
    Optional<ContextMenu> opened = Optional.ofNullable(item.getParentPopup());
    return opened
        .map(PopupWindow::getOwnerNode)
        .or(
            () ->
                opened.map(PopupWindow::getOwnerWindow).map(Window::getScene).map(Scene::getRoot));
  }

  /// Adds something else to do.
  ///
  /// @param key of its words in the message bundle
  /// @param enabled whether it can be done now
  public CopyMenu does(String key, Runnable action, BooleanSupplier enabled) {
    add(key, action, enabled);
    return this;
  }

  /// Says what is told of the event before the menu opens, where that is about a place inside.
  public CopyMenu onOpen(Consumer<ContextMenuEvent> listener) {
    onOpen = listener;
    return this;
  }

  /// Adds a line between what stands before and behind.
  public CopyMenu line() {
    menu.getItems().add(new SeparatorMenuItem());
    return this;
  }

  private MenuItem add(String key, Runnable action, BooleanSupplier enabled) {
    MenuItem item = new MenuItem(messages.text(key));
    item.setId("menu-item-" + key.replace('.', '-'));
    item.setOnAction(_ -> action.run());
    entries.add(new Entry(item, enabled));
    menu.getItems().add(item);
    return item;
  }

  /// Makes it the menu of what is shown there, and lets the keys for copying take its first way.
  public void installOn(Node node) {
    if (node instanceof Control control) {
      control.setContextMenu(menu());
    } else {
      node.addEventHandler(ContextMenuEvent.CONTEXT_MENU_REQUESTED, event -> open(node, event));
      node.addEventHandler(MouseEvent.MOUSE_PRESSED, _ -> menu.hide());
    }
    node.addEventHandler(KeyEvent.KEY_PRESSED, this::pressKey);
  }

  /// The menu itself, for what shows it on its own.
  public ContextMenu menu() {
    menu.setOnShowing(_ -> enable());
    return menu;
  }

  private void open(Node node, ContextMenuEvent event) {
    event.consume();
    onOpen.accept(event);
    menu();
    menu.show(node, event.getScreenX(), event.getScreenY());
  }

  /// Says which entries can be chosen now, for what shows them in a menu of its own.
  public void enable() {
    entries.forEach(entry -> entry.item().setDisable(!entry.enabled().getAsBoolean()));
  }

  /// Whether keys are those for copying, pressed where no text is edited.
  public static boolean isCopy(KeyEvent event) {
    return COPY.match(event) && !(event.getTarget() instanceof TextInputControl);
  }

  /// Takes the keys for copying as the first way to copy.
  public void pressKey(KeyEvent event) {
    if (hasCopies && isCopy(event) && event.getTarget() instanceof Node from) {
      event.consume();
      first.accept(from);
    }
  }
}
