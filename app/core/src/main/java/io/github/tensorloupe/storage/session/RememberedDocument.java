package io.github.tensorloupe.storage.session;

import module java.base;

/// A document that was open.
///
/// @param path the file, index or folder, absolute
/// @param place where in it somebody was; empty where it had not been read yet
/// @param openGroups the groups of the name tree that were open, each by its labels from the top
///   down; empty where nobody knows
public record RememberedDocument(
    Path path, Optional<RememberedPlace> place, Optional<List<List<String>>> openGroups) {

  public RememberedDocument {
    if (!path.isAbsolute()) {
      throw new IllegalArgumentException(path + " is not absolute");
    }
    openGroups = openGroups.map(groups -> groups.stream().map(List::copyOf).toList());
  }

  public static RememberedDocument of(Path path) {
    return new RememberedDocument(
        path.toAbsolutePath().normalize(), Optional.empty(), Optional.empty());
  }
}
