package io.github.tensorloupe.quantization;

import module java.base;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.quantization.Grid.Groups;

/// Recognizes weights of optimum-quanto: `quanto`.
///
/// Source: optimum-quanto `tensor/packed.py`, `grouped.py`, `qbits.py`, `qbytes.py`.
final class QuantoRule implements SchemeRule {

  @Override
  public Optional<QuantizedWeight> recognize(TensorRef codes, SchemeContext around) {
    String name = codes.info().name();
    Dtype dtype = codes.info().dtype();
    if (codes.info().shape().rank() < 2) {
      return Optional.empty();
    }
    Optional<String> packed =
        SchemeRule.withoutSuffix(name, "._data._data").filter(_ -> dtype == Dtype.U8);
    if (packed.isPresent()) {
      return around
          .tensor(packed.get() + "._scale")
          .map(scale -> packed(codes, packed.get(), scale, around));
    }
    return SchemeRule.withoutSuffix(name, "._data")
        .filter(_ -> SchemeRule.BYTE_CODES.contains(dtype))
        .flatMap(
            weight ->
                around
                    .tensor(weight + "._scale")
                    .map(scale -> whole(codes, weight, scale, around)));
  }

  private static WeightDraft draft(
      TensorRef codes, String name, int bits, TensorRef scale, SchemeContext around) {
    WeightDraft draft = new WeightDraft(around, Scheme.QUANTO, name, codes, bits);
    draft.add(Role.SCALE, Optional.of(scale));
    draft.requireFloat(Role.SCALE);
    SchemeRule.withoutSuffix(name, ".weight")
        .ifPresent(module -> draft.add(Role.INPUT_SCALE, module + ".input_scale"));
    return draft;
  }

  private static QuantizedWeight whole(
      TensorRef codes, String name, TensorRef scale, SchemeContext around) {
    WeightDraft draft = draft(codes, name, Byte.SIZE, scale, around);
    draft.setShape(codes.info().shape());
    long out = codes.info().shape().dimension(0);
    long columns = codes.info().shape().elementCount().orElse(0) / Math.max(1, out);
    long count = scale.info().shape().elementCount().orElse(0);
    if (count != 1 && count != out) {
      draft.wrongShape(Role.SCALE, "[" + out + ", 1]");
    }
    Groups rows = count == 1 ? Groups.SINGLE : Groups.of(1);
    Grid.Opening grid = draft.grid(Role.SCALE, rows, Groups.SINGLE, 1);
    draft.decode(columns, Decoding.Table.of(codes.info().dtype()), grid);
    return draft.weight();
  }

  private static QuantizedWeight packed(
      TensorRef codes, String name, TensorRef scale, SchemeContext around) {
    long rows = scale.info().shape().rank() == 0 ? 1 : scale.info().shape().dimension(0);
    long packedRows = codes.info().shape().dimension(0);
    int bits = packedRows == Math.ceilDiv(rows, 2L) ? 4 : 2;
    WeightDraft draft = draft(codes, name, bits, scale, around);
    draft.requireZero(Role.ZERO, name + "._shift");
    long columns = codes.info().shape().elementCount().orElse(0) / Math.max(1, packedRows);
    // Only the bias determines the number of rows.
    OptionalLong out =
        SchemeRule.withoutSuffix(name, ".weight")
            .flatMap(module -> around.tensor(module + ".bias"))
            .map(bias -> bias.info().shape().elementCount())
            .filter(it -> it.isPresent() && it.getAsLong() > 0)
            .filter(it -> rows * columns % it.getAsLong() == 0)
            .orElse(OptionalLong.empty());
    draft.setShape(
        out.isPresent()
            ? Shape.of(out.getAsLong(), rows * columns / out.getAsLong())
            : Shape.of(rows, columns));
    if (draft.shape().dimension(1) != columns) {
      draft.setGroupSize(columns);
    }
    if (packedRows != Math.ceilDiv(rows * bits, (long) Byte.SIZE)
        || draft.elementCount(Role.SCALE) != rows) {
      draft.wrongShape(Role.SCALE, "[" + packedRows * Byte.SIZE / bits + ", 1]");
    }
    draft.requireShape(Role.ZERO, scale.info().shape().dimensions());
    Decoding decoding =
        draft.decode(
            columns,
            bytes -> new Codes.Slices(bytes, 1, columns, packedRows, bits, 0, bits),
            Decoding.Table.ofUnsigned(bits, 0),
            draft.grid(Role.SCALE, Groups.of(1), Groups.SINGLE, 1));
    Optional<Grid.Opening> shift = draft.optionalGrid(Role.ZERO, Groups.of(1), Groups.SINGLE, 1);
    if (shift.isPresent() && ElementType.of(draft.dtype(Role.ZERO)).isInteger()) {
      decoding.zero = shift;
    } else {
      decoding.bias = shift;
      decoding.biasFactor = -1;
    }
    return draft.weight();
  }
}
