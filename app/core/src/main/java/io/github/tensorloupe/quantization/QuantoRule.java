package io.github.tensorloupe.quantization;

import module java.base;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.quantization.Grid.Groups;

/// Recognizes weights of optimum-quanto: `quanto`.
///
/// Source: optimum-quanto `tensor/packed.py`, `grouped.py`, `qbits.py`, `qbytes.py`.
final class QuantoRule implements SchemeRule {

  @Override
  public Optional<QuantizedWeight> recognize(TensorRef codes, SchemeContext context) {
    Dtype dtype = codes.info().dtype();
    boolean isPacked = dtype == Dtype.U8;
    Optional<String> stem =
        SchemeRule.withoutSuffix(codes.info().name(), isPacked ? "._data._data" : "._data");
    Optional<TensorRef> scale = stem.flatMap(name -> context.tensor(name + "._scale"));
    if (scale.isEmpty()
        || codes.info().shape().rank() < 2
        || !isPacked && !SchemeRule.BYTE_CODES.contains(dtype)) {
      return Optional.empty();
    }
    String name = stem.get();
    Optional<String> module = SchemeRule.withoutSuffix(name, ".weight");
    long rows =
        scale.get().info().shape().rank() == 0 ? 1 : scale.get().info().shape().dimension(0);
    boolean isHalf = codes.info().shape().dimension(0) == Math.ceilDiv(rows, 2L);
    int bits = !isPacked ? Byte.SIZE : isHalf ? 4 : 2;
    WeightDraft draft = new WeightDraft(context, Scheme.QUANTO, name, codes, bits);
    draft.add(Role.SCALE, scale);
    draft.requireFloat(Role.SCALE);
    module.ifPresent(prefix -> draft.add(Role.INPUT_SCALE, prefix + ".input_scale"));
    if (isPacked) {
      // Only the bias determines the number of rows.
      Optional<TensorRef> bias = module.flatMap(prefix -> context.tensor(prefix + ".bias"));
      decodePacked(draft, rows, bias);
    } else {
      decodeBytes(draft);
    }
    return Optional.of(draft.weight());
  }

  private static void decodeBytes(WeightDraft draft) {
    draft.setShape(draft.codes.info().shape().dimensions());
    long out = draft.shape().dimension(0);
    long columns = draft.shape().elementCount().orElse(0) / Math.max(1, out);
    long count = draft.elementCount(Role.SCALE);
    if (count != 1 && count != out) {
      draft.wrongShape(Role.SCALE, "[" + out + ", 1]");
    }
    draft.decode(columns, count == 1 ? Groups.SINGLE : Groups.of(1), Groups.SINGLE);
  }

  private static void decodePacked(WeightDraft draft, long rows, Optional<TensorRef> bias) {
    int bits = draft.bits;
    long packedRows = draft.codes.info().shape().dimension(0);
    draft.requireZero(Role.ZERO, draft.name + "._shift");
    long columns = draft.codes.info().shape().elementCount().orElse(0) / Math.max(1, packedRows);
    long out = bias.map(tensor -> tensor.info().shape().elementCount().orElse(0)).orElse(0L);
    boolean isKnown = out > 0 && rows * columns % out == 0;
    draft.setShape(isKnown ? out : rows, isKnown ? rows * columns / out : columns);
    if (draft.shape().dimension(1) != columns) {
      draft.setGroupSize(columns);
    }
    if (packedRows != Math.ceilDiv(rows * bits, (long) Byte.SIZE)
        || draft.elementCount(Role.SCALE) != rows) {
      draft.wrongShape(Role.SCALE, "[" + packedRows * Byte.SIZE / bits + ", 1]");
    }
    draft.requireShape(Role.ZERO, draft.part(Role.SCALE).info().shape().dimensions());
    Codes layout = new Codes.Units(1, columns, bits, packedRows, 0, bits);
    Decoding decoding =
        draft.decode(columns, layout, Decoding.table(bits, 0), Groups.of(1), Groups.SINGLE);
    if (!ElementType.of(draft.dtype(Role.ZERO)).isInteger()) {
      decoding.bias = decoding.zero;
      decoding.biasSign = -1;
      decoding.zero = Optional.empty();
    }
  }
}
