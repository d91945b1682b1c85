package io.github.tensorloupe.foreign.gguf;

import module java.base;

import io.github.tensorloupe.format.Dtype;

/// The types of tensors in GGUF files. The names of the constants are the names in llama.cpp.
///
/// Sources: llama.cpp `ggml/include/ggml.h`, `ggml/src/ggml-common.h`, `ggml/src/ggml-quants.c`;
/// `gguf-py/gguf/quants.py`.
public enum GgufType {
  F32(0, Dtype.F32),
  F16(1, Dtype.F16),
  Q4_0(2, BlockLayouts.Q4_0),
  Q4_1(3, BlockLayouts.Q4_1),
  Q5_0(6, BlockLayouts.Q5_0),
  Q5_1(7, BlockLayouts.Q5_1),
  Q8_0(8, BlockLayouts.Q8_0),
  Q8_1(9, 32, 40),
  Q2_K(10, BlockLayouts.Q2_K),
  Q3_K(11, BlockLayouts.Q3_K),
  Q4_K(12, BlockLayouts.Q4_K),
  Q5_K(13, BlockLayouts.Q5_K),
  Q6_K(14, BlockLayouts.Q6_K),
  Q8_K(15, 256, 292),
  IQ2_XXS(16, 256, 66),
  IQ2_XS(17, 256, 74),
  IQ3_XXS(18, 256, 98),
  IQ1_S(19, 256, 50),
  IQ4_NL(20, BlockLayouts.IQ4_NL),
  IQ3_S(21, 256, 110),
  IQ2_S(22, 256, 82),
  IQ4_XS(23, BlockLayouts.IQ4_XS),
  I8(24, Dtype.I8),
  I16(25, Dtype.I16),
  I32(26, Dtype.I32),
  I64(27, Dtype.I64),
  F64(28, Dtype.F64),
  IQ1_M(29, 256, 56),
  BF16(30, Dtype.BF16),
  TQ1_0(34, BlockLayouts.TQ1_0),
  TQ2_0(35, BlockLayouts.TQ2_0),
  MXFP4(39, BlockLayouts.MXFP4),
  NVFP4(40, BlockLayouts.NVFP4);

  private final int code;
  private final Dtype dtype;
  private final int blockLength;
  private final int blockBytes;
  private final Optional<BlockLayout> layout;

  GgufType(int code, Dtype dtype) {
    this(code, dtype, 1, dtype.bits() / Byte.SIZE, Optional.empty());
  }

  GgufType(int code, int blockLength, int blockBytes) {
    this(code, Dtype.U8, blockLength, blockBytes, Optional.empty());
  }

  GgufType(int code, BlockLayout layout) {
    this(code, Dtype.U8, layout.length(), layout.byteCount(), Optional.of(layout));
  }

  GgufType(int code, Dtype dtype, int blockLength, int blockBytes, Optional<BlockLayout> layout) {
    this.code = code;
    this.dtype = dtype;
    this.blockLength = blockLength;
    this.blockBytes = blockBytes;
    this.layout = layout;
  }

  static Optional<GgufType> of(int code) {
    return Arrays.stream(values()).filter(type -> type.code == code).findFirst();
  }

  /// Returns the type of a name in a file, or empty if it is not the name of a type.
  public static Optional<GgufType> of(String name) {
    return Arrays.stream(values()).filter(type -> type.name().equals(name)).findFirst();
  }

  /// Returns the dtype of the stored numbers, or `U8` for blocks.
  Dtype dtype() {
    return dtype;
  }

  public boolean isQuantized() {
    return blockLength > 1;
  }

  /// Returns the number of values in a block.
  public int blockLength() {
    return blockLength;
  }

  public int blockBytes() {
    return blockBytes;
  }

  /// Returns the layout of blocks whose values can be computed, otherwise empty.
  public Optional<BlockLayout> layout() {
    return layout;
  }

  /// Returns for each byte of a little-endian block its index in a big-endian block.
  int[] bigEndianOrder() {
    int[] order = IntStream.range(0, blockBytes).toArray();
    if (!isQuantized()) {
      Arrays.setAll(order, i -> blockBytes - 1 - i);
    }
    for (BlockLayout.Number number : layout.map(BlockLayout::numbers).orElse(List.of())) {
      for (int i = 0; i < number.byteCount(); i++) {
        order[number.at() + i] = number.at() + number.byteCount() - 1 - i;
      }
    }
    return order;
  }
}
