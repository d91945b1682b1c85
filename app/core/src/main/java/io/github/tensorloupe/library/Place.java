package io.github.tensorloupe.library;

import module java.base;

/// A folder to search for checkpoints.
///
/// @param folder need not exist
public record Place(Path folder, Kind kind) {

  public enum Kind {
    /// A cache of the Hugging Face hub.
    CACHE,
    FOLDER
  }

  public static Place folder(Path folder) {
    return new Place(folder, Kind.FOLDER);
  }

  public static Place cache(Path folder) {
    return new Place(folder, Kind.CACHE);
  }
}
