package io.github.tensorloupe.quantization;

import module java.base;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.quantization.Grid.Groups;

/// Codes in words of 32 bits along rows, as MLX packs them: `mlx`, `mlx-mxfp4`, `mlx-nvfp4` and
/// `mlx-mxfp8`.
///
/// Sources: mlx `mlx/ops.cpp`, `backend/cpu/quantized.cpp`.
final class MlxRule implements Rule {

  private static final int USUAL_GROUP = 64;
  private static final Set<Dtype> SCALES = EnumSet.of(Dtype.F32, Dtype.BF16, Dtype.F16, Dtype.U8);

  @Override
  public Optional<QuantizedWeight> recognize(TensorRef codes, Surroundings around) {
    Optional<String> stem = Rule.stem(codes.info().name(), ".weight");
    if (stem.isEmpty() || codes.info().dtype() != Dtype.U32 || codes.info().shape().rank() < 2) {
      return Optional.empty();
    }
    String module = stem.get();
    QuantizationConfig config = around.config();
    Optional<TensorRef> scale =
        around.tensor(module + ".scales").filter(it -> it.info().shape().rank() >= 2);
    Optional<TensorRef> bias = around.tensor(module + ".biases");
    boolean isSaid = config.node().has("group_size") && config.method().isEmpty();
    if (scale.isEmpty() && bias.isEmpty() && !isSaid) {
      return Optional.empty();
    }
    boolean isFloat = scale.filter(it -> it.info().dtype() == Dtype.U8).isPresent();
    return Optional.of(
        isFloat && bias.isEmpty()
            ? microscaled(codes, module, scale.get())
            : affine(codes, module, scale, bias, config));
  }

  private static QuantizedWeight affine(
      TensorRef codes,
      String module,
      Optional<TensorRef> scale,
      Optional<TensorRef> bias,
      QuantizationConfig config) {
    long words = codes.info().shape().dimension(codes.info().shape().rank() - 1);
    Optional<TensorRef> measure = scale.or(() -> bias);
    long groups =
        measure
            .map(it -> it.info().shape())
            .map(it -> it.dimension(it.rank() - 1))
            .filter(it -> it > 0)
            .orElse(1L);
    // The shapes tell the product of both only.
    long bitsTimesGroup = Integer.SIZE * words / groups;
    long group = config.groupSize(module).orElse(USUAL_GROUP);
    long bits = config.bits(module).orElse(bitsTimesGroup / group);
    Draft draft = new Draft(Scheme.MLX, module + ".weight", codes, Math.clamp(bits, 1, 8));
    draft.setGroupSize(group);
    long columns = words * Integer.SIZE / draft.bits();
    Shape shape = withLast(codes, columns);
    draft.setShape(shape);
    draft.require(Role.SCALE, scale, module + ".scales");
    draft.requireDtype(Role.SCALE, SCALES);
    draft.requireZero(Role.BIAS, bias, module + ".biases");
    long[] expected = withLast(codes, Math.ceilDiv(columns, group)).dimensions();
    draft.requireShape(Role.SCALE, expected);
    draft.requireShape(Role.BIAS, expected);
    long width = Math.ceilDiv(columns, group);
    return draft.weight(
        () ->
            new Decoding(
                    shape,
                    shape.elementCount().orElse(0) / Math.max(1, columns),
                    columns,
                    draft.bits(),
                    draft.rows(words * Integer.BYTES),
                    Decoding.Table.ofUnsigned(draft.bits(), 0),
                    draft.grid(
                        Role.SCALE,
                        ElementType.of(draft.part(Role.SCALE).info().dtype()),
                        Groups.of(1),
                        Groups.of(group),
                        width))
                .withBias(
                    draft.grid(
                        Role.BIAS,
                        ElementType.of(draft.part(Role.BIAS).info().dtype()),
                        Groups.of(1),
                        Groups.of(group),
                        width),
                    1));
  }

  private static Shape withLast(TensorRef codes, long last) {
    long[] dimensions = codes.info().shape().dimensions();
    dimensions[dimensions.length - 1] = last;
    return Shape.of(dimensions);
  }

  /// Which format it is the number of words for each scale tells.
  private static QuantizedWeight microscaled(TensorRef codes, String module, TensorRef scale) {
    Shape shape = codes.info().shape();
    Shape scales = scale.info().shape();
    long words = shape.dimension(shape.rank() - 1);
    long ratio = words / Math.max(1, scales.dimension(scales.rank() - 1));
    Scheme scheme =
        ratio == 8 ? Scheme.MLX_MXFP8 : ratio == 2 ? Scheme.MLX_NVFP4 : Scheme.MLX_MXFP4;
    int bits = scheme == Scheme.MLX_MXFP8 ? Byte.SIZE : 4;
    int group = scheme == Scheme.MLX_NVFP4 ? 16 : 32;
    Draft draft = new Draft(scheme, module + ".weight", codes, bits);
    long columns = words * Integer.SIZE / bits;
    draft.setGroupSize(group);
    draft.setShape(withLast(codes, columns));
    draft.add(Role.SCALE, Optional.of(scale));
    long rows = draft.shape().elementCount().orElse(0) / Math.max(1, columns);
    return draft.weight(
        Blocks.scaled(draft, rows, columns, group, false)
            .map(
                grid ->
                    () ->
                        new Decoding(
                            draft.shape(),
                            rows,
                            columns,
                            bits,
                            draft.rows(words * Integer.BYTES),
                            bits == 4 ? Blocks.FP4 : Decoding.Table.of(Dtype.F8_E4M3),
                            grid)));
  }
}
