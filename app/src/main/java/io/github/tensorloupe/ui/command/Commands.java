package io.github.tensorloupe.ui.command;

import io.github.tensorloupe.ui.text.Messages;
import io.github.tensorloupe.ui.theme.Icons;
import java.util.EnumMap;
import java.util.Map;
import javafx.beans.binding.Bindings;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.value.ObservableBooleanValue;
import javafx.scene.control.Button;
import javafx.scene.control.MenuItem;
import javafx.scene.control.Tooltip;

/// Binds each [Command] to what it does in one window, and makes menu items and buttons from it.
/// Belongs to the FX thread.
public final class Commands {

  private record Binding(Runnable action, ObservableBooleanValue enabled) {}

  private final Messages messages;
  private final Map<Command, Binding> bindings = new EnumMap<>(Command.class);
  private final BooleanProperty held = new SimpleBooleanProperty();

  public Commands(Messages messages) {
    this.messages = messages;
  }

  /// Says what a command does and that it can always be done.
  public void bind(Command command, Runnable action) {
    bind(command, action, Bindings.createBooleanBinding(() -> true));
  }

  /// Says what a command does and when it can be done.
  public void bind(Command command, Runnable action, ObservableBooleanValue enabled) {
    bindings.put(command, new Binding(action, Bindings.and(enabled, held.not())));
  }

  /// Says what a command does that can be done at any time, also while the others are held.
  public void bindThroughout(Command command, Runnable action) {
    bindings.put(command, new Binding(action, Bindings.createBooleanBinding(() -> true)));
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

  /// A menu item with text, icon and keys.
  public MenuItem menuItem(Command command) {
    MenuItem item = new MenuItem(messages.text(command.messageKey()), Icons.of(command.icon()));
    item.setId("menu-" + idOf(command));
    item.setOnAction(_ -> run(command));
    item.disableProperty().bind(Bindings.not(binding(command).enabled()));
    command.accelerator().ifPresent(item::setAccelerator);
    return item;
  }

  /// A button with the icon; the text and the keys are in its tool tip.
  public Button iconButton(Command command) {
    Button button = new Button(null, Icons.of(command.icon()));
    String text = messages.text(command.messageKey());
    button.setId(idOf(command));
    button.getStyleClass().addAll("flat", "button-icon");
    button.setAccessibleText(text);
    button.setTooltip(
        new Tooltip(
            command
                .accelerator()
                .map(keys -> text + "  (" + keys.getDisplayText() + ")")
                .orElse(text)));
    button.setOnAction(_ -> run(command));
    button.disableProperty().bind(Bindings.not(binding(command).enabled()));
    return button;
  }

  /// A button with icon and text.
  public Button textButton(Command command) {
    Button button = new Button(messages.text(command.messageKey()), Icons.of(command.icon()));
    button.setId("text-" + idOf(command));
    button.setOnAction(_ -> run(command));
    button.disableProperty().bind(Bindings.not(binding(command).enabled()));
    return button;
  }

  private Binding binding(Command command) {
    Binding binding = bindings.get(command);
    if (binding == null) {
      throw new IllegalStateException(command + " is not bound to anything");
    }
    return binding;
  }

  private static String idOf(Command command) {
    return command.messageKey().substring("command.".length());
  }
}
