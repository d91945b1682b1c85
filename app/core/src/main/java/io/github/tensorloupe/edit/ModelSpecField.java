package io.github.tensorloupe.edit;

import module java.base;

/// The fields of Stability AI's ModelSpec 1.0.1, in its order. Their keys begin with `modelspec.`.
public enum ModelSpecField {
  SAI_MODEL_SPEC("sai_model_spec", Requirement.MUST, ModelSpecKind.TEXT),
  ARCHITECTURE("architecture", Requirement.MUST, ModelSpecKind.TEXT),
  IMPLEMENTATION("implementation", Requirement.MUST, ModelSpecKind.TEXT),
  TITLE("title", Requirement.MUST, ModelSpecKind.TEXT),
  RESOLUTION("resolution", Requirement.MUST_FOR_IMAGES, ModelSpecKind.RESOLUTION),
  DATA_FORMAT("data_format", Requirement.MUST_FOR_TEXT, ModelSpecKind.TEXT),
  DESCRIPTION("description", Requirement.SHOULD, ModelSpecKind.MULTI_LINE),
  AUTHOR("author", Requirement.SHOULD, ModelSpecKind.TEXT),
  DATE("date", Requirement.SHOULD, ModelSpecKind.DATE),
  HASH_SHA256("hash_sha256", Requirement.SHOULD, ModelSpecKind.SHA_256),
  FORMAT_TYPE("format_type", Requirement.SHOULD, ModelSpecKind.TEXT),
  IMPLEMENTATION_VERSION("implementation_version", Requirement.CAN, ModelSpecKind.TEXT),
  LICENSE("license", Requirement.CAN, ModelSpecKind.TEXT),
  USAGE_HINT("usage_hint", Requirement.CAN, ModelSpecKind.MULTI_LINE),
  THUMBNAIL("thumbnail", Requirement.CAN, ModelSpecKind.IMAGE),
  TAGS("tags", Requirement.CAN, ModelSpecKind.LIST),
  MERGED_FROM("merged_from", Requirement.CAN, ModelSpecKind.LIST),
  TRIGGER_PHRASE("trigger_phrase", Requirement.CAN, ModelSpecKind.TEXT),
  PREDICTION_TYPE("prediction_type", Requirement.CAN, ModelSpecKind.PREDICTION),
  TIMESTEP_RANGE("timestep_range", Requirement.CAN, ModelSpecKind.RANGE),
  ENCODER_LAYER("encoder_layer", Requirement.CAN, ModelSpecKind.INTEGER),
  PREPROCESSOR("preprocessor", Requirement.CAN, ModelSpecKind.TEXT),
  IS_NEGATIVE_EMBEDDING("is_negative_embedding", Requirement.CAN, ModelSpecKind.BOOLEAN),
  UNET_DTYPE("unet_dtype", Requirement.CAN, ModelSpecKind.TEXT),
  VAE_DTYPE("vae_dtype", Requirement.CAN, ModelSpecKind.TEXT),
  LANGUAGE("language", Requirement.CAN, ModelSpecKind.TEXT),
  FORMAT_TEMPLATE("format_template", Requirement.CAN, ModelSpecKind.MULTI_LINE);

  /// The need for a field in a file that uses the spec.
  public enum Requirement {
    MUST,
    MUST_FOR_IMAGES,
    MUST_FOR_TEXT,
    SHOULD,
    CAN
  }

  /// The beginning of the keys of all fields.
  public static final String PREFIX = "modelspec.";

  private final String key;
  private final Requirement requirement;
  private final ModelSpecKind kind;

  ModelSpecField(String name, Requirement requirement, ModelSpecKind kind) {
    this.key = PREFIX + name;
    this.requirement = requirement;
    this.kind = kind;
  }

  /// The field with a metadata key, if it is in the spec.
  public static Optional<ModelSpecField> of(String key) {
    return Arrays.stream(values()).filter(field -> field.key.equals(key)).findFirst();
  }

  /// The metadata key.
  public String key() {
    return key;
  }

  /// The need for the field in a file that uses the spec.
  public Requirement requirement() {
    return requirement;
  }

  /// The form of its values.
  public ModelSpecKind kind() {
    return kind;
  }
}
