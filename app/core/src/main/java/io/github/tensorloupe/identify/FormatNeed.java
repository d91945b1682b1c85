package io.github.tensorloupe.identify;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.text.Sentence;

/// Finds metadata without the `format` that a loader wants, or with one that the loader does not
/// take; programs for diffusion models and adapters do not ask.
///
/// Up to 4.47 Transformers needs metadata with `format` as one of `pt`, `tf`, `flax` and `mlx`.
/// From 4.48 on it loads a file without metadata, but still refuses metadata with no or another
/// format; 4.57.6 does so, 5.18 asks no longer. Accelerate (1.15) loads a file without metadata,
/// too, and refuses metadata with no or another format.
final class FormatNeed {

  static final String KEY = "format";
  private static final Set<String> TAKEN = Set.of("pt", "tf", "flax", "mlx");
  private static final Set<Kind> FOR_TRANSFORMERS =
      EnumSet.of(
          Kind.LANGUAGE_MODEL,
          Kind.VISION_LANGUAGE_MODEL,
          Kind.AUDIO_LANGUAGE_MODEL,
          Kind.MULTIMODAL_MODEL,
          Kind.TIME_SERIES_MODEL,
          Kind.ENCODER_DECODER,
          Kind.SPEECH_MODEL,
          Kind.TEXT_ENCODER,
          Kind.IMAGE_ENCODER,
          Kind.TEXT_IMAGE_ENCODER,
          Kind.IMAGE_CLASSIFIER);

  private FormatNeed() {}

  /// The files that load and whose metadata do not name a framework that is taken.
  static List<TensorFile> unfit(CheckpointPart part) {
    return part.files().stream()
        .filter(file -> !file.isRefused() && !file.header().tensors().isEmpty())
        .filter(file -> !TAKEN.contains(format(file).orElse("")))
        .toList();
  }

  private static Optional<String> format(TensorFile file) {
    return file.header().metadata().map(metadata -> metadata.entries().get(KEY));
  }

  /// Says what is unfit about the files, and gives them.
  static List<TensorFile> tell(CheckpointPart part, Rule.Verdict need, Consumer<Statement> told) {
    List<TensorFile> unfit = unfit(part);
    Optional<String> other = unfit.stream().flatMap(file -> format(file).stream()).findFirst();
    List<Evidence> evidence = new ArrayList<>();
    other.ifPresent(value -> evidence.add(new Evidence.OfMetadata(KEY, value)));
    evidence.addAll(need.evidence());
    told.accept(Statement.of(Topic.FORMAT, sentence(part, unfit, other), evidence));
    return unfit;
  }

  private static Sentence sentence(
      CheckpointPart part, List<TensorFile> unfit, Optional<String> other) {
    if (other.isPresent()) {
      return Sentence.of(
          "The metadata say format={0}; Transformers 4 and Accelerate refuse every format but pt,"
              + " tf, flax and mlx.",
          DisplayText.of(other.get()));
    }
    boolean hasMetadata = unfit.stream().anyMatch(file -> file.header().metadata().isPresent());
    Sentence who =
        hasMetadata
            ? Sentence.of("Transformers 4 and Accelerate refuse metadata without it.")
            : Sentence.of(
                "Transformers before 4.48 refuse a file without it, newer versions load it.");
    int fileCount = part.files().size();
    return fileCount == 1
        ? Sentence.of("The metadata lack format=pt; {0}", who)
        : Sentence.of(
            "The metadata of {0} of {1} files lack format=pt; {2}", unfit.size(), fileCount, who);
  }

  /// Why the checkpoint needs it; empty where it does not.
  static Optional<Rule.Verdict> of(Subject subject, Kind kind, RuleTable rules) {
    if (!FOR_TRANSFORMERS.contains(kind) || isQuantisedByMlx(subject)) {
      return Optional.empty();
    }
    Optional<Rule.Verdict> always = Rule.first(rules.rules("needs-format"), subject);
    return always.isPresent() || !isNamedLikeModel(subject.part())
        ? always
        : Rule.first(rules.rules("needs-format-as-model"), subject);
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
