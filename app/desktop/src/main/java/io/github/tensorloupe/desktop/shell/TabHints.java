package io.github.tensorloupe.desktop.shell;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Tips;
import java.util.Locale;
import java.util.Optional;
import javafx.beans.binding.Bindings;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import javafx.scene.control.Tooltip;

/// What the head of a tab tells of its pane, and its menu.
///
/// @param commands all that the menu offers must be bound
record TabHints(Commands commands, Messages messages) {

  void addTo(Tab tab, DetailPane pane) {
    String name = pane.name().toLowerCase(Locale.ROOT);
    Tooltip tip = Tips.of("");
    String meaning = messages.text("pane.tip." + name);
    tip.textProperty()
        .bind(Bindings.createStringBinding(() -> text(meaning, pane), commands.keymapProperty()));
    tab.setTooltip(tip);
    tab.setContextMenu(menu(name));
  }

  /// Explains the button that lists the tabs which have no room.
  void addTo(TabPane tabs) {
    tabs.skinProperty()
        .subscribe(
            _ ->
                Optional.ofNullable(tabs.lookup(".tab-down-button"))
                    .ifPresent(button -> Tips.explain(button, messages.text("panes.more"))));
  }

  private String text(String meaning, DetailPane pane) {
    String keys = commands.keysText(Command.valueOf("SHOW_" + pane.name()));
    return keys.isEmpty() ? meaning : meaning + "  (" + keys + ")";
  }

  private ContextMenu menu(String name) {
    String idPrefix = "tab-menu-" + name + "-";
    return new ContextMenu(
        commands.contextItem(Command.GO_BACK, idPrefix),
        commands.contextItem(Command.GO_FORWARD, idPrefix),
        new SeparatorMenuItem(),
        commands.contextItem(Command.TOGGLE_BYTES, idPrefix),
        commands.contextItem(Command.TOGGLE_FILE_MAP, idPrefix));
  }
}
