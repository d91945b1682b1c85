package io.github.tensorloupe.format;

/// Recent shapes: the tensors of a model have few different ones, and to keep each of them once
/// saves memory and the time to move it.
final class ShapeCache {

  private static final int SLOTS = 256;

  private final Shape[] shapes = new Shape[SLOTS];

  /// The shape with the first `rank` of these dimensions, which are copied if need be.
  Shape shape(long[] dimensions, int rank) {
    long hash = rank;
    for (int axis = 0; axis < rank; axis++) {
      hash = (hash ^ dimensions[axis]) * 0x9E37_79B9_7F4A_7C15L;
    }
    int slot = (int) (hash >>> Long.SIZE - 8) & SLOTS - 1;
    Shape cached = shapes[slot];
    if (cached == null || !cached.hasDimensions(dimensions, rank)) {
      cached = Shape.ofFirst(dimensions, rank);
      shapes[slot] = cached;
    }
    return cached;
  }
}
