package io.github.tensorloupe.quantization;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.quantization.Grid.Groups;

/// Recognizes weights of torchao, whose metadata describes their parts: `torchao`.
///
/// Source: ao `prototype/safetensors/`, `prototype/mx_formats/`.
final class TorchaoRule implements SchemeRule {

  private static final String CODES = "_weight_qdata";
  private static final Set<String> BYTE_TYPES =
      Set.of("Float8Tensor", "Int8Tensor", "IntxUnpackedToInt8Tensor");

  @Override
  public Optional<QuantizedWeight> recognize(TensorRef codes, SchemeContext context) {
    Optional<String> stem = SchemeRule.withoutSuffix(codes.info().name(), CODES);
    if (stem.isEmpty() || codes.info().shape().rank() != 2) {
      return Optional.empty();
    }
    String name = stem.get() + "weight";
    JsonNode kind = context.config().tensorKind(name).orElse(MissingNode.getInstance());
    if (!kind.has("_type")) {
      return Optional.empty();
    }
    String parts = stem.get() + "_weight_";
    String type = kind.path("_type").asText();
    boolean isBlockScaled = type.equals("NVFP4Tensor") || type.equals("MXTensor");
    boolean isPacked = codes.info().dtype() == Dtype.U8;
    WeightDraft draft =
        new WeightDraft(context, Scheme.TORCHAO, name, codes, isPacked ? 4 : Byte.SIZE);
    draft.require(Role.SCALE, parts + "scale");
    draft.add(Role.ZERO, parts + "zero_point");
    draft.add(Role.SCALE2, parts + "per_tensor_scale");
    draft.requireSingle(Role.SCALE2);
    long[] dimensions = codes.info().shape().dimensions();
    dimensions[1] *= isPacked ? 2 : 1;
    draft.setShape(dimensions);
    JsonNode data = kind.path("_data");
    boolean isByte = SchemeRule.BYTE_CODES.contains(codes.info().dtype());
    boolean isKnown = isBlockScaled ? isPacked || isByte : isByte && BYTE_TYPES.contains(type);
    if (!isKnown || !draft.has(Role.SCALE)) {
      draft.cannotDecode();
    } else if (isBlockScaled) {
      decodeBlocks(draft, data, dimensions[1]);
    } else {
      decodeBytes(draft, data, dimensions);
    }
    return Optional.of(draft.weight());
  }

  private static void decodeBlocks(WeightDraft draft, JsonNode data, long columns) {
    int group = Math.max(1, data.path("block_size").asInt(32));
    draft.setGroupSize(group);
    boolean isSwizzled = data.path("is_swizzled_scales").asBoolean();
    Grid grid = Blocks.scaled(draft, columns, group, isSwizzled);
    draft.decode(columns, grid).tensorScale = draft.data(Role.SCALE2);
  }

  private static void decodeBytes(WeightDraft draft, JsonNode data, long[] dimensions) {
    long height = Math.max(1, data.path("block_size").path(0).asLong(1));
    long length = Math.max(1, data.path("block_size").path(1).asLong(dimensions[1]));
    if (length < dimensions[1]) {
      draft.setGroupSize(length);
    }
    long width = Math.ceilDiv(dimensions[1], length);
    long scaleRows = Math.ceilDiv(dimensions[0], height);
    if (draft.elementCount(Role.SCALE) != scaleRows * width) {
      draft.wrongShape(Role.SCALE, "[" + scaleRows + ", " + width + "]");
    }
    if (draft.has(Role.ZERO)) {
      draft.requireShape(Role.ZERO, draft.part(Role.SCALE).info().shape().dimensions());
    }
    draft.decode(dimensions[1], Groups.of(height), Groups.of(length));
  }
}
