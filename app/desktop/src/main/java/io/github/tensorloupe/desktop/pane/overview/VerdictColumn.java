package io.github.tensorloupe.desktop.pane.overview;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.format.Severity;
import javafx.scene.layout.VBox;

/// Whether the document loads, and what is known of its values. What is worse comes first: values
/// that are bad stand above the verdict on a document that loads, because in a low window only one
/// of them is in sight.
final class VerdictColumn extends VBox {

  private final ScanResults results;
  private final ValuesLine values;
  private boolean loads;

  VerdictColumn(double gap, ValuesLine values, ScanResults results) {
    super(gap, values);
    this.values = values;
    this.results = results;
    setMinWidth(0);
    Following.of(this).subscribe(results.revisionProperty(), _ -> order());
  }

  /// @param banner of the document
  /// @param saysItLoads whether the banner says that the document loads
  void show(VerdictBanner banner, boolean saysItLoads) {
    loads = saysItLoads;
    getChildren().setAll(banner, values);
    order();
  }

  /// Moves the line without taking it away, so that its buttons keep the focus.
  private void order() {
    if (loads && results.countBy(Severity.ERROR) > 0) {
      values.toBack();
    } else {
      values.toFront();
    }
  }
}
