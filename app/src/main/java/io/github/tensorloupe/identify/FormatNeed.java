package io.github.tensorloupe.identify;

import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.TensorFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Whether `format` is missing in metadata where a loader wants it. Transformers and Accelerate
/// refuse weights without it; programs for diffusion models and adapters do not ask.
final class FormatNeed {

  static final String KEY = "format";

  private FormatNeed() {}

  /// The files that load and whose metadata do not name a framework.
  static List<TensorFile> lacking(CheckpointPart part) {
    return part.files().stream()
        .filter(file -> !file.isRefused() && !file.header().tensors().isEmpty())
        .filter(
            file ->
                file.header()
                    .metadata()
                    .filter(metadata -> metadata.entries().containsKey(KEY))
                    .isEmpty())
        .toList();
  }

  /// Why the checkpoint needs it; empty where it does not.
  static Optional<Rule.Verdict> of(Subject subject, Kind kind, RuleTable rules) {
    if (!isForTransformers(kind) || isQuantisedByMlx(subject)) {
      return Optional.empty();
    }
    Optional<Rule.Verdict> always = Rule.first(rules.rules("needs-format"), subject);
    return always.isPresent() || !isNamedLikeModel(subject.part())
        ? always
        : Rule.first(rules.rules("needs-format-as-model"), subject);
  }

  private static boolean isForTransformers(Kind kind) {
    return switch (kind) {
      case LANGUAGE_MODEL,
          VISION_LANGUAGE_MODEL,
          ENCODER_DECODER,
          SPEECH_MODEL,
          TEXT_ENCODER,
          IMAGE_ENCODER,
          TEXT_IMAGE_ENCODER,
          IMAGE_CLASSIFIER ->
          true;
      default -> false;
    };
  }

  private static boolean isQuantisedByMlx(Subject subject) {
    return !new NamePattern("*.biases").in(subject.names()).isEmpty();
  }

  private static boolean isNamedLikeModel(CheckpointPart part) {
    Path name = part.path().getFileName();
    return name != null
        && (name.toString().startsWith("model") || name.toString().startsWith("pytorch_model"));
  }
}
