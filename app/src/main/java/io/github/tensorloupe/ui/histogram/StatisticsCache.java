package io.github.tensorloupe.ui.histogram;

import io.github.tensorloupe.analysis.TensorStatistics;
import io.github.tensorloupe.model.TensorRef;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// The statistics of the tensors that were looked at last.
final class StatisticsCache {

  private final Map<TensorRef, TensorStatistics> entries;

  /// @param capacity how many tensors are remembered, at least 1
  StatisticsCache(int capacity) {
    entries =
        new LinkedHashMap<>(16, 0.75f, true) {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<TensorRef, TensorStatistics> eldest) {
            return size() > capacity;
          }
        };
  }

  Optional<TensorStatistics> get(TensorRef tensor) {
    return Optional.ofNullable(entries.get(tensor));
  }

  void put(TensorRef tensor, TensorStatistics statistics) {
    entries.put(tensor, statistics);
  }

  void clear() {
    entries.clear();
  }
}
