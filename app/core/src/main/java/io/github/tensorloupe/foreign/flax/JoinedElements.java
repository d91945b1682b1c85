package io.github.tensorloupe.foreign.flax;

import module java.base;

import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.ComputedFile.Elements;

/// The elements of an array that is stored in parts.
final class JoinedElements implements Elements {

  private final ByteSource file;
  private final List<FlaxArray> parts;
  private final int width;

  /// The end of each part, in bytes from the beginning of the array.
  private final long[] ends;

  JoinedElements(ByteSource file, List<FlaxArray> parts, int width) {
    this.file = file;
    this.parts = parts;
    this.width = width;
    ends = parts.stream().mapToLong(FlaxArray::length).toArray();
    Arrays.parallelPrefix(ends, Long::sum);
  }

  @Override
  public void compute(long first, int count, ByteBuffer target) throws IOException {
    long at = first * width;
    int end = target.position() + count * width;
    int found = Arrays.binarySearch(ends, at);
    for (int part = found < 0 ? -found - 1 : found; target.position() < end; part++) {
      // A part that ends at the position, or is empty, contributes nothing.
      int byteCount = (int) Math.min(end - target.position(), ends[part] - at);
      FlaxArray array = parts.get(part);
      target.limit(target.position() + byteCount);
      file.read(array.begin() + array.length() - (ends[part] - at), target);
      target.limit(end);
      at += byteCount;
    }
  }
}
