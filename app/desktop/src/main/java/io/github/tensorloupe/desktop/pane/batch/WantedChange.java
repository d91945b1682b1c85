package io.github.tensorloupe.desktop.pane.batch;

import module java.base;

import io.github.tensorloupe.batch.FileMetadataChange;
import io.github.tensorloupe.edit.JsonTextException;
import io.github.tensorloupe.edit.MetadataChange;
import io.github.tensorloupe.edit.MetadataJson;
import io.github.tensorloupe.edit.Preset;
import io.github.tensorloupe.format.Metadata;

/// A change as entered in the form.
///
/// @param typed one entry or key per line
/// @param json the chosen JSON file
record WantedChange(Kind kind, String typed, Optional<Path> json) {

  /// Returns true if the input is complete.
  boolean isComplete() {
    return switch (kind) {
      case SET -> !lines().isEmpty() && lines().stream().allMatch(line -> line.indexOf('=') > 0);
      case UNSET -> !lines().isEmpty();
      case REPLACE, MERGE -> json.isPresent();
      case STRIP_TRAINING, STRIP_ALL, FORMAT_PT, HASHES -> true;
    };
  }

  /// The change to apply. Reads the JSON file, if there is one.
  ///
  /// @throws JsonTextException if the JSON file is not an object of strings
  /// @throws IOException if it cannot be read
  FileMetadataChange change() throws IOException, JsonTextException {
    return switch (kind) {
      case SET -> FileMetadataChange.of(MetadataChange.set(entries()));
      case UNSET -> FileMetadataChange.of(MetadataChange.unset(new LinkedHashSet<>(lines())));
      case STRIP_TRAINING -> FileMetadataChange.of(Preset.STRIP_TRAINING_DATA);
      case STRIP_ALL -> FileMetadataChange.of(Preset.STRIP_ALL_BUT_LOADER_KEYS);
      case FORMAT_PT -> FileMetadataChange.of(Preset.ADD_FORMAT_PT);
      case HASHES -> FileMetadataChange.of(Preset.RECOMPUTE_HASHES);
      case REPLACE -> FileMetadataChange.of(MetadataChange.replace(read()));
      case MERGE -> FileMetadataChange.of(MetadataChange.set(read().entries()));
    };
  }

  private Metadata read() throws IOException, JsonTextException {
    return MetadataJson.parse(Files.readAllBytes(json.orElseThrow()));
  }

  private SequencedMap<String, String> entries() {
    SequencedMap<String, String> entries = new LinkedHashMap<>();
    for (String line : lines()) {
      int equals = line.indexOf('=');
      entries.put(line.substring(0, equals), line.substring(equals + 1));
    }
    return entries;
  }

  private List<String> lines() {
    return typed.lines().filter(line -> !line.isBlank()).toList();
  }

  /// The kinds of changes.
  enum Kind {
    /// Set entries.
    SET("set"),
    /// Remove keys.
    UNSET("unset"),
    /// Remove training data.
    STRIP_TRAINING("strip-training"),
    /// Remove everything that loaders do not need.
    STRIP_ALL("strip-all"),
    /// Set `format` to `pt`.
    FORMAT_PT("format-pt"),
    /// Write the hashes of the data.
    HASHES("hashes"),
    /// Replace all metadata by a JSON file.
    REPLACE("replace"),
    /// Set the entries of a JSON file.
    MERGE("merge");

    private final String word;

    Kind(String word) {
      this.word = word;
    }

    /// The suffix of its message keys.
    String word() {
      return word;
    }

    /// Returns true if entries or keys are typed.
    boolean isTyped() {
      return this == SET || this == UNSET;
    }

    /// Returns true if a JSON file is needed.
    boolean needsJson() {
      return this == REPLACE || this == MERGE;
    }
  }
}
