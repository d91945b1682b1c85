package io.github.tensorloupe.export;

import module java.base;

import io.github.tensorloupe.analysis.heatmap.ColorLimit;
import io.github.tensorloupe.analysis.heatmap.GridPlacement;
import io.github.tensorloupe.analysis.heatmap.PixelArea;
import io.github.tensorloupe.analysis.heatmap.PixelBlock;
import io.github.tensorloupe.analysis.heatmap.PixelGrid;
import io.github.tensorloupe.analysis.heatmap.PixelGrid.Tile;
import io.github.tensorloupe.analysis.heatmap.Pooling;
import io.github.tensorloupe.analysis.heatmap.TileScan;
import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.export.ExportTarget.Replaceable;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.awt.image.BufferedImage;

/// A heat map of a slice. All elements of the slice contribute to the pixels. Numbers beyond the
/// percentile have the color at the end of the scale.
///
/// @param percentile the percentage of pixels within the range of the scale
/// @param maxSide the maximum width and height in pixels; larger slices are pooled
public record HeatMapPng(TensorSlice slice, Pooling pooling, double percentile, int maxSide) {

  /// Writes a PNG file. Replaces an existing PNG file, but not the file of the slice.
  ///
  /// @param open other open files, which must not be replaced
  /// @param progress reported in tiles of pixels
  /// @return a warning about the written file, or empty
  /// @throws IOException if reading or writing fails, or if the slice is empty
  public Optional<Sentence> write(
      Path out, Collection<Path> open, Cancellation cancellation, Progress progress)
      throws IOException {
    List<Path> sources = new ArrayList<>(open);
    sources.add(slice.data().file().path());
    ExportTarget target = ExportTarget.of(out, Replaceable.PICTURES, sources);
    target.requireTrusted(slice.data().file());
    BufferedImage picture = picture(cancellation, progress);
    return FileExport.write(target, cancellation, draft -> FileExport.writePicture(picture, draft));
  }

  /// Draws the picture. See [#write] for parameters and exceptions.
  BufferedImage picture(Cancellation cancellation, Progress progress) throws IOException {
    if (slice.rowCount() == 0 || slice.columnCount() == 0) {
      throw new SentenceException("The tensor is empty and cannot be drawn.");
    }
    PixelGrid grid = PixelGrid.within(slice, maxSide);
    int width = (int) grid.width();
    int height = (int) grid.height();
    List<Tile> tiles = grid.tiles(new PixelArea(0, 0, height, width));
    Queue<PixelBlock> results = new ConcurrentLinkedQueue<>();
    TileScan.inBackground().run(slice, grid, pooling, tiles, results::add, cancellation, progress);
    List<PixelBlock> blocks = List.copyOf(results);
    cancellation.check();
    HeatPalette palette = HeatPalette.LIGHT;
    boolean isSigned = isSigned(slice.type().dtype(), pooling);
    HeatScale scale = new HeatScale(palette, isSigned, ColorLimit.of(percentile, blocks));
    int[] argb = new int[Math.multiplyExact(width, height)];
    HeatPixels pixels = new HeatPixels(argb, width, height, palette, 1);
    GridPlacement place = new GridPlacement(0, 0, 1, 1);
    blocks.forEach(block -> pixels.draw(block, place, scale));
    pixels.mark(blocks, place);
    cancellation.check();
    return FileExport.picture(argb, width, height);
  }

  /// Returns true if pixels may be negative, so that a diverging scale is required.
  public static boolean isSigned(Dtype dtype, Pooling pooling) {
    return pooling != Pooling.RMS
        && switch (dtype.kind()) {
          case SIGNED -> true;
          case FLOAT -> dtype != Dtype.F8_E8M0;
          // Pixels of complex numbers are magnitudes.
          case BOOLEAN, UNSIGNED, COMPLEX -> false;
        };
  }
}
