package io.github.tensorloupe.quantization;

import module java.base;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.quantization.Grid.Groups;

/// Recognizes codes of a matrix of groups that is divided into slices: `hqq`.
///
/// Source: hqq `core/quantize.py`, `core/bitpack.py`.
final class HqqRule implements SchemeRule {

  private static final int THREE_BIT_SLICES = 10;
  private static final int MAX_DIMENSIONS = 8;
  private static final Set<Integer> BYTE_BITS = Set.of(1, 2, 4, 5, 6, 8);

  @Override
  public Optional<QuantizedWeight> recognize(TensorRef codes, SchemeContext around)
      throws IOException {
    Optional<String> stem = SchemeRule.withoutSuffix(codes.info().name(), ".W_q");
    if (stem.isEmpty()
        || !SchemeRule.isMatrix(codes, Dtype.U8) && !SchemeRule.isMatrix(codes, Dtype.I32)) {
      return Optional.empty();
    }
    String module = stem.get();
    Optional<TensorRef> scale = around.tensor(module + ".scale");
    Optional<TensorRef> shape = around.tensor(module + ".shape");
    if (scale.isEmpty() && shape.isEmpty()) {
      return Optional.empty();
    }
    long bits =
        number(around.tensor(module + ".nbits"))
            .orElse(codes.info().dtype() == Dtype.I32 ? 3 : around.config().bits(module).orElse(4));
    WeightDraft draft = new WeightDraft(around, Scheme.HQQ, module + ".weight", codes, bits);
    draft.require(Role.SCALE, module + ".scale");
    draft.requireFloat(Role.SCALE);
    draft.requireZero(Role.ZERO, module + ".zero");
    draft.add(Role.SHAPE, shape);
    long axis = number(around.tensor(module + ".axis")).orElse(1L);
    number(around.tensor(module + ".group_size"))
        .filter(size -> size > 0)
        .ifPresent(draft::setGroupSize);
    Optional<long[]> logical =
        shape.isEmpty()
            ? Optional.empty()
            : Numbers.Plain.integers(shape.get(), MAX_DIMENSIONS)
                .filter(it -> Arrays.stream(it).noneMatch(dimension -> dimension < 0));
    logical.ifPresent(draft::setShape);
    if (logical.isEmpty() || axis != 0 && axis != 1 || !draft.has(Role.SCALE)) {
      draft.cannotDecode();
      return Optional.of(draft.weight());
    }
    return Optional.of(weight(draft, draft.shape().elementCount().orElse(-1), axis));
  }

  private static Optional<Long> number(Optional<TensorRef> scalar) throws IOException {
    return scalar.isEmpty()
        ? Optional.empty()
        : Numbers.Plain.integers(scalar.get(), 1).filter(it -> it.length == 1).map(it -> it[0]);
  }

  private static QuantizedWeight weight(WeightDraft draft, long count, long axis) {
    long columns = draft.dimension(Role.CODES, 1);
    long rows = count / Math.max(1, columns);
    boolean isWord = draft.codes.info().dtype() == Dtype.I32;
    boolean isByte = draft.bits == 5 || draft.bits == 6;
    int slices = isWord ? THREE_BIT_SLICES : isByte ? 1 : Byte.SIZE / draft.bits;
    long sliceRows = draft.dimension(Role.CODES, 2);
    boolean isWidth = isWord ? draft.bits == 3 : BYTE_BITS.contains(draft.bits);
    if (!isWidth || rows * columns != count || sliceRows != Math.ceilDiv(rows, (long) slices)) {
      draft.wrongCodes(draft.shape() + ", " + draft.bits + " bits");
      return draft.weight();
    }
    boolean isByRow = axis == 1;
    long[] expected = isByRow ? new long[] {rows, 1} : new long[] {1, columns};
    draft.requireShape(Role.SCALE, expected);
    draft.requireShape(Role.ZERO, expected);
    Groups byRow = isByRow ? Groups.of(1) : Groups.SINGLE;
    Groups byColumn = isByRow ? Groups.SINGLE : Groups.of(1);
    long width = isByRow ? 1 : columns;
    int step = slices == 1 ? 0 : draft.bits;
    int bits = draft.bits;
    int unitBytes = isWord ? Integer.BYTES : 1;
    Decoding decoding =
        draft.decode(
            columns,
            bytes ->
                new Codes.Slices(
                    bytes, unitBytes, columns, sliceRows, bits, (slices - 1) * step, -step),
            Decoding.Table.ofUnsigned(bits, 0),
            draft.grid(Role.SCALE, byRow, byColumn, width));
    decoding.zero = draft.optionalGrid(Role.ZERO, byRow, byColumn, width);
    return draft.weight();
  }
}
