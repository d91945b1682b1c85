package io.github.tensorloupe.analysis.health;

import module java.base;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.text.Sentence;

/// The values of tensors before training, guessed from naming conventions of the programs that
/// write checkpoints.
public enum InitialValue {
  /// The output matrix (B) of an adapter, which is zero before training so that the delta is zero.
  ADAPTER(false, Sentence.of("the outer halves of adapters")),
  NORM_WEIGHT(true, Sentence.of("the weights of norms")),
  VARIANCE(true, Sentence.of("running variances")),
  MEAN(false, Sentence.of("running means")),
  BATCH_COUNT(false, Sentence.of("counts of batches")),
  BIAS(false, Sentence.of("biases"));

  private static final Pattern BIASES = Pattern.compile("(\\w+_)?bias|beta");
  private static final Pattern NORM_WEIGHTS = Pattern.compile("weight|scale");

  // Takes linear time, because after the lookahead the final `.*` always matches.
  private static final Pattern NORMS =
      Pattern.compile("(?=\\w+\\z)(?:.*?norm.*|(?:\\w.*?_)?[lbg]n(?:\\d*|_\\w.*))");

  private static final Pattern ADAPTER_OUTPUTS =
      Pattern.compile("(^|[._/])(lora_b|lora_up|lora(_linear_layer)?\\.up)([._/]|$)");

  private static final Pattern FLAGS = Pattern.compile("v_pred|ztsnr|scaled_fp8|(global_)?step");
  private static final Pattern CODES =
      Pattern.compile(
          "qzeros|(\\w+_)?(zero_point|g_idx)|(weight_)?shape|weight_format|(q_)?(inv)?perm"
              + "|q_groups|codebook_id|mul1|mcg|token_type_ids");

  private static final Pattern VECTORS =
      Pattern.compile("suh?|svh?|smooth_factor(_orig)?", Pattern.CASE_INSENSITIVE);

  final boolean isOne;

  final Sentence description;

  InitialValue(boolean isOne, Sentence description) {
    this.isOne = isOne;
    this.description = description;
  }

  static Optional<InitialValue> of(TensorInfo tensor) {
    String name = tensor.name().toLowerCase(Locale.ROOT);
    if (isOfAdapter(tensor)) {
      return Optional.of(ADAPTER);
    }
    String last = lastPart(name);
    String parent = lastPart(name.substring(0, Math.max(0, name.length() - last.length() - 1)));
    // A one-dimensional `weight` is considered a norm weight: in models with numbered layers, the
    // name does not contain "norm", but only norms have such weights.
    if (last.equals("gamma")
        || last.equals("weight") && tensor.shape().rank() == 1
        || NORM_WEIGHTS.matcher(last).matches() && NORMS.matcher(parent).matches()) {
      return Optional.of(NORM_WEIGHT);
    }
    return switch (last) {
      case "running_var" -> Optional.of(VARIANCE);
      case "running_mean" -> Optional.of(MEAN);
      case "num_batches_tracked" -> Optional.of(BATCH_COUNT);
      default -> BIASES.matcher(last).matches() ? Optional.of(BIAS) : Optional.empty();
    };
  }

  /// Returns true if the tensor is the output matrix (B) of an adapter.
  public static boolean isOfAdapter(TensorInfo tensor) {
    return ADAPTER_OUTPUTS.matcher(tensor.name().toLowerCase(Locale.ROOT)).find();
  }

  private static String lastPart(String name) {
    return name.substring(1 + Math.max(name.lastIndexOf('.'), name.lastIndexOf('/')));
  }

  /// Returns true for markers, counters, indexes, shapes, zero points and the vectors of rotations,
  /// which may be constant.
  static boolean mayBeConstant(TensorInfo tensor) {
    String last = lastPart(tensor.name().toLowerCase(Locale.ROOT));
    long count = tensor.shape().saturatedElementCount();
    boolean isFloat = tensor.dtype().kind() == Dtype.Kind.FLOAT;
    return (isFloat
            ? count <= 2 && FLAGS.matcher(last).matches()
                || tensor.shape().rank() == 1 && VECTORS.matcher(last).matches()
            : count == 1 && tensor.shape().rank() < 2 || CODES.matcher(last).matches())
        && of(tensor).isEmpty();
  }

  /// Returns true if this value is normal even after training.
  boolean isHarmless() {
    return this != ADAPTER;
  }
}
