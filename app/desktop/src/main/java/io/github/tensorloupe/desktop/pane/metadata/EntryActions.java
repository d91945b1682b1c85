package io.github.tensorloupe.desktop.pane.metadata;

import io.github.tensorloupe.desktop.text.KeyNames;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javafx.beans.binding.Bindings;
import javafx.beans.binding.BooleanExpression;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.MenuItem;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyCombination;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.StackPane;
import org.kordamp.ikonli.Ikon;

/// What can be done to the selected entries, once for buttons, menu and keys.
final class EntryActions {

  /// One of them.
  ///
  /// @param name a part of the message key and of the ids
  /// @param keys what starts it, the first one shown; may be none
  /// @param why says when it cannot be done, as a message key
  record Action(
      String name,
      Ikon icon,
      List<KeyCombination> keys,
      Runnable run,
      BooleanExpression enabled,
      Optional<String> why) {}

  private final Messages messages;
  private final KeyNames keyNames;
  private final List<Action> actions = new ArrayList<>();

  EntryActions(Messages messages) {
    this.messages = messages;
    this.keyNames = new KeyNames(messages);
  }

  void add(Action action) {
    actions.add(action);
  }

  /// The names of all of them.
  Set<String> names() {
    return actions.stream().map(Action::name).collect(Collectors.toSet());
  }

  /// Starts what belongs to these keys, if it can be done now.
  ///
  /// @param names of what may be started
  void handle(KeyEvent event, Set<String> names) {
    actions.stream()
        .filter(action -> names.contains(action.name()))
        .filter(action -> action.keys().stream().anyMatch(keys -> keys.match(event)))
        .findFirst()
        .ifPresent(
            action -> {
              event.consume();
              if (action.enabled().get()) {
                action.run().run();
              }
            });
  }

  private Action named(String name) {
    return actions.stream().filter(action -> action.name().equals(name)).findFirst().orElseThrow();
  }

  /// A menu item. It names no keys: the keys of a context menu would work in the whole window.
  MenuItem menuItem(String name) {
    Action action = named(name);
    MenuItem item = new MenuItem(messages.text(key(action)), Icons.of(action.icon()));
    item.setId("metadata-menu-" + action.name());
    item.setOnAction(_ -> action.run().run());
    item.disableProperty().bind(action.enabled().not());
    return item;
  }

  /// A button with the icon alone; what it does, or why it does not, is in its tool tip.
  Node button(String name) {
    Action action = named(name);
    Button button = new Button(null, Icons.of(action.icon()));
    button.setId("metadata-" + action.name());
    button.getStyleClass().addAll("flat", "small", "button-icon");
    button.setAccessibleText(messages.text(key(action)));
    button.setOnAction(_ -> action.run().run());
    button.disableProperty().bind(action.enabled().not());
    Tooltip tip = Tips.of("");
    tip.textProperty().bind(Bindings.createStringBinding(() -> tipOf(action), action.enabled()));
    // What is disabled shows no tool tip of its own.
    StackPane place = new StackPane(button);
    Tooltip.install(place, tip);
    return place;
  }

  private String tipOf(Action action) {
    String text = messages.text(key(action));
    if (!action.enabled().get() && action.why().isPresent()) {
      return text + ". " + messages.text(action.why().get());
    }
    return action.keys().stream()
        .findFirst()
        .map(keys -> text + "  (" + keyNames.text(keys) + ")")
        .orElse(text);
  }

  private static String key(Action action) {
    return "metadata.action." + action.name();
  }
}
