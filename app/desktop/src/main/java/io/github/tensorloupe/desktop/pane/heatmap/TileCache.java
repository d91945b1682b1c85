package io.github.tensorloupe.desktop.pane.heatmap;

import io.github.tensorloupe.analysis.heatmap.ExactTile;
import io.github.tensorloupe.analysis.heatmap.PixelBlock;
import io.github.tensorloupe.analysis.heatmap.PixelGrid;
import io.github.tensorloupe.analysis.heatmap.Pooling;
import java.util.LinkedHashMap;
import java.util.Optional;

/// The exact tiles of one slice that were asked for last, up to a certain number of bytes.
final class TileCache {

  private record Key(PixelGrid grid, Pooling pooling, PixelGrid.Tile tile) {}

  private final long maxBytes;
  private final LinkedHashMap<Key, PixelBlock> tiles = new LinkedHashMap<>(16, 0.75f, true);
  private long bytes;

  TileCache(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  void clear() {
    tiles.clear();
    bytes = 0;
  }

  Optional<PixelBlock> tile(PixelGrid grid, Pooling pooling, PixelGrid.Tile tile) {
    return Optional.ofNullable(tiles.get(new Key(grid, pooling, tile)));
  }

  void put(Pooling pooling, ExactTile tile) {
    PixelBlock replaced =
        tiles.put(new Key(tile.pixels().grid(), pooling, tile.tile()), tile.pixels());
    bytes += tile.pixels().byteCount() - (replaced == null ? 0 : replaced.byteCount());
    while (bytes > maxBytes && tiles.size() > 1) {
      bytes -= tiles.pollFirstEntry().getValue().byteCount();
    }
  }

  long byteCount() {
    return bytes;
  }
}
