package io.github.tensorloupe.analysis.health;

import module java.base;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.text.Sentence;

/// The values of tensors before training, guessed from naming conventions of the programs that
/// write checkpoints.
enum InitialValue {
  /// The output matrix (B) of an adapter, which is zero before training so that the delta is zero.
  ADAPTER(
      false,
      Sentence.of("the outer halves of adapters"),
      place -> TensorName.ADAPTER_OUTPUTS.matcher(place.name).find()),
  NORM_WEIGHT(true, Sentence.of("the weights of norms"), TensorName::isNormWeight),
  VARIANCE(true, Sentence.of("running variances"), place -> place.last.equals("running_var")),
  MEAN(false, Sentence.of("running means"), place -> place.last.equals("running_mean")),
  BATCH_COUNT(
      false, Sentence.of("counts of batches"), place -> place.last.equals("num_batches_tracked")),
  BIAS(false, Sentence.of("biases"), place -> TensorName.BIASES.matcher(place.last).matches());

  final boolean isOne;
  final Sentence description;
  private final Predicate<TensorName> has;

  /// @param description of such tensors, in the plural
  InitialValue(boolean isOne, Sentence description, Predicate<TensorName> has) {
    this.isOne = isOne;
    this.description = description;
    this.has = has;
  }

  /// The properties of a tensor that determine its initial value. Dots and slashes separate the
  /// parts of a name.
  ///
  /// @param name the entire name in lower case
  /// @param parent the part before the last part
  /// @param last the last part
  private record TensorName(String name, String parent, String last, int rank) {

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

    static TensorName of(TensorInfo tensor) {
      String name = tensor.name().toLowerCase(Locale.ROOT);
      int lastBegin = lastBegin(name);
      String above = name.substring(0, Math.max(0, lastBegin - 1));
      return new TensorName(
          name,
          above.substring(lastBegin(above)),
          name.substring(lastBegin),
          tensor.shape().rank());
    }

    private static int lastBegin(String name) {
      return 1 + Math.max(name.lastIndexOf('.'), name.lastIndexOf('/'));
    }

    // A one-dimensional `weight` is considered a norm weight: in models with numbered layers, the
    // name does not contain "norm", but only norms have such weights.
    boolean isNormWeight() {
      return last.equals("gamma")
          || last.equals("weight") && rank == 1
          || NORM_WEIGHTS.matcher(last).matches() && NORMS.matcher(parent).matches();
    }
  }

  /// Returns the initial value of a tensor, or empty if its name follows no known convention.
  static Optional<InitialValue> of(TensorInfo tensor) {
    TensorName place = TensorName.of(tensor);
    return Arrays.stream(values()).filter(value -> value.has.test(place)).findFirst();
  }

  /// Returns true if a constant tensor is normal: for markers, counters, indexes, shapes and zero
  /// points.
  static boolean mayBeConstant(TensorInfo tensor) {
    TensorName place = TensorName.of(tensor);
    long count = tensor.shape().saturatedElementCount();
    boolean isFloat = tensor.dtype().kind() == Dtype.Kind.FLOAT;
    return (isFloat
            ? count <= 2 && TensorName.FLAGS.matcher(place.last).matches()
            : count == 1 && place.rank < 2 || TensorName.CODES.matcher(place.last).matches())
        && of(tensor).isEmpty();
  }

  /// Returns true if this value is normal even after training.
  boolean isHarmless() {
    return this != ADAPTER;
  }
}
