package io.github.tensorloupe.edit;

import module java.base;

import io.github.tensorloupe.text.Sentence;

/// The fields of Stability AI's ModelSpec 1.0.1, in the order of the form.
public enum ModelSpecField {
  TITLE("title", Requirement.MUST, ModelSpecKind.TEXT),
  AUTHOR("author", Requirement.SHOULD, ModelSpecKind.TEXT),
  THUMBNAIL("thumbnail", Requirement.CAN, ModelSpecKind.IMAGE),
  DESCRIPTION("description", Requirement.SHOULD, ModelSpecKind.MULTI_LINE),
  TAGS("tags", Requirement.CAN, ModelSpecKind.LIST),
  LICENSE("license", Requirement.CAN, ModelSpecKind.TEXT),
  DATE("date", Requirement.SHOULD, ModelSpecKind.DATE),
  TRIGGER_PHRASE("trigger_phrase", Requirement.CAN, ModelSpecKind.TEXT),
  USAGE_HINT("usage_hint", Requirement.CAN, ModelSpecKind.MULTI_LINE),
  ARCHITECTURE("architecture", Requirement.MUST, ModelSpecKind.TEXT),
  RESOLUTION("resolution", Requirement.MUST_FOR_IMAGES, ModelSpecKind.RESOLUTION),
  PREDICTION_TYPE("prediction_type", Requirement.CAN, ModelSpecKind.PREDICTION),
  IMPLEMENTATION("implementation", Requirement.MUST, ModelSpecKind.TEXT),
  SAI_MODEL_SPEC("sai_model_spec", Requirement.MUST, ModelSpecKind.TEXT),
  MERGED_FROM("merged_from", Requirement.CAN, ModelSpecKind.LIST),
  HASH_SHA256("hash_sha256", Requirement.SHOULD, ModelSpecKind.SHA_256),
  IMPLEMENTATION_VERSION("implementation_version", Requirement.CAN, ModelSpecKind.TEXT),
  ENCODER_LAYER("encoder_layer", Requirement.CAN, ModelSpecKind.INTEGER),
  TIMESTEP_RANGE("timestep_range", Requirement.CAN, ModelSpecKind.RANGE),
  PREPROCESSOR("preprocessor", Requirement.CAN, ModelSpecKind.TEXT),
  IS_NEGATIVE_EMBEDDING("is_negative_embedding", Requirement.CAN, ModelSpecKind.BOOLEAN),
  UNET_DTYPE("unet_dtype", Requirement.CAN, ModelSpecKind.TEXT),
  VAE_DTYPE("vae_dtype", Requirement.CAN, ModelSpecKind.TEXT),
  DATA_FORMAT("data_format", Requirement.MUST_FOR_TEXT, ModelSpecKind.TEXT),
  FORMAT_TYPE("format_type", Requirement.SHOULD, ModelSpecKind.TEXT),
  LANGUAGE("language", Requirement.CAN, ModelSpecKind.TEXT),
  FORMAT_TEMPLATE("format_template", Requirement.CAN, ModelSpecKind.MULTI_LINE);

  /// The requirement level of a field in files that use ModelSpec.
  public enum Requirement {
    MUST,
    MUST_FOR_IMAGES,
    MUST_FOR_TEXT,
    SHOULD,
    CAN
  }

  public static final String PREFIX = "modelspec.";

  private final String key;
  private final Requirement requirement;
  private final ModelSpecKind kind;

  ModelSpecField(String name, Requirement requirement, ModelSpecKind kind) {
    this.key = PREFIX + name;
    this.requirement = requirement;
    this.kind = kind;
  }

  public static Optional<ModelSpecField> of(String key) {
    return Arrays.stream(values()).filter(field -> field.key.equals(key)).findFirst();
  }

  public String key() {
    return key;
  }

  public Requirement requirement() {
    return requirement;
  }

  public ModelSpecKind kind() {
    return kind;
  }

  /// The format of the values of a ModelSpec field.
  public enum ModelSpecKind {
    TEXT(Sentence.of("text"), _ -> true),
    MULTI_LINE(Sentence.of("text"), _ -> true),
    DATE(
        Sentence.of("an ISO 8601 date, such as 2024-06-03 or 2024-06-03T12:30:00Z"),
        ModelSpecKind::isDate),
    RESOLUTION(
        Sentence.of("width x height in pixels, such as 1024x1024"), "[1-9][0-9]*x[1-9][0-9]*"),
    SHA_256(Sentence.of("0x and 64 hexadecimal digits in lower case"), "0x[0-9a-f]{64}"),
    LIST(
        Sentence.of("words separated by commas"),
        value -> Stream.of(value.split(",", -1)).noneMatch(String::isBlank)),
    IMAGE(Sentence.of("a picture as data:image/…;base64,…"), ModelSpecKind::isImage),
    PREDICTION(Sentence.of("epsilon or v"), "epsilon|v"),
    RANGE(
        Sentence.of("two whole numbers separated by a comma, such as 0,1000"),
        ModelSpecKind::isRange),
    INTEGER(Sentence.of("a whole number"), "-?[0-9]+"),
    BOOLEAN(Sentence.of("true or false"), "true|false");

    private static final DateTimeFormatter ISO_8601 =
        DateTimeFormatter.ofPattern(
                "uuuu[-MM[-dd['T'HH:mm[:ss][.SSSSSSSSS][.SSSSSS][.SSS][XXX][XX][X]]]]", Locale.ROOT)
            .withResolverStyle(ResolverStyle.STRICT);

    private static final Pattern IMAGE_START = Pattern.compile("data:image/[a-z0-9.+-]+;base64,");

    private static final Pattern TWO_NUMBERS = Pattern.compile("([0-9]{1,9}), ?([0-9]{1,9})");

    private final Sentence expected;
    private final Predicate<String> check;

    ModelSpecKind(Sentence expected, Predicate<String> check) {
      this.expected = expected;
      this.check = check;
    }

    ModelSpecKind(Sentence expected, String pattern) {
      this(expected, Pattern.compile(pattern).asMatchPredicate());
    }

    /// Returns the expected format, for the end of a sentence.
    public Sentence expected() {
      return expected;
    }

    /// Returns true if a value has this format. Takes linear time.
    public boolean accepts(String value) {
      return check.test(value);
    }

    private static boolean isDate(String value) {
      try {
        ISO_8601.parse(value);
        return true;
      } catch (DateTimeParseException e) {
        return false;
      }
    }

    private static boolean isImage(String value) {
      Matcher start = IMAGE_START.matcher(value);
      if (!start.lookingAt() || start.end() == value.length()) {
        return false;
      }
      try {
        Base64.getDecoder().decode(value.substring(start.end()));
        return true;
      } catch (IllegalArgumentException e) {
        return false;
      }
    }

    private static boolean isRange(String value) {
      Matcher numbers = TWO_NUMBERS.matcher(value);
      return numbers.matches()
          && Integer.parseInt(numbers.group(1)) <= Integer.parseInt(numbers.group(2));
    }
  }
}
