package io.github.tensorloupe.desktop.shell;

import io.github.tensorloupe.desktop.selection.Selection;
import java.util.Arrays;

/// Keeps the pane that is turned to with every place of the selection.
record PaneInPlace(DetailTabs tabs, Selection selection) {

  /// Lets tabs and selection follow each other.
  void follow() {
    tabs.getSelectionModel()
        .selectedItemProperty()
        .subscribe(_ -> selection.viewProperty().set(tabs.shown().name()));
    selection.viewProperty().subscribe(this::turnTo);
  }

  private void turnTo(String name) {
    Arrays.stream(DetailPane.values())
        .filter(pane -> pane.name().equals(name))
        .findFirst()
        .ifPresent(tabs::show);
  }
}
