package io.github.tensorloupe.desktop.pane.shortcuts;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.panel.Panel;
import io.github.tensorloupe.desktop.control.panel.PanelHost;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.control.panel.PanelSource;
import io.github.tensorloupe.desktop.settings.ChosenSettings;
import io.github.tensorloupe.desktop.text.Messages;

/// Shows the panel that changes keyboard shortcuts. Belongs to the FX thread.
public final class ShortcutsFlow {

  private final Supplier<PanelHost> panels;
  private final ChosenSettings settings;
  private final Commands commands;
  private final Messages messages;

  public ShortcutsFlow(
      Supplier<PanelHost> panels, ChosenSettings settings, Commands commands, Messages messages) {
    this.panels = panels;
    this.settings = settings;
    this.commands = commands;
    this.messages = messages;
  }

  public void show() {
    show(() -> {});
  }

  /// Shows the panel.
  ///
  /// @param onClosed called after it was closed
  public void show(Runnable onClosed) {
    panels
        .get()
        .show(
            new PanelSource(
                "shortcuts", messages.text("shortcuts.title"), () -> panel(onClosed), onClosed));
  }

  private Panel panel(Runnable onClosed) {
    Panel panel = new Panel("shortcuts-panel");
    ShortcutEditing editing =
        new ShortcutEditing(settings, commands, Following.of(panel), messages);
    Runnable closing =
        () -> {
          panels.get().hide(panel);
          onClosed.run();
        };
    ShortcutsBody body = new ShortcutsBody(editing, closing, messages);
    panel.setTitle(messages.text("shortcuts.title"), messages.text("shortcuts.subtitle"));
    panel.setElasticBody(body);
    panel.setOnEscape(closing);
    panel.setButtons(
        List.of(button("reset-all", editing::resetAll)), List.of(button("close", closing)));
    panel.setBeginning(body.search());
    return panel;
  }

  private Button button(String word, Runnable action) {
    return PanelParts.button("shortcuts-" + word, messages.text("shortcuts." + word), action);
  }
}
