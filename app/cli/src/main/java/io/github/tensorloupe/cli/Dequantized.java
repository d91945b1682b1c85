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

/// The tensors of open files with each quantized weight as one logical tensor. Valid while the
/// files are open.
///
/// @param all the stored tensors
/// @param tensors the logical tensors in place of the codes, and the tensors that belong to no
///   quantized weight; excludes weights whose values cannot be computed
record Dequantized(
    Location location,
    List<QuantizedWeight> weights,
    List<TensorRef> all,
    List<TensorRef> tensors) {

  static Dequantized of(Location location, OpenedFiles files) throws IOException {
    List<QuantizedWeight> weights = new ArrayList<>();
    List<TensorRef> all = files.files().stream().flatMap(OpenedFiles::tensors).toList();
    List<TensorRef> tensors = all;
    for (CheckpointPart part : files.parts) {
      Quantization quantization = Quantization.of(part, Cancellation.NEVER);
      weights.addAll(quantization.weights());
      tensors =
          quantization.dequantized(tensors).stream()
              .filter(tensor -> quantization.weightOf(tensor).isEmpty())
              .toList();
    }
    return new Dequantized(location, weights, all, tensors);
  }

  /// Returns the quantized weights of a target.
  ///
  /// @param part the target, whose files may be closed
  static Quantization quantization(Target target, CheckpointPart part) throws IOException {
    List<TensorFile> files = new ArrayList<>();
    try {
      for (Location location : target.files()) {
        files.add(TensorFile.open(location.path()));
      }
      return Quantization.of(part.with(files), Cancellation.NEVER);
    } finally {
      Checkpoint.closeAll(files);
    }
  }

  private Optional<QuantizedWeight> weight(String name) {
    return weights.stream().filter(weight -> weight.name().equals(name)).findFirst();
  }

  /// Returns the reasons why values cannot be computed, by weight.
  SequencedMap<String, String> refusals() {
    SequencedMap<String, String> refusals = new LinkedHashMap<>();
    for (QuantizedWeight weight : weights) {
      if (!weight.hasValues()) {
        refusals.put(weight.name(), refusal(weight));
      }
    }
    return refusals;
  }

  private String refusal(QuantizedWeight weight) {
    String undecoded =
        weight.isComplete()
            ? weight.scheme().label() + " is not decoded."
            : "bytes of its parts are missing.";
    String reason =
        weight.findings().isEmpty() ? undecoded : weight.findings().getFirst().message();
    return "%s in %s has no values: %s"
        .formatted(DisplayText.of(weight.name()), location.text(), reason);
  }

  /// Returns the tensors with the given names.
  ///
  /// @throws InputException if a tensor does not exist or its values cannot be computed
  List<TensorRef> tensors(List<String> names) {
    List<TensorRef> matches = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    for (String name : new LinkedHashSet<>(names)) {
      Optional<QuantizedWeight> weight = weight(name);
      Optional<TensorRef> tensor =
          weight.isPresent()
              ? weight.get().logical()
              : all.stream().filter(each -> each.info().name().equals(name)).findFirst();
      tensor.ifPresent(matches::add);
      if (tensor.isEmpty()) {
        String missing = "The tensor \"%s\" was not found in %s.";
        String shown = DisplayText.of(name);
        problems.add(
            weight.map(this::refusal).orElseGet(() -> missing.formatted(shown, location.text())));
      }
    }
    if (!problems.isEmpty()) {
      throw new InputException(String.join(" ", problems) + " Nothing was written.");
    }
    return matches;
  }
}
