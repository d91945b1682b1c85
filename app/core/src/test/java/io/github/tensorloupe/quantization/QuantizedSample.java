package io.github.tensorloupe.quantization;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.ComputedFile;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntUnaryOperator;

/// Random weights, quantized according to the source of a scheme without code from the rules.
/// Writes them to a file, and compares the logical tensor with the expected values.
final class QuantizedSample {

  /// Returns the value of a code of an element.
  @FunctionalInterface
  interface Value {
    double of(int element, int code);
  }

  /// Returns the position of a bit of the code of an item, in bits from the start of the part.
  @FunctionalInterface
  interface Place {
    long of(int item, int bit);
  }

  private static final String CONFIG = "{\"quantization_config\":%s}";

  final int out;
  final int in;
  final float[] weights;
  final int[] codes;
  private final double[] values;
  private final double[] steps;
  private final Random random = new Random(7);
  final TensorFiles files = new TensorFiles();
  private String config = "{}";

  /// @param out the product of all dimensions except the last
  QuantizedSample(int out, int in) {
    this.out = out;
    this.in = in;
    weights = new float[out * in];
    codes = new int[weights.length];
    values = new double[weights.length];
    steps = new double[weights.length];
    for (int i = 0; i < weights.length; i++) {
      weights[i] = (float) random.nextGaussian(0, 0.05);
    }
  }

  int column(int element) {
    return element % in;
  }

  int row(int element) {
    return element / in;
  }

  /// Returns the largest magnitude of each group, divided by the divisor.
  double[] scales(int groups, IntUnaryOperator group, double divisor) {
    double[] scales = new double[groups];
    for (int i = 0; i < weights.length; i++) {
      int at = group.applyAsInt(i);
      scales[at] = Math.max(scales[at], Math.abs(weights[i]) / divisor);
    }
    return scales;
  }

  /// Determines the nearest code of each element. The first elements use each possible code once,
  /// with exactly matching weights.
  void encode(int bits, IntToDoubleFunction step, Value value) {
    for (int i = 0; i < codes.length; i++) {
      if (i < 1 << bits) {
        codes[i] = i;
        weights[i] = (float) value.of(i, i);
      } else {
        double best = Double.MAX_VALUE;
        for (int code = 0; code < 1 << bits; code++) {
          double distance = Math.abs(value.of(i, code) - weights[i]);
          if (distance < best) {
            best = distance;
            codes[i] = code;
          }
        }
      }
      values[i] = value.of(i, codes[i]);
      steps[i] = step.applyAsDouble(i);
    }
  }

  /// Adds a part of numbers, and replaces the numbers by their stored values.
  QuantizedSample numbers(String name, Dtype dtype, double[] numbers, long... shape) {
    ElementType type = ElementType.of(dtype);
    byte[] bytes = new byte[numbers.length * dtype.bits() / 8];
    for (int i = 0; i < numbers.length; i++) {
      type.put(bytes, i, type.encode(numbers[i]));
      numbers[i] = type.toDouble(type.encode(numbers[i]));
    }
    files.tensor(name, dtype, bytes, shape);
    return this;
  }

  QuantizedSample codes(String name, Dtype dtype, int bits, Place place, long... shape) {
    return packed(name, dtype, bits, codes, place, shape);
  }

  /// Adds a part of codes, with each bit at its position.
  QuantizedSample packed(
      String name, Dtype dtype, int bits, int[] packed, Place place, long... shape) {
    long count = Arrays.stream(shape).reduce(1, (a, b) -> a * b);
    byte[] bytes = new byte[Math.toIntExact(count * dtype.bits() / 8)];
    for (int i = 0; i < packed.length; i++) {
      for (int bit = 0; bit < bits; bit++) {
        long at = place.of(i, bit);
        bytes[(int) (at / 8)] |= (byte) ((packed[i] >>> bit & 1) << at % 8);
      }
    }
    files.tensor(name, dtype, bytes, shape);
    return this;
  }

  /// Returns positions in rows with a stride of `rowBits` bits, lowest bit first.
  Place inRows(int bits, int rowBits) {
    return (i, bit) -> (long) row(i) * rowBits + column(i) * bits + bit;
  }

  QuantizedSample config(String json) {
    config = json;
    return this;
  }

  /// Writes and reads the weight, and compares it as a whole and in ranges.
  ///
  /// @param groupSize 0 without groups
  void check(Path parent, String name, Scheme scheme, int bits, long groupSize, long... shape)
      throws IOException {
    Path folder = Files.createTempDirectory(parent, "sample");
    Files.writeString(folder.resolve("config.json"), config);
    Path path = files.write(folder.resolve("model.safetensors"));
    try (TensorFile file = TensorFile.open(path)) {
      Quantization found =
          Quantization.of(
              new CheckpointPart("", path, Optional.empty(), List.of(file), List.of()),
              Cancellation.NEVER);
      assertThat(found.weights()).hasSize(1);
      QuantizedWeight weight = found.weights().getFirst();
      assertThat(weight.findings()).isEmpty();
      assertThat(weight.name()).isEqualTo(name);
      assertThat(weight.scheme()).isEqualTo(scheme);
      assertThat(weight.bits()).isEqualTo(bits);
      assertThat(weight.groupSize())
          .isEqualTo(groupSize == 0 ? OptionalLong.empty() : OptionalLong.of(groupSize));
      assertThat(weight.shape()).contains(Shape.of(shape));
      TensorRef logical = weight.logical().orElseThrow();
      assertThat(logical.info().shape()).isEqualTo(Shape.of(shape));
      compare(logical.data().orElseThrow());
      compareTally(logical.data().orElseThrow());
    }
  }

  private void compare(TensorData data) throws IOException {
    ByteBuffer expected = ByteBuffer.allocate(values.length * 4).order(ByteOrder.LITTLE_ENDIAN);
    for (double value : values) {
      expected.putFloat((float) value);
    }
    ByteBuffer found = read(data, 0, expected.capacity());
    for (int i = 0; i < values.length; i++) {
      float value = found.getFloat(4 * i);
      assertThat(Float.floatToRawIntBits(value))
          .as("element %d is %s, expected %s", i, value, (float) values[i])
          .isEqualTo(expected.getInt(4 * i));
      if (Float.isFinite(value)) {
        assertThat(Math.abs(value - weights[i]))
            .as("element %d", i)
            .isLessThanOrEqualTo((float) (steps[i] / 2 * 1.0001));
      }
    }
    for (int i = 0; i < 30; i++) {
      int begin = random.nextInt(expected.capacity());
      int length = random.nextInt(Math.min(5000, expected.capacity() - begin));
      assertThat(read(data, begin, length)).isEqualTo(expected.slice(begin, length));
    }
  }

  /// Compares counted values, requested in chunks. The weight may not support counting.
  private void compareTally(TensorData data) throws IOException {
    Map<Integer, Long> expected = new TreeMap<>();
    for (double value : values) {
      expected.merge(Float.floatToIntBits((float) value + 0f), 1L, Long::sum);
    }
    Map<Integer, Long> found = new TreeMap<>();
    ComputedFile file = (ComputedFile) data.file();
    for (int begin = 0; begin < values.length; ) {
      int count = Math.min(values.length - begin, 2 * (1 + random.nextInt(values.length)));
      file.tally(
          data.range().begin() + 4L * begin,
          count,
          (each, counts) -> {
            for (int i = 0; i < counts.length; i++) {
              if (counts[i] > 0) {
                found.merge(Float.floatToIntBits(each[i] + 0f), (long) counts[i], Long::sum);
              }
            }
          });
      begin += count;
    }
    assertThat(found).isIn(expected, Map.of());
  }

  private static ByteBuffer read(TensorData data, int begin, int length) throws IOException {
    ByteBuffer target = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    data.file().read(data.range().begin() + begin, target);
    return target.flip();
  }

  static int ceil(int count, int by) {
    return Math.ceilDiv(count, by);
  }

  static int count(long[] shape) {
    return (int) Arrays.stream(shape).reduce(1, (a, b) -> a * b);
  }

  static double e2m1(int code) {
    double[] magnitudes = {0, .5, 1, 1.5, 2, 3, 4, 6};
    return (code < 8 ? 1 : -1) * magnitudes[code & 7];
  }

  /// Returns a factor for scales, because rounding to a dtype can make them smaller.
  static double room(Dtype dtype) {
    return switch (dtype) {
      case F8_E8M0, U8 -> 2;
      case F8_E4M3 -> 1.2;
      default -> 1.01;
    };
  }

  static String quoted(String text) {
    return CONFIG.formatted(text.replace('\'', '"'));
  }

  /// Returns the zero points of unsigned codes, and computes the scales of the groups. Leaves room
  /// for one step, because zero points are rounded.
  double[] zeroPoints(int bits, double[] scales, Dtype dtype, IntUnaryOperator group) {
    double[] minima = new double[scales.length];
    for (int i = 0; i < weights.length; i++) {
      int at = group.applyAsInt(i);
      minima[at] = Math.min(minima[at], weights[i]);
      scales[at] = Math.max(scales[at], weights[i]);
    }
    ElementType type = ElementType.of(dtype);
    double[] zeros = new double[scales.length];
    for (int i = 0; i < scales.length; i++) {
      double wanted = (scales[i] - minima[i]) / ((1 << bits) - 2) * room(dtype);
      scales[i] = type.toDouble(type.encode(wanted));
      zeros[i] = Math.rint(-minima[i] / scales[i]);
    }
    return zeros;
  }

  static int[] integers(double[] numbers, int minus) {
    return Arrays.stream(numbers).mapToInt(number -> (int) number - minus).toArray();
  }

  /// Returns the positions of codes packed along columns of 32-bit words. Items are in row-major
  /// order.
  static Place down(int bits, int columns) {
    return (i, bit) -> {
      long place = (long) (i / columns) * bits + bit;
      return (place / 32 * columns + i % columns) * 32 + place % 32;
    };
  }
}
