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

  /// Says what is unfit about the files of a checkpoint that needs a format.
  ///
  /// @return these files; none where the checkpoint needs no format
  static List<TensorFile> tell(
      Subject subject, Kind kind, RuleTable rules, List<Statement> statements) {
    CheckpointPart part = subject.part();
    List<TensorFile> unfit = unfit(part);
    boolean isQuantizedByMlx = !new NamePattern("*.biases").in(subject.names()).isEmpty();
    if (unfit.isEmpty() || !kind.is(Kind.Trait.TRANSFORMERS) || isQuantizedByMlx) {
      return List.of();
    }
    String name = String.valueOf(part.path().getFileName());
    boolean isNamedLikeModel = name.startsWith("model") || name.startsWith("pytorch_model");
    Optional<Rule.Verdict> need = rules.first("needs-format", subject);
    if (need.isEmpty() && isNamedLikeModel) {
      need = rules.first("needs-format-as-model", subject);
    }
    if (need.isEmpty()) {
      return List.of();
    }
    List<Evidence> evidence = new ArrayList<>();
    Optional<String> other = unfit.stream().flatMap(file -> format(file).stream()).findFirst();
    other.ifPresent(value -> evidence.add(new Evidence.OfMetadata(KEY, value)));
    evidence.addAll(need.get().evidence());
    statements.add(Statement.of(Topic.FORMAT, sentence(part, unfit, other), evidence));
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
}
