package io.github.tensorloupe.quantization;

import module java.base;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.quantization.Grid.Groups;

/// Recognizes codes that MLX packs along rows into 32-bit words: `mlx`, `mlx-mxfp4`, `mlx-nvfp4`
/// and `mlx-mxfp8`.
///
/// Sources: mlx `mlx/ops.cpp`, `backend/cpu/quantized.cpp`.
final class MlxRule implements SchemeRule {

  private static final int DEFAULT_GROUP = 64;
  private static final Set<Long> WIDTHS = Set.of(2L, 3L, 4L, 5L, 6L, 8L);

  @Override
  public Optional<QuantizedWeight> recognize(TensorRef codes, SchemeContext context) {
    Optional<String> stem = SchemeRule.withoutSuffix(codes.info().name(), ".weight");
    if (stem.isEmpty() || codes.info().dtype() != Dtype.U32 || codes.info().shape().rank() < 2) {
      return Optional.empty();
    }
    String module = stem.get();
    QuantizationConfig config = context.config();
    Optional<TensorRef> scale = context.tensor(module + ".scales");
    Optional<TensorRef> bias = context.tensor(module + ".biases");
    boolean isDeclared = config.node().has("group_size") && config.method().isEmpty();
    if (scale.isEmpty() && bias.isEmpty() && !isDeclared) {
      return Optional.empty();
    }
    boolean isByte = scale.filter(tensor -> tensor.info().dtype() == Dtype.U8).isPresent();
    return Optional.of(
        isByte && bias.isEmpty()
            ? microscaled(codes, module, scale.get(), context)
            : affine(codes, module, scale.or(() -> bias), context));
  }

  private static long last(TensorRef tensor) {
    Shape shape = tensor.info().shape();
    return shape.rank() == 0 ? 1 : shape.dimension(shape.rank() - 1);
  }

  private static long[] withLast(TensorRef codes, long last) {
    long[] dimensions = codes.info().shape().dimensions();
    dimensions[dimensions.length - 1] = last;
    return dimensions;
  }

  private static QuantizedWeight affine(
      TensorRef codes, String module, Optional<TensorRef> grouped, SchemeContext context) {
    QuantizationConfig config = context.config();
    long words = last(codes);
    long groups = Math.max(1, grouped.map(MlxRule::last).orElse(1L));
    // Shapes only determine the product of width and group size.
    long product = Integer.SIZE * words / groups;
    OptionalLong named = config.groupSize(module);
    OptionalLong namedBits = config.bits(module);
    // Tensors that exclude the configured pair have priority.
    OptionalLong fitting =
        LongStream.concat(
                named.stream(),
                LongStream.concat(
                    namedBits.stream().map(width -> product / width),
                    LongStream.of(DEFAULT_GROUP, 32, 128)))
            .filter(size -> size > 0 && product % size == 0 && WIDTHS.contains(product / size))
            .findFirst();
    long group = fitting.orElse(named.orElse(DEFAULT_GROUP));
    long bits = fitting.isPresent() ? product / group : namedBits.orElse(product / group);
    WeightDraft draft = new WeightDraft(context, Scheme.MLX, module + ".weight", codes, bits);
    if (!WIDTHS.contains(bits)) {
      draft.cannotDecode();
    }
    long columns = words * Integer.SIZE / draft.bits;
    long perRow = Math.ceilDiv(columns, group);
    draft.setConfiguredGroupSize(OptionalLong.of(group));
    draft.setShape(withLast(codes, columns));
    draft.require(Role.SCALE, module + ".scales");
    draft.requireFloat(Role.SCALE);
    draft.requireZero(Role.BIAS, module + ".biases");
    draft.requireShape(Role.SCALE, withLast(codes, perRow));
    draft.requireShape(Role.BIAS, withLast(codes, perRow));
    Codes layout = new Codes.Rows(words * Integer.BYTES, draft.bits);
    Groups across = Groups.of(group);
    draft.decode(columns, layout, Decoding.table(draft.bits, 0), Groups.of(1), across);
    return draft.weight();
  }

  private static QuantizedWeight microscaled(
      TensorRef codes, String module, TensorRef scale, SchemeContext context) {
    long words = last(codes);
    Scheme scheme =
        switch ((int) (words / Math.max(1, last(scale)))) {
          case 2 -> Scheme.MLX_NVFP4;
          case 8 -> Scheme.MLX_MXFP8;
          default -> Scheme.MLX_MXFP4;
        };
    int bits = scheme == Scheme.MLX_MXFP8 ? Byte.SIZE : 4;
    int group = scheme == Scheme.MLX_NVFP4 ? 16 : 32;
    WeightDraft draft = new WeightDraft(context, scheme, module + ".weight", codes, bits);
    long columns = words * Integer.SIZE / bits;
    draft.setGroupSize(group);
    draft.setShape(withLast(codes, columns));
    draft.add(Role.SCALE, Optional.of(scale));
    Codes layout = new Codes.Rows(words * Integer.BYTES, bits);
    Grid grid = Blocks.scaled(draft, columns, group, false);
    draft.decode(columns, layout, Decoding.table(bits == 4 ? Dtype.F4 : Dtype.F8_E4M3), grid);
    return draft.weight();
  }
}
