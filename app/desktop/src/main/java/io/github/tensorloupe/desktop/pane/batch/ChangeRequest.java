package io.github.tensorloupe.desktop.pane.batch;

import module java.base;

import io.github.tensorloupe.batch.FileMetadataChange;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.edit.JsonTextException;
import io.github.tensorloupe.edit.MetadataChange;
import io.github.tensorloupe.edit.MetadataJson;
import io.github.tensorloupe.edit.Preset;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.model.SmallFiles;
import java.nio.file.Path;

/// A change as entered in the form.
///
/// @param typed one entry or key per line
/// @param json the chosen JSON file
record ChangeRequest(Kind kind, String typed, Optional<Path> json) {

  boolean isComplete() {
    return switch (kind) {
      case SET -> !lines().isEmpty() && lines().stream().allMatch(line -> line.indexOf('=') > 0);
      case UNSET -> !lines().isEmpty();
      case REPLACE, MERGE -> json.isPresent();
      case REMOVE_PRIVATE, STRIP_TRAINING, STRIP_ALL, FORMAT_PT, HASHES -> true;
    };
  }

  /// Returns the change to apply. Reads the JSON file, if there is one.
  ///
  /// @throws JsonTextException if the JSON file is not an object of strings
  /// @throws IOException if the JSON file cannot be read
  FileMetadataChange change() throws IOException, JsonTextException {
    return switch (kind) {
      case SET -> FileMetadataChange.of(MetadataChange.set(entries()));
      case UNSET -> FileMetadataChange.of(MetadataChange.unset(new LinkedHashSet<>(lines())));
      case REMOVE_PRIVATE -> FileMetadataChange.of(Preset.REMOVE_PRIVATE_DATA);
      case STRIP_TRAINING -> FileMetadataChange.of(Preset.STRIP_TRAINING_DATA);
      case STRIP_ALL -> FileMetadataChange.of(Preset.STRIP_ALL_BUT_LOADER_KEYS);
      case FORMAT_PT -> FileMetadataChange.of(Preset.ADD_FORMAT_PT);
      case HASHES -> FileMetadataChange.of(Preset.RECOMPUTE_HASHES);
      case REPLACE -> FileMetadataChange.of(MetadataChange.replace(read()));
      case MERGE -> FileMetadataChange.of(MetadataChange.set(read().entries()));
    };
  }

  private Metadata read() throws IOException, JsonTextException {
    return MetadataJson.parse(SmallFiles.bytes(json.orElseThrow()));
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

  enum Kind {
    SET,
    UNSET,
    REMOVE_PRIVATE,
    STRIP_TRAINING,
    /// Removes everything that loaders do not need.
    STRIP_ALL,
    FORMAT_PT,
    HASHES,
    /// Replaces all metadata by a JSON file.
    REPLACE,
    /// Sets the entries of a JSON file.
    MERGE;

    /// Returns the suffix of the message keys.
    String word() {
      return Messages.word(this);
    }

    boolean isTyped() {
      return this == SET || this == UNSET;
    }

    boolean needsJson() {
      return this == REPLACE || this == MERGE;
    }
  }
}
