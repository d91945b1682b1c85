package io.github.tensorloupe.desktop.pane.breadcrumb;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.copy.CopyMenu;
import io.github.tensorloupe.desktop.control.copy.TensorCopies;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Themes;

/// The bar above the panes: back, forward, and the path to the selection.
public final class BreadcrumbView extends HBox {

  /// @param commands with bound commands for back and forward
  public BreadcrumbView(BreadcrumbViewModel model, Commands commands, Messages messages) {
    setId("breadcrumb");
    getStyleClass().add("breadcrumb");
    Themes.style(this, BreadcrumbView.class, "breadcrumb.css");
    setAlignment(Pos.CENTER_LEFT);
    setMinWidth(0);
    setAccessibleRole(AccessibleRole.TOOL_BAR);
    setAccessibleText(messages.text("breadcrumb.name"));
    CrumbRow row = new CrumbRow(model::goTo, messages);
    HBox.setHgrow(row, Priority.ALWAYS);
    getChildren()
        .setAll(commands.iconButton(Command.GO_BACK), commands.iconButton(Command.GO_FORWARD), row);
    TensorCopies.addTo(new CopyMenu(messages), model::tensor).installOn(row);
    Following.of(this).subscribe(model.crumbsProperty(), row::show);
  }
}
