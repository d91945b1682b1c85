package io.github.tensorloupe.edit;

import module java.base;

import io.github.tensorloupe.edit.EditProblem.Kind;
import io.github.tensorloupe.edit.MetadataEdits.Entry;
import io.github.tensorloupe.edit.ModelSpecField.Requirement;
import io.github.tensorloupe.format.DisplayText;

/// Holds entries against the rules of ModelSpec.
final class ModelSpecCheck {

  /// What the architectures of models that make pictures begin with.
  private static final List<String> IMAGE_ARCHITECTURES =
      List.of(
          "stable-diffusion",
          "stable-cascade",
          "flux",
          "lumina",
          "chroma",
          "hunyuan-image",
          "pixart",
          "qwen-image");

  private ModelSpecCheck() {}

  /// What is wrong with the form of an entry.
  static Optional<EditProblem> form(Entry entry) {
    if (!entry.key().startsWith(ModelSpecField.PREFIX)) {
      return Optional.empty();
    }
    return ModelSpecField.of(entry.key())
        .filter(field -> !field.kind().accepts(entry.value()))
        .map(field -> malformed(entry, field.kind()));
  }

  private static EditProblem malformed(Entry entry, ModelSpecKind kind) {
    return new EditProblem(
        Kind.MODEL_SPEC_FORM,
        OptionalLong.of(entry.id()),
        entry.key(),
        "\"%s\" ought to be %s; found \"%s\"."
            .formatted(entry.key(), kind.expected(), DisplayText.of(entry.value())));
  }

  /// The required fields that are missing, if any field is there at all. A field without text is as
  /// good as missing.
  static Stream<EditProblem> missing(List<Entry> entries) {
    Map<String, String> fields = new HashMap<>();
    for (Entry entry : entries) {
      if (entry.key().startsWith(ModelSpecField.PREFIX)) {
        fields.put(entry.key(), entry.value());
      }
    }
    if (fields.isEmpty()) {
      return Stream.empty();
    }
    boolean isImageModel = isImageModel(fields.get(ModelSpecField.ARCHITECTURE.key()));
    return Arrays.stream(ModelSpecField.values())
        .filter(field -> isRequired(field.requirement(), isImageModel))
        .filter(field -> fields.getOrDefault(field.key(), "").isBlank())
        .map(ModelSpecCheck::missing);
  }

  private static boolean isImageModel(String architecture) {
    return architecture != null
        && IMAGE_ARCHITECTURES.stream().anyMatch(architecture.toLowerCase(Locale.ROOT)::startsWith);
  }

  private static boolean isRequired(Requirement requirement, boolean isImageModel) {
    return switch (requirement) {
      case MUST -> true;
      case MUST_FOR_IMAGES -> isImageModel;
      case MUST_FOR_TEXT, SHOULD, CAN -> false;
    };
  }

  private static EditProblem missing(ModelSpecField field) {
    return new EditProblem(
        Kind.MODEL_SPEC_MISSING,
        OptionalLong.empty(),
        field.key(),
        "\"%s\" is missing or empty; ModelSpec requires it.".formatted(field.key()));
  }
}
