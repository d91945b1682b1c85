package io.github.tensorloupe.quantization;

import module java.base;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.quantization.Grid.Groups;
import io.github.tensorloupe.text.Sentence;

/// Codes of 8 bits under the weight's own name, with a scale for the tensor, each row, each block
/// or each 32 columns: `fp8`, `fp8-block`, `int8`, `mxfp8`; and the `mxfp4` of DeepSeek V4, which
/// looks like them.
///
/// Sources: DeepSeek-V3 `inference/kernel.py`; transformers `integrations/finegrained_fp8.py`; vLLM
/// `quantization/fp8.py`, `modelopt.py`; compressed-tensors `naive_quantized`; ComfyUI
/// `comfy/quant_ops.py`.
final class Fp8Rule implements Rule {

  private static final int USUAL_BLOCK = 128;
  private static final int MX_GROUP = 32;
  private static final Set<Dtype> SCALES =
      EnumSet.of(Dtype.F32, Dtype.BF16, Dtype.F16, Dtype.F8_E8M0);
  private static final Set<Dtype> MX_SCALES = EnumSet.of(Dtype.U8, Dtype.F8_E8M0);

  /// The number of rows and columns that share a scale.
  private record Block(long rows, long columns) {}

  @Override
  public Optional<QuantizedWeight> recognize(TensorRef codes, Surroundings around) {
    boolean isFp8 = Surroundings.isFp8(codes);
    boolean isInteger = codes.info().dtype() == Dtype.I8 && codes.info().shape().rank() >= 2;
    if (!isFp8 && !isInteger) {
      return Optional.empty();
    }
    String name = codes.info().name();
    String module = Rule.stem(name, ".weight").orElse(name);
    Optional<TensorRef> scale = around.scaleOf(name);
    Optional<String> format = around.config().format(module);
    boolean isCast = isFp8 && around.config().layers().isPresent() && format.isEmpty();
    if (isCast || scale.isEmpty() && !mustHaveScale(isFp8, module, format, around)) {
      return Optional.empty();
    }
    if (isInteger && scale.isPresent() && scale.get().info().dtype() == Dtype.F8_E8M0) {
      return Optional.of(deepSeek(codes, scale.get(), around.inputScaleOf(module)));
    }
    Optional<long[]> block = around.config().block(module).filter(_ -> isFp8);
    boolean isMx =
        isFp8
            && (format.equals(Optional.of("mxfp8"))
                || scale.isPresent() && scale.get().info().dtype() == Dtype.U8
                || around.config().node().path("format").asText().startsWith("mxfp8"));
    Draft draft = new Draft(scheme(isFp8, isMx, block, scale), name, codes, Byte.SIZE);
    draft.setShape(codes.info().shape());
    draft.add(Role.INPUT_SCALE, around.inputScaleOf(module));
    draft.require(Role.SCALE, scale, name + (block.isPresent() ? "_scale_inv" : "_scale"));
    checkDtype(draft, format, around.config(), isFp8, scale);
    draft.requireDtype(Role.SCALE, isMx ? MX_SCALES : SCALES);
    if (block.isPresent()) {
      draft.setGroupSize(block.get()[1]);
    }
    return Optional.of(
        isMx
            ? mx(draft, format.isPresent())
            : isFp8 ? fp8(draft, block, around.config()) : int8(draft, around, module));
  }

  private static boolean mustHaveScale(
      boolean isFp8, String module, Optional<String> format, Surroundings around) {
    QuantizationConfig config = around.config();
    if (format.isPresent()) {
      return true;
    }
    if (!isFp8) {
      return config.node().path("format").asText().equals("int-quantized")
          && !config.ignores(module);
    }
    return config.isPresent() && !config.ignores(module)
        || config.saysNothing() && around.hasScaledFp8();
  }

  private static Scheme scheme(
      boolean isFp8, boolean isMx, Optional<long[]> block, Optional<TensorRef> scale) {
    if (isMx) {
      return Scheme.MXFP8;
    }
    if (!isFp8) {
      return Scheme.INT8;
    }
    boolean isSingle = scale.isPresent() && scale.get().info().shape().rank() < 2;
    return block.isPresent() && !isSingle ? Scheme.FP8_BLOCK : Scheme.FP8;
  }

  private static void checkDtype(
      Draft draft,
      Optional<String> format,
      QuantizationConfig config,
      boolean isFp8,
      Optional<TensorRef> scale) {
    Dtype dtype = draft.codes().info().dtype();
    String named =
        format.orElse(config.isMethod("fp8") ? config.node().path("fmt").asText("fp8") : "");
    boolean isWrong =
        switch (named) {
          case "float8_e4m3fn", "e4m3" -> dtype != Dtype.F8_E4M3;
          case "float8_e5m2", "e5m2" -> dtype != Dtype.F8_E5M2;
          case "fp8", "mxfp8" -> !isFp8;
          case "int8_tensorwise" -> isFp8;
          default -> false;
        };
    if (isWrong) {
      draft.wrongDtype(named);
    }
    boolean isFineGrained = config.isMethod("fp8") && config.node().has("weight_block_size");
    if (isFineGrained
        && scale.isPresent()
        && scale.get().info().name().endsWith(".weight_scale")
        && scale.get().info().shape().rank() >= 2) {
      draft.tell(
          FindingCode.SCALE_SUFFIX,
          scale.get(),
          Sentence.of(
              "{0} scales blocks, but loaders of this configuration look for {0}_inv: some ignore"
                  + " it, and weights come out wrong by orders of magnitude. Rename the tensor.",
              Draft.shown(scale.get())));
    }
  }

  /// The scale's rows and columns; those of a block scale of four dimensions without the inner
  /// ones.
  private static long[] scaleMatrix(Draft draft) {
    Shape shape = draft.part(Role.SCALE).info().shape();
    long[] dimensions = shape.dimensions();
    if (dimensions.length == 4
        && dimensions[1] == 1
        && dimensions[3] == 1
        && draft.codes().info().shape().rank() == 2) {
      return new long[] {dimensions[0], dimensions[2]};
    }
    return switch (dimensions.length) {
      case 0 -> new long[] {1, 1};
      case 1 -> new long[] {dimensions[0], 1};
      default -> new long[] {dimensions[dimensions.length - 2], dimensions[dimensions.length - 1]};
    };
  }

  private static QuantizedWeight fp8(
      Draft draft, Optional<long[]> configured, QuantizationConfig config) {
    if (!draft.has(Role.SCALE)) {
      return draft.weight();
    }
    Shape scale = draft.part(Role.SCALE).info().shape();
    long out = draft.dimension(Role.CODES, 2);
    long in = draft.dimension(Role.CODES, 1);
    long count = scale.elementCount().orElse(0);
    long batch = count(draft) / Math.max(1, out * in);
    long[] matrix = scaleMatrix(draft);
    Optional<Block> block;
    if (configured.isPresent() && scale.rank() >= 2) {
      block = Optional.of(new Block(configured.get()[0], configured.get()[1]));
      long rows = Math.ceilDiv(out, block.get().rows());
      long columns = Math.ceilDiv(in, block.get().columns());
      if (matrix[0] != rows || matrix[1] != columns || count != batch * rows * columns) {
        draft.wrongShape(Role.SCALE, "… × [" + rows + ", " + columns + "]");
      }
    } else if (count == 1) {
      block = Optional.of(new Block(Long.MAX_VALUE, Long.MAX_VALUE));
    } else if (scale.rank() <= 2 && count == out && matrix[1] == 1 && batch == 1
        || scale.rank() > 2 && matrix[0] == out && matrix[1] == 1 && count == batch * out) {
      block = Optional.of(new Block(1, Long.MAX_VALUE));
    } else if (count == batch) {
      block = Optional.of(new Block(out, Long.MAX_VALUE));
    } else {
      OptionalLong rows = blockLength(out, matrix[0]);
      OptionalLong columns = blockLength(in, matrix[1]);
      boolean fits =
          rows.isPresent()
              && columns.isPresent()
              && scale.rank() >= 2
              && count == batch * matrix[0] * matrix[1];
      if (!fits) {
        draft.wrongShape(Role.SCALE, "[], [" + out + ", 1]");
        return draft.weight();
      }
      draft = draft.as(Scheme.FP8_BLOCK);
      draft.setGroupSize(columns.getAsLong());
      block = Optional.of(new Block(rows.getAsLong(), columns.getAsLong()));
    }
    Draft known = draft;
    return known.weight(() -> decoding(known, block.get()));
  }

  private static long count(Draft draft) {
    return draft.codes().info().shape().elementCount().orElse(0);
  }

  /// The length of the blocks of which so many are needed.
  private static OptionalLong blockLength(long dimension, long blocks) {
    if (Math.ceilDiv(dimension, (long) USUAL_BLOCK) == blocks) {
      return OptionalLong.of(USUAL_BLOCK);
    }
    for (long length = 1; length > 0 && length < 2 * dimension; length *= 2) {
      if (Math.ceilDiv(dimension, length) == blocks) {
        return OptionalLong.of(length);
      }
    }
    return OptionalLong.empty();
  }

  private static QuantizedWeight int8(Draft draft, Surroundings around, String module) {
    if (!draft.has(Role.SCALE)) {
      return draft.weight();
    }
    String zeroName = module + ".weight_zero_point";
    Optional<TensorRef> zero = around.tensor(zeroName);
    if (zero.isPresent()) {
      draft.add(Role.ZERO, zero);
    } else if (around.config().weights(module).path("symmetric").asText().equals("false")) {
      draft.requireZero(Role.ZERO, zero, zeroName);
    }
    long out = draft.dimension(Role.CODES, 2);
    long in = draft.dimension(Role.CODES, 1);
    long count = draft.part(Role.SCALE).info().shape().elementCount().orElse(0);
    long[] matrix = scaleMatrix(draft);
    boolean isMatrix = draft.codes().info().shape().rank() == 2;
    Block block;
    if (count == 1) {
      block = new Block(Long.MAX_VALUE, Long.MAX_VALUE);
    } else if (isMatrix && count == out && matrix[1] == 1) {
      block = new Block(1, Long.MAX_VALUE);
    } else if (isMatrix && count == out * matrix[1] && matrix[0] == out && in % matrix[1] == 0) {
      block = new Block(1, in / matrix[1]);
      draft.setGroupSize(block.columns());
    } else {
      draft.wrongShape(Role.SCALE, "[], [" + out + ", 1]");
      return draft.weight();
    }
    if (draft.has(Role.ZERO)) {
      Shape scale = draft.part(Role.SCALE).info().shape();
      draft.requireShape(Role.ZERO, scale.dimensions());
    }
    return draft.weight(() -> decoding(draft, block));
  }

  private static Decoding decoding(Draft draft, Block block) {
    Shape shape = draft.shape();
    long columns = draft.dimension(Role.CODES, 1);
    long out = draft.dimension(Role.CODES, 2);
    Groups rows =
        block.rows() == Long.MAX_VALUE ? Groups.SINGLE : Groups.stacked(block.rows(), out);
    Groups across = block.columns() == Long.MAX_VALUE ? Groups.SINGLE : Groups.of(block.columns());
    long width = across == Groups.SINGLE ? 1 : Math.ceilDiv(columns, block.columns());
    return new Decoding(
            shape,
            count(draft) / Math.max(1, columns),
            columns,
            Byte.SIZE,
            draft.rows(columns),
            Decoding.Table.of(draft.codes().info().dtype()),
            draft.grid(
                Role.SCALE,
                ElementType.of(draft.part(Role.SCALE).info().dtype()),
                rows,
                across,
                width))
        .withZero(
            draft.has(Role.ZERO)
                ? Optional.of(
                    draft.grid(
                        Role.ZERO,
                        ElementType.of(draft.part(Role.ZERO).info().dtype()),
                        rows,
                        across,
                        width))
                : Optional.empty());
  }

  private static QuantizedWeight mx(Draft draft, boolean isSwizzled) {
    draft.setGroupSize(MX_GROUP);
    if (!draft.has(Role.SCALE)) {
      return draft.weight();
    }
    long columns = draft.dimension(Role.CODES, 1);
    long rows = count(draft) / Math.max(1, columns);
    return draft.weight(
        Blocks.scaled(draft, rows, columns, MX_GROUP, isSwizzled)
            .map(
                scale ->
                    () ->
                        new Decoding(
                            draft.shape(),
                            rows,
                            columns,
                            Byte.SIZE,
                            draft.rows(columns),
                            Decoding.Table.of(draft.codes().info().dtype()),
                            scale)));
  }

  private static QuantizedWeight deepSeek(
      TensorRef codes, TensorRef scale, Optional<TensorRef> inputScale) {
    Draft draft = new Draft(Scheme.MXFP4, codes.info().name(), codes, 4);
    draft.add(Role.SCALE, Optional.of(scale));
    draft.add(Role.INPUT_SCALE, inputScale);
    return Blocks.mxfp4(draft);
  }
}
