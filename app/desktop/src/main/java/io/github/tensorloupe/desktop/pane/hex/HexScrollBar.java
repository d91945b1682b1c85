package io.github.tensorloupe.desktop.pane.hex;

import io.github.tensorloupe.desktop.text.Messages;
import javafx.geometry.Orientation;
import javafx.scene.control.ScrollBar;
import javafx.scene.layout.StackPane;

/// The scroll bar at the right of the bytes with the marks on it. One of its steps is a row; rows
/// are counted exactly, because a `double` counts further than any file has rows.
final class HexScrollBar extends StackPane {

  private static final double MIN_THUMB_HEIGHT = 24;

  private final HexViewModel model;
  private final ScrollBar bar = new ScrollBar();
  private final ScrollMarks marks = new ScrollMarks();
  private boolean followsModel;

  HexScrollBar(HexViewModel model, Messages messages) {
    this.model = model;
    bar.setId("hex-scroll");
    bar.setOrientation(Orientation.VERTICAL);
    bar.setUnitIncrement(1);
    bar.setAccessibleText(messages.text("hex.scroll"));
    bar.valueProperty()
        .subscribe(
            (_, row) -> {
              if (!followsModel) {
                model.scrollTo(Math.round(row.doubleValue()));
              }
            });
    getChildren().addAll(bar, marks);
  }

  ScrollMarks marks() {
    return marks;
  }

  /// Shows where a page is in the file.
  ///
  /// @param height of the bytes, in pixels
  void follow(HexPage page, double height) {
    followsModel = true;
    double maxRow = model.maxFirstRow();
    bar.setMax(maxRow);
    bar.setVisibleAmount(maxRow * thumbPart(page, height));
    bar.setBlockIncrement(model.wholeRows());
    bar.setValue(page.firstRow());
    bar.setVisible(maxRow > 0);
    followsModel = false;
  }

  /// The thumb's part of the scroll bar. In a large file it would be too small to be seen.
  private double thumbPart(HexPage page, double height) {
    double visible = (double) model.wholeRows() / Math.max(1, page.rows().count());
    double smallest = MIN_THUMB_HEIGHT / Math.max(MIN_THUMB_HEIGHT, height);
    return Math.max(visible, smallest);
  }
}
