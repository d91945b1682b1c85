package io.github.tensorloupe.desktop.command;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.text.KeyNames;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;

/// Binds each [Command] to its action in one window, and creates menu items and buttons for it.
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
  private final ObjectProperty<Keymap> keymap = new SimpleObjectProperty<>(Keymap.DEFAULT);

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

  /// Binds a command that is always enabled, even while the others are held.
  public void bindAlways(Command command, Runnable action) {
    ObservableBooleanValue always = Bindings.createBooleanBinding(() -> true);
    bindings.put(command, new Binding(action, always, always));
  }

  /// Sets the changing name of a command, for menu items and buttons that are created afterwards.
  public void name(Command command, ObservableValue<String> text) {
    texts.put(command, text);
  }

  /// Declares a command as one choice of several. Menu items that are created afterwards show
  /// whether it is selected.
  public void mark(Command command, ObservableValue<Boolean> holds) {
    marks.put(command, holds);
  }

  /// The shortcuts of the commands, observed by the controls that show them.
  public ObjectProperty<Keymap> keymapProperty() {
    return keymap;
  }

  /// True while only commands bound with [#bindAlways] are enabled.
  public BooleanProperty heldProperty() {
    return held;
  }

  /// Runs the command if it is enabled.
  public void run(Command command) {
    Binding binding = binding(command);
    if (binding.enabled().get()) {
      binding.action().run();
    }
  }

  public boolean isEnabled(Command command) {
    return binding(command).enabled().get();
  }

  /// Returns true if the command would be enabled when commands are not held.
  public boolean isPossible(Command command) {
    return binding(command).possible().get();
  }

  /// Returns the reason why the command is disabled as a sentence, or empty if it is enabled.
  public Optional<String> why(Command command, boolean documentOpen) {
    if (isEnabled(command)) {
      return Optional.empty();
    }
    String reason =
        switch (command) {
          // A command that is only held does not lack any precondition.
          case Command _ when isPossible(command) -> "not-now";
          case REOPEN_CLOSED -> "nothing-closed";
          case NEXT_TAB, PREVIOUS_TAB, TAB_TO_WINDOW -> "no-tabs";
          case SWAP_SIDES -> "no-comparison";
          case SHOW_ADAPTER -> "no-adapter";
          case SHOW_PICKLE -> "no-pickle";
          case Command _ when !documentOpen -> "no-file";
          case LORA_DIALECT, LORA_RESIZE, LORA_MERGE, LORA_INTO_BASE, LORA_DROP -> "no-adapter";
          case UNDO -> "nothing-to-undo";
          case REDO -> "nothing-to-redo";
          case SAVE, DISCARD_CHANGES -> "no-changes";
          case GO_BACK, GO_FORWARD -> "no-place";
          case SCAN_VALUES -> "scanned";
          case STOP_SCAN -> "no-scan";
          case SALVAGE, REPAIR -> "not-damaged";
          case WRITE_INDEX -> "no-index";
          case ADD_FORMAT -> "has-format";
          case BEFORE_SHARING, ALIGN_DATA -> "cannot-edit";
          default -> "not-now";
        };
    return Optional.of(messages.text("command.why." + reason));
  }

  public String text(Command command) {
    return textOf(command).getValue();
  }

  /// Returns the current shortcut as shown to the user, or empty if there is none.
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
    WeakSubscriptions.of(item).subscribe(holds, item::setSelected);
    // Selecting a radio item again would deselect it.
    item.setOnAction(_ -> item.setSelected(holds.getValue()));
    return item;
  }

  /// Creates an item for a context menu. It has no accelerator, which would be registered a second
  /// time.
  public MenuItem contextItem(Command command, String idPrefix) {
    MenuItem item = new MenuItem();
    item.textProperty().bind(textOf(command));
    prepare(item, command, idPrefix);
    return item;
  }

  private void prepare(MenuItem item, Command command, String idPrefix) {
    item.setGraphic(Icons.of(command.icon()));
    // The name of an undo step may contain underscores.
    item.setMnemonicParsing(false);
    item.setId(idPrefix + command.id());
    item.addEventHandler(ActionEvent.ACTION, _ -> run(command));
    item.disableProperty().bind(Bindings.not(binding(command).enabled()));
  }

  /// Creates a button with the icon only; the text and the shortcut are in its tooltip.
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
