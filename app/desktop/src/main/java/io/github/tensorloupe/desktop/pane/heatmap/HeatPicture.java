package io.github.tensorloupe.desktop.pane.heatmap;

import module java.base;

import io.github.tensorloupe.analysis.heatmap.HeatFrame;
import io.github.tensorloupe.analysis.heatmap.PixelArea;
import io.github.tensorloupe.analysis.heatmap.PixelBlock;

/// The picture to draw. Immutable.
///
/// @param preview of what is seen; shown where there is no exact tile yet
/// @param exact the exact tiles among those that are seen
/// @param complete true if all of what is seen is exact
/// @param signed true if the scale has two sides
/// @param limit the magnitude at an end of the scale
public record HeatPicture(
    HeatFrame frame,
    Optional<PixelBlock> preview,
    List<PixelBlock> exact,
    boolean complete,
    boolean signed,
    double limit) {

  /// All that is drawn, in this order.
  public List<PixelBlock> blocks() {
    return Stream.concat(preview.stream(), exact.stream()).toList();
  }

  /// The exact pixel at a place of the grid, else that of the preview.
  public Optional<PixelBlock> blockAt(long row, long column) {
    return Stream.concat(exact.stream(), preview.stream())
        .filter(block -> block.area().contains(row, column))
        .findFirst();
  }

  public boolean isExact(PixelBlock block) {
    return exact.contains(block);
  }

  /// The number of exact pixels in view that hold a NaN.
  public long nanCount() {
    return count(PixelBlock::isNan);
  }

  /// The number of exact pixels in view that hold an infinity.
  public long infiniteCount() {
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
