package io.github.tensorloupe.foreign.gguf;

import module java.base;

import io.github.tensorloupe.foreign.gguf.BlockLayout.Bits;
import io.github.tensorloupe.foreign.gguf.BlockLayout.Number;
import io.github.tensorloupe.foreign.gguf.BlockLayout.Scales;

/// The layouts of blocks by type.
final class BlockLayouts {

  private static final float[] IQ4 = {
    -127, -104, -83, -65, -49, -35, -22, -10, 1, 13, 25, 38, 53, 69, 89, 113
  };
  private static final float[] FP4 = {0, 1, 2, 3, 4, 6, 8, 12, 0, -1, -2, -3, -4, -6, -8, -12};

  private static final IntUnaryOperator NONE = _ -> 0;

  static final BlockLayout Q4_0 = small(18, nibbles(2), Optional.empty(), integers(4, -8), d(0));
  static final BlockLayout Q4_1 = small(20, nibbles(4), Optional.empty(), integers(4, 0), dm());
  static final BlockLayout Q5_0 = small(22, nibbles(6), fifthBits(2), integers(5, -16), d(0));
  static final BlockLayout Q5_1 = small(24, nibbles(8), fifthBits(4), integers(5, 0), dm());
  static final BlockLayout Q8_0 =
      small(34, Bits.of(32, 8, i -> 2 + i, NONE), Optional.empty(), signedBytes(), d(0));
  static final BlockLayout IQ4_NL = small(18, nibbles(2), Optional.empty(), IQ4, d(0));
  static final BlockLayout MXFP4 =
      small(17, nibbles(1), Optional.empty(), FP4, BlockLayouts::powerOfTwo);
  static final BlockLayout NVFP4 =
      new BlockLayout(
          64,
          36,
          16,
          Bits.of(64, 4, i -> 4 + i / 16 * 8 + i % 8, i -> i % 16 / 8 * 4),
          Optional.empty(),
          Optional.empty(),
          FP4,
          0,
          List.of(),
          BlockLayouts::unsignedE4m3);

  static final BlockLayout Q2_K =
      large(84, 16, twoBits(16), Optional.empty(), integers(2, 0), 80, BlockLayouts::q2k);
  static final BlockLayout Q3_K =
      large(110, 16, twoBits(32), highBits(0), integers(3, -4), 108, BlockLayouts::q3k);
  static final BlockLayout Q4_K =
      large(144, 32, pairs(16, 32), Optional.empty(), integers(4, 0), 0, BlockLayouts::q4k);
  static final BlockLayout Q5_K =
      large(176, 32, pairs(48, 32), highBits(16), integers(5, 0), 0, BlockLayouts::q4k);
  static final BlockLayout Q6_K =
      large(
          210,
          16,
          pairs(0, 64),
          Optional.of(twoBits(128)),
          integers(6, -32),
          208,
          BlockLayouts::q6k);
  static final BlockLayout IQ4_XS =
      large(136, 32, pairs(8, 16), Optional.empty(), IQ4, 0, BlockLayouts::iq4xs);
  static final BlockLayout TQ2_0 =
      large(66, 256, twoBits(0), Optional.empty(), integers(2, -1), 64, d(64));
  static final BlockLayout TQ1_0 =
      new BlockLayout(
          256,
          54,
          256,
          Bits.of(256, 8, BlockLayouts::ternaryByte, NONE),
          Optional.empty(),
          Optional.of(IntStream.range(0, 256).map(BlockLayouts::ternaryPower).toArray()),
          new float[] {-1, 0, 1},
          52,
          List.of(new Number(52, 2)),
          d(52));

  private BlockLayouts() {}

  /// Creates a layout of 32 values with one scale at the beginning.
  private static BlockLayout small(
      int byteCount, Bits codes, Optional<Bits> upper, float[] table, Scales scales) {
    List<Number> numbers = new ArrayList<>();
    int codesAt = codes.at()[0];
    int upperAt = upper.map(bits -> bits.at()[0]).orElse(codesAt);
    for (int at = 0; at + Short.BYTES <= upperAt; at += Short.BYTES) {
      numbers.add(new Number(at, Short.BYTES));
    }
    if (upper.isPresent()) {
      numbers.add(new Number(upperAt, Integer.BYTES));
    }
    return new BlockLayout(
        32, byteCount, 32, codes, upper, Optional.empty(), table, 0, numbers, scales);
  }

  /// Creates a layout of 256 values.
  ///
  /// @param scaleAt the index of the scale, and of the second number next to it if there is one
  private static BlockLayout large(
      int byteCount,
      int groupLength,
      Bits codes,
      Optional<Bits> upper,
      float[] table,
      int scaleAt,
      Scales scales) {
    boolean hasSecond = scaleAt == 0 || scaleAt + 2 * Short.BYTES == byteCount;
    Number first = new Number(scaleAt, Short.BYTES);
    Number second = new Number(scaleAt + Short.BYTES, Short.BYTES);
    return new BlockLayout(
        256,
        byteCount,
        groupLength,
        codes,
        upper,
        Optional.empty(),
        table,
        scaleAt,
        hasSecond ? List.of(first, second) : List.of(first),
        scales);
  }

  private static Bits nibbles(int at) {
    return Bits.of(32, 4, i -> at + i % 16, i -> i / 16 * 4);
  }

  /// Nibbles in runs of bytes. All low nibbles of a run precede its high nibbles.
  private static Bits pairs(int at, int run) {
    return Bits.of(256, 4, i -> at + i / (2 * run) * run + i % run, i -> i / run % 2 * 4);
  }

  private static Bits twoBits(int at) {
    return Bits.of(256, 2, i -> at + i / 128 * 32 + i % 32, i -> i % 128 / 32 * 2);
  }

  private static Optional<Bits> highBits(int at) {
    return Optional.of(Bits.of(256, 1, i -> at + i % 32, i -> i / 32));
  }

  private static Optional<Bits> fifthBits(int at) {
    return Optional.of(Bits.of(32, 1, i -> at + i / 8, i -> i % 8));
  }

  private static int ternaryByte(int i) {
    return i < 160 ? i % 32 : i < 240 ? 32 + (i - 160) % 16 : 48 + (i - 240) % 4;
  }

  private static int ternaryPower(int i) {
    int digit = i < 160 ? i / 32 : i < 240 ? (i - 160) / 16 : (i - 240) / 4;
    return (int) Math.pow(3, digit);
  }

  private static float[] integers(int bits, int first) {
    float[] table = new float[1 << bits];
    for (int i = 0; i < table.length; i++) {
      table[i] = first + i;
    }
    return table;
  }

  private static float[] signedBytes() {
    float[] table = new float[1 << Byte.SIZE];
    for (int i = 0; i < table.length; i++) {
      table[i] = (byte) i;
    }
    return table;
  }

  private static float half(byte[] bytes, int at) {
    return Float.float16ToFloat((short) (bytes[at] & 0xff | bytes[at + 1] << Byte.SIZE));
  }

  private static Scales d(int index) {
    return (bytes, at, scales, _) -> scales[0] = half(bytes, at + index);
  }

  private static Scales dm() {
    return (bytes, at, scales, offsets) -> {
      scales[0] = half(bytes, at);
      offsets[0] = half(bytes, at + 2);
    };
  }

  private static void powerOfTwo(byte[] bytes, int at, float[] scales, float[] offsets) {
    scales[0] = Math.scalb(1f, (bytes[at] & 0xff) - 128);
  }

  private static void unsignedE4m3(byte[] bytes, int at, float[] scales, float[] offsets) {
    for (int group = 0; group < scales.length; group++) {
      int code = bytes[at + group];
      int exponent = code >> 3 & 0xf;
      int fraction = exponent == 0 ? code & 7 : code & 7 | 8;
      // The libraries treat 0xFF as a number, unlike 0x7F.
      boolean isNan = code == 0x7f;
      scales[group] = isNan ? 0 : 0.5f * Math.scalb((float) fraction, Math.max(1, exponent) - 10);
    }
  }

  private static void q2k(byte[] bytes, int at, float[] scales, float[] offsets) {
    float d = half(bytes, at + 80);
    float min = half(bytes, at + 82);
    for (int group = 0; group < scales.length; group++) {
      scales[group] = d * (bytes[at + group] & 0xf);
      offsets[group] = -(min * (bytes[at + group] >> 4 & 0xf));
    }
  }

  private static void q3k(byte[] bytes, int at, float[] scales, float[] offsets) {
    float d = half(bytes, at + 108);
    for (int group = 0; group < scales.length; group++) {
      int low = bytes[at + 96 + group % 8] >> group / 8 * 4 & 0xf;
      int high = bytes[at + 104 + group % 4] >> group / 4 * 2 & 3;
      scales[group] = d * ((low | high << 4) - 32);
    }
  }

  /// Also for Q5_K.
  private static void q4k(byte[] bytes, int at, float[] scales, float[] offsets) {
    float d = half(bytes, at);
    float min = half(bytes, at + 2);
    int packed = at + 4;
    for (int group = 0; group < scales.length; group++) {
      int scale;
      int offset;
      if (group < 4) {
        scale = bytes[packed + group] & 63;
        offset = bytes[packed + group + 4] & 63;
      } else {
        int both = bytes[packed + group + 4];
        scale = both & 0xf | (bytes[packed + group - 4] >> 6 & 3) << 4;
        offset = both >> 4 & 0xf | (bytes[packed + group] >> 6 & 3) << 4;
      }
      scales[group] = d * scale;
      offsets[group] = -(min * offset);
    }
  }

  private static void q6k(byte[] bytes, int at, float[] scales, float[] offsets) {
    float d = half(bytes, at + 208);
    for (int group = 0; group < scales.length; group++) {
      scales[group] = d * bytes[at + 192 + group];
    }
  }

  private static void iq4xs(byte[] bytes, int at, float[] scales, float[] offsets) {
    float d = half(bytes, at);
    int high = bytes[at + 2] & 0xff | (bytes[at + 3] & 0xff) << Byte.SIZE;
    for (int group = 0; group < scales.length; group++) {
      int low = bytes[at + 4 + group / 2] >> group % 2 * 4 & 0xf;
      scales[group] = d * ((low | (high >> 2 * group & 3) << 4) - 32);
    }
  }
}
