package io.github.tensorloupe.quantization;

import module java.base;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.quantization.Grid.Groups;

/// Block scales of the OCP formats.
final class Blocks {

  static final int MX_GROUP = 32;
  private static final long MAX_IN_TILES = 1 << 17;
  static final Set<Dtype> EXPONENTS = EnumSet.of(Dtype.U8, Dtype.F8_E8M0);

  private Blocks() {}

  /// Reports a wrong shape as a finding.
  ///
  /// @param columns the number of columns of the logical tensor
  static Grid scaled(WeightDraft draft, long columns, int group, boolean isSwizzled) {
    long rows = draft.rowCount(columns);
    long width = Math.ceilDiv(columns, (long) group);
    Dtype dtype = draft.dtype(Role.SCALE);
    boolean isByte = dtype == Dtype.U8;
    ElementType type =
        ElementType.of(!isByte ? dtype : group < MX_GROUP ? Dtype.F8_E4M3 : Dtype.F8_E8M0);
    Shape shape = draft.part(Role.SCALE).info().shape();
    long tiles = Math.ceilDiv(width, 4L);
    if (isSwizzled) {
      long needed = Numbers.Swizzled.byteCount(rows, width);
      if (draft.part(Role.SCALE).info().byteCount() != needed) {
        long padded = Math.ceilDiv(Math.max(1, rows), 128L) * 128;
        draft.wrongShape(Role.SCALE, "[" + padded + ", " + needed / padded + "]");
      }
      if (type.partBits() != Byte.SIZE || width > MAX_IN_TILES) {
        draft.cannotDecode();
      }
    } else if (shape.rank() < 2
        || draft.dimension(Role.SCALE, 1) != width
        || draft.elementCount(Role.SCALE) != rows * width) {
      draft.wrongShape(Role.SCALE, "[" + rows + ", " + width + "]");
    }
    Numbers numbers =
        isSwizzled ? new Numbers.Swizzled(type, tiles) : new Numbers.Plain(type, width);
    return draft.grid(Role.SCALE, numbers, Groups.of(1), Groups.of(group), width);
  }

  static QuantizedWeight mxfp4(WeightDraft draft) {
    long[] dimensions = draft.codes.info().shape().dimensions();
    dimensions[dimensions.length - 1] *= 2;
    return mxfp4(draft, dimensions);
  }

  static QuantizedWeight mxfp4(WeightDraft draft, long[] dimensions) {
    long columns = dimensions[dimensions.length - 1];
    draft.setShape(dimensions);
    draft.setGroupSize(MX_GROUP);
    draft.requireDtype(Role.SCALE, EXPONENTS);
    if (draft.has(Role.SCALE)) {
      draft.decode(columns, scaled(draft, columns, MX_GROUP, false));
    }
    return draft.weight();
  }
}
