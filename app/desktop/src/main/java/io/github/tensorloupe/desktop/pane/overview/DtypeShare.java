package io.github.tensorloupe.desktop.pane.overview;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.work.Cancellation;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// How much of a document is of one dtype. Sums that leave 63 bits stay at their limit.
///
/// @param tensorCount at least 1
/// @param elementCount as the shapes say
/// @param byteCount as the data offsets say
record DtypeShare(Dtype dtype, int tensorCount, long elementCount, long byteCount) {

  private static final int TENSORS_BETWEEN_CHECKS = 4096;

  /// The dtypes that occur, by bytes, the most first.
  ///
  /// @throws java.util.concurrent.CancellationException if cancelled
  static List<DtypeShare> of(List<TensorRef> tensors, Cancellation cancellation) {
    Map<Dtype, DtypeShare> shares = new EnumMap<>(Dtype.class);
    int untilCheck = 0;
    for (TensorRef tensor : tensors) {
      if (untilCheck-- == 0) {
        cancellation.check();
        untilCheck = TENSORS_BETWEEN_CHECKS;
      }
      shares.merge(tensor.info().dtype(), of(tensor.info()), DtypeShare::plus);
    }
    return shares.values().stream()
        .sorted(
            Comparator.comparingLong(DtypeShare::byteCount)
                .thenComparingInt(DtypeShare::tensorCount)
                .reversed())
        .toList();
  }

  private static DtypeShare of(TensorInfo tensor) {
    long elementCount = tensor.shape().elementCount().orElse(Long.MAX_VALUE);
    return new DtypeShare(
        tensor.dtype(),
        1,
        elementCount < 0 ? Long.MAX_VALUE : elementCount,
        Math.max(0, tensor.byteCount()));
  }

  private DtypeShare plus(DtypeShare other) {
    return new DtypeShare(
        dtype,
        tensorCount + other.tensorCount,
        SaturatingSum.of(elementCount, other.elementCount),
        SaturatingSum.of(byteCount, other.byteCount));
  }
}
