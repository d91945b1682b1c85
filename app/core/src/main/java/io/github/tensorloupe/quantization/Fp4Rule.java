package io.github.tensorloupe.quantization;

import module java.base;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.model.TensorRef;

/// Recognizes E2M1 codes, two per byte: `mxfp4` and `nvfp4`.
///
/// Sources: gpt-oss `torch/weights.py`; transformers `integrations/mxfp4.py`; compressed-tensors
/// `mx_utils.py`, `nvfp4/`; modelopt `qtensor/mxfp4_tensor.py`, `qtensor/nvfp4_tensor.py`;
/// comfy-kitchen `float_utils.py`.
final class Fp4Rule implements SchemeRule {

  private static final int NV_GROUP = 16;

  @Override
  public Optional<QuantizedWeight> recognize(TensorRef codes, SchemeContext context) {
    if (codes.info().dtype() != Dtype.U8 || codes.info().shape().rank() < 2) {
      return Optional.empty();
    }
    String name = codes.info().name();
    for (String separator : List.of("_", ".")) {
      Optional<String> base = SchemeRule.withoutSuffix(name, separator + "blocks");
      if (base.isPresent()) {
        return blocks(codes, base.get(), base.get() + separator + "scales", context);
      }
    }
    Optional<String> packed = SchemeRule.withoutSuffix(name, ".weight_packed");
    return packed
        .or(() -> SchemeRule.withoutSuffix(name, ".weight"))
        .flatMap(module -> packed(codes, module, packed.isPresent(), context));
  }

  private static Optional<QuantizedWeight> blocks(
      TensorRef codes, String name, String scaleName, SchemeContext context) {
    Shape shape = codes.info().shape();
    Optional<TensorRef> scale = context.tensor(scaleName);
    boolean isDeclared = context.config().isMethod("mxfp4");
    if (shape.rank() < 3
        || shape.dimension(shape.rank() - 1) != NV_GROUP
        || scale.isEmpty() && !isDeclared) {
      return Optional.empty();
    }
    WeightDraft draft = new WeightDraft(context, Scheme.MXFP4, name, codes, 4);
    draft.require(Role.SCALE, scaleName);
    long[] dimensions = shape.dimensions();
    long[] logical = Arrays.copyOf(dimensions, dimensions.length - 1);
    logical[logical.length - 1] *= 32;
    return Optional.of(Blocks.mxfp4(draft, logical));
  }

  private static Optional<QuantizedWeight> packed(
      TensorRef codes, String module, boolean isCompressed, SchemeContext context) {
    Optional<TensorRef> quark =
        context
            .tensor(module + ".weight" + SchemeContext.QUARK_SCALE)
            .filter(tensor -> tensor.info().dtype() == Dtype.U8);
    String scaleName = quark.map(tensor -> tensor.info().name()).orElse(module + ".weight_scale");
    Optional<TensorRef> scale = context.tensor(scaleName);
    String wholeName = module + (isCompressed ? ".weight_global_scale" : ".weight_scale_2");
    Optional<TensorRef> whole = context.tensor(wholeName);
    Optional<String> format = context.config().format(module);
    String declaredFormat = declaredFormat(context.config()) + format.orElse("");
    boolean isNv =
        whole.isPresent()
            || scale.filter(tensor -> tensor.info().dtype() == Dtype.F8_E4M3).isPresent()
            || declaredFormat.contains("nvfp4");
    boolean isMx = !isNv && scale.filter(tensor -> tensor.info().dtype() == Dtype.U8).isPresent();
    boolean isConfigured = isCompressed && declaredFormat.contains("fp4") || format.isPresent();
    if (scale.isEmpty() && whole.isEmpty() && !isConfigured || !isNv && !isMx && !isConfigured) {
      return Optional.empty();
    }
    Scheme scheme = isNv ? Scheme.NVFP4 : Scheme.MXFP4;
    WeightDraft draft = new WeightDraft(context, scheme, module + ".weight", codes, 4);
    draft.require(Role.SCALE, scaleName);
    draft.add(Role.INPUT_SCALE, context.inputScaleOf(module));
    Fp8Rule.checkQuarkName(draft, module);
    if (!isNv) {
      return Optional.of(Blocks.mxfp4(draft));
    }
    draft.require(Role.SCALE2, wholeName);
    return Optional.of(nvfp4(draft, isCompressed, format.isPresent(), context.config()));
  }

  private static String declaredFormat(QuantizationConfig config) {
    return (config.text("format") + config.text("quant_algo")).toLowerCase(Locale.ROOT);
  }

  private static QuantizedWeight nvfp4(
      WeightDraft draft, boolean isCompressed, boolean isMarked, QuantizationConfig config) {
    long[] dimensions = draft.codes.info().shape().dimensions();
    dimensions[dimensions.length - 1] *= 2;
    long columns = dimensions[dimensions.length - 1];
    draft.setShape(dimensions);
    long rows = draft.rowCount(columns);
    draft.setGroupSize(NV_GROUP);
    draft.requireDtype(Role.SCALE2, EnumSet.of(Dtype.F32));
    draft.requireSingle(Role.SCALE2);
    if (!draft.has(Role.SCALE)) {
      return draft.weight();
    }
    long width = Math.ceilDiv(columns, (long) NV_GROUP);
    boolean fitsPlain =
        draft.dimension(Role.SCALE, 1) == width && draft.dimension(Role.SCALE, 2) == rows;
    boolean fitsTiles =
        draft.dimension(Role.SCALE, 2) == Math.ceilDiv(rows, 128L) * 128
            && draft.dimension(Role.SCALE, 1) == Math.ceilDiv(width, 4L) * 4;
    boolean isComfy = !isCompressed && (isMarked || fitsTiles && !fitsPlain);
    draft.requireDtype(
        Role.SCALE, isComfy ? EnumSet.of(Dtype.F8_E4M3, Dtype.U8) : EnumSet.of(Dtype.F8_E4M3));
    if (!isCompressed && fitsPlain && fitsTiles && config.isEmpty()) {
      draft.addFinding(
          FindingCode.LAYOUT_AMBIGUOUS,
          draft.part(Role.SCALE),
          "The shape of {0} fits two NVFP4 layouts, modelopt and the tiles of ComfyUI, and neither"
              + " configuration nor marker identifies the layout. Values are shown in the layout of"
              + " modelopt; a loader may read them differently. Add the configuration or the"
              + " marker.");
    }
    int[] order = isComfy ? Codes.Rows.HIGH_FIRST : Codes.Rows.ASCENDING;
    Codes layout = new Codes.Rows(columns / 2, 4, 0, order);
    Grid scale = Blocks.scaled(draft, columns, NV_GROUP, isComfy);
    Decoding decoding = draft.decode(columns, layout, Decoding.table(Dtype.F4), scale);
    decoding.tensorScale = draft.data(Role.SCALE2);
    decoding.isDividedByTensorScale = isCompressed;
    return draft.weight();
  }
}
