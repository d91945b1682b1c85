package io.github.tensorloupe.library;

import module java.base;

/// A folder to search for checkpoints.
///
/// @param folder the folder, which need not exist
/// @param isCache true for a cache of the Hugging Face Hub
public record LibraryFolder(Path folder, boolean isCache) {

  public static LibraryFolder folder(Path folder) {
    return new LibraryFolder(folder, false);
  }

  public static LibraryFolder cache(Path folder) {
    return new LibraryFolder(folder, true);
  }
}
