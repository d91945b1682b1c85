package io.github.tensorloupe.export;

import module java.base;

import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// Copies the bytes of tensors as they stand.
final class RawExport {

  private RawExport() {}

  /// Adds the bytes that are there to a file.
  ///
  /// @param progress reported in bytes of the tensor
  static void copy(TensorData data, Draft draft, Cancellation cancellation, Progress progress)
      throws IOException {
    long byteCount = data.range().byteCount();
    long begin = draft.byteCount();
    draft.copy(
        data.file(),
        data.range().begin(),
        byteCount,
        cancellation,
        _ -> progress.report(draft.byteCount() - begin, byteCount));
  }
}
