package io.github.tensorloupe.desktop.pane.values;

import io.github.tensorloupe.analysis.slice.SliceAxes;
import io.github.tensorloupe.model.TensorRef;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// How tensors were looked at, of the few that were left last.
final class TensorMemory {

  /// How one was looked at.
  ///
  /// @param numbers whether numbers are wanted also where the bytes are JSON
  record Look(SliceAxes axes, CellFormat format, boolean numbers) {}

  private static final int CAPACITY = 100;

  private final Map<TensorRef, Look> looks =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<TensorRef, Look> eldest) {
          return size() > CAPACITY;
        }
      };

  Optional<Look> of(TensorRef tensor) {
    return Optional.ofNullable(looks.get(tensor));
  }

  void keep(TensorRef tensor, Look look) {
    looks.put(tensor, look);
  }

  void clear() {
    looks.clear();
  }
}
