package io.github.tensorloupe.desktop.pane.heatmap;

import module java.base;

import io.github.tensorloupe.analysis.heatmap.PixelArea;
import io.github.tensorloupe.analysis.heatmap.PixelBlock;

/// The picture to draw. Immutable.
///
/// @param preview a preview of the visible area, shown until its exact tiles are available
/// @param exact the visible exact tiles
/// @param complete true if the whole visible area is exact
/// @param signed true if the scale is two-sided
/// @param limit the magnitude at an end of the scale
record HeatPicture(
    HeatMapViewport frame,
    Optional<PixelBlock> preview,
    List<PixelBlock> exact,
    boolean complete,
    boolean signed,
    double limit) {

  /// Returns all blocks in drawing order.
  List<PixelBlock> blocks() {
    return Stream.concat(preview.stream(), exact.stream()).toList();
  }

  /// Returns the exact block at a position of the grid, else the preview.
  Optional<PixelBlock> blockAt(long row, long column) {
    return Stream.concat(exact.stream(), preview.stream())
        .filter(block -> block.area().contains(row, column))
        .findFirst();
  }

  boolean isExact(PixelBlock block) {
    return exact.contains(block);
  }

  /// Returns the number of visible exact pixels with a NaN.
  long nanCount() {
    return count(PixelBlock::isNan);
  }

  /// Returns the number of visible exact pixels with an infinity.
  long infiniteCount() {
    return count(PixelBlock::isInfinite);
  }

  private long count(BiPredicate<PixelBlock, Integer> wanted) {
    PixelArea visible = frame.visible();
    long count = 0;
    for (PixelBlock block : exact) {
      PixelArea area = block.area();
      for (int i = 0; i < block.size(); i++) {
        if (!block.isPlain(i)
            && wanted.test(block, i)
            && visible.contains(area.row() + i / area.width(), area.column() + i % area.width())) {
          count++;
        }
      }
    }
    return count;
  }
}
