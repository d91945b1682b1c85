package io.github.tensorloupe.quantization;

/// The rotation of ConvRot: the product of a group of columns with a Hadamard matrix. The matrix is
/// the Kronecker power of `½·[[1,1,1,−1],[1,1,−1,1],[1,−1,1,1],[−1,1,1,1]]`, which is symmetric and
/// its own inverse. Immutable.
///
/// Source: ComfyUI `comfy/quant_ops.py`.
///
/// @param size the number of columns in a group, a power of 4
record Rotation(int size) {

  private static final int MAX_SIZE = 1 << 16;

  /// Returns true if a matrix with these columns can be rotated.
  static boolean isPossible(long size, long columns) {
    return size >= 4
        && size <= MAX_SIZE
        && Long.bitCount(size) == 1
        && Long.numberOfTrailingZeros(size) % 2 == 0
        && columns % size == 0;
  }

  /// Rotates a group in place.
  void apply(double[] group) {
    for (int stride = 1; stride < size; stride *= 4) {
      for (int block = 0; block < size; block += 4 * stride) {
        for (int i = block; i < block + stride; i++) {
          double a = group[i];
          double b = group[i + stride];
          double c = group[i + 2 * stride];
          double d = group[i + 3 * stride];
          group[i] = (a + b + c - d) / 2;
          group[i + stride] = (a + b - c + d) / 2;
          group[i + 2 * stride] = (a - b + c + d) / 2;
          group[i + 3 * stride] = (-a + b + c + d) / 2;
        }
      }
    }
  }
}
