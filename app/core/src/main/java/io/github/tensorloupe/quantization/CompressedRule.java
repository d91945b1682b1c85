package io.github.tensorloupe.quantization;

import module java.base;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.quantization.Grid.Groups;

/// Integers that compressed-tensors packs into words of 32 bits along rows: `ct-pack`.
///
/// Source: compressed-tensors `pack_quantized/`, `lifecycle/forward_helpers.py`.
final class CompressedRule implements Rule {

  private static final int MOST_BITS = 8;

  @Override
  public Optional<QuantizedWeight> recognize(TensorRef codes, Surroundings around)
      throws IOException {
    Optional<String> stem = Rule.stem(codes.info().name(), ".weight_packed");
    if (stem.isEmpty() || codes.info().dtype() != Dtype.I32 || codes.info().shape().rank() != 2) {
      return Optional.empty();
    }
    String module = stem.get();
    Optional<TensorRef> shape = around.tensor(module + ".weight_shape");
    Optional<TensorRef> scale = around.tensor(module + ".weight_scale");
    if (shape.isEmpty() && scale.isEmpty()) {
      return Optional.empty();
    }
    QuantizationConfig config = around.config();
    long words = codes.info().shape().dimension(1);
    long out = codes.info().shape().dimension(0);
    Optional<long[]> known = shape.flatMap(CompressedRule::dimensions);
    int bits = (int) config.bits(module).orElseGet(() -> fitting(words, known));
    Draft draft = new Draft(Scheme.CT_PACK, module + ".weight", codes, Math.clamp(bits, 1, 8));
    draft.require(Role.SCALE, scale, module + ".weight_scale");
    draft.requireFloat(Role.SCALE);
    draft.add(Role.SHAPE, shape);
    draft.add(Role.GROUP_INDEX, around.tensor(module + ".weight_g_idx"));
    Optional<TensorRef> zero = around.tensor(module + ".weight_zero_point");
    if (config.weights(module).path("symmetric").asText().equals("false")) {
      draft.requireZero(Role.ZERO, zero, module + ".weight_zero_point");
    } else {
      draft.add(Role.ZERO, zero);
    }
    long in = known.map(each -> each[1]).orElse(words * Integer.SIZE / draft.bits());
    draft.setShape(out, in);
    long scaleColumns = draft.has(Role.SCALE) ? draft.dimension(Role.SCALE, 1) : 1;
    if (config.namesGroups(module)) {
      draft.setGroupSize(config.groupSize(module));
    } else if (scaleColumns > 1) {
      draft.setGroupSize(Math.ceilDiv(in, scaleColumns));
    }
    boolean isDense = words == Math.ceilDiv(in * draft.bits(), (long) Integer.SIZE);
    int perWord = Integer.SIZE / draft.bits();
    boolean isPadded = words == Math.ceilDiv(in, (long) perWord);
    if (bits > MOST_BITS || !isDense && !isPadded || known.isPresent() && known.get()[0] != out) {
      draft.wrongCodes(known.map(Arrays::toString).orElse("?") + ", " + bits + " bits");
      return Optional.of(draft.weight());
    }
    return Optional.of(weight(draft, out, in, scaleColumns, isDense ? 0 : perWord));
  }

  /// The shape as it is stored; empty where it cannot be one.
  private static Optional<long[]> dimensions(TensorRef shape) {
    if (!shape.info().shape().elementCount().equals(OptionalLong.of(2))
        || shape.data().filter(TensorData::isComplete).isEmpty()) {
      return Optional.empty();
    }
    try {
      double[] numbers = Numbers.Plain.all(shape.data().get());
      return Optional.of(new long[] {(long) numbers[0], (long) numbers[1]})
          .filter(it -> it[0] > 0 && it[1] > 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long fitting(long words, Optional<long[]> shape) {
    return shape.isEmpty()
        ? 4
        : LongStream.rangeClosed(2, MOST_BITS)
            .filter(bits -> Math.ceilDiv(shape.get()[1] * bits, (long) Integer.SIZE) == words)
            .findFirst()
            .orElse(4);
  }

  private static QuantizedWeight weight(
      Draft draft, long out, long in, long scaleColumns, int perWord) throws IOException {
    if (!draft.has(Role.SCALE)) {
      return draft.weight();
    }
    long group = draft.groupSize().orElse(in);
    long groups = Math.ceilDiv(in, group);
    if (groups != scaleColumns
        || !draft
            .part(Role.SCALE)
            .info()
            .shape()
            .elementCount()
            .equals(OptionalLong.of(out * groups))) {
      draft.wrongShape(Role.SCALE, "[" + out + ", " + groups + "]");
    }
    long zeroRows = Math.ceilDiv(out * draft.bits(), (long) Integer.SIZE);
    draft.requireShape(Role.ZERO, zeroRows, groups);
    Groups columns = Groups.of(group);
    if (draft.has(Role.GROUP_INDEX)) {
      Optional<int[]> map = GroupIndex.read(draft, in, groups, true);
      columns = map.map(Groups::mapped).orElse(columns);
    }
    Groups across = columns;
    int middle = draft.has(Role.ZERO) ? 0 : 1 << draft.bits() - 1;
    return draft.weight(
        () ->
            new Decoding(
                    draft.shape(),
                    out,
                    in,
                    draft.bits(),
                    draft.rows(
                        draft.dimension(Role.CODES, 1) * Integer.BYTES,
                        perWord,
                        Codes.Rows.ASCENDING),
                    Decoding.Table.ofUnsigned(draft.bits(), middle),
                    draft.grid(
                        Role.SCALE,
                        ElementType.of(draft.part(Role.SCALE).info().dtype()),
                        Groups.of(1),
                        across,
                        groups))
                .withZero(
                    draft.has(Role.ZERO)
                        ? Optional.of(zeros(draft, across, groups))
                        : Optional.empty()));
  }

  private static Grid.Opening zeros(Draft draft, Groups columns, long groups) {
    TensorData data = draft.data(Role.ZERO);
    int bits = draft.bits();
    return () ->
        new Grid(
            new Numbers.Packed(
                new Codes.Columns(new PartBytes(data), new PartBytes(data), groups, bits), 0),
            Groups.of(1),
            columns,
            groups);
  }
}
