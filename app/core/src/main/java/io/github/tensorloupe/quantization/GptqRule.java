package io.github.tensorloupe.quantization;

import module java.base;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.quantization.Grid.Groups;

/// Recognizes integers packed into 32-bit words named `qweight`: `gptq`, `awq` and `awq-gemv`.
///
/// Sources: AutoGPTQ `nn_modules/qlinear/qlinear_cuda.py`; GPTQModel `utils/model.py`; AutoAWQ
/// `utils/packing_utils.py`, `modules/linear/gemm.py`, `gemv.py`.
final class GptqRule implements SchemeRule {

  private static final int AWQ_BITS = 4;
  private static final int PER_WORD = Integer.SIZE / AWQ_BITS;

  @Override
  public Optional<QuantizedWeight> recognize(TensorRef codes, SchemeContext around)
      throws IOException {
    Optional<String> stem = SchemeRule.withoutSuffix(codes.info().name(), ".qweight");
    if (stem.isEmpty() || !SchemeRule.isMatrix(codes, Dtype.I32)) {
      return Optional.empty();
    }
    String module = stem.get();
    Optional<TensorRef> scale = around.tensor(module + ".scales");
    Optional<TensorRef> zero = around.tensor(module + ".qzeros");
    if (scale.isEmpty() && zero.isEmpty()) {
      return Optional.empty();
    }
    QuantizationConfig config = around.config();
    Optional<TensorRef> index = around.tensor(module + ".g_idx");
    Scheme scheme = scheme(codes, scale, zero, index, config);
    long bits =
        scheme == Scheme.GPTQ
            ? zero.map(it -> width(it) * Integer.SIZE / Math.max(1, width(codes)))
                .filter(it -> it >= 2 && it <= 8)
                .orElse(config.bits(module).orElse(AWQ_BITS))
            : AWQ_BITS;
    WeightDraft draft = new WeightDraft(around, scheme, module + ".weight", codes, bits);
    draft.require(Role.SCALE, module + ".scales");
    draft.requireFloat(Role.SCALE);
    draft.requireZero(Role.ZERO, module + ".qzeros");
    draft.requireWords(Role.ZERO);
    draft.add(Role.GROUP_INDEX, index.filter(_ -> scheme == Scheme.GPTQ));
    return Optional.of(
        scheme == Scheme.AWQ_GEMV
            ? gemv(draft, config.groupSize(module))
            : transposed(draft, module, config));
  }

  private static long width(TensorRef tensor) {
    Shape shape = tensor.info().shape();
    return shape.rank() == 2 ? shape.dimension(1) : 0;
  }

  /// Derives the scheme from shapes or, if they are ambiguous, from the configuration.
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
    boolean isSaid = config.isMethod("gptq") || index.isPresent();
    return !isSaid && zero.map(GptqRule::width).orElse(0L) == width ? Scheme.AWQ : Scheme.GPTQ;
  }

  /// Returns true if zero points are stored without the offset of −1.
  static boolean isVersion2(QuantizationConfig config) {
    return config.text("checkpoint_format").equals("gptq_v2");
  }

  private static QuantizedWeight transposed(
      WeightDraft draft, String module, QuantizationConfig config) throws IOException {
    boolean isGptq = draft.scheme == Scheme.GPTQ;
    int bits = draft.bits;
    long words = draft.dimension(Role.CODES, 1);
    long in = draft.dimension(Role.CODES, 2) * (isGptq ? Integer.SIZE : bits) / bits;
    long out = isGptq ? words : words * PER_WORD;
    draft.setShape(out, in);
    Role grouped = draft.has(Role.SCALE) ? Role.SCALE : Role.ZERO;
    draft.setGroupSize(module, in, draft.dimension(grouped, 2));
    long group = Math.max(1, draft.groupSize().orElse(in));
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
    int offset = isGptq && !isVersion2(config) ? 1 : 0;
    Decoding decoding =
        draft.decode(
            out,
            bytes ->
                isGptq
                    ? new Codes.Columns(bytes, out, bits)
                    : new Codes.Rows(bytes, words * Integer.BYTES, bits, 0, order),
            Decoding.Table.ofUnsigned(bits, 0),
            draft.grid(Role.SCALE, rows, Groups.of(1), out));
    decoding.isTransposed = true;
    Function<PartBytes, Numbers> zeros = packed(zeroWords, bits, order, offset);
    decoding.zero = Optional.of(draft.grid(Role.ZERO, zeros, rows, Groups.of(1), out));
    return draft.weight();
  }

  private static Function<PartBytes, Numbers> packed(
      long words, int bits, int[] order, int offset) {
    return bytes ->
        new Numbers.Packed(new Codes.Rows(bytes, words * Integer.BYTES, bits, 0, order), offset);
  }

  /// The group size can only be read from the configuration, because rows of scales are padded.
  private static QuantizedWeight gemv(WeightDraft draft, OptionalLong groupSize) {
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
    long scaleWidth = zeroWords * PER_WORD;
    Grid.Opening scale =
        draft.grid(
            Role.SCALE, bytes -> new Numbers.Plain(bytes, scaleWidth), rows, columns, groups);
    Function<PartBytes, Numbers> zeros = packed(zeroWords, AWQ_BITS, Codes.Rows.ASCENDING, 0);
    draft.decode(in, Decoding.Table.ofUnsigned(AWQ_BITS, 0), scale).zero =
        Optional.of(draft.grid(Role.ZERO, zeros, rows, columns, groups));
    return draft.weight();
  }
}
