package io.github.tensorloupe.desktop.pane.hash;

import module javafx.controls;

/// A framed part of the hash pane with a title.
class Section extends VBox {

  /// @param id of the section
  /// @param title for a person
  Section(String id, String title) {
    super(12);
    setId(id);
    setMinWidth(0);
    getStyleClass().addAll("card", "hash-section");
    Label heading = new Label(title);
    heading.getStyleClass().add("heading");
    heading.setWrapText(true);
    heading.setMinHeight(USE_PREF_SIZE);
    getChildren().add(heading);
  }
}
