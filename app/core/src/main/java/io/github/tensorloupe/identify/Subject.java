package io.github.tensorloupe.identify;

import module java.base;

import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.work.Cancellation;

/// A checkpoint as the rules look at it.
///
/// @param metadata of all files; of a key that several have, the value in the first of them
/// @param assumesShapes true if tensors of which only the names are known are taken to have any
///   shape that is asked for; else none
record Subject(
    CheckpointPart part,
    NameTable names,
    SequencedMap<String, String> metadata,
    boolean assumesShapes) {

  static Subject of(CheckpointPart part, Cancellation cancellation) {
    SequencedMap<String, String> metadata = new LinkedHashMap<>();
    for (TensorFile file : part.files()) {
      file.header().metadata().ifPresent(own -> own.entries().forEach(metadata::putIfAbsent));
    }
    return new Subject(part, NameTable.of(part, cancellation), metadata, false);
  }

  /// The same, of which only some tensors are looked at.
  Subject only(Predicate<NameGroup> isWanted) {
    return new Subject(part, names.only(isWanted), metadata, assumesShapes);
  }

  /// The same, as it might be if the shapes were known that are not.
  Subject assumingShapes() {
    return new Subject(part, names, metadata, true);
  }

  /// An entry that says something: neither empty nor kohya's way of writing nothing.
  Optional<Evidence.OfMetadata> entry(String key) {
    return Optional.ofNullable(metadata.get(key))
        .filter(value -> !value.isBlank() && !value.equals("None"))
        .map(value -> new Evidence.OfMetadata(key, value));
  }

  /// The first entry whose key and value have these forms.
  Optional<Evidence.OfMetadata> entry(String keyPattern, String valuePattern) {
    for (Map.Entry<String, String> entry : metadata.entrySet()) {
      if (NamePattern.isOfForm(keyPattern, entry.getKey())
          && NamePattern.isOfForm(valuePattern, entry.getValue().toLowerCase(Locale.ROOT))) {
        return Optional.of(new Evidence.OfMetadata(entry.getKey(), entry.getValue()));
      }
    }
    return Optional.empty();
  }
}
