package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.quantization.Quantization;
import io.github.tensorloupe.quantization.QuantizedWeight;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// The tensors of open files as a model uses them: each quantized weight as one logical tensor, and
/// all other tensors. Valid while the files are open.
record Dequantized(Location location, List<Quantization> quantizations, List<TensorRef> all) {

  static Dequantized of(Location location, OpenedFiles files) throws IOException {
    List<Quantization> quantizations = new ArrayList<>();
    for (CheckpointPart part : files.parts) {
      quantizations.add(Quantization.of(part, Cancellation.NEVER));
    }
    List<TensorRef> all =
        files.files().stream()
            .flatMap(
                file -> file.header().tensors().stream().map(info -> new TensorRef(file, info)))
            .toList();
    return new Dequantized(location, quantizations, all);
  }

  /// Returns the quantized weights of a target.
  ///
  /// @param isExamined true to read their scales and codes
  static Quantization quantization(Target target, boolean isExamined) throws IOException {
    List<TensorFile> files = new ArrayList<>();
    try {
      for (Location location : target.files()) {
        files.add(TensorFile.open(location.path()));
      }
      Quantization found = Quantization.of(target.part(files), Cancellation.NEVER);
      return isExamined ? found.examined(Cancellation.NEVER, Progress.NONE) : found;
    } finally {
      Checkpoint.closeAll(files);
    }
  }

  /// Returns the tensors, with each weight at the position of its codes, without weights that have
  /// no values.
  List<TensorRef> tensors() {
    List<TensorRef> tensors = all;
    for (Quantization found : quantizations) {
      tensors = found.dequantized(tensors);
    }
    return tensors.stream()
        .filter(tensor -> weight(found -> found.weightOf(tensor)).isEmpty())
        .toList();
  }

  private Optional<QuantizedWeight> weight(
      Function<Quantization, Optional<QuantizedWeight>> search) {
    return quantizations.stream().map(search).flatMap(Optional::stream).findFirst();
  }

  /// Returns the reasons why weights have no values, by weight.
  SequencedMap<String, String> refusals() {
    SequencedMap<String, String> refusals = new LinkedHashMap<>();
    quantizations.stream()
        .flatMap(found -> found.weights().stream())
        .filter(weight -> !weight.hasValues())
        .forEach(weight -> refusals.put(weight.name(), refusal(weight)));
    return refusals;
  }

  private String refusal(QuantizedWeight weight) {
    String undecoded =
        weight.isComplete()
            ? weight.scheme().label() + " is not decoded."
            : "bytes of its parts are missing.";
    String why = weight.findings().isEmpty() ? undecoded : weight.findings().getFirst().message();
    return "%s in %s has no values: %s"
        .formatted(DisplayText.of(weight.name()), location.text(), why);
  }

  /// Returns the tensors with these names.
  ///
  /// @throws InputException if a tensor does not exist, or is a weight without values
  List<TensorRef> tensors(List<String> names) {
    List<TensorRef> found = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    for (String name : new LinkedHashSet<>(names)) {
      Optional<TensorRef> tensor = tensor(name);
      tensor.ifPresent(found::add);
      if (tensor.isEmpty()) {
        problems.add(
            weight(it -> it.weight(name))
                .map(this::refusal)
                .orElseGet(
                    () ->
                        "The tensor \"%s\" was not found in %s."
                            .formatted(DisplayText.of(name), location.text())));
      }
    }
    if (!problems.isEmpty()) {
      throw new InputException(String.join(" ", problems) + " Nothing was written.");
    }
    return found;
  }

  private Optional<TensorRef> tensor(String name) {
    return weight(it -> it.weight(name))
        .map(QuantizedWeight::logical)
        .orElseGet(
            () -> all.stream().filter(tensor -> tensor.info().name().equals(name)).findFirst());
  }
}
