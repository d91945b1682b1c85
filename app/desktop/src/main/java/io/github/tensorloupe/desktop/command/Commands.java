package io.github.tensorloupe.desktop.command;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.text.KeyNames;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;

/// Binds each [Command] to what it does in one window, and makes menu items and buttons from it.
/// Belongs to the FX thread.
public final class Commands {

  private record Binding(
      Runnable action, ObservableBooleanValue possible, ObservableBooleanValue enabled) {}

  private final Messages messages;
  private final KeyNames names;
  private final Map<Command, Binding> bindings = new EnumMap<>(Command.class);
  private final Map<Command, ObservableValue<String>> texts = new EnumMap<>(Command.class);
  private final Map<Command, ObservableValue<Boolean>> marks = new EnumMap<>(Command.class);
  private final BooleanProperty held = new SimpleBooleanProperty();
  private final ObjectProperty<Keymap> keymap = new SimpleObjectProperty<>(Keymap.USUAL);

  public Commands(Messages messages) {
    this.messages = messages;
    this.names = new KeyNames(messages);
  }

  public void bind(Command command, Runnable action) {
    bind(command, action, Bindings.createBooleanBinding(() -> true));
  }

  public void bind(Command command, Runnable action, ObservableBooleanValue enabled) {
    bindings.put(command, new Binding(action, enabled, Bindings.and(enabled, held.not())));
  }

  /// Says what a command does that can be done at any time, also while the others are held.
  public void bindThroughout(Command command, Runnable action) {
    ObservableBooleanValue always = Bindings.createBooleanBinding(() -> true);
    bindings.put(command, new Binding(action, always, always));
  }

  /// Says what a command is called, where that changes. Menu items and buttons made afterwards
  /// follow it.
  public void name(Command command, ObservableValue<String> text) {
    texts.put(command, text);
  }

  /// Says that a command is one choice of several, and when it is the one that holds. Menu items
  /// made afterwards show it.
  public void mark(Command command, ObservableValue<Boolean> holds) {
    marks.put(command, holds);
  }

  /// The keys of the commands. Whatever shows them follows it.
  public ObjectProperty<Keymap> keymapProperty() {
    return keymap;
  }

  /// While this is true, nothing can be done but what is bound throughout.
  public BooleanProperty heldProperty() {
    return held;
  }

  /// Does it, if it can be done now.
  public void run(Command command) {
    Binding binding = binding(command);
    if (binding.enabled().get()) {
      binding.action().run();
    }
  }

  public boolean isEnabled(Command command) {
    return binding(command).enabled().get();
  }

  /// True if it could be done now if nothing were held.
  public boolean isPossible(Command command) {
    return binding(command).possible().get();
  }

  /// Why it cannot be done now, as a sentence; empty if it can.
  public Optional<String> why(Command command, boolean documentOpen) {
    if (isEnabled(command)) {
      return Optional.empty();
    }
    String reason =
        switch (command) {
          // What is only held for a while is not for want of what it needs.
          case Command _ when isPossible(command) -> "not-now";
          case REOPEN_CLOSED -> "nothing-closed";
          case NEXT_TAB, PREVIOUS_TAB, TAB_TO_WINDOW -> "no-tabs";
          case SWAP_SIDES -> "no-comparison";
          case SHOW_ADAPTER -> "no-adapter";
          case Command _ when !documentOpen -> "no-file";
          case UNDO -> "nothing-to-undo";
          case REDO -> "nothing-to-redo";
          case SAVE, DISCARD_CHANGES -> "no-changes";
          case GO_BACK, GO_FORWARD -> "no-place";
          case SCAN_VALUES -> "scanned";
          case STOP_SCAN -> "no-scan";
          case SALVAGE, REPAIR -> "not-damaged";
          case WRITE_INDEX -> "no-index";
          case ADD_FORMAT -> "has-format";
          default -> "not-now";
        };
    return Optional.of(messages.text("command.why." + reason));
  }

  public String text(Command command) {
    return textOf(command).getValue();
  }

  /// The keys that start it now, as a person reads them; empty if none do.
  public String keysText(Command command) {
    return keymap.get().keys(command).map(names::text).orElse("");
  }

  private ObservableValue<String> textOf(Command command) {
    return texts.getOrDefault(
        command, new ReadOnlyStringWrapper(messages.text(command.messageKey())));
  }

  public MenuItem menuItem(Command command) {
    MenuItem item = marks.containsKey(command) ? choiceItem(command) : new MenuItem();
    prepare(item, command, "menu-");
    item.textProperty().bind(textOf(command));
    item.acceleratorProperty()
        .bind(
            Bindings.createObjectBinding(
                () -> keymap.get().keys(command).map(names::named).orElse(null), keymap));
    return item;
  }

  private MenuItem choiceItem(Command command) {
    ObservableValue<Boolean> holds = marks.get(command);
    RadioMenuItem item = new RadioMenuItem();
    Following.of(item).subscribe(holds, item::setSelected);
    // Chosen once more, an item takes its mark away by itself.
    item.setOnAction(_ -> item.setSelected(holds.getValue()));
    return item;
  }

  /// An item for a menu of what is shown. It names no keys: those of such a menu would be a second
  /// place where they start the command.
  public MenuItem contextItem(Command command, String idPrefix) {
    MenuItem item = new MenuItem(messages.text(command.messageKey()));
    prepare(item, command, idPrefix);
    return item;
  }

  private void prepare(MenuItem item, Command command, String idPrefix) {
    item.setGraphic(Icons.of(command.icon()));
    // What is undone may be called anything, underscores and all.
    item.setMnemonicParsing(false);
    item.setId(idPrefix + command.id());
    item.addEventHandler(ActionEvent.ACTION, _ -> run(command));
    item.disableProperty().bind(Bindings.not(binding(command).enabled()));
  }

  /// A button with the icon; the text and the keys are in its tool tip.
  public Button iconButton(Command command) {
    Button button = button(command, null, command.id());
    button.getStyleClass().addAll("flat", "button-icon");
    button.accessibleTextProperty().bind(textOf(command));
    return button;
  }

  public Button textButton(Command command) {
    return button(command, messages.text(command.messageKey()), "text-" + command.id());
  }

  private Button button(Command command, String text, String id) {
    Button button = new Button(text, Icons.of(command.icon()));
    button.setId(id);
    Tips.explain(
        button, Bindings.createStringBinding(() -> tipText(command), keymap, textOf(command)));
    button.setOnAction(_ -> run(command));
    button.disableProperty().bind(Bindings.not(binding(command).enabled()));
    return button;
  }

  private String tipText(Command command) {
    String keys = keysText(command);
    return keys.isEmpty() ? text(command) : text(command) + "  (" + keys + ")";
  }

  private Binding binding(Command command) {
    Binding binding = bindings.get(command);
    if (binding == null) {
      throw new IllegalStateException(command + " is not bound to anything");
    }
    return binding;
  }
}
