package io.github.tensorloupe.quantization;

import module java.base;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.quantization.Grid.Groups;

/// Recognizes integers that compressed-tensors packs along rows into 32-bit words: `ct-pack`.
///
/// Source: compressed-tensors `pack_quantized/`, `lifecycle/forward_helpers.py`.
final class CompressedRule implements SchemeRule {

  private static final int MAX_BITS = 8;

  @Override
  public Optional<QuantizedWeight> recognize(TensorRef codes, SchemeContext around)
      throws IOException {
    Optional<String> stem = SchemeRule.withoutSuffix(codes.info().name(), ".weight_packed");
    if (stem.isEmpty() || !SchemeRule.isMatrix(codes, Dtype.I32)) {
      return Optional.empty();
    }
    String module = stem.get();
    Optional<TensorRef> shape = around.tensor(module + ".weight_shape");
    Optional<TensorRef> scale = around.tensor(module + ".weight_scale");
    if (shape.isEmpty() && scale.isEmpty()) {
      return Optional.empty();
    }
    long words = codes.info().shape().dimension(1);
    long out = codes.info().shape().dimension(0);
    Optional<long[]> known = shape.isEmpty() ? Optional.empty() : dimensions(shape.get());
    long bits = around.config().bits(module).orElseGet(() -> fitting(words, known));
    WeightDraft draft = new WeightDraft(around, Scheme.CT_PACK, module + ".weight", codes, bits);
    draft.require(Role.SCALE, module + ".weight_scale");
    draft.requireFloat(Role.SCALE);
    draft.add(Role.SHAPE, shape);
    draft.add(Role.GROUP_INDEX, module + ".weight_g_idx");
    draft.addZero(module, module + ".weight_zero_point");
    draft.requireWords(Role.ZERO);
    long in = known.map(each -> each[1]).orElse(words * Integer.SIZE / draft.bits);
    draft.setShape(out, in);
    long groups = draft.has(Role.SCALE) ? draft.dimension(Role.SCALE, 1) : 1;
    draft.setGroupSize(module, in, groups);
    boolean isDense = words == Math.ceilDiv(in * draft.bits, (long) Integer.SIZE);
    int perWord = Integer.SIZE / draft.bits;
    boolean isPadded = words == Math.ceilDiv(in, (long) perWord);
    boolean isOther =
        shape.isPresent() && known.isEmpty()
            || known.isPresent() && (known.get()[0] != out || in > words * Integer.SIZE);
    if (bits > MAX_BITS || !isDense && !isPadded || isOther) {
      draft.wrongCodes(known.map(Arrays::toString).orElse("?") + ", " + bits + " bits");
      return Optional.of(draft.weight());
    }
    return Optional.of(weight(draft, out, in, isDense ? 0 : perWord));
  }

  /// Reads the stored shape, or returns empty if it is invalid.
  private static Optional<long[]> dimensions(TensorRef shape) throws IOException {
    return Numbers.Plain.integers(shape, 2)
        .filter(it -> it.length == 2 && it[0] >= 0 && it[1] >= 0);
  }

  private static long fitting(long words, Optional<long[]> shape) {
    return LongStream.rangeClosed(2, shape.isEmpty() ? 0 : MAX_BITS)
        .filter(bits -> Math.ceilDiv(shape.get()[1] * bits, (long) Integer.SIZE) == words)
        .findFirst()
        .orElse(4);
  }

  private static QuantizedWeight weight(WeightDraft draft, long out, long in, int perWord)
      throws IOException {
    if (!draft.has(Role.SCALE)) {
      return draft.weight();
    }
    int bits = draft.bits;
    long group = Math.max(1, draft.groupSize().orElse(in));
    long groups = Math.ceilDiv(in, group);
    draft.requireShape(Role.SCALE, out, groups);
    draft.requireShape(Role.ZERO, Math.ceilDiv(out * bits, (long) Integer.SIZE), groups);
    Groups columns = draft.columnGroups(group, in, groups, true);
    int middle = draft.has(Role.ZERO) ? 0 : 1 << bits - 1;
    long rowBytes = draft.dimension(Role.CODES, 1) * Integer.BYTES;
    Decoding decoding =
        draft.decode(
            in,
            bytes -> new Codes.Rows(bytes, rowBytes, bits, perWord, Codes.Rows.ASCENDING),
            Decoding.Table.ofUnsigned(bits, middle),
            draft.grid(Role.SCALE, Groups.of(1), columns, groups));
    if (draft.has(Role.ZERO)) {
      Grid.Opening zero =
          draft.grid(
              Role.ZERO,
              bytes -> new Numbers.Packed(new Codes.Columns(bytes, groups, bits), 0),
              Groups.of(1),
              columns,
              groups);
      decoding.zero = Optional.of(zero);
    }
    return draft.weight();
  }
}
