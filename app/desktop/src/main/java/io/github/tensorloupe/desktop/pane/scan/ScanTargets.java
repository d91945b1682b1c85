package io.github.tensorloupe.desktop.pane.scan;

import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorRef;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/// Tensors that lie in their files, at least in part, with their indexes in the checkpoint.
/// Immutable.
///
/// @param tensors their indexes, ascending
/// @param data as many
record ScanTargets(List<Integer> tensors, List<TensorData> data) {

  ScanTargets {
    tensors = List.copyOf(tensors);
    data = List.copyOf(data);
  }

  /// Those of a checkpoint's tensors.
  static ScanTargets of(List<TensorRef> all) {
    List<Integer> tensors = new ArrayList<>();
    List<TensorData> data = new ArrayList<>();
    for (int tensor = 0; tensor < all.size(); tensor++) {
      TensorRef each = all.get(tensor);
      if (each.data().isPresent()) {
        tensors.add(tensor);
        data.add(each.data().get());
      }
    }
    return new ScanTargets(tensors, data);
  }

  /// Those among them that are wanted.
  ScanTargets only(IntPredicate wanted) {
    List<Integer> some = new ArrayList<>();
    List<TensorData> dataOfSome = new ArrayList<>();
    for (int i = 0; i < tensors.size(); i++) {
      if (wanted.test(tensors.get(i))) {
        some.add(tensors.get(i));
        dataOfSome.add(data.get(i));
      }
    }
    return new ScanTargets(some, dataOfSome);
  }

  boolean isEmpty() {
    return tensors.isEmpty();
  }

  /// The bytes of all of them.
  long byteCount() {
    return data.stream().mapToLong(each -> each.range().byteCount()).sum();
  }
}
