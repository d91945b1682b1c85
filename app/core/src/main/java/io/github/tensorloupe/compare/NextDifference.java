package io.github.tensorloupe.compare;

import module java.base;

import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// Looks for the next place where two tensors differ. Thread-safe; blocks.
public record NextDifference(TensorPair pair) {

  /// The first element at an index or behind that differs: in its bits or, with different dtypes,
  /// in its value; empty where none does.
  ///
  /// @param elementIndex 0 to the number of elements
  public OptionalLong from(long elementIndex, Cancellation cancellation, Progress progress)
      throws IOException {
    throw new UnsupportedOperationException();
  }

  /// The last element before an index that differs.
  public OptionalLong before(long elementIndex, Cancellation cancellation, Progress progress)
      throws IOException {
    throw new UnsupportedOperationException();
  }

  /// The first byte at an offset or behind that differs, whatever the dtypes; where one tensor is
  /// longer, the rest of it differs.
  ///
  /// @param byteOffset from the first byte of both tensors
  public OptionalLong byteFrom(long byteOffset, Cancellation cancellation, Progress progress)
      throws IOException {
    throw new UnsupportedOperationException();
  }

  /// The last byte before an offset that differs.
  public OptionalLong byteBefore(long byteOffset, Cancellation cancellation, Progress progress)
      throws IOException {
    throw new UnsupportedOperationException();
  }
}
