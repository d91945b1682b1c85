package io.github.tensorloupe.quantization;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.quantization.Grid.Groups;

/// Weights that torchao takes apart and describes in the metadata: `torchao`.
///
/// Source: ao `prototype/safetensors/`, `prototype/mx_formats/`.
final class TorchaoRule implements Rule {

  private static final String CODES = "_weight_qdata";

  @Override
  public Optional<QuantizedWeight> recognize(TensorRef codes, Surroundings around) {
    Optional<String> stem = Rule.stem(codes.info().name(), CODES);
    if (stem.isEmpty() || codes.info().shape().rank() != 2) {
      return Optional.empty();
    }
    String name = stem.get() + "weight";
    JsonNode kind = around.config().tensorKinds().get(name);
    if (kind == null || !kind.has("_type")) {
      return Optional.empty();
    }
    String parts = stem.get() + "_weight_";
    String type = kind.path("_type").asText();
    boolean isBlockScaled = type.equals("NVFP4Tensor") || type.equals("MXTensor");
    boolean isPacked = codes.info().dtype() == Dtype.U8;
    Draft draft = new Draft(Scheme.TORCHAO, name, codes, isPacked ? 4 : Byte.SIZE);
    draft.require(Role.SCALE, around.tensor(parts + "scale"), parts + "scale");
    draft.add(Role.ZERO, around.tensor(parts + "zero_point"));
    draft.add(Role.SCALE2, around.tensor(parts + "per_tensor_scale"));
    long[] dimensions = codes.info().shape().dimensions();
    dimensions[1] *= isPacked ? 2 : 1;
    draft.setShape(Shape.of(dimensions));
    JsonNode data = kind.path("_data");
    if (!draft.has(Role.SCALE)) {
      return Optional.of(draft.weight());
    }
    boolean isKnown =
        isBlockScaled
            || Set.of("Float8Tensor", "Int8Tensor", "IntxUnpackedToInt8Tensor").contains(type)
                && !isPacked;
    if (!isKnown) {
      draft.cannotDecode();
      return Optional.of(draft.weight());
    }
    return Optional.of(
        isBlockScaled ? blockScaled(draft, data, dimensions) : scaled(draft, data, dimensions));
  }

  private static QuantizedWeight blockScaled(Draft draft, JsonNode data, long[] dimensions) {
    int group = Math.max(1, data.path("block_size").asInt(32));
    draft.setGroupSize(group);
    Optional<Grid.Opening> scale =
        Blocks.scaled(
            draft,
            dimensions[0],
            dimensions[1],
            group,
            data.path("is_swizzled_scales").asBoolean());
    Decoding.Table table =
        draft.bits() == 4 ? Blocks.FP4 : Decoding.Table.of(draft.codes().info().dtype());
    return draft.weight(
        scale.map(
            grid ->
                () ->
                    new Decoding(
                            draft.shape(),
                            dimensions[0],
                            dimensions[1],
                            draft.bits(),
                            draft.rows(dimensions[1] * draft.bits() / Byte.SIZE),
                            table,
                            grid)
                        .withWhole(
                            draft.has(Role.SCALE2)
                                ? Optional.of(draft.data(Role.SCALE2))
                                : Optional.empty(),
                            false)));
  }

  private static QuantizedWeight scaled(Draft draft, JsonNode data, long[] dimensions) {
    long rows = Math.max(1, data.path("block_size").path(0).asLong(1));
    long columns = Math.max(1, data.path("block_size").path(1).asLong(dimensions[1]));
    if (columns < dimensions[1]) {
      draft.setGroupSize(columns);
    }
    long width = Math.ceilDiv(dimensions[1], columns);
    long count = Math.ceilDiv(dimensions[0], rows) * width;
    if (draft.part(Role.SCALE).info().shape().elementCount().orElse(-1) != count) {
      draft.wrongShape(Role.SCALE, "[" + Math.ceilDiv(dimensions[0], rows) + ", " + width + "]");
    }
    if (draft.has(Role.ZERO)) {
      draft.requireShape(Role.ZERO, draft.part(Role.SCALE).info().shape().dimensions());
    }
    return draft.weight(
        () ->
            new Decoding(
                    draft.shape(),
                    dimensions[0],
                    dimensions[1],
                    Byte.SIZE,
                    draft.rows(dimensions[1]),
                    Decoding.Table.of(draft.codes().info().dtype()),
                    numbers(draft, Role.SCALE, rows, columns, width))
                .withZero(
                    draft.has(Role.ZERO)
                        ? Optional.of(numbers(draft, Role.ZERO, rows, columns, width))
                        : Optional.empty()));
  }

  private static Grid.Opening numbers(Draft draft, Role role, long rows, long columns, long width) {
    ElementType type = ElementType.of(draft.part(role).info().dtype());
    return draft.grid(role, type, Groups.of(rows), Groups.of(columns), width);
  }
}
