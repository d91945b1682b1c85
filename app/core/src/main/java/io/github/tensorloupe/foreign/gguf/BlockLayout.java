package io.github.tensorloupe.foreign.gguf;

import module java.base;

/// The layout of a block of quantized values: `scale × number of the code + offset`, where groups
/// of values share scale and offset. Each operation rounds to `float`, as in llama.cpp. Immutable.
///
/// @param length the number of values in a block
/// @param groupLength the number of values with the same scale
/// @param codes the positions of the codes or of their lower bits
/// @param upper the positions of the remaining bits of the codes, or empty
/// @param powers for ternary codes, the power of 3 that shifts the digit of each code to the top of
///   its byte; empty for binary codes
/// @param table the number of each code
/// @param scaleAt the index in the block of the first scale
/// @param numbers the little-endian numbers of several bytes
public record BlockLayout(
    int length,
    int byteCount,
    int groupLength,
    Bits codes,
    Optional<Bits> upper,
    Optional<int[]> powers,
    float[] table,
    int scaleAt,
    List<Number> numbers,
    Scales scales) {

  /// The positions of bits of the codes in a block.
  ///
  /// @param at the index of the byte of each code
  /// @param shifts the lowest bit in the byte
  record Bits(int count, int[] at, int[] shifts) {

    static Bits of(int length, int count, IntUnaryOperator at, IntUnaryOperator shift) {
      return new Bits(
          count,
          IntStream.range(0, length).map(at).toArray(),
          IntStream.range(0, length).map(shift).toArray());
    }
  }

  /// A little-endian number of several bytes.
  record Number(int at, int byteCount) {}

  /// A function that computes the scales and offsets of the groups of a block.
  @FunctionalInterface
  interface Scales {
    /// @param at the index of the first byte of the block
    /// @param offsets initially −0, which changes no sum
    void read(byte[] bytes, int at, float[] scales, float[] offsets);
  }

  /// Returns the width of a code in bits; for ternary codes, the bits of a value in a block.
  public double bits() {
    return powers.isPresent()
        ? (double) byteCount * Byte.SIZE / length
        : codes.count + upper.map(Bits::count).orElse(0);
  }

  public int codeCount() {
    return table.length;
  }

  /// Reads the codes of consecutive blocks.
  ///
  /// @param target receives the codes
  public void readCodes(byte[] bytes, int blockCount, int[] target) {
    int mask = (1 << codes.count) - 1;
    for (int block = 0; block < blockCount; block++) {
      int begin = block * byteCount;
      int first = block * length;
      for (int i = 0; i < length; i++) {
        target[first + i] = bytes[begin + codes.at[i]] >>> codes.shifts[i] & mask;
      }
      if (upper.isPresent()) {
        addUpper(upper.get(), bytes, begin, target, first);
      }
      if (powers.isPresent()) {
        int[] power = powers.get();
        for (int i = 0; i < length; i++) {
          target[first + i] = (target[first + i] * power[i] & 0xff) * 3 >> Byte.SIZE;
        }
      }
    }
  }

  private void addUpper(Bits bits, byte[] bytes, int begin, int[] target, int first) {
    int mask = (1 << bits.count) - 1;
    for (int i = 0; i < length; i++) {
      int higher = bytes[begin + bits.at[i]] >>> bits.shifts[i] & mask;
      target[first + i] |= higher << codes.count;
    }
  }

  /// Computes the values of consecutive blocks.
  public void decode(byte[] bytes, int blockCount, float[] values) {
    int[] read = new int[blockCount * length];
    readCodes(bytes, blockCount, read);
    float[] scale = new float[length / groupLength];
    float[] offset = new float[scale.length];
    Arrays.fill(offset, -0f);
    for (int block = 0; block < blockCount; block++) {
      scales.read(bytes, block * byteCount, scale, offset);
      for (int group = 0; group < scale.length; group++) {
        float s = scale[group];
        float o = offset[group];
        int begin = block * length + group * groupLength;
        for (int i = begin; i < begin + groupLength; i++) {
          values[i] = s * table[read[i]] + o;
        }
      }
    }
  }

  /// Returns the index in a block of the byte with the code of a value, or with its lower bits.
  public int codeByte(int index) {
    return codes.at[index];
  }

  public int codeShift(int index) {
    return codes.shifts[index];
  }
}
