package io.github.tensorloupe.quantization;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.quantization.Grid.Groups;

/// Recognizes 8-bit codes that have the name of the weight and scales per tensor, row, block or 32
/// columns: `fp8`, `fp8-block`, `int8` and `mxfp8`, and also `mxfp4` of DeepSeek V4.
///
/// Sources: DeepSeek-V3 `inference/kernel.py`; transformers `integrations/finegrained_fp8.py`; vLLM
/// `quantization/fp8.py`, `modelopt.py`; compressed-tensors `naive_quantized`; ComfyUI
/// `comfy/quant_ops.py`.
final class Fp8Rule implements SchemeRule {

  private static final int DEFAULT_BLOCK = 128;
  private static final long ALL = Long.MAX_VALUE;
  private static final Set<Dtype> SCALES =
      EnumSet.of(Dtype.F32, Dtype.BF16, Dtype.F16, Dtype.F8_E8M0);

  @Override
  public Optional<QuantizedWeight> recognize(TensorRef codes, SchemeContext context) {
    boolean isFp8 = SchemeContext.isFp8(codes);
    boolean isInteger = codes.info().dtype() == Dtype.I8 && codes.info().shape().rank() >= 2;
    if (!isFp8 && !isInteger) {
      return Optional.empty();
    }
    QuantizationConfig config = context.config();
    String name = codes.info().name();
    Optional<String> integers = SchemeRule.withoutSuffix(name, SchemeContext.INT8_WEIGHT);
    String module = integers.or(() -> SchemeRule.withoutSuffix(name, ".weight")).orElse(name);
    String logicalName = integers.isPresent() ? module + ".weight" : name;
    Optional<TensorRef> scale = context.scaleOf(name);
    Optional<Dtype> scaleDtype = scale.map(tensor -> tensor.info().dtype());
    String format = config.format(module).orElse("");
    boolean isCast = isFp8 && config.layers().isPresent() && format.isEmpty();
    if (isCast || scale.isEmpty() && !mustHaveScale(isFp8, module, format, context)) {
      return Optional.empty();
    }
    boolean isDeepSeek = isInteger && scaleDtype.equals(Optional.of(Dtype.F8_E8M0));
    boolean isMx =
        isFp8
            && (format.equals("mxfp8")
                || scaleDtype.equals(Optional.of(Dtype.U8))
                || config.text("format").startsWith("mxfp8"));
    Optional<long[]> block = config.block(module).filter(_ -> isFp8);
    boolean isSingle = scale.filter(tensor -> tensor.info().shape().rank() < 2).isPresent();
    boolean isBlock = block.isPresent() && !isSingle;
    Scheme ofFp8 = isMx ? Scheme.MXFP8 : isBlock ? Scheme.FP8_BLOCK : Scheme.FP8;
    Scheme scheme = isDeepSeek ? Scheme.MXFP4 : isInteger ? Scheme.INT8 : ofFp8;
    WeightDraft draft =
        new WeightDraft(context, scheme, logicalName, codes, isDeepSeek ? 4 : Byte.SIZE);
    draft.setShape(codes.info().shape().dimensions());
    draft.add(Role.INPUT_SCALE, context.inputScaleOf(module));
    draft.add(Role.SCALE, scale);
    checkQuarkName(draft, module);
    draft.require(Role.SCALE, name + (block.isPresent() ? "_scale_inv" : "_scale"));
    block.ifPresent(dimensions -> draft.setConfiguredGroupSize(OptionalLong.of(dimensions[1])));
    if (isDeepSeek) {
      return Optional.of(Blocks.mxfp4(draft));
    }
    checkNames(draft, format, config);
    if (isMx) {
      draft.setGroupSize(Blocks.MX_GROUP);
    }
    draft.requireDtype(Role.SCALE, isMx ? Blocks.EXPONENTS : SCALES);
    if (draft.has(Role.SCALE)) {
      if (isInteger) {
        decodeIntegers(draft, module);
      } else if (isMx) {
        long columns = draft.dimension(Role.CODES, 1);
        boolean isSwizzled = !format.isEmpty();
        draft.decode(columns, Blocks.scaled(draft, columns, Blocks.MX_GROUP, isSwizzled));
      } else {
        decodeFloats(draft, block);
      }
    }
    return Optional.of(draft.weight());
  }

  private static boolean mustHaveScale(
      boolean isFp8, String module, String format, SchemeContext context) {
    QuantizationConfig config = context.config();
    if (!format.isEmpty()) {
      return true;
    }
    boolean isDeclared =
        isFp8
            ? config.isPresent() && config.namesFp8(module)
            : config.text("format").equals("int-quantized");
    return isDeclared && config.isDecoded() && !config.modules().ignores(module)
        || isFp8 && config.isEmpty() && context.hasScaledFp8();
  }

  private static void checkNames(WeightDraft draft, String format, QuantizationConfig config) {
    Dtype dtype = draft.dtype(Role.CODES);
    boolean isFp8Config = config.isMethod("fp8");
    String configured = isFp8Config ? config.node().path("fmt").asText("fp8") : "";
    String named = format.isEmpty() ? configured : format;
    boolean isWrong =
        switch (named) {
          case "float8_e4m3fn", "e4m3" -> dtype != Dtype.F8_E4M3;
          case "float8_e5m2", "e5m2" -> dtype != Dtype.F8_E5M2;
          case "fp8", "mxfp8" -> dtype == Dtype.I8;
          case "int8_tensorwise" -> dtype != Dtype.I8;
          default -> false;
        };
    if (isWrong) {
      draft.wrongDtype(named);
    }
    if (isFp8Config
        && config.node().has("weight_block_size")
        && draft.has(Role.SCALE)
        && draft.part(Role.SCALE).info().name().endsWith(".weight_scale")
        && draft.part(Role.SCALE).info().shape().rank() >= 2) {
      draft.addFinding(
          FindingCode.SCALE_SUFFIX,
          draft.part(Role.SCALE),
          "{0} scales blocks, but loaders of this configuration look for {0}_inv: some ignore it,"
              + " and weights are wrong by orders of magnitude. Use a loader that maps the name.");
    }
  }

  /// Ignores the inner dimensions of a four-dimensional block scale.
  private static long[] scaleMatrix(WeightDraft draft) {
    long[] dimensions = draft.part(Role.SCALE).info().shape().dimensions();
    int rank = dimensions.length;
    if (rank == 4 && dimensions[1] == 1 && dimensions[3] == 1 && draft.shape().rank() == 2) {
      return new long[] {dimensions[0], dimensions[2]};
    }
    return switch (rank) {
      case 0 -> new long[] {1, 1};
      case 1 -> new long[] {dimensions[0], 1};
      default -> new long[] {dimensions[rank - 2], dimensions[rank - 1]};
    };
  }

  private static void decodeFloats(WeightDraft draft, Optional<long[]> configured) {
    int rank = draft.part(Role.SCALE).info().shape().rank();
    long out = draft.dimension(Role.CODES, 2);
    long in = draft.dimension(Role.CODES, 1);
    long count = draft.elementCount(Role.SCALE);
    long batch = draft.elementCount(Role.CODES) / Math.max(1, out * in);
    long[] matrix = scaleMatrix(draft);
    if (configured.isPresent() && rank >= 2) {
      long height = configured.get()[0];
      long width = configured.get()[1];
      long rows = Math.ceilDiv(out, height);
      long columns = Math.ceilDiv(in, width);
      if (matrix[0] != rows || matrix[1] != columns || count != batch * rows * columns) {
        draft.wrongShape(Role.SCALE, "[…, " + rows + ", " + columns + "]");
      }
      decode(draft, height, width);
    } else if (count == 1) {
      decode(draft, ALL, ALL);
    } else if (count == batch * out && (rank == 1 || matrix[0] == out && matrix[1] == 1)) {
      decode(draft, 1, ALL);
    } else if (count == batch) {
      decode(draft, Math.max(1, out), ALL);
    } else {
      OptionalLong height = blockLength(out, matrix[0]);
      OptionalLong width = blockLength(in, matrix[1]);
      boolean isBlock = rank >= 2 && count == batch * matrix[0] * matrix[1];
      if (!isBlock || height.isEmpty() || width.isEmpty()) {
        draft.wrongShape(Role.SCALE, "[], [" + out + ", 1]");
        return;
      }
      draft.scheme = Scheme.FP8_BLOCK;
      draft.setGroupSize(width.getAsLong());
      decode(draft, height.getAsLong(), width.getAsLong());
    }
  }

  /// Prefers the default length to the smallest power of two that results in the number of blocks.
  private static OptionalLong blockLength(long dimension, long blocks) {
    return LongStream.concat(
            LongStream.of(DEFAULT_BLOCK),
            LongStream.iterate(
                1, length -> length > 0 && length / 2 < dimension, length -> 2 * length))
        .filter(length -> Math.ceilDiv(dimension, length) == blocks)
        .findFirst();
  }

  private static void decodeIntegers(WeightDraft draft, String module) {
    boolean isQuark = draft.part(Role.SCALE).info().name().endsWith(SchemeContext.QUARK_SCALE);
    draft.addZero(
        module, module + (isQuark ? ".weight_quantizer.zero_point" : ".weight_zero_point"));
    long out = draft.dimension(Role.CODES, 2);
    long in = draft.dimension(Role.CODES, 1);
    long count = draft.elementCount(Role.SCALE);
    long[] matrix = scaleMatrix(draft);
    boolean isByRow = draft.shape().rank() == 2 && matrix[0] == out && count == out * matrix[1];
    draft.requireShape(Role.ZERO, draft.part(Role.SCALE).info().shape().dimensions());
    if (count == 1) {
      decode(draft, ALL, ALL);
    } else if (isByRow && matrix[1] == 1) {
      decode(draft, 1, ALL);
    } else if (!isByRow || in == 0 || matrix[1] == 0 || in % matrix[1] != 0) {
      draft.wrongShape(Role.SCALE, "[], [" + out + ", 1]");
    } else {
      draft.setGroupSize(in / matrix[1]);
      decode(draft, 1, in / matrix[1]);
    }
  }

  /// Reports a scale with the name that Quark uses.
  static void checkQuarkName(WeightDraft draft, String module) {
    TensorRef scale = draft.part(Role.SCALE);
    if (scale.info().name().endsWith(SchemeContext.QUARK_SCALE)) {
      draft.variant = "(Quark)";
      draft.addFinding(
          FindingCode.SCALE_SUFFIX,
          scale,
          "{0} has the name that Quark uses. Loaders that look for {1} and do not map the name find"
              + " no scale; use a loader that maps the names of Quark.",
          DisplayText.of(module + ".weight_scale"));
    }
  }

  private static void decode(WeightDraft draft, long height, long length) {
    long out = draft.dimension(Role.CODES, 2);
    Groups rows = height == ALL ? Groups.SINGLE : new Groups(height, out, Optional.empty());
    draft.decode(draft.dimension(Role.CODES, 1), rows, Groups.of(length));
  }
}
