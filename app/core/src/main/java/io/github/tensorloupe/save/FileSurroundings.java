package io.github.tensorloupe.save;

import module java.base;

/// The other places from which the file is seen that a save changes.
///
/// @param linkTarget the file that changes where the path itself is a symbolic link
/// @param hardLinkCount how many names the file has, itself included; 1 where that is not known
/// @param cacheBlob the name, a hash, under which a Hugging Face cache keeps the file
public record FileSurroundings(
    Optional<Path> linkTarget, int hardLinkCount, Optional<String> cacheBlob) {

  public FileSurroundings {
    if (hardLinkCount < 1) {
      throw new IllegalArgumentException("no count of names: " + hardLinkCount);
    }
  }
}
