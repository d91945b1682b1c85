package io.github.tensorloupe.quantization;

import module java.base;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.quantization.Grid.Groups;

/// Integers in words of 32 bits under `qweight`: `gptq`, `awq` and `awq-gemv`.
///
/// Sources: AutoGPTQ `nn_modules/qlinear/qlinear_cuda.py`; GPTQModel `utils/model.py`; AutoAWQ
/// `utils/packing_utils.py`, `modules/linear/gemm.py`, `gemv.py`.
final class GptqRule implements Rule {

  private static final int AWQ_BITS = 4;
  private static final int PER_WORD = Integer.SIZE / AWQ_BITS;

  @Override
  public Optional<QuantizedWeight> recognize(TensorRef codes, Surroundings around)
      throws IOException {
    Optional<String> stem = Rule.stem(codes.info().name(), ".qweight");
    if (stem.isEmpty() || codes.info().dtype() != Dtype.I32 || codes.info().shape().rank() != 2) {
      return Optional.empty();
    }
    String module = stem.get();
    Optional<TensorRef> scale = around.tensor(module + ".scales").filter(GptqRule::isMatrix);
    Optional<TensorRef> zero = around.tensor(module + ".qzeros").filter(GptqRule::isMatrix);
    if (scale.isEmpty() && zero.isEmpty()) {
      return Optional.empty();
    }
    Optional<TensorRef> index = around.tensor(module + ".g_idx");
    Scheme scheme = scheme(codes, scale, zero, index, around.config());
    Draft draft = new Draft(scheme, module + ".weight", codes, AWQ_BITS);
    if (scheme == Scheme.GPTQ) {
      long width = codes.info().shape().dimension(1);
      long bits =
          zero.map(it -> it.info().shape().dimension(1) * Integer.SIZE / Math.max(1, width))
              .filter(it -> it >= 2 && it <= 8)
              .orElse(around.config().bits(module).orElse(AWQ_BITS));
      draft = new Draft(scheme, module + ".weight", codes, Math.clamp(bits, 1, 8));
    }
    draft.require(Role.SCALE, scale, module + ".scales");
    draft.requireFloat(Role.SCALE);
    draft.requireZero(Role.ZERO, zero, module + ".qzeros");
    draft.add(Role.GROUP_INDEX, index.filter(_ -> scheme == Scheme.GPTQ));
    return Optional.of(
        switch (scheme) {
          case GPTQ -> gptq(draft, module, around.config());
          case AWQ -> awq(draft, module, around.config());
          default -> gemv(draft, module, around.config());
        });
  }

  private static boolean isMatrix(TensorRef tensor) {
    return tensor.info().shape().rank() == 2;
  }

  /// Shapes decide where they can; the configuration where they do not.
  private static Scheme scheme(
      TensorRef codes,
      Optional<TensorRef> scale,
      Optional<TensorRef> zero,
      Optional<TensorRef> index,
      QuantizationConfig config) {
    long width = codes.info().shape().dimension(1);
    long rows = codes.info().shape().dimension(0);
    long scaleWidth = scale.map(it -> it.info().shape().dimension(1)).orElse(0L);
    boolean isGemv =
        config.node().path("version").asText().toLowerCase(Locale.ROOT).startsWith("gemv");
    if (isGemv && config.isMethod("awq")) {
      return Scheme.AWQ_GEMV;
    }
    if (scaleWidth == width) {
      return Scheme.GPTQ;
    }
    if (scaleWidth == width * PER_WORD || config.isMethod("awq")) {
      return Scheme.AWQ;
    }
    if (config.isMethod("gptq") || index.isPresent()) {
      return Scheme.GPTQ;
    }
    long zeroWidth = zero.map(it -> it.info().shape().dimension(1)).orElse(0L);
    return zeroWidth == width && rows > PER_WORD ? Scheme.AWQ : Scheme.GPTQ;
  }

  /// Groups of input columns as the configuration or the number of scales says.
  private static void setGroups(Draft draft, String module, QuantizationConfig config, long in) {
    Role role = draft.has(Role.SCALE) ? Role.SCALE : Role.ZERO;
    long groups = draft.dimension(role, 2);
    if (config.namesGroups(module)) {
      draft.setGroupSize(config.groupSize(module));
    } else if (groups > 1) {
      draft.setGroupSize(Math.ceilDiv(in, groups));
    }
  }

  private static QuantizedWeight gptq(Draft draft, String module, QuantizationConfig config)
      throws IOException {
    long out = draft.dimension(Role.CODES, 1);
    long in = draft.dimension(Role.CODES, 2) * Integer.SIZE / draft.bits();
    draft.setShape(out, in);
    setGroups(draft, module, config, in);
    long group = draft.groupSize().orElse(in);
    long groups = Math.ceilDiv(in, Math.max(1, group));
    long zeroWidth = Math.ceilDiv(out * draft.bits(), (long) Integer.SIZE);
    draft.requireShape(Role.SCALE, groups, out);
    draft.requireShape(Role.ZERO, groups, zeroWidth);
    String format = config.node().path("checkpoint_format").asText("gptq");
    if (!format.startsWith("gptq") || format.equals("gptq_p")) {
      draft.cannotDecode();
    }
    Optional<int[]> map =
        draft.has(Role.GROUP_INDEX) ? GroupIndex.read(draft, in, groups, false) : Optional.empty();
    Groups rows = map.map(Groups::mapped).orElse(Groups.of(group));
    int offset = isSecond(config) ? 0 : 1;
    return draft.weight(
        () ->
            new Decoding(
                    draft.shape(),
                    in,
                    out,
                    draft.bits(),
                    columns(draft, out),
                    Decoding.Table.ofUnsigned(draft.bits(), 0),
                    scale(draft, rows, Groups.of(1), out))
                .withTransposed()
                .withZero(
                    Optional.of(
                        zeros(
                            draft,
                            zeroWidth,
                            Codes.Rows.ASCENDING,
                            offset,
                            rows,
                            Groups.of(1),
                            out))));
  }

  /// True if zero points are stored as they are, and not less 1.
  static boolean isSecond(QuantizationConfig config) {
    return config.node().path("checkpoint_format").asText().equals("gptq_v2");
  }

  private static Codes.Opening columns(Draft draft, long width) {
    TensorData data = draft.data(Role.CODES);
    int bits = draft.bits();
    return () -> new Codes.Columns(new PartBytes(data), new PartBytes(data), width, bits);
  }

  private static Grid.Opening scale(Draft draft, Groups rows, Groups columns, long width) {
    ElementType type = ElementType.of(draft.part(Role.SCALE).info().dtype());
    return draft.grid(Role.SCALE, type, rows, columns, width);
  }

  private static Grid.Opening zeros(
      Draft draft, long words, int[] order, int offset, Groups rows, Groups columns, long width) {
    TensorData data = draft.data(Role.ZERO);
    int bits = draft.bits();
    return () ->
        new Grid(
            new Numbers.Packed(
                new Codes.Rows(new PartBytes(data), words * Integer.BYTES, bits, 0, order), offset),
            rows,
            columns,
            width);
  }

  private static QuantizedWeight awq(Draft draft, String module, QuantizationConfig config) {
    long in = draft.dimension(Role.CODES, 2);
    long words = draft.dimension(Role.CODES, 1);
    long out = words * PER_WORD;
    draft.setShape(out, in);
    setGroups(draft, module, config, in);
    long group = draft.groupSize().orElse(in);
    long groups = Math.ceilDiv(in, Math.max(1, group));
    draft.requireShape(Role.SCALE, groups, out);
    draft.requireShape(Role.ZERO, groups, words);
    int[] order = Codes.Rows.AWQ;
    return draft.weight(
        () ->
            new Decoding(
                    draft.shape(),
                    in,
                    out,
                    draft.bits(),
                    draft.rows(words * Integer.BYTES, 0, order),
                    Decoding.Table.ofUnsigned(draft.bits(), 0),
                    scale(draft, Groups.of(group), Groups.of(1), out))
                .withTransposed()
                .withZero(
                    Optional.of(
                        zeros(draft, words, order, 0, Groups.of(group), Groups.of(1), out))));
  }

  /// Only the configuration tells the size of groups: rows of scales are padded.
  private static QuantizedWeight gemv(Draft draft, String module, QuantizationConfig config) {
    long out = draft.dimension(Role.CODES, 2);
    long in = draft.dimension(Role.CODES, 1) * PER_WORD;
    draft.setShape(out, in);
    draft.setGroupSize(config.groupSize(module));
    long group = draft.groupSize().orElse(in);
    long groups = Math.ceilDiv(in, group);
    long words = group >= 128 ? 1 : group == 64 ? 2 : 4;
    long zeroWords = Math.ceilDiv(Math.ceilDiv(groups, (long) PER_WORD), words) * words;
    draft.requireShape(Role.SCALE, out, zeroWords * PER_WORD);
    draft.requireShape(Role.ZERO, out, zeroWords);
    Groups columns = Groups.of(group);
    long stride = zeroWords * PER_WORD;
    TensorData scales = draft.has(Role.SCALE) ? draft.part(Role.SCALE).data().orElse(null) : null;
    return draft.weight(
        () ->
            new Decoding(
                    draft.shape(),
                    out,
                    in,
                    draft.bits(),
                    draft.rows(in / 2),
                    Decoding.Table.ofUnsigned(draft.bits(), 0),
                    () ->
                        new Grid(
                            new Numbers.Plain(
                                new PartBytes(scales),
                                ElementType.of(scales.info().dtype()),
                                stride),
                            Groups.of(1),
                            columns,
                            groups))
                .withZero(
                    Optional.of(
                        zeros(
                            draft,
                            zeroWords,
                            Codes.Rows.ASCENDING,
                            0,
                            Groups.of(1),
                            columns,
                            groups))));
  }
}
