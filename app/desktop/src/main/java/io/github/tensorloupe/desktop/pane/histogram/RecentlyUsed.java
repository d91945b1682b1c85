package io.github.tensorloupe.desktop.pane.histogram;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// A few things that were used last.
final class RecentlyUsed<K, V> {

  private final Map<K, V> entries;

  /// @param capacity how many are remembered, at least 1
  RecentlyUsed(int capacity) {
    entries =
        new LinkedHashMap<>(16, 0.75f, true) {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
            return size() > capacity;
          }
        };
  }

  Optional<V> get(K key) {
    return Optional.ofNullable(entries.get(key));
  }

  void put(K key, V value) {
    entries.put(key, value);
  }

  void clear() {
    entries.clear();
  }
}
