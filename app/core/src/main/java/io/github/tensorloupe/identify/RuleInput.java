package io.github.tensorloupe.identify;

import module java.base;

import io.github.tensorloupe.identify.NameGroup.SimilarMembers;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.work.Cancellation;

/// The input of rules: the tensors, metadata and configuration of a checkpoint.
///
/// @param metadata the entries of all files; the first file has priority for duplicate keys
/// @param config the entries of the configuration that name an architecture or a method
/// @param assumesShapes true if unknown shapes match every shape pattern; false if they match none
record RuleInput(
    CheckpointPart part,
    NameTable names,
    SequencedMap<String, String> metadata,
    List<Evidence.OfConfig> config,
    boolean assumesShapes) {

  static RuleInput of(CheckpointPart part, Cancellation cancellation) {
    SequencedMap<String, String> metadata = new LinkedHashMap<>();
    for (TensorFile file : part.files()) {
      file.header().metadata().ifPresent(map -> map.entries().forEach(metadata::putIfAbsent));
    }
    return new RuleInput(part, NameTable.of(part, cancellation), metadata, List.of(), false);
  }

  /// Returns the tensors whose names match, in the order of their groups.
  List<SimilarMembers> members(NamePattern pattern) {
    return pattern.in(names).stream().flatMap(group -> group.members().stream()).toList();
  }

  RuleInput only(Predicate<NameGroup> isWanted) {
    return new RuleInput(part, names.only(isWanted), metadata, config, assumesShapes);
  }

  RuleInput assumingShapes() {
    return new RuleInput(part, names, metadata, config, true);
  }

  RuleInput withConfig(List<Evidence.OfConfig> entries) {
    return new RuleInput(part, names, metadata, entries, assumesShapes);
  }

  /// Ignores `None`, which sd-scripts writes for absent values.
  Optional<Evidence.OfMetadata> entry(String key) {
    return Optional.ofNullable(metadata.get(key))
        .filter(value -> !value.isBlank() && !value.equals("None"))
        .map(value -> new Evidence.OfMetadata(key, value));
  }

  /// Returns the first entry whose key and lowercase value match the patterns.
  Optional<Evidence.OfMetadata> entry(String keyPattern, String valuePattern) {
    for (Map.Entry<String, String> entry : metadata.entrySet()) {
      if (NamePattern.isOfForm(keyPattern, entry.getKey())
          && NamePattern.isOfForm(valuePattern, entry.getValue().toLowerCase(Locale.ROOT))) {
        return Optional.of(new Evidence.OfMetadata(entry.getKey(), entry.getValue()));
      }
    }
    return Optional.empty();
  }

  /// Returns the entry of the configuration whose lowercase value matches the pattern.
  ///
  /// @param valuePattern see [NamePattern#parts]
  Optional<Evidence.OfConfig> configured(String key, String[] valuePattern) {
    for (Evidence.OfConfig entry : config) {
      if (entry.key().equals(key)
          && NamePattern.isOfForm(valuePattern, entry.value().toLowerCase(Locale.ROOT))) {
        return Optional.of(entry);
      }
    }
    return Optional.empty();
  }
}
