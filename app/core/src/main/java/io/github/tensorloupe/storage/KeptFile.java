package io.github.tensorloupe.storage;

import module java.base;

/// A JSON object in the folder for what a person has chosen. Whether there is such a folder is
/// found out each time that it is asked for, which blocks the calling thread.
///
/// @param name of the file in the folder
/// @param mostBytes a longer file counts as a damaged one
/// @param failure the sentence for a file that cannot be read, as in [JsonObjectFile]
public record KeptFile(Folders folders, String name, long mostBytes, String failure) {

  /// The file, which need not be there; empty where there is no folder that it can be kept in.
  public Optional<JsonObjectFile> find() {
    return folders.config().map(this::in);
  }

  private JsonObjectFile in(Path folder) {
    return new JsonObjectFile(folder.resolve(name), mostBytes, failure);
  }
}
