package io.github.tensorloupe.desktop.pane.hex.structure;

import io.github.tensorloupe.format.TensorInfo;
import java.util.List;

/// Which tensor claims a byte of the data buffer. Takes logarithmic time in the number of tensors,
/// also where they overlap or leave holes. Offsets are data offsets.
final class Coverage {

  private final List<TensorInfo> tensors;
  private final long dataLength;

  /// Of the tensors up to each one: which reaches furthest, and where the second furthest ends.
  /// Empty where no tensors overlap.
  private final int[] furthest;

  private final long[] second;

  private Coverage(List<TensorInfo> tensors, long dataLength, boolean mayOverlap) {
    this.tensors = tensors;
    this.dataLength = dataLength;
    this.furthest = new int[mayOverlap ? tensors.size() : 0];
    this.second = new long[furthest.length];
  }

  /// Of a file whose tensors follow one another.
  static Coverage ofNeighbours(List<TensorInfo> tensors, long dataLength) {
    return new Coverage(tensors, dataLength, false);
  }

  /// Of a file whose tensors may lie anywhere. Takes time in proportion to their number.
  ///
  /// @param tensors by where they begin
  static Coverage ofAny(List<TensorInfo> tensors, long dataLength) {
    Coverage coverage = new Coverage(tensors, dataLength, true);
    coverage.fill();
    return coverage;
  }

  private void fill() {
    int best = 0;
    long runnerUp = 0;
    for (int i = 0; i < furthest.length; i++) {
      long end = end(i);
      if (i > 0 && end > end(best)) {
        runnerUp = end(best);
        best = i;
      } else if (i > 0) {
        runnerUp = Math.max(runnerUp, end);
      }
      furthest[i] = best;
      second[i] = runnerUp;
    }
  }

  private long begin(int tensor) {
    return inBuffer(tensors.get(tensor).begin());
  }

  /// Where a tensor ends inside the data buffer; where it begins if its offsets make no range.
  private long end(int tensor) {
    TensorInfo info = tensors.get(tensor);
    boolean forward = Long.compareUnsigned(info.begin(), info.end()) <= 0;
    return inBuffer(forward ? info.end() : info.begin());
  }

  private long inBuffer(long dataOffset) {
    return Long.compareUnsigned(dataOffset, dataLength) < 0 ? dataOffset : dataLength;
  }

  /// The largest end of a tensor, unsigned, also beyond the file; 0 where there are no tensors.
  long promisedLength() {
    long longest = 0;
    for (TensorInfo info : tensors) {
      boolean forward = Long.compareUnsigned(info.begin(), info.end()) <= 0;
      if (forward && Long.compareUnsigned(info.end(), longest) > 0) {
        longest = info.end();
      }
    }
    return longest;
  }

  /// What the bytes from an offset on are for; its end is a data offset.
  ///
  /// @param dataOffset inside the data buffer
  Segment at(long dataOffset) {
    int last = lastFrom(dataOffset);
    long next = last + 1 < tensors.size() ? begin(last + 1) : dataLength;
    if (last < 0) {
      return new Segment(Part.UNCLAIMED, next);
    }
    int widest = furthest.length == 0 ? last : furthest[last];
    boolean shared = furthest.length > 0 && second[last] > dataOffset;
    int owner = end(last) > dataOffset ? last : widest;
    if (end(owner) <= dataOffset) {
      return new Segment(Part.UNCLAIMED, next);
    }
    long end = Math.min(next, end(owner));
    return shared
        ? new Segment(Part.OVERLAP, Math.min(end, second[last]), owner)
        : new Segment(Part.TENSOR, end, owner);
  }

  /// The last tensor that begins at an offset or before it, or -1.
  private int lastFrom(long dataOffset) {
    int low = 0;
    int high = tensors.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (Long.compareUnsigned(tensors.get(middle).begin(), dataOffset) <= 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low - 1;
  }
}
