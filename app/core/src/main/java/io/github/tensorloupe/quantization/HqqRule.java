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
  public Optional<QuantizedWeight> recognize(TensorRef codes, SchemeContext context)
      throws IOException {
    Optional<String> stem = SchemeRule.matrixName(codes, ".W_q", Dtype.U8, Dtype.I32);
    if (stem.isEmpty()) {
      return Optional.empty();
    }
    String module = stem.get();
    Optional<TensorRef> shape = context.tensor(module + ".shape");
    if (shape.isEmpty() && context.tensor(module + ".scale").isEmpty()) {
      return Optional.empty();
    }
    long bits =
        number(context.tensor(module + ".nbits"))
            .orElse(
                codes.info().dtype() == Dtype.I32 ? 3 : context.config().bits(module).orElse(4));
    WeightDraft draft = new WeightDraft(context, Scheme.HQQ, module + ".weight", codes, bits);
    draft.require(Role.SCALE, module + ".scale");
    draft.requireFloat(Role.SCALE);
    draft.requireZero(Role.ZERO, module + ".zero");
    draft.add(Role.SHAPE, shape);
    long axis = number(context.tensor(module + ".axis")).orElse(1L);
    number(context.tensor(module + ".group_size"))
        .filter(size -> size > 0)
        .ifPresent(draft::setGroupSize);
    Optional<long[]> logical =
        Numbers.integers(shape, MAX_DIMENSIONS)
            .filter(dimensions -> Arrays.stream(dimensions).noneMatch(dimension -> dimension < 0));
    logical.ifPresent(draft::setShape);
    if (logical.isEmpty() || axis != 0 && axis != 1 || !draft.has(Role.SCALE)) {
      draft.cannotDecode();
    } else {
      decode(draft, draft.shape().elementCount().orElse(-1), axis == 1);
    }
    return Optional.of(draft.weight());
  }

  private static Optional<Long> number(Optional<TensorRef> scalar) throws IOException {
    return Numbers.integers(scalar, 1).filter(numbers -> numbers.length == 1).map(it -> it[0]);
  }

  private static void decode(WeightDraft draft, long count, boolean isByRow) {
    int bits = draft.bits;
    long columns = draft.dimension(Role.CODES, 1);
    long rows = count / Math.max(1, columns);
    boolean isWord = draft.dtype(Role.CODES) == Dtype.I32;
    int slices = isWord ? THREE_BIT_SLICES : Byte.SIZE / bits;
    long sliceRows = draft.dimension(Role.CODES, 2);
    boolean isWidth = isWord ? bits == 3 : BYTE_BITS.contains(bits);
    if (!isWidth || rows * columns != count || sliceRows != Math.ceilDiv(rows, (long) slices)) {
      draft.wrongCodes(draft.shape() + ", " + bits + " bits");
      return;
    }
    long[] expected = isByRow ? new long[] {rows, 1} : new long[] {1, columns};
    draft.requireShape(Role.SCALE, expected);
    draft.requireShape(Role.ZERO, expected);
    Groups byRow = isByRow ? Groups.of(1) : Groups.SINGLE;
    Groups byColumn = isByRow ? Groups.SINGLE : Groups.of(1);
    int step = slices == 1 ? 0 : bits;
    int unitBytes = isWord ? Integer.BYTES : 1;
    Codes layout = new Codes.Units(unitBytes, columns, bits, sliceRows, (slices - 1) * step, -step);
    draft.decode(columns, layout, Decoding.table(bits, 0), byRow, byColumn);
  }
}
