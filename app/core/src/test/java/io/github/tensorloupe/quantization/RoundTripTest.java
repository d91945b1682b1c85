package io.github.tensorloupe.quantization;

import static io.github.tensorloupe.quantization.QuantizedSample.ceil;
import static io.github.tensorloupe.quantization.QuantizedSample.count;
import static io.github.tensorloupe.quantization.QuantizedSample.e2m1;
import static io.github.tensorloupe.quantization.QuantizedSample.quoted;
import static io.github.tensorloupe.quantization.QuantizedSample.room;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.quantization.QuantizedSample.Place;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Quantizes weights with every scheme, and compares the decoded values.
class RoundTripTest {

  private static final double[] NF4 = {
    -1, -.6962, -.5251, -.3949, -.2844, -.1848, -.0911, 0, .0796, .1609, .2461, .3379, .4407, .5626,
    .7230, 1
  };
  private static final double[] FP4 = {
    0,
    .0625 / 12,
    8 / 12.,
    1,
    4 / 12.,
    .5,
    2 / 12.,
    .25,
    0,
    -.0625 / 12,
    -8 / 12.,
    -1,
    -4 / 12.,
    -.5,
    -2 / 12.,
    -.25
  };
  private static final ElementType E4M3 = ElementType.of(Dtype.F8_E4M3);

  @TempDir Path folder;

  /// Checks 8-bit codes with a scale of any shape.
  private void bytes(
      Dtype dtype,
      Dtype scaleDtype,
      String names,
      long[] shape,
      long[] scaleShape,
      IntUnaryOperator group,
      String config,
      Scheme scheme,
      long groupSize)
      throws IOException {
    int in = (int) shape[shape.length - 1];
    QuantizedSample sample = new QuantizedSample(count(shape) / in, in);
    ElementType type = ElementType.of(dtype);
    double maxValue = dtype == Dtype.I8 ? 127 : dtype == Dtype.F8_E4M3 ? 448 : 57344;
    double gap = dtype == Dtype.I8 ? 1 : dtype == Dtype.F8_E4M3 ? 32 : 8192;
    double[] scales = sample.scales(count(scaleShape), group, maxValue / room(scaleDtype));
    String name = names.split(" ")[0];
    sample.numbers(names.split(" ")[1], scaleDtype, scales, scaleShape);
    sample.encode(
        8,
        i -> gap * scales[group.applyAsInt(i)],
        (i, code) ->
            (dtype == Dtype.I8 ? (byte) code : type.toDouble(code)) * scales[group.applyAsInt(i)]);
    sample.codes(name, dtype, 8, sample.inRows(8, 8 * in), shape).config(config);
    sample.check(folder, name, scheme, 8, groupSize, shape);
  }

  @Test
  void fp8AndInt8HaveScalesOfTensorsRowsBlocksAndGroups() throws IOException {
    String named = "a.weight a.weight_scale";
    long[] shape = {33, 50};
    String fp8 = quoted("{'quant_method':'fp8'}");
    String blocks = quoted("{'quant_method':'fp8','weight_block_size':[16,24]}");
    IntUnaryOperator inBlocks = i -> i / 50 / 33 * 9 + i / 50 % 33 / 16 * 3 + i % 50 / 24;
    for (Dtype dtype : List.of(Dtype.F8_E4M3, Dtype.F8_E5M2)) {
      bytes(dtype, Dtype.F32, named, shape, new long[0], _ -> 0, fp8, Scheme.FP8, 0);
      bytes(dtype, Dtype.F16, named, shape, new long[] {33, 1}, i -> i / 50, fp8, Scheme.FP8, 0);
      bytes(
          dtype,
          Dtype.BF16,
          "a.weight a.weight_scale_inv",
          shape,
          new long[] {3, 3},
          inBlocks,
          blocks,
          Scheme.FP8_BLOCK,
          24);
    }
    bytes(
        Dtype.F8_E4M3,
        Dtype.F8_E8M0,
        "a.weight a.scale",
        shape,
        new long[] {3, 2},
        i -> i / 50 / 16 * 2 + i % 50 / 32,
        "{}",
        Scheme.FP8_BLOCK,
        32);
    bytes(
        Dtype.F8_E4M3,
        Dtype.F32,
        named,
        shape,
        new long[] {3, 1, 3, 1},
        inBlocks,
        quoted("{'quant_algo':'FP8_PB_WO','weight_block_size':[16,24]}"),
        Scheme.FP8_BLOCK,
        24);
    bytes(
        Dtype.F8_E4M3,
        Dtype.F32,
        "experts.up experts.up_scale_inv",
        new long[] {3, 33, 50},
        new long[] {3, 3, 3},
        inBlocks,
        blocks,
        Scheme.FP8_BLOCK,
        24);
    String int8 = quoted("{'quant_method':'compressed-tensors','format':'int-quantized'}");
    bytes(Dtype.I8, Dtype.F32, named, shape, new long[] {33}, i -> i / 50, int8, Scheme.INT8, 0);
    bytes(
        Dtype.I8, Dtype.BF16, named, shape, new long[] {33, 5}, i -> i / 10, int8, Scheme.INT8, 10);
  }

  /// Returns the positions of scales in tiles of 128 × 4.
  private static Place tiles(int width) {
    return (i, bit) -> {
      int row = i / width;
      int column = i % width;
      int tile = row / 128 * ceil(width, 4) + column / 4;
      return 8L * (tile * 512 + row % 32 * 16 + row % 128 / 32 * 4 + column % 4) + bit;
    };
  }

  /// Codes of 4 or 8 bits with a scale per group of columns.
  private final class Microscaled {
    int bits = 4;
    int group = 32;
    Dtype dtype = Dtype.U8;
    Dtype scaleDtype = Dtype.U8;
    boolean isHighFirst;
    boolean isSwizzled;
    DoubleUnaryOperator whole = value -> value;
    Consumer<QuantizedSample> more = _ -> {};

    void check(String names, Scheme scheme, long... shape) throws IOException {
      int in = (int) shape[shape.length - 1];
      int width = ceil(in, group);
      QuantizedSample sample = new QuantizedSample(count(shape) / in, in);
      int out = sample.out;
      ElementType type =
          ElementType.of(
              scaleDtype != Dtype.U8 ? scaleDtype : group == 32 ? Dtype.F8_E8M0 : Dtype.F8_E4M3);
      double maxValue = whole.applyAsDouble(bits == 4 ? 6 : 448) / room(type.dtype());
      IntUnaryOperator groupOf = i -> sample.row(i) * width + sample.column(i) / group;
      double[] scales = sample.scales(out * width, groupOf, maxValue);
      int[] scaleCodes = new int[scales.length];
      for (int i = 0; i < scales.length; i++) {
        scaleCodes[i] = (int) type.encode(scales[i]);
        scales[i] = type.toDouble(scaleCodes[i]);
      }
      sample.encode(
          bits,
          i -> whole.applyAsDouble((bits == 4 ? 2 : 32) * scales[groupOf.applyAsInt(i)]),
          (i, code) ->
              whole.applyAsDouble(
                  (bits == 4 ? e2m1(code) : E4M3.toDouble(code)) * scales[groupOf.applyAsInt(i)]));
      String[] name = names.split(" ");
      long[] stored = shape.clone();
      stored[stored.length - 1] = (long) in * bits / dtype.bits();
      long[] scaleShape = shape.clone();
      scaleShape[scaleShape.length - 1] = width;
      Place place = sample.inRows(bits, in * bits);
      sample.codes(
          name[1],
          dtype,
          bits,
          (i, bit) -> place.of(isHighFirst ? i ^ 1 : i, bit),
          name[1].endsWith("_blocks") ? new long[] {shape[0], shape[1], width, 16} : stored);
      sample.packed(
          name[2],
          scaleDtype,
          8,
          scaleCodes,
          isSwizzled ? tiles(width) : (i, bit) -> 8L * i + bit,
          isSwizzled ? new long[] {ceil(out, 128) * 128, ceil(width, 4) * 4} : scaleShape);
      more.accept(sample);
      sample.check(folder, name[0], scheme, bits, group, shape);
    }
  }

  private static void mark(QuantizedSample sample, String format) {
    byte[] text = "{\"format\":\"%s\"}".formatted(format).getBytes(StandardCharsets.UTF_8);
    sample.files.tensor("a.comfy_quant", Dtype.U8, text, text.length);
  }

  @Test
  void mxfp8AndMxfp4HaveAnExponentForThirtyTwoColumns() throws IOException {
    Microscaled sample = new Microscaled();
    sample.check("e.up e.up_blocks e.up_scales", Scheme.MXFP4, 3, 5, 96);
    sample.more = it -> it.config(quoted("{'format':'mxfp4-pack-quantized'}"));
    sample.check("a.weight a.weight_packed a.weight_scale", Scheme.MXFP4, 7, 80);
    sample.dtype = Dtype.I8;
    sample.scaleDtype = Dtype.F8_E8M0;
    sample.check("a.weight a.weight a.scale", Scheme.MXFP4, 7, 64);
    sample.bits = 8;
    sample.dtype = Dtype.F8_E4M3;
    sample.scaleDtype = Dtype.U8;
    sample.more = it -> it.config(quoted("{'quant_algo':'MXFP8'}"));
    sample.check("a.weight a.weight a.weight_scale", Scheme.MXFP8, 7, 80);
    sample.isSwizzled = true;
    sample.more = it -> mark(it, "mxfp8");
    sample.check("a.weight a.weight a.weight_scale", Scheme.MXFP8, 300, 208);
  }

  @Test
  void nvfp4HasAScaleForSixteenColumnsAndOneForAll() throws IOException {
    double all = 0.0123f;
    Consumer<QuantizedSample> scaled =
        it -> it.numbers("a.weight_scale_2", Dtype.F32, new double[] {all});
    Microscaled sample = new Microscaled();
    sample.group = 16;
    sample.scaleDtype = Dtype.F8_E4M3;
    sample.whole = value -> value * all;
    sample.more = scaled.andThen(it -> it.config(quoted("{'quant_algo':'NVFP4'}")));
    sample.check("a.weight a.weight a.weight_scale", Scheme.NVFP4, 9, 72);
    sample.more = scaled.andThen(it -> mark(it, "nvfp4"));
    sample.isHighFirst = true;
    sample.isSwizzled = true;
    sample.check("a.weight a.weight a.weight_scale", Scheme.NVFP4, 272, 208);
    sample.isHighFirst = false;
    sample.isSwizzled = false;
    sample.whole = value -> value / 321.5;
    sample.more =
        it ->
            it.numbers("a.weight_global_scale", Dtype.F32, new double[] {321.5}, 1)
                .config(quoted("{'format':'nvfp4-pack-quantized'}"));
    sample.check("a.weight a.weight_packed a.weight_scale", Scheme.NVFP4, 9, 64);
  }

  private void fourBit(double[] table, String type, int block, int nestedBlock, long... shape)
      throws IOException {
    QuantizedSample sample = new QuantizedSample(count(shape), 1);
    int n = count(shape);
    int blocks = ceil(n, block);
    double[] map = table.clone();
    double[] absmax = sample.scales(blocks, i -> i / block, 1 / 1.02);
    sample.numbers("a.weight.quant_map", Dtype.F32, map, 16);
    String nested = "";
    if (nestedBlock == 0) {
      sample.numbers("a.weight.absmax", Dtype.F32, absmax, blocks);
    } else {
      double offset = 0.125;
      double[] book = IntStream.range(0, 256).mapToDouble(i -> (i - 127.5) / 127.5).toArray();
      double[] outer = new double[ceil(blocks, nestedBlock)];
      int[] inner = new int[blocks];
      sample.numbers("a.weight.nested_quant_map", Dtype.F32, book, 256);
      for (int i = 0; i < blocks; i++) {
        int at = i / nestedBlock;
        outer[at] = Math.max(outer[at], Math.abs(absmax[i] - offset) * 1.01);
      }
      sample.numbers("a.weight.nested_absmax", Dtype.F32, outer, outer.length);
      for (int i = 0; i < blocks; i++) {
        double scale = outer[i / nestedBlock];
        // Rounded up, so that no weight is clipped.
        while (book[inner[i]] * scale + offset < absmax[i]) {
          inner[i]++;
        }
        absmax[i] = book[inner[i]] * scale + offset;
      }
      sample.packed("a.weight.absmax", Dtype.U8, 8, inner, (i, bit) -> 8L * i + bit, blocks);
      nested = ",'nested_blocksize':%d,'nested_offset':%s".formatted(nestedBlock, offset);
    }
    sample.encode(4, i -> 0.67 * absmax[i / block], (i, code) -> map[code] * absmax[i / block]);
    sample.codes("a.weight", Dtype.U8, 4, (i, bit) -> 4L * (i ^ 1) + bit, ceil(n, 2), 1);
    byte[] state =
        "{'quant_type':'%s','blocksize':%d,'dtype':'float16','shape':%s%s}"
            .formatted(type, block, Arrays.toString(shape), nested)
            .replace('\'', '"')
            .getBytes(StandardCharsets.UTF_8);
    sample.files.tensor(
        "a.weight.quant_state.bitsandbytes__" + type, Dtype.U8, state, state.length);
    Scheme scheme = type.equals("nf4") ? Scheme.BNB_NF4 : Scheme.BNB_FP4;
    sample.check(folder, "a.weight", scheme, 4, block, shape);
  }

  @Test
  void bitsAndBytesCountsBlocksThroughAllElements() throws IOException {
    fourBit(NF4, "nf4", 64, 0, 33, 51);
    fourBit(FP4, "fp4", 128, 0, 33, 51);
    fourBit(NF4, "nf4", 64, 7, 33, 51);
    fourBit(FP4, "fp4", 64, 256, 515, 513);
    QuantizedSample sample = new QuantizedSample(33, 51);
    double[] scales = sample.scales(33, sample::row, 1);
    sample.numbers("a.SCB", Dtype.F32, scales, 33);
    sample.encode(
        8,
        i -> scales[sample.row(i)] / 127,
        (i, code) -> (byte) code * scales[sample.row(i)] / 127);
    sample.codes("a.weight", Dtype.I8, 8, sample.inRows(8, 8 * 51), 33, 51);
    sample.check(folder, "a.weight", Scheme.BNB_INT8, 8, 0, 33, 51);
  }

  @Test
  void mlxHasMicroscaledFormatsToo() throws IOException {
    Microscaled sample = new Microscaled();
    sample.dtype = Dtype.U32;
    sample.check("a.weight a.weight a.scales", Scheme.MLX_MXFP4, 2, 7, 96);
    sample.bits = 8;
    sample.check("a.weight a.weight a.scales", Scheme.MLX_MXFP8, 7, 96);
    sample.bits = 4;
    sample.group = 16;
    sample.check("a.weight a.weight a.scales", Scheme.MLX_NVFP4, 7, 96);
  }
}
