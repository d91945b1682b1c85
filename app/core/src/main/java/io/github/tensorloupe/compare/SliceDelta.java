package io.github.tensorloupe.compare;

import module java.base;

import io.github.tensorloupe.analysis.slice.SliceBlock;

/// The difference of the same cells of two tensors of one shape. Rows and columns are those of the
/// slice.
public record SliceDelta(SliceBlock a, SliceBlock b) {

  /// b − a as the nearest `double`; NaN where a side is no number, or both are infinite alike; of
  /// complex cells the real parts.
  public double delta(long row, long column) {
    throw new UnsupportedOperationException();
  }

  /// True if the bits or, with different dtypes, the values of a cell differ.
  public boolean isChanged(long row, long column) {
    throw new UnsupportedOperationException();
  }
}
