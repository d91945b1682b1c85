package io.github.tensorloupe.foreign.gguf;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Compares values with the results of the Python package `gguf` 0.19.
class BlockLayoutTest {

  /// @param scaleAt the index of the first 16-bit number, or −1
  /// @param offsetAt the index of the second 16-bit number, or −1
  private static byte[] twoBlocks(GgufType type, int scaleAt, int offsetAt) {
    float[][] numbers = {{0.046875f, 0.21f}, {-0.0123f, 0.077f}};
    ByteBuffer blocks = ByteBuffer.allocate(2 * type.blockBytes()).order(ByteOrder.LITTLE_ENDIAN);
    for (int block = 0; block < 2; block++) {
      int begin = block * type.blockBytes();
      for (int i = 0; i < type.blockBytes(); i++) {
        blocks.put(begin + i, (byte) (i * i * 31 + i * 7 + block * 101 + 13 >> 1));
      }
      if (scaleAt >= 0) {
        blocks.putShort(begin + scaleAt, Float.floatToFloat16(numbers[block][0]));
      }
      if (offsetAt >= 0) {
        blocks.putShort(begin + offsetAt, Float.floatToFloat16(numbers[block][1]));
      }
    }
    return blocks.array();
  }

  private static float[] decode(GgufType type, byte[] blocks) {
    float[] values = new float[blocks.length / type.blockBytes() * type.blockLength()];
    type.layout().orElseThrow().decode(blocks, blocks.length / type.blockBytes(), values);
    return values;
  }

  @ParameterizedTest
  @CsvSource({
    "Q4_0, 0, -1, a9f26e63, 0.140625, -0.08609009",
    "Q4_1, 0, 2, cf68da42, 0.7724609375, 0.015533447",
    "Q5_0, 0, -1, 66173b61, 0.421875, -0.036895752",
    "Q5_1, 0, 2, 37e2adb6, 0.3037109375, -0.03366089",
    "Q8_0, 0, -1, 986b7637, 3.515625, 1.2298584",
    "Q2_K, 80, 82, db4bd2cd, 0.5625, -0.0",
    "Q3_K, 108, -1, ec7e33f3, -0.5625, -1.1437683",
    "Q4_K, 0, 2, 9ea181e6, 7.455078125, -3.8914795",
    "Q5_K, 0, 2, 87ffb16a, 7.455078125, -12.807953",
    "Q6_K, 208, -1, 48dfd3ba, -25.3125, -10.724365",
    "IQ4_NL, 0, -1, 2d2bbdfa, 1.78125, -1.38974",
    "IQ4_XS, 0, -1, 31e9e02d, -108.9375, -0.24597168",
    "TQ1_0, 52, -1, 55abe515, -0.046875, -0.012298584",
    "TQ2_0, 64, -1, f4cc2459, 0.046875, -0.0",
    "MXFP4, -1, -1, 2223e5ef, -1.88079096131566e-37, -5.0821977e-21",
    "NVFP4, -1, -1, 696e52ec, -0.0234375, -22.5"
  })
  void valuesAreThoseOfThePackage(
      GgufType type, int scaleAt, int offsetAt, String crc, float first, float last) {
    float[] values = decode(type, twoBlocks(type, scaleAt, offsetAt));

    ByteBuffer bytes =
        ByteBuffer.allocate(values.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asFloatBuffer().put(values);
    CRC32 sum = new CRC32();
    sum.update(bytes);
    assertThat(values[0]).isEqualTo(first);
    assertThat(values[values.length - 1]).isEqualTo(last);
    assertThat(sum.getValue()).hasToString("" + Long.parseLong(crc, 16));
  }

  @Test
  void extremeScalesOfFourBitFloatsAreExact() {
    byte[] block = new byte[17];
    block[1] = 7;
    assertThat(decode(GgufType.MXFP4, block)[0]).isEqualTo(12 * 0x1p-128f);
    block[0] = 1;
    assertThat(decode(GgufType.MXFP4, block)[0]).isEqualTo(12 * 0x1p-127f);
    block[0] = (byte) 255;
    block[1] = 1;
    assertThat(decode(GgufType.MXFP4, block)[0]).isEqualTo(0x1p127f);
    byte[] nvidia = new byte[36];
    nvidia[4] = 2;
    nvidia[0] = 0x7f;
    assertThat(decode(GgufType.NVFP4, nvidia)[0]).isZero();
    nvidia[0] = (byte) 0xff;
    assertThat(decode(GgufType.NVFP4, nvidia)[0]).isEqualTo(480);
    nvidia[0] = 1;
    assertThat(decode(GgufType.NVFP4, nvidia)[0]).isEqualTo(0x1p-9f);
  }
}
