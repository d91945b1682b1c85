package io.github.tensorloupe.quantization;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.json.LimitedJson;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.quantization.Grid.Groups;
import io.github.tensorloupe.work.IoSupplier;

/// Recognizes weights of bitsandbytes: `bnb-nf4`, `bnb-fp4` and `bnb-int8`.
///
/// Sources: bitsandbytes `functional.py`, `backends/default/ops.py`, `nn/modules.py`; transformers
/// `quantizer_bnb_4bit.py`.
final class BitsAndBytesRule implements SchemeRule {

  private static final int DEFAULT_BLOCK = 64;
  private static final int BLOCKS_PER_ROW = 64;
  private static final double INT8_RANGE = 127;
  private static final Set<Dtype> HOLDERS = EnumSet.of(Dtype.U8, Dtype.BF16, Dtype.F16, Dtype.F32);

  @Override
  public Optional<QuantizedWeight> recognize(TensorRef codes, SchemeContext context)
      throws IOException {
    String name = codes.info().name();
    Optional<TensorRef> columnScale =
        SchemeRule.matrixName(codes, ".weight", Dtype.I8)
            .flatMap(prefix -> context.tensor(prefix + ".SCB"));
    if (columnScale.isPresent()) {
      return Optional.of(int8(codes, columnScale.get(), context));
    }
    if (!HOLDERS.contains(codes.info().dtype())) {
      return Optional.empty();
    }
    String stateName = name + ".quant_state.bitsandbytes__";
    Optional<TensorRef> state = context.first(stateName + "nf4", stateName + "fp4");
    Optional<TensorRef> scale = context.tensor(name + ".absmax");
    Optional<TensorRef> table = context.tensor(name + ".quant_map");
    if (state.isEmpty() && (scale.isEmpty() || table.isEmpty())) {
      return Optional.empty();
    }
    boolean isFp4 =
        state
            .map(tensor -> tensor.info().name().endsWith("fp4"))
            .orElseGet(() -> context.config().text("bnb_4bit_quant_type").equals("fp4"));
    Scheme scheme = isFp4 ? Scheme.BNB_FP4 : Scheme.BNB_NF4;
    WeightDraft draft = new WeightDraft(context, scheme, name, codes, 4);
    draft.require(Role.SCALE, name + ".absmax");
    draft.require(Role.TABLE, name + ".quant_map");
    draft.add(Role.STATE, state);
    draft.requireShape(Role.TABLE, 16);
    boolean isNested = scale.filter(tensor -> tensor.info().dtype() == Dtype.U8).isPresent();
    if (isNested) {
      draft.require(Role.NESTED_SCALE, name + ".nested_absmax");
      draft.require(Role.NESTED_TABLE, name + ".nested_quant_map");
    } else {
      draft.requireDtype(Role.SCALE, EnumSet.of(Dtype.F32));
    }
    return Optional.of(state.isPresent() ? known(draft, isNested) : withoutState(draft));
  }

  private static QuantizedWeight int8(TensorRef codes, TensorRef scale, SchemeContext context) {
    WeightDraft draft =
        new WeightDraft(context, Scheme.BNB_INT8, codes.info().name(), codes, Byte.SIZE);
    draft.setShape(codes.info().shape().dimensions());
    draft.add(Role.SCALE, Optional.of(scale));
    SchemeRule.withoutSuffix(draft.name, ".weight")
        .ifPresent(module -> draft.add(Role.STATE, module + ".weight_format"));
    draft.requireFloat(Role.SCALE);
    draft.requireShape(Role.SCALE, draft.dimension(Role.CODES, 2));
    long columns = draft.dimension(Role.CODES, 1);
    draft.decode(columns, Groups.of(1), Groups.SINGLE).divisor = INT8_RANGE;
    return draft.weight();
  }

  private static QuantizedWeight withoutState(WeightDraft draft) {
    long elements = 2 * draft.codes.info().byteCount();
    long blocks = draft.has(Role.SCALE) ? draft.elementCount(Role.SCALE) : 0;
    long block = blocks <= 0 ? DEFAULT_BLOCK : Math.ceilDiv(elements, blocks);
    draft.setGroupSize(Long.bitCount(block) == 1 ? block : DEFAULT_BLOCK);
    draft.cannotDecode();
    draft.addFinding(
        FindingCode.QUANT_STATE_MISSING,
        draft.codes,
        "{0} is quantized by bitsandbytes, but its quant_state is missing: its shape is lost and"
            + " loaders fail. Look for the state in the original.");
    return draft.weight();
  }

  private static QuantizedWeight known(WeightDraft draft, boolean isNested) throws IOException {
    JsonNode state = LimitedJson.parse(QuantizationConfig.text(draft.part(Role.STATE)).orElse(""));
    if (!state.isObject()) {
      return withoutState(draft);
    }
    long block = state.path("blocksize").asLong(DEFAULT_BLOCK);
    long[] dimensions = state.path("shape").valueStream().mapToLong(JsonNode::asLong).toArray();
    Shape shape = Shape.of(dimensions);
    long count = shape.elementCount().orElse(-1);
    draft.setGroupSize(block);
    draft.setShape(dimensions);
    if (count < 0
        || Arrays.stream(dimensions).anyMatch(each -> each < 0)
        || block < 2
        || block % 2 != 0
        || block > 1 << 20
        || draft.codes.info().byteCount() != Math.ceilDiv(count, 2L)) {
      draft.wrongCodes(shape + ", " + Math.ceilDiv(count, 2L) + " bytes");
      return draft.weight();
    }
    if (draft.has(Role.SCALE)) {
      draft.requireShape(Role.SCALE, Math.ceilDiv(count, block));
    }
    int nestedBlock = Math.max(1, state.path("nested_blocksize").asInt(256));
    double offset = state.path("nested_offset").asDouble();
    if (draft.has(Role.NESTED_SCALE)) {
      if (draft.elementCount(Role.NESTED_SCALE) > WeightDraft.MAX_NUMBERS) {
        draft.cannotDecode();
      }
      draft.requireShape(Role.NESTED_TABLE, 256);
      draft.requireShape(
          Role.NESTED_SCALE, Math.ceilDiv(Math.ceilDiv(count, block), (long) nestedBlock));
    }
    // Blocks are independent of the shape, so a row of the code matrix contains several blocks.
    long columns = block * BLOCKS_PER_ROW;
    Optional<TensorData> table = draft.data(Role.TABLE);
    Groups ofBlocks = Groups.of(block);
    Codes layout = new Codes.Rows(columns / 2, 4, 0, Codes.Rows.HIGH_FIRST);
    Grid scale =
        isNested
            ? nestedGrid(draft, ofBlocks, nestedBlock, offset)
            : draft.grid(Role.SCALE, Groups.of(1), ofBlocks, BLOCKS_PER_ROW);
    draft.decode(columns, layout, () -> table.orElseThrow().numbers(), scale);
    return draft.weight();
  }

  private static Grid nestedGrid(WeightDraft draft, Groups blocks, int nestedBlock, double offset) {
    Optional<TensorData> table = draft.data(Role.NESTED_TABLE);
    Optional<TensorData> scales = draft.data(Role.NESTED_SCALE);
    IoSupplier<Numbers> nested =
        () -> {
          double[] represented = table.orElseThrow().numbers();
          double[] outer = scales.orElseThrow().numbers();
          return new Numbers.Nested(BLOCKS_PER_ROW, represented, outer, nestedBlock, offset);
        };
    return new Grid(draft.part(Role.SCALE), nested, Groups.of(1), blocks, BLOCKS_PER_ROW);
  }
}
