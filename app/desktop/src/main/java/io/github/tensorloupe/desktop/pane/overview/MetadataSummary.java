package io.github.tensorloupe.desktop.pane.overview;

import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.model.TensorFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What the metadata tells at a glance. Immutable.
///
/// @param file the first file that has entries, where one has
/// @param entryCount how many entries it has
/// @param telling the entries that say most of what the checkpoint is
record MetadataSummary(Optional<TensorFile> file, int entryCount, List<Entry> telling) {

  /// One entry, as it stands in the file.
  record Entry(String key, String value) {}

  private static final int MAX_ENTRIES = 8;
  private static final int MAX_OTHER_ENTRIES = 5;

  /// The most telling keys first.
  private static final List<String> TELLING_KEYS =
      List.of(
          "modelspec.title",
          "modelspec.architecture",
          "ss_output_name",
          "ss_base_model_version",
          "ss_network_module",
          "ss_network_dim",
          "ss_network_alpha",
          "modelspec.trigger_phrase",
          "modelspec.resolution",
          "modelspec.author",
          "modelspec.license",
          "software",
          "format");

  MetadataSummary {
    telling = List.copyOf(telling);
  }

  static MetadataSummary of(List<TensorFile> files) {
    for (TensorFile file : files) {
      Optional<Metadata> metadata = file.header().metadata();
      if (metadata.isPresent() && !metadata.get().entries().isEmpty()) {
        Map<String, String> entries = metadata.get().entries();
        return new MetadataSummary(Optional.of(file), entries.size(), tellingOf(entries));
      }
    }
    return new MetadataSummary(Optional.empty(), 0, List.of());
  }

  /// Known keys, or the first ones where there are none of these.
  private static List<Entry> tellingOf(Map<String, String> entries) {
    List<Entry> telling = new ArrayList<>();
    for (String key : TELLING_KEYS) {
      if (entries.containsKey(key) && telling.size() < MAX_ENTRIES) {
        telling.add(new Entry(key, entries.get(key)));
      }
    }
    if (telling.isEmpty()) {
      entries.entrySet().stream()
          .limit(MAX_OTHER_ENTRIES)
          .forEach(entry -> telling.add(new Entry(entry.getKey(), entry.getValue())));
    }
    return telling;
  }
}
