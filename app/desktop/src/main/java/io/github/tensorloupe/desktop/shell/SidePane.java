package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.control.FocusTraversal;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.pane.PaneDescriptor;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// A pane next to the tabs, below a bar with its title.
final class SidePane extends BorderPane {

  private static final double MIN_WIDTH = 200;

  final PaneDescriptor pane;

  SidePane(PaneDescriptor pane, Node view, Messages messages, Runnable onWindow, Runnable onBack) {
    this.pane = pane;
    PanelParts.named(this, "beside-" + pane.id(), "pane-beside");
    setMinWidth(MIN_WIDTH);
    Label title = PanelParts.elastic(messages.text(pane.command().messageKey()), "strong");
    HBox.setHgrow(title, Priority.ALWAYS);
    title.setMaxWidth(Double.MAX_VALUE);
    String inWindow = messages.text("command.pane-window");
    Button toWindow =
        Icons.button(
            Command.PANE_WINDOW.icon(), inWindow, onWindow, "flat", "small", "button-icon");
    String inTabs = messages.text("panes.back");
    Button toTabs = Icons.button(Feather.X, inTabs, onBack, "flat", "small", "button-icon");
    toWindow.setId("beside-window-" + pane.id());
    toTabs.setId("beside-back-" + pane.id());
    HBox head = new HBox(4, title, toWindow, toTabs);
    head.getStyleClass().add("pane-beside-head");
    setTop(head);
    setCenter(view);
  }

  void focus() {
    FocusTraversal.traversable(getCenter())
        .findFirst()
        .or(() -> FocusTraversal.traversable(this).findFirst())
        .ifPresent(Node::requestFocus);
  }
}
