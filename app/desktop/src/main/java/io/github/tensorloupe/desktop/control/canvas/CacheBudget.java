package io.github.tensorloupe.desktop.control.canvas;

import module java.base;

/// A limit in bytes for several caches together. Caches are maps in access order; they end with
/// their owners. Belongs to the FX thread.
///
/// @param <V> cached values
public final class CacheBudget<V> {

  private final long maxBytes;
  private final ToLongFunction<V> byteCount;
  // The cache that was filled last is last.
  private final List<Reference<SequencedMap<?, V>>> caches = new ArrayList<>();

  public CacheBudget(long maxBytes, ToLongFunction<V> byteCount) {
    this.maxBytes = maxBytes;
    this.byteCount = byteCount;
  }

  /// Adds a value to a cache. Removes older values beyond the limit: first those of other caches,
  /// then those that were used least recently.
  public <K> void put(SequencedMap<K, V> cache, K key, V value) {
    cache.put(key, value);
    caches.removeIf(each -> each.refersTo(null) || each.refersTo(cache));
    caches.add(new WeakReference<>(cache));
    long bytes = 0;
    for (int i = caches.size() - 1; i >= 0; i--) {
      SequencedMap<?, V> each = caches.get(i).get();
      List<V> latestFirst =
          each == null ? List.of() : List.copyOf(each.sequencedValues().reversed());
      for (V kept : latestFirst) {
        bytes += byteCount.applyAsLong(kept);
        if (bytes > maxBytes && kept != value) {
          each.pollFirstEntry();
        }
      }
    }
  }
}
