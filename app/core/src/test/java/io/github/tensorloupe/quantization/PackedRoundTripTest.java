package io.github.tensorloupe.quantization;

import static io.github.tensorloupe.quantization.QuantizedSample.ceil;
import static io.github.tensorloupe.quantization.QuantizedSample.down;
import static io.github.tensorloupe.quantization.QuantizedSample.integers;
import static io.github.tensorloupe.quantization.QuantizedSample.quoted;
import static io.github.tensorloupe.quantization.QuantizedSample.room;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.quantization.QuantizedSample.Place;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Quantizes weights, packs them into 32-bit words, and compares the decoded values.
class PackedRoundTripTest {

  @TempDir Path folder;

  /// Returns a shuffled map from columns to groups of equal size.
  private static int[] shuffled(int columns, int group) {
    int[] groups = IntStream.range(0, columns).map(i -> i / group).toArray();
    Random random = new Random(3);
    for (int i = columns - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      int previous = groups[i];
      groups[i] = groups[other];
      groups[other] = previous;
    }
    return groups;
  }

  private void compressed(
      int bits, int out, int in, int group, boolean isPadded, boolean hasZeros, boolean isMapped)
      throws IOException {
    QuantizedSample sample = new QuantizedSample(out, in);
    int width = ceil(in, group);
    int[] map =
        isMapped ? shuffled(in, group) : IntStream.range(0, in).map(i -> i / group).toArray();
    IntUnaryOperator groupOf = i -> sample.row(i) * width + map[sample.column(i)];
    double[] scales = new double[out * width];
    double[] zeros = new double[out * width];
    if (hasZeros) {
      zeros = sample.zeroPoints(bits, scales, Dtype.BF16, groupOf);
    } else {
      double maxCode = (1 << bits - 1) - 1;
      scales = sample.scales(out * width, groupOf, maxCode / room(Dtype.BF16));
      Arrays.fill(zeros, 1 << bits - 1);
    }
    sample.numbers("a.weight_scale", Dtype.BF16, scales, out, width);
    double[] s = scales;
    double[] z = zeros;
    sample.encode(
        bits,
        i -> s[groupOf.applyAsInt(i)],
        (i, code) -> (code - z[groupOf.applyAsInt(i)]) * s[groupOf.applyAsInt(i)]);
    int per = 32 / bits;
    int words = isPadded ? ceil(in, per) : ceil(in * bits, 32);
    Place place = sample.inRows(bits, words * 32);
    Place padded =
        (i, bit) ->
            32L * (sample.row(i) * words + sample.column(i) / per)
                + sample.column(i) % per * bits
                + bit;
    sample.codes("a.weight_packed", Dtype.I32, bits, isPadded ? padded : place, out, words);
    sample.numbers("a.weight_shape", Dtype.I64, new double[] {out, in}, 2);
    if (hasZeros) {
      int zeroWords = ceil(out * bits, 32);
      sample.packed(
          "a.weight_zero_point",
          Dtype.I32,
          bits,
          integers(zeros, 0),
          down(bits, width),
          zeroWords,
          width);
    }
    if (isMapped) {
      sample.numbers(
          "a.weight_g_idx", Dtype.I32, Arrays.stream(map).asDoubleStream().toArray(), in);
    }
    sample.config(
        quoted(
            "{'quant_method':'compressed-tensors','config_groups':{'g':{'targets':['Linear'],"
                + "'weights':{'num_bits':%d,'group_size':%d,'symmetric':%b}}}}"
                    .formatted(bits, group == in ? -1 : group, !hasZeros)));
    sample.check(folder, "a.weight", Scheme.CT_PACK, bits, group == in ? 0 : group, out, in);
  }

  @Test
  void compressedTensorsPackCodesDenselyOrPadded() throws IOException {
    for (int bits = 2; bits <= 8; bits++) {
      compressed(bits, 13, 77, 16, false, false, false);
      compressed(bits, 13, 77, 16, false, true, false);
    }
    compressed(3, 13, 165, 16, true, true, false);
    compressed(5, 13, 165, 165, true, false, false);
    compressed(4, 13, 77, 16, false, true, true);
  }

  private void gptq(int bits, int out, int in, int group, boolean isMapped, boolean isSecond)
      throws IOException {
    QuantizedSample sample = new QuantizedSample(out, in);
    int[] map =
        isMapped ? shuffled(in, group) : IntStream.range(0, in).map(i -> i / group).toArray();
    IntUnaryOperator groupOf = i -> map[sample.column(i)] * out + sample.row(i);
    int groups = ceil(in, group);
    double[] scales = new double[groups * out];
    double[] zeros = sample.zeroPoints(bits, scales, Dtype.F16, groupOf);
    for (int i = 0; i < zeros.length; i++) {
      // GPTQ version 1 stores zero points minus one.
      zeros[i] = Math.max(1, zeros[i]);
    }
    sample.numbers("a.scales", Dtype.F16, scales, groups, out);
    sample.encode(
        bits,
        i -> 2 * scales[groupOf.applyAsInt(i)],
        (i, code) -> (code - zeros[groupOf.applyAsInt(i)]) * scales[groupOf.applyAsInt(i)]);
    Place down = down(bits, out);
    sample.codes(
        "a.qweight",
        Dtype.I32,
        bits,
        (i, bit) -> down.of(sample.column(i) * out + sample.row(i), bit),
        in * bits / 32,
        out);
    sample.packed(
        "a.qzeros",
        Dtype.I32,
        bits,
        integers(zeros, isSecond ? 0 : 1),
        (i, bit) -> (long) i / out * (out * bits) + i % out * bits + bit,
        groups,
        out * bits / 32);
    if (isMapped) {
      sample.numbers("a.g_idx", Dtype.I32, Arrays.stream(map).asDoubleStream().toArray(), in);
    }
    sample.config(
        quoted(
            "{'quant_method':'gptq','bits':%d,'group_size':%d,'checkpoint_format':'%s'}"
                .formatted(bits, group, isSecond ? "gptq_v2" : "gptq")));
    sample.check(folder, "a.weight", Scheme.GPTQ, bits, group, out, in);
  }

  @Test
  void gptqPacksCodesDownColumns() throws IOException {
    for (int bits : new int[] {2, 3, 4, 8}) {
      gptq(bits, 64, 96, 40, false, false);
      gptq(bits, 64, 96, 32, true, true);
    }
    gptq(4, 544, 512, 128, true, false);
  }

  @Test
  void awqPacksCodesInItsOwnOrder() throws IOException {
    int out = 88;
    int in = 144;
    int[] order = {0, 4, 1, 5, 2, 6, 3, 7};
    QuantizedSample sample = new QuantizedSample(out, in);
    IntUnaryOperator groupOf = i -> sample.column(i) / 64 * out + sample.row(i);
    double[] scales = new double[3 * out];
    double[] zeros = sample.zeroPoints(4, scales, Dtype.F16, groupOf);
    sample.numbers("a.scales", Dtype.F16, scales, 3, out);
    sample.encode(
        4,
        i -> scales[groupOf.applyAsInt(i)],
        (i, code) -> (code - zeros[groupOf.applyAsInt(i)]) * scales[groupOf.applyAsInt(i)]);
    Place words = (i, bit) -> 4L * (i / 8 * 8 + order[i % 8]) + bit;
    sample.codes(
        "a.qweight",
        Dtype.I32,
        4,
        (i, bit) -> words.of(sample.column(i) * out + sample.row(i), bit),
        in,
        out / 8);
    sample.packed("a.qzeros", Dtype.I32, 4, integers(zeros, 0), words, 3, out / 8);
    sample.config(quoted("{'quant_method':'awq','bits':4,'group_size':64,'version':'gemm'}"));
    sample.check(folder, "a.weight", Scheme.AWQ, 4, 64, out, in);
  }

  @Test
  void awqGemvPadsRowsOfScales() throws IOException {
    for (int group : new int[] {32, 64, 128}) {
      int in = 648;
      QuantizedSample sample = new QuantizedSample(20, in);
      int groups = ceil(in, group);
      int step = 128 / group;
      int words = ceil(ceil(groups, 8), step) * step;
      IntUnaryOperator groupOf = i -> sample.row(i) * words * 8 + sample.column(i) / group;
      double[] scales = new double[20 * words * 8];
      double[] zeros = sample.zeroPoints(4, scales, Dtype.F16, groupOf);
      sample.numbers("a.scales", Dtype.F16, scales, 20, 8L * words);
      sample.encode(
          4,
          i -> scales[groupOf.applyAsInt(i)],
          (i, code) -> (code - zeros[groupOf.applyAsInt(i)]) * scales[groupOf.applyAsInt(i)]);
      sample.codes("a.qweight", Dtype.I32, 4, sample.inRows(4, in * 4), 20, in / 8);
      sample.packed(
          "a.qzeros", Dtype.I32, 4, integers(zeros, 0), (i, bit) -> 4L * i + bit, 20, words);
      sample.config(
          quoted("{'quant_method':'awq','group_size':%d,'version':'gemv'}".formatted(group)));
      sample.check(folder, "a.weight", Scheme.AWQ_GEMV, 4, group, 20, in);
    }
  }

  private void mlx(int bits, int group, boolean isConfigured, long... shape) throws IOException {
    int in = (int) shape[shape.length - 1];
    QuantizedSample sample = new QuantizedSample(QuantizedSample.count(shape) / in, in);
    int width = in / group;
    IntUnaryOperator groupOf = i -> i / group;
    double[] scales = new double[sample.out * width];
    double[] zeros = sample.zeroPoints(bits, scales, Dtype.F32, groupOf);
    double[] biases = new double[scales.length];
    for (int i = 0; i < scales.length; i++) {
      // In half of the groups, codes ascend from the largest weight down.
      int sign = i % 2 == 0 ? 1 : -1;
      biases[i] = -sign * scales[i] * (sign > 0 ? zeros[i] : (1 << bits) - 1 - zeros[i]);
      scales[i] *= sign;
    }
    long[] scaleShape = shape.clone();
    scaleShape[shape.length - 1] = width;
    sample.numbers("a.scales", Dtype.F32, scales, scaleShape);
    sample.numbers("a.biases", Dtype.F32, biases, scaleShape);
    sample.encode(
        bits,
        i -> Math.abs(scales[i / group]),
        (i, code) -> code * scales[i / group] + biases[i / group]);
    long[] stored = shape.clone();
    stored[shape.length - 1] = (long) in * bits / 32;
    sample.codes("a.weight", Dtype.U32, bits, sample.inRows(bits, in * bits), stored);
    if (isConfigured) {
      sample.config("{\"quantization\":{\"group_size\":%d,\"bits\":%d}}".formatted(group, bits));
    }
    sample.check(folder, "a.weight", Scheme.MLX, bits, group, shape);
  }

  @Test
  void mlxAddsABiasToEachGroup() throws IOException {
    for (int bits : new int[] {2, 3, 4, 5, 6, 8}) {
      mlx(bits, 32, true, 11, 96);
    }
    mlx(4, 64, true, 3, 5, 128);
    mlx(4, 128, true, 520, 512);
  }
}
