package io.github.tensorloupe.desktop.settings;

import module javafx.controls;

import io.github.tensorloupe.desktop.control.panel.PanelParts;

/// A setting: its name above what it is chosen with.
final class SettingRow extends VBox {

  /// @param control gets the name as its accessible text where it has none
  SettingRow(String name, Node control) {
    Label label = PanelParts.wrapping(name);
    label.setLabelFor(control);
    getStyleClass().add("setting-row");
    setMinWidth(0);
    if (control.getAccessibleText() == null) {
      control.setAccessibleText(name);
    }
    getChildren().addAll(label, control);
  }
}
