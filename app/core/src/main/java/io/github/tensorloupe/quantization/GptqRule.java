package io.github.tensorloupe.quantization;

import module java.base;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.quantization.Grid.Groups;

/// Recognizes matrices named `qweight`: `gptq`, `awq` and `awq-gemv`, which are packed into 32-bit
/// words, and `svdquant`.
///
/// Sources: AutoGPTQ `nn_modules/qlinear/qlinear_cuda.py`; GPTQModel `utils/model.py`; AutoAWQ
/// `utils/packing_utils.py`, `modules/linear/gemm.py`, `gemv.py`; nunchaku `models/linear.py`.
final class GptqRule implements SchemeRule {

  private static final int AWQ_BITS = 4;
  private static final int FP4_GROUP = 16;
  private static final int INT4_GROUP = 64;
  private static final String FP4 = "FP4";
  private static final String INT4 = "INT4";
  static final String SVDQUANT_FP4 = Scheme.SVDQUANT.label() + " " + FP4;
  private static final int PER_WORD = Integer.SIZE / AWQ_BITS;

  @Override
  public Optional<QuantizedWeight> recognize(TensorRef codes, SchemeContext context)
      throws IOException {
    Optional<String> stem = SchemeRule.matrixName(codes, ".qweight", Dtype.I32, Dtype.I8);
    if (stem.isEmpty()) {
      return Optional.empty();
    }
    String module = stem.get();
    if (codes.info().dtype() == Dtype.I8) {
      return context
          .tensor(module + ".wscales")
          .filter(tensor -> tensor.info().shape().rank() == 2)
          .map(tensor -> svdQuant(codes, module, tensor, context));
    }
    Optional<TensorRef> scale = context.tensor(module + ".scales");
    Optional<TensorRef> zero = context.tensor(module + ".qzeros");
    if (scale.isEmpty() && zero.isEmpty()) {
      return Optional.empty();
    }
    QuantizationConfig config = context.config();
    Optional<TensorRef> index = context.tensor(module + ".g_idx");
    Scheme scheme = scheme(codes, scale, zero, index, config);
    long bits =
        scheme == Scheme.GPTQ
            ? zero.map(tensor -> width(tensor) * Integer.SIZE / Math.max(1, width(codes)))
                .filter(value -> value >= 2 && value <= 8)
                .orElse(config.bits(module).orElse(AWQ_BITS))
            : AWQ_BITS;
    WeightDraft draft = new WeightDraft(context, scheme, module + ".weight", codes, bits);
    draft.require(Role.SCALE, module + ".scales");
    draft.requireFloat(Role.SCALE);
    draft.requireZero(Role.ZERO, module + ".qzeros");
    draft.requireWords(Role.ZERO);
    draft.add(Role.GROUP_INDEX, index.filter(_ -> scheme == Scheme.GPTQ));
    if (scheme == Scheme.AWQ_GEMV) {
      decodeGemv(draft, config.groupSize(module));
    } else {
      decodeTransposed(draft, module, config);
    }
    return Optional.of(draft.weight());
  }

  /// Not decoded, because the order of the codes depends on nunchaku's kernels.
  private static QuantizedWeight svdQuant(
      TensorRef codes, String module, TensorRef scale, SchemeContext context) {
    WeightDraft draft = new WeightDraft(context, Scheme.SVDQUANT, module + ".weight", codes, 4);
    long columns = 2 * width(codes);
    draft.setShape(codes.info().shape().dimension(0), columns);
    draft.setGroupSize(columns / Math.max(1, scale.info().shape().dimension(0)));
    draft.add(Role.SCALE, Optional.of(scale));
    draft.cannotDecode();
    boolean hasFp4Scales = context.first(module + ".wtscale", module + ".wcscales").isPresent();
    boolean isFp4 = hasFp4Scales || scale.info().dtype() == Dtype.F8_E4M3;
    long group = isFp4 ? FP4_GROUP : INT4_GROUP;
    String declared = context.config().node().path("weight").path("dtype").asText();
    boolean isDeclared = declared.startsWith("fp4") || declared.equals("int4");
    if (isDeclared) {
      draft.variant = declared.startsWith("fp4") ? FP4 : INT4;
    } else if (hasFp4Scales || draft.groupSize.equals(OptionalLong.of(group))) {
      draft.variant = isFp4 ? FP4 : INT4;
    }
    if (isDeclared && isFp4 != draft.variant.equals(FP4)) {
      draft.addFinding(
          FindingCode.SCALE_DTYPE,
          scale,
          "{0} ({1}) belongs to {2} weights, but {3} declares {4}: the loader stops, or computes"
              + " wrong weights. Either the scales or the declaration are wrong: compare both with"
              + " the original.",
          scale.info().dtype(),
          isFp4 ? FP4 : INT4,
          context.config().file().orElse("?"),
          draft.variant);
    }
    return draft.weight();
  }

  private static long width(TensorRef tensor) {
    Shape shape = tensor.info().shape();
    return shape.rank() == 2 ? shape.dimension(1) : 0;
  }

  private static Scheme scheme(
      TensorRef codes,
      Optional<TensorRef> scale,
      Optional<TensorRef> zero,
      Optional<TensorRef> index,
      QuantizationConfig config) {
    long width = width(codes);
    long scaleWidth = scale.map(GptqRule::width).orElse(0L);
    String version = config.text("version").toLowerCase(Locale.ROOT);
    if (config.isMethod("awq") && version.startsWith("gemv")) {
      return Scheme.AWQ_GEMV;
    }
    if (scaleWidth == width) {
      return Scheme.GPTQ;
    }
    if (scaleWidth == width * PER_WORD || config.isMethod("awq")) {
      return Scheme.AWQ;
    }
    boolean isDeclared = config.isMethod("gptq") || index.isPresent();
    return !isDeclared && zero.map(GptqRule::width).orElse(0L) == width ? Scheme.AWQ : Scheme.GPTQ;
  }

  static boolean isVersion2(QuantizationConfig config) {
    return config.text("checkpoint_format").equals("gptq_v2");
  }

  private static void decodeTransposed(WeightDraft draft, String module, QuantizationConfig config)
      throws IOException {
    boolean isGptq = draft.scheme == Scheme.GPTQ;
    int bits = draft.bits;
    long words = draft.dimension(Role.CODES, 1);
    long in = draft.dimension(Role.CODES, 2) * (isGptq ? Integer.SIZE : bits) / bits;
    long out = isGptq ? words : words * PER_WORD;
    draft.setShape(out, in);
    Role grouped = draft.has(Role.SCALE) ? Role.SCALE : Role.ZERO;
    draft.setGroupSize(module, in, draft.dimension(grouped, 2));
    long group = Math.max(1, draft.groupSize.orElse(in));
    long groups = Math.ceilDiv(in, group);
    long zeroWords = Math.ceilDiv(out * bits, (long) Integer.SIZE);
    draft.requireShape(Role.SCALE, groups, out);
    draft.requireShape(Role.ZERO, groups, zeroWords);
    String format = config.node().path("checkpoint_format").asText("gptq");
    if (isGptq && (!format.startsWith("gptq") || format.equals("gptq_p"))) {
      draft.cannotDecode();
    }
    Groups rows = draft.columnGroups(group, in, groups, false);
    int[] order = isGptq ? Codes.Rows.ASCENDING : Codes.Rows.AWQ;
    Codes zeros = new Codes.Rows(zeroWords * Integer.BYTES, bits, 0, order);
    Codes layout =
        isGptq ? new Codes.Units(out, bits) : new Codes.Rows(words * Integer.BYTES, bits, 0, order);
    Grid scale = draft.grid(Role.SCALE, rows, Groups.of(1), out);
    Decoding decoding = draft.decode(out, layout, Decoding.table(bits, 0), scale);
    decoding.isTransposed = true;
    Numbers numbers = new Numbers.Packed(zeros, isGptq && !isVersion2(config) ? 1 : 0);
    decoding.zero = Optional.of(draft.grid(Role.ZERO, numbers, rows, Groups.of(1), out));
  }

  /// The group size can only be read from the configuration, because rows of scales are padded.
  private static void decodeGemv(WeightDraft draft, OptionalLong groupSize) {
    long out = draft.dimension(Role.CODES, 2);
    long in = draft.dimension(Role.CODES, 1) * PER_WORD;
    draft.setShape(out, in);
    draft.setConfiguredGroupSize(groupSize);
    long group = Math.max(1, groupSize.orElse(in));
    long groups = Math.ceilDiv(in, group);
    long words = group >= 128 ? 1 : group == 64 ? 2 : 4;
    long zeroWords = Math.ceilDiv(Math.ceilDiv(groups, (long) PER_WORD), words) * words;
    draft.requireShape(Role.SCALE, out, zeroWords * PER_WORD);
    draft.requireShape(Role.ZERO, out, zeroWords);
    Groups rows = Groups.of(1);
    Groups columns = Groups.of(group);
    ElementType type = ElementType.of(draft.dtype(Role.SCALE));
    Numbers scales = new Numbers.Plain(type, zeroWords * PER_WORD);
    Numbers zeros = new Numbers.Packed(new Codes.Rows(zeroWords * Integer.BYTES, AWQ_BITS), 0);
    Grid scale = draft.grid(Role.SCALE, scales, rows, columns, groups);
    Decoding decoding = draft.decode(in, draft.dense(in), Decoding.table(AWQ_BITS, 0), scale);
    decoding.zero = Optional.of(draft.grid(Role.ZERO, zeros, rows, columns, groups));
  }
}
