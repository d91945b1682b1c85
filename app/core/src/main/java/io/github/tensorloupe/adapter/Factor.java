package io.github.tensorloupe.adapter;

import module java.base;

/// The role of a tensor in its module.
///
/// Sources of the names: kohya-ss sd-scripts, LyCORIS, PEFT, diffusers, ai-toolkit, OneTrainer,
/// cloneofsimo `lora`, mlx-lm.
public enum Factor {
  DOWN("lora_down(?:\\.weight)?|lora\\.down\\.weight|lora_linear_layer\\.down\\.weight", "lora_A"),
  UP("lora_up(?:\\.weight)?|lora\\.up\\.weight|lora_linear_layer\\.up\\.weight", "lora_B"),
  MID("lora_mid(?:\\.weight)?"),
  /// The transposed input factor: inputs × rank.
  TRANSPOSED_DOWN("lora_a"),
  /// The transposed output factor: rank × outputs.
  TRANSPOSED_UP("lora_b"),
  /// The input factor of an embedding: rank × entries.
  EMBEDDING_DOWN("", "lora_embedding_A"),
  /// The output factor of an embedding: embedding dimension × rank.
  EMBEDDING_UP("", "lora_embedding_B"),
  ALPHA("alpha"),
  MAGNITUDE("dora_scale|magnitude", "lora_magnitude_vector"),
  HADA_W1_A("", "hada_w1_a"),
  HADA_W1_B("", "hada_w1_b"),
  HADA_W2_A("", "hada_w2_a"),
  HADA_W2_B("", "hada_w2_b"),
  HADA_T1("", "hada_t1"),
  HADA_T2("", "hada_t2"),
  LOKR_W1("", "lokr_w1"),
  LOKR_W1_A("", "lokr_w1_a"),
  LOKR_W1_B("", "lokr_w1_b"),
  LOKR_W2("", "lokr_w2"),
  LOKR_W2_A("", "lokr_w2_a"),
  LOKR_W2_B("", "lokr_w2_b"),
  LOKR_T2("", "lokr_t2"),
  /// A tensor that several modules share. Belongs to no module.
  SHARED("vera_[AB]|randlora_[AB]|vblora_vector_bank"),
  /// A factor of an unsupported method.
  OTHER(
      "oft_blocks(?:\\.\\d+)?|oft_diag|[qp]_layer\\.weight|lambda_layer|base_[qp]_layer\\.weight"
          + "|base_lambda_layer",
      "oft_R|oft_r|boft_R|boft_s|vera_lambda_b|vera_lambda_d|hra_u|lora_E|ranknum"
          + "|glora_[A-E](?:\\.X[du])?"),
  DIFFERENCE("diff|w_norm"),
  /// A tensor that replaces the tensor of the base. Recognized by its name and the configuration.
  REPLACEMENT("(?!)"),
  /// The vector of IA³, which scales outputs or inputs.
  IA3("", "ia3_l"),
  /// The IA³ vector of LyCORIS, recognized by the presence of [#IA3_AXIS].
  IA3_WEIGHT("weight"),
  IA3_AXIS("on_input"),
  BIAS("diff_b|b_norm|lora_B\\.bias|lora_up\\.bias");

  private final Pattern pattern;

  Factor(String plain) {
    this(plain, "");
  }

  /// @param plain a pattern for the suffix, which follows the name of the module and a dot
  /// @param named a pattern for a suffix that the name of the adapter may follow
  Factor(String plain, String named) {
    List<String> endings = new ArrayList<>();
    if (!plain.isEmpty()) {
      endings.add(plain);
    }
    if (!named.isEmpty()) {
      endings.add("(?:" + named + ")(?:\\.(?!(?:weight|bias)$)[^.]+)?(?:\\.weight)?");
    }
    pattern = Pattern.compile("(.+)\\.(?:" + String.join("|", endings) + ")", Pattern.DOTALL);
  }

  boolean isInDelta() {
    return switch (this) {
      case ALPHA, MAGNITUDE, IA3_AXIS, BIAS, REPLACEMENT, SHARED, OTHER -> false;
      default -> true;
    };
  }

  /// A parsed tensor name.
  ///
  /// @param module the tensor name without the suffix of the factor
  public record Name(String module, Factor factor) {

    private static final Pattern OLD =
        Pattern.compile("(.+)_lora\\.(down|up)\\.weight", Pattern.DOTALL);
    private static final Pattern NUMBERED = Pattern.compile("([a-z_0-9]+:[0-9]+):(down|up)");

    /// GLoRA names. Requires a prefix of a training program, because other checkpoints use these
    /// suffixes.
    private static final Pattern GLORA =
        Pattern.compile("((?:lora|lycoris)_.+)\\.(?:[ab][12]|bm)\\.weight", Pattern.DOTALL);

    /// Names of other methods of PEFT. Requires the prefix of PEFT for the same reason.
    private static final Pattern PEFT =
        Pattern.compile(
            "(base_model\\.model\\..+)\\.(?:bone|c3a|delora|fourierft|gralora|hra|lily|ln_tuning|miss"
                + "|osf|psoft|pvera|randlora|road|shira|vblora|waveft)_[^.]+(?:\\.[^.]+){0,2}",
            Pattern.DOTALL);

    /// A fast test that excludes most other names.
    private static final Pattern CLUE =
        Pattern.compile(
            "lora|lycoris|hada_|lokr_|ia3_l|magnitude|dora_scale|oft_|vera_|hra_u|^base_model\\."
                + "|ranknum|(?:"
                + OtherMethod.PROMPT
                + "|alpha|diff|diff_b|[bw]_norm|on_input|:up|:down)$");

    private static final String WEIGHT = ".weight";

    /// The maximum number of dots in a suffix.
    private static final int DOTS_AT_END = 4;

    static Optional<Name> of(String name) {
      if (!CLUE.matcher(name).find()) {
        int end = name.length() - WEIGHT.length();
        return name.endsWith(WEIGHT) && end > 0
            ? Optional.of(new Name(name.substring(0, end), IA3_WEIGHT))
            : Optional.empty();
      }
      for (Pattern pattern : List.of(OLD, NUMBERED)) {
        Matcher matcher = pattern.matcher(name);
        if (matcher.matches()) {
          return Optional.of(new Name(matcher.group(1), matcher.group(2).equals("up") ? UP : DOWN));
        }
      }
      for (Pattern pattern : List.of(GLORA, PEFT)) {
        Matcher matcher = pattern.matcher(name);
        if (matcher.matches()) {
          return Optional.of(new Name(matcher.group(1), OTHER));
        }
      }
      if (name.endsWith(OtherMethod.PROMPT)) {
        return Optional.of(new Name(name, OTHER));
      }
      int begin = name.length();
      for (int dots = 0; dots < DOTS_AT_END && begin >= 0; dots++) {
        begin = name.lastIndexOf('.', begin - 1);
      }
      for (Factor factor : values()) {
        Matcher matcher = factor.pattern.matcher(name).region(Math.max(0, begin), name.length());
        if (matcher.matches()) {
          return Optional.of(new Name(name.substring(0, matcher.end(1)), factor));
        }
      }
      return Optional.empty();
    }
  }
}
