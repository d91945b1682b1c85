package io.github.tensorloupe.library;

import module java.base;

/// A folder that is looked through for checkpoints.
///
/// @param folder may be gone
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
