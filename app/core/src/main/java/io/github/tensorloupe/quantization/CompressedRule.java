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
  public Optional<QuantizedWeight> recognize(TensorRef codes, SchemeContext context)
      throws IOException {
    Optional<String> stem = SchemeRule.matrixName(codes, ".weight_packed", Dtype.I32);
    if (stem.isEmpty()) {
      return Optional.empty();
    }
    String module = stem.get();
    Optional<TensorRef> shape = context.tensor(module + ".weight_shape");
    if (shape.isEmpty() && context.tensor(module + ".weight_scale").isEmpty()) {
      return Optional.empty();
    }
    long words = codes.info().shape().dimension(1);
    long out = codes.info().shape().dimension(0);
    Optional<long[]> known =
        Numbers.integers(shape, 2)
            .filter(
                dimensions -> dimensions.length == 2 && dimensions[0] >= 0 && dimensions[1] >= 0);
    long bits = context.config().bits(module).orElseGet(() -> fitting(words, known));
    WeightDraft draft = new WeightDraft(context, Scheme.CT_PACK, module + ".weight", codes, bits);
    draft.require(Role.SCALE, module + ".weight_scale");
    draft.requireFloat(Role.SCALE);
    draft.add(Role.SHAPE, shape);
    draft.add(Role.GROUP_INDEX, module + ".weight_g_idx");
    draft.addZero(module, module + ".weight_zero_point");
    draft.requireWords(Role.ZERO);
    long in = known.map(each -> each[1]).orElse(words * Integer.SIZE / draft.bits);
    draft.setShape(out, in);
    draft.setGroupSize(module, in, draft.has(Role.SCALE) ? draft.dimension(Role.SCALE, 1) : 1);
    boolean isDense = words == wordCount(in * draft.bits);
    int perWord = Integer.SIZE / draft.bits;
    boolean isPadded = words == Math.ceilDiv(in, (long) perWord);
    boolean isOther =
        shape.isPresent() && known.isEmpty()
            || known.isPresent() && (known.get()[0] != out || in > words * Integer.SIZE);
    if (bits > MAX_BITS || !isDense && !isPadded || isOther) {
      draft.wrongCodes(known.map(Arrays::toString).orElse("?") + ", " + bits + " bits");
    } else if (draft.has(Role.SCALE)) {
      decode(draft, out, in, isDense ? 0 : perWord);
    }
    return Optional.of(draft.weight());
  }

  private static long fitting(long words, Optional<long[]> shape) {
    return LongStream.rangeClosed(2, shape.isEmpty() ? 0 : MAX_BITS)
        .filter(bits -> wordCount(shape.get()[1] * bits) == words)
        .findFirst()
        .orElse(4);
  }

  private static long wordCount(long bits) {
    return Math.ceilDiv(bits, (long) Integer.SIZE);
  }

  private static void decode(WeightDraft draft, long out, long in, int perWord) throws IOException {
    int bits = draft.bits;
    long group = Math.max(1, draft.groupSize.orElse(in));
    long groups = Math.ceilDiv(in, group);
    draft.requireShape(Role.SCALE, out, groups);
    draft.requireShape(Role.ZERO, wordCount(out * bits), groups);
    Groups columns = draft.columnGroups(group, in, groups, true);
    long rowBytes = draft.dimension(Role.CODES, 1) * Integer.BYTES;
    Codes layout = new Codes.Rows(rowBytes, bits, perWord, Codes.Rows.ASCENDING);
    int zero = draft.has(Role.ZERO) ? 0 : 1 << bits - 1;
    Grid scale = draft.grid(Role.SCALE, Groups.of(1), columns, groups);
    Decoding decoding = draft.decode(in, layout, Decoding.table(bits, zero), scale);
    if (draft.has(Role.ZERO)) {
      Numbers zeros = new Numbers.Packed(new Codes.Units(groups, bits), 0);
      decoding.zero = Optional.of(draft.grid(Role.ZERO, zeros, Groups.of(1), columns, groups));
    }
  }
}
