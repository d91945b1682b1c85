package io.github.tensorloupe.desktop.control.copy;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import org.kordamp.ikonli.feather.Feather;

/// A context menu with copy items and other actions. The copy shortcut runs the first copy item.
/// Belongs to the FX thread.
public final class CopyMenu {

  static final KeyCombination COPY =
      new KeyCodeCombination(KeyCode.C, KeyCombination.SHORTCUT_DOWN);

  private final Messages messages;
  private final Map<MenuItem, BooleanSupplier> enabledWhen = new LinkedHashMap<>();
  private final ContextMenu menu = new ContextMenu();
  private Optional<Supplier<String>> first = Optional.empty();
  private Consumer<ContextMenuEvent> onOpen = _ -> {};

  public CopyMenu(Messages messages) {
    this.messages = messages;
  }

  /// Copies a text to the clipboard; does nothing for the empty string.
  public static void copy(String text) {
    if (!text.isEmpty()) {
      ClipboardContent content = new ClipboardContent();
      content.putString(text);
      Clipboard.getSystemClipboard().setContent(content);
    }
  }

  /// Copies a text to the clipboard and fires a [CopiedEvent].
  public static void copy(String text, Node from) {
    copy(text);
    if (!text.isEmpty()) {
      Event.fireEvent(from, new CopiedEvent(from, text));
    }
  }

  /// Installs a menu that copies one text.
  public static void install(Node node, Messages messages, Supplier<String> text) {
    new CopyMenu(messages).copies("copy.text", text).installOn(node);
  }

  /// Adds an item that copies a text, disabled while the text is empty.
  public CopyMenu copies(String key, Supplier<String> text) {
    MenuItem item = add(key, () -> {}, () -> !text.get().isEmpty());
    item.setOnAction(
        _ -> placeOf(item).ifPresentOrElse(from -> copy(text.get(), from), () -> copy(text.get())));
    if (first.isEmpty()) {
      first = Optional.of(text);
      item.setGraphic(Icons.of(Feather.COPY, "icon-small"));
    }
    return this;
  }

  /// Returns the node that the menu was opened on. A menu of a control has no owner node; the focus
  /// owner is then in the same document, unlike the root of the scene.
  private static Optional<Node> placeOf(MenuItem item) {
    Optional<ContextMenu> opened = Optional.ofNullable(item.getParentPopup());
    Optional<Scene> scene = opened.map(PopupWindow::getOwnerWindow).map(Window::getScene);
    return opened
        .map(PopupWindow::getOwnerNode)
        .or(() -> scene.map(Scene::getFocusOwner))
        .or(() -> scene.map(Scene::getRoot));
  }

  /// Adds another action.
  ///
  /// @param enabled checked when the menu opens
  public CopyMenu does(String key, Runnable action, BooleanSupplier enabled) {
    add(key, action, enabled);
    return this;
  }

  public CopyMenu onOpen(Consumer<ContextMenuEvent> listener) {
    onOpen = listener;
    return this;
  }

  public CopyMenu line() {
    menu.getItems().add(new SeparatorMenuItem());
    return this;
  }

  private MenuItem add(String key, Runnable action, BooleanSupplier enabled) {
    MenuItem item = item(key, messages.text(key));
    item.setOnAction(_ -> action.run());
    enabledWhen.put(item, enabled);
    menu.getItems().add(item);
    return item;
  }

  static MenuItem item(String key, String text) {
    MenuItem item = new MenuItem(text);
    item.setMnemonicParsing(false);
    item.setId("menu-item-" + key.replace('.', '-'));
    return item;
  }

  /// Installs this as the context menu of a node, and handles the copy shortcut.
  public void installOn(Node node) {
    if (node instanceof Control control) {
      control.setContextMenu(menu());
    } else {
      node.addEventHandler(ContextMenuEvent.CONTEXT_MENU_REQUESTED, event -> open(node, event));
      node.addEventHandler(MouseEvent.MOUSE_PRESSED, _ -> menu.hide());
    }
    node.addEventHandler(KeyEvent.KEY_PRESSED, this::pressKey);
  }

  /// Returns the menu, which the caller shows.
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

  /// Updates the enabled items, for callers that show them in another menu.
  public void enable() {
    enabledWhen.forEach((item, enabled) -> item.setDisable(!enabled.getAsBoolean()));
  }

  /// Returns true for the copy shortcut outside of text fields.
  public static boolean isCopy(KeyEvent event) {
    return COPY.match(event) && !(event.getTarget() instanceof TextInputControl);
  }

  public void pressKey(KeyEvent event) {
    if (first.isPresent() && isCopy(event) && event.getTarget() instanceof Node from) {
      event.consume();
      copy(first.get().get(), from);
    }
  }

  /// Fired by the node whose text was copied to the clipboard; bubbles up.
  public static final class CopiedEvent extends Event {

    private static final long serialVersionUID = 1L;

    public static final EventType<CopiedEvent> COPIED = new EventType<>(Event.ANY, "COPIED");

    private final String text;

    private CopiedEvent(EventTarget from, String text) {
      super(from, from, COPIED);
      this.text = text;
    }

    /// The copied text, not empty.
    public String text() {
      return text;
    }
  }
}
