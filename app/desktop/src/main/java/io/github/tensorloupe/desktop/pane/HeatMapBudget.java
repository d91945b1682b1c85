package io.github.tensorloupe.desktop.pane;

import module java.base;

import io.github.tensorloupe.analysis.heatmap.PixelBlock;

/// Limits the total size of the cached pixels of all heat maps. Caches are maps in access order,
/// held by weak references so that they end with their owners. Belongs to the FX thread.
public final class HeatMapBudget {

  private static final SequencedMap<?, PixelBlock> NONE = Collections.emptyNavigableMap();

  private final long maxBytes;
  // Most recently filled cache last.
  private final List<Reference<SequencedMap<?, PixelBlock>>> caches = new ArrayList<>();

  public HeatMapBudget(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /// Adds a block to a cache. Removes older blocks beyond the limit, from other caches first, and
  /// in each cache the least recently used first.
  public <K> void put(SequencedMap<K, PixelBlock> cache, K key, PixelBlock block) {
    cache.put(key, block);
    caches.removeIf(each -> each.refersTo(null) || each.refersTo(cache));
    caches.addLast(new WeakReference<>(cache));
    long bytes = 0;
    for (Reference<SequencedMap<?, PixelBlock>> reference : caches.reversed()) {
      SequencedMap<?, PixelBlock> each = Objects.requireNonNullElse(reference.get(), NONE);
      for (PixelBlock cached : List.copyOf(each.sequencedValues().reversed())) {
        bytes += cached.byteCount();
        if (bytes > maxBytes && cached != block) {
          each.pollFirstEntry();
        }
      }
    }
  }
}
