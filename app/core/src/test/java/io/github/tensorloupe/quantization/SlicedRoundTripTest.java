package io.github.tensorloupe.quantization;

import static io.github.tensorloupe.quantization.QuantizedSample.ceil;

import io.github.tensorloupe.format.Dtype;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Quantizes weights whose codes are stored in slices or described by metadata, and compares the
/// decoded values.
class SlicedRoundTripTest {

  @TempDir Path folder;

  private void hqq(int bits, int axis, int group, int out, int in) throws IOException {
    QuantizedSample sample = new QuantizedSample(out, in);
    int groups = out * in / group;
    int rows = axis == 1 ? groups : group;
    int columns = axis == 1 ? group : groups;
    IntUnaryOperator groupOf = i -> axis == 1 ? i / columns : i % columns;
    double[] scales = new double[groups];
    double[] zeros = sample.zeroPoints(bits, scales, Dtype.F16, groupOf);
    for (int i = 0; i < groups; i++) {
      // Zero points need not be integers.
      zeros[i] += 0.25;
    }
    long[] shape = axis == 1 ? new long[] {rows, 1} : new long[] {1, columns};
    sample.numbers("a.scale", Dtype.F16, scales, shape).numbers("a.zero", Dtype.F32, zeros, shape);
    sample.encode(
        bits,
        i -> 2 * scales[groupOf.applyAsInt(i)],
        (i, code) -> (code - zeros[groupOf.applyAsInt(i)]) * scales[groupOf.applyAsInt(i)]);
    int unitBits = bits == 3 ? 32 : 8;
    int slices = bits == 3 ? 10 : bits == 5 || bits == 6 ? 1 : 8 / bits;
    int sliceRows = ceil(rows, slices);
    sample.codes(
        "a.W_q",
        bits == 3 ? Dtype.I32 : Dtype.U8,
        bits,
        (i, bit) -> {
          int row = i / columns;
          long unit = (long) (row % sliceRows) * columns + i % columns;
          return unit * unitBits + (slices - 1 - row / sliceRows) * bits + bit;
        },
        sliceRows,
        columns);
    sample.numbers("a.shape", Dtype.I64, new double[] {out, in}, 2);
    sample.numbers("a.nbits", Dtype.I32, new double[] {bits});
    sample.numbers("a.group_size", Dtype.I32, new double[] {group});
    sample.numbers("a.axis", Dtype.I32, new double[] {axis});
    sample.check(folder, "a.weight", Scheme.HQQ, bits, group, out, in);
  }

  @Test
  void hqqHasTheFirstSliceInTheHighestBits() throws IOException {
    for (int bits : new int[] {1, 2, 3, 4, 5, 6, 8}) {
      hqq(bits, 1, 16, 21, 48);
      hqq(bits, 0, 16, 21, 48);
    }
    hqq(4, 1, 64, 516, 512);
  }

  private void quanto(int bits, boolean isFloat, int group, int out, int in) throws IOException {
    QuantizedSample sample = new QuantizedSample(out, in);
    int rows = out * in / group;
    IntUnaryOperator groupOf = i -> i / group;
    double[] scales = new double[rows];
    double[] zeros = sample.zeroPoints(bits, scales, Dtype.F32, groupOf);
    double[] shifts = zeros.clone();
    if (isFloat) {
      Arrays.setAll(shifts, i -> zeros[i] * scales[i]);
    }
    sample.numbers("a.weight._scale", Dtype.F32, scales, rows, 1);
    sample.numbers("a.weight._shift", isFloat ? Dtype.F16 : Dtype.I8, shifts, rows, 1);
    sample.numbers("a.bias", Dtype.F32, new double[out], out);
    sample.encode(
        bits,
        i -> 2 * scales[i / group],
        (i, code) ->
            isFloat
                ? code * scales[i / group] - shifts[i / group]
                : (code - shifts[i / group]) * scales[i / group]);
    int sliceRows = ceil(rows * bits, 8);
    sample.codes(
        "a.weight._data._data",
        Dtype.U8,
        bits,
        (i, bit) -> {
          int row = i / group;
          long unit = (long) (row % sliceRows) * group + i % group;
          return unit * 8 + (long) row / sliceRows * bits + bit;
        },
        sliceRows,
        group);
    sample.check(folder, "a.weight", Scheme.QUANTO, bits, group == in ? 0 : group, out, in);
  }

  @Test
  void quantoHasTheFirstSliceInTheLowestBits() throws IOException {
    for (int bits : new int[] {2, 4}) {
      quanto(bits, true, 32, 13, 96);
      quanto(bits, false, 32, 13, 96);
      quanto(bits, true, 96, 13, 96);
    }
    QuantizedSample rows = new QuantizedSample(13, 96);
    quantoOfBytes(rows, 13, rows::row, 13, 1);
    quantoOfBytes(new QuantizedSample(13, 96), 1, _ -> 0);
  }

  private void quantoOfBytes(
      QuantizedSample sample, int scaleCount, IntUnaryOperator scaleOf, long... scaleShape)
      throws IOException {
    double[] scales = sample.scales(scaleCount, scaleOf, 126);
    sample.numbers("a.weight._scale", Dtype.BF16, scales, scaleShape);
    sample.encode(
        8,
        i -> 2 * scales[scaleOf.applyAsInt(i)],
        (i, code) -> (byte) code * scales[scaleOf.applyAsInt(i)]);
    sample.codes("a.weight._data", Dtype.I8, 8, sample.inRows(8, 8 * 96), 13, 96);
    sample.check(folder, "a.weight", Scheme.QUANTO, 8, 0, 13, 96);
  }

  /// @param data the `_data` member of the metadata
  private void torchao(String type, String data, int group, int out, int in) throws IOException {
    QuantizedSample sample = new QuantizedSample(out, in);
    int width = in / group;
    double[] scales = sample.scales(out * width, i -> i / group, 100);
    double[] zeros = new double[scales.length];
    Arrays.setAll(zeros, i -> i % 5 - 2);
    sample.numbers("a._weight_scale", Dtype.F32, scales, out, width);
    sample.numbers("a._weight_zero_point", Dtype.I8, zeros, out, width);
    sample.encode(
        8,
        i -> scales[i / group],
        (i, code) -> ((byte) code - zeros[i / group]) * scales[i / group]);
    sample.codes("a._weight_qdata", Dtype.I8, 8, sample.inRows(8, 8 * in), out, in);
    sample.files.metadata("tensor_names", "[\"a.weight\"]");
    sample.files.metadata("a.weight", "{\"_type\":\"%s\",\"_data\":%s}".formatted(type, data));
    sample.check(folder, "a.weight", Scheme.TORCHAO, 8, group == in ? 0 : group, out, in);
  }

  @Test
  void torchaoSaysInTheMetadataWhatTensorsAre() throws IOException {
    torchao("IntxUnpackedToInt8Tensor", "{\"block_size\":[1,24]}", 24, 13, 96);
    torchao("Int8Tensor", "{\"block_size\":[1,96]}", 96, 13, 96);
  }
}
