package io.github.tensorloupe.desktop.pane.overview;

import java.util.List;
import javafx.scene.layout.Region;
import javafx.scene.shape.Rectangle;

/// A horizontal bar of parts, each as wide as its share. What is left over stays empty.
final class ShareBar extends Region {

  /// Parts of a tiny share are still seen.
  private static final double MIN_PART_WIDTH = 2;

  /// One part of the bar.
  ///
  /// @param fraction of the bar, from 0 to 1
  /// @param styleClasses give the part its colour
  record Part(double fraction, List<String> styleClasses) {}

  private final List<Part> parts;

  ShareBar(List<Part> parts) {
    this.parts = List.copyOf(parts);
    getStyleClass().add("share-bar");
    setMinWidth(0);
    Rectangle outline = new Rectangle();
    outline.widthProperty().bind(widthProperty());
    outline.heightProperty().bind(heightProperty());
    outline.arcWidthProperty().bind(heightProperty());
    outline.arcHeightProperty().bind(heightProperty());
    setClip(outline);
    for (Part part : parts) {
      Region region = new Region();
      region.getStyleClass().addAll(part.styleClasses());
      getChildren().add(region);
    }
  }

  @Override
  protected void layoutChildren() {
    double x = 0;
    for (int i = 0; i < parts.size(); i++) {
      double wanted = Math.max(MIN_PART_WIDTH, parts.get(i).fraction() * getWidth());
      double width = Math.min(wanted, getWidth() - x);
      double gap = i + 1 < parts.size() && width > MIN_PART_WIDTH ? 1 : 0;
      getChildren().get(i).resizeRelocate(x, 0, width - gap, getHeight());
      x += width;
    }
  }
}
