package io.github.tensorloupe.convert;

import module java.base;

import io.github.tensorloupe.convert.ConversionPlan.Warning;
import io.github.tensorloupe.convert.ConversionPlanner.Source;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.quantization.Quantization;
import io.github.tensorloupe.text.Sentence;

/// The metadata of a new checkpoint from the metadata of its sources. Not thread-safe.
final class MetadataMerge {

  /// The key under which torchao lists the names of tensors.
  private static final String NAMES_KEY = "tensor_names";

  private final ConversionOptions.MetadataChange change;
  private final SequencedMap<String, String> ofSources = new LinkedHashMap<>();
  private final SequencedMap<String, String> added = new LinkedHashMap<>();
  private final Consumer<Warning> warnings;
  private final LayerMetadata layers = new LayerMetadata();
  private boolean hasMetadata;

  /// @param warnings receives remarks about entries that are left out
  MetadataMerge(ConversionOptions.MetadataChange change, Consumer<Warning> warnings) {
    this.change = change;
    this.warnings = warnings;
  }

  /// Adds the entries of a source unless an earlier source has the key.
  ///
  /// @param newNames the new names of the written tensors of the source, by their names in it
  /// @param isDequantized true to leave out entries that say how weights are quantized
  void add(Source source, Map<String, String> newNames, boolean isDequantized) {
    if (!change.isKept()) {
      return;
    }
    for (TensorFile file : source.checkpoint().files()) {
      Optional<Map<String, String>> entries =
          file.foreign().isPresent()
              ? Optional.of(Map.of("format", format(file.kind())))
              : file.header().metadata().map(Metadata::entries);
      hasMetadata |= entries.isPresent();
      Map<String, String> kept = new LinkedHashMap<>(entries.orElse(Map.of()));
      if (isDequantized) {
        kept.keySet().removeAll(Quantization.keys(kept));
      }
      kept.forEach((key, value) -> add(source, key, value, newNames));
    }
  }

  private void add(Source source, String key, String value, Map<String, String> newNames) {
    if (key.equals(LayerMetadata.KEY)) {
      layers.add(value, newNames);
      ofSources.put(key, layers.text().orElse(value));
      return;
    }
    if (key.equals(NAMES_KEY) && newNames.entrySet().stream().anyMatch(MetadataMerge::isRenamed)) {
      Sentence sentence =
          Sentence.of(
              "The metadata entry \"{0}\" of {1} still has the old names of tensors.",
              key, DisplayText.of(source.name()));
      warnings.accept(new Warning("metadata-names", sentence, Optional.empty()));
    }
    String kept = ofSources.putIfAbsent(key, value);
    if (kept != null && !kept.equals(value)) {
      Sentence sentence =
          Sentence.of(
              "The metadata entry \"{0}\" of {1} has another value than in an earlier source, and"
                  + " is left out.",
              DisplayText.of(key), DisplayText.of(source.name()));
      warnings.accept(new Warning("metadata-conflict", sentence, Optional.empty()));
    }
  }

  private static boolean isRenamed(Map.Entry<String, String> name) {
    return !name.getKey().equals(name.getValue());
  }

  private static String format(FileKind kind) {
    return switch (kind) {
      case HDF5 -> "tf";
      case FLAX_MSGPACK -> "flax";
      case NPY, NPZ -> "np";
      default -> "pt";
    };
  }

  /// Adds an entry that replaces entries of sources.
  void put(String key, String value) {
    added.put(key, value);
  }

  boolean hasHashes() {
    return !Collections.disjoint(ofSources.keySet(), Metadata.DATA_HASH_KEYS);
  }

  /// Returns the metadata, or empty if neither the sources nor the options have any.
  ///
  /// @param isSameData true if the hashes of the data in the metadata of the sources remain right
  Optional<Metadata> result(boolean isSameData) {
    SequencedMap<String, String> entries = new LinkedHashMap<>(ofSources);
    if (!isSameData) {
      entries.keySet().removeAll(Metadata.DATA_HASH_KEYS);
    }
    entries.putAll(added);
    change.removedKeys().forEach(entries::remove);
    entries.putAll(change.entries());
    return entries.isEmpty() && !hasMetadata
        ? Optional.empty()
        : Optional.of(new Metadata(entries));
  }
}
