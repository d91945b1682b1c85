package io.github.tensorloupe.desktop.pane.convert;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.panel.PanelParts;
import javafx.scene.control.Label;

/// Controls below each other, with labels in front of them. A hidden control takes no space.
final class FormRows extends VBox {

  private static final double LABEL_SHARE = 0.27;

  FormRows() {
    super(8);
    setMinWidth(0);
    managedProperty().bind(visibleProperty());
  }

  /// Adds a control, whose visibility also applies to its label.
  void add(String text, Region control) {
    Label label = PanelParts.wrapping(text);
    label.setLabelFor(control);
    if (control.getAccessibleText() == null) {
      control.setAccessibleText(text);
    }
    addRow(label, control);
  }

  /// Adds a control that contains its own label.
  void add(Region control) {
    addRow(new Label(), control);
  }

  private void addRow(Label label, Region control) {
    label.minWidthProperty().bind(widthProperty().multiply(LABEL_SHARE));
    label.maxWidthProperty().bind(label.minWidthProperty());
    control.setMinWidth(0);
    PanelParts.grow(control);
    if (control instanceof HBox parts) {
      parts.setAlignment(Pos.BASELINE_LEFT);
    }
    HBox row = new HBox(12, label, control);
    row.setAlignment(Pos.BASELINE_LEFT);
    row.setMinWidth(0);
    row.visibleProperty().bind(control.visibleProperty());
    row.managedProperty().bind(control.visibleProperty());
    getChildren().add(row);
  }
}
