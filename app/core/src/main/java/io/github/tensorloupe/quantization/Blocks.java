package io.github.tensorloupe.quantization;

import module java.base;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.quantization.Grid.Groups;

/// Scales of a few columns each, as the OCP formats have them.
final class Blocks {

  private static final int MX_GROUP = 32;

  /// The numbers of E2M1 codes.
  static final Decoding.Table FP4 = Decoding.Table.of(Dtype.F4);

  private Blocks() {}

  /// The scales of groups of columns.
  ///
  /// @param isSwizzled true if they stand in tiles
  /// @return empty where their shape does not fit, which is a finding then
  static Optional<Grid.Opening> scaled(
      Draft draft, long rows, long columns, int group, boolean isSwizzled) {
    long width = Math.ceilDiv(columns, (long) group);
    Dtype dtype = draft.part(Role.SCALE).info().dtype();
    ElementType type =
        dtype == Dtype.U8 && group < MX_GROUP
            ? ElementType.of(Dtype.F8_E4M3)
            : Numbers.exponents(dtype);
    return isSwizzled
        ? swizzled(draft, rows, width, group, type)
        : plain(draft, rows, width, group, type);
  }

  private static Optional<Grid.Opening> plain(
      Draft draft, long rows, long width, int group, ElementType type) {
    Shape scale = draft.part(Role.SCALE).info().shape();
    boolean fits =
        scale.rank() >= 2
            && draft.dimension(Role.SCALE, 1) == width
            && scale.elementCount().orElse(-1) == rows * width;
    if (!fits) {
      draft.wrongShape(Role.SCALE, "[" + rows + ", " + width + "]");
      return Optional.empty();
    }
    return Optional.of(draft.grid(Role.SCALE, type, Groups.of(1), Groups.of(group), width))
        .filter(_ -> draft.mayHaveValues());
  }

  private static Optional<Grid.Opening> swizzled(
      Draft draft, long rows, long width, int group, ElementType type) {
    long needed = Numbers.Swizzled.byteCount(rows, width);
    if (draft.part(Role.SCALE).info().byteCount() != needed) {
      long paddedRows = Math.ceilDiv(rows, 128L) * 128;
      draft.wrongShape(Role.SCALE, "[" + paddedRows + ", " + needed / paddedRows + "]");
      return Optional.empty();
    }
    if (!draft.mayHaveValues()) {
      return Optional.empty();
    }
    TensorData data = draft.data(Role.SCALE);
    long tiles = Math.ceilDiv(width, 4L);
    return Optional.of(
        () ->
            new Grid(
                new Numbers.Swizzled(new PartBytes(data), type, tiles),
                Groups.of(1),
                Groups.of(group),
                width));
  }

  /// MXFP4 codes, two in a byte, the lower half first.
  static QuantizedWeight mxfp4(Draft draft) {
    long[] dimensions = draft.codes().info().shape().dimensions();
    dimensions[dimensions.length - 1] *= 2;
    return mxfp4(draft, Shape.of(dimensions), draft.dimension(Role.CODES, 1) * 2);
  }

  /// The same with bytes in any shape.
  ///
  /// @param shape of the logical tensor
  static QuantizedWeight mxfp4(Draft draft, Shape shape, long columns) {
    draft.setShape(shape);
    draft.setGroupSize(MX_GROUP);
    if (!draft.has(Role.SCALE)) {
      return draft.weight();
    }
    draft.requireDtype(Role.SCALE, EnumSet.of(Dtype.U8, Dtype.F8_E8M0));
    long rows = shape.elementCount().orElse(0) / Math.max(1, columns);
    return draft.weight(
        scaled(draft, rows, columns, MX_GROUP, false)
            .map(
                scale ->
                    () ->
                        new Decoding(
                            shape, rows, columns, 4, draft.rows(columns / 2), FP4, scale)));
  }
}
