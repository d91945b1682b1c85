package io.github.tensorloupe.library;

import module java.base;

/// A folder to search for checkpoints.
///
/// @param folder the folder, which need not exist
public record LibraryFolder(Path folder, Kind kind) {

  public enum Kind {
    /// A cache of the Hugging Face Hub.
    CACHE,
    FOLDER
  }

  public static LibraryFolder folder(Path folder) {
    return new LibraryFolder(folder, Kind.FOLDER);
  }

  public static LibraryFolder cache(Path folder) {
    return new LibraryFolder(folder, Kind.CACHE);
  }
}
