package io.github.tensorloupe.desktop.session;

import module java.base;

/// A document that was open.
///
/// @param path the file, index or folder, absolute
/// @param place where in it somebody was; empty where it had not been read yet
/// @param openGroups the groups of the name tree that were open, each by its labels from the top
///   down; empty where nobody knows
/// @param comparison where it was compared with another one
public record RememberedDocument(
    Path path,
    Optional<RememberedPlace> place,
    Optional<List<List<String>>> openGroups,
    Optional<RememberedComparison> comparison) {

  public RememberedDocument {
    if (!path.isAbsolute()) {
      throw new IllegalArgumentException(path + " is not absolute");
    }
    openGroups = openGroups.map(groups -> groups.stream().map(List::copyOf).toList());
  }

  public RememberedDocument(
      Path path, Optional<RememberedPlace> place, Optional<List<List<String>>> openGroups) {
    this(path, place, openGroups, Optional.empty());
  }

  public static RememberedDocument of(Path path) {
    return of(path, Optional.empty());
  }

  /// @param comparedWith the newer checkpoint of a comparison
  public static RememberedDocument of(Path path, Optional<Path> comparedWith) {
    return new RememberedDocument(
        path.toAbsolutePath().normalize(),
        Optional.empty(),
        Optional.empty(),
        comparedWith.map(RememberedComparison::with));
  }

  /// The same, compared with another one.
  public RememberedDocument with(RememberedComparison other) {
    return new RememberedDocument(path, place, openGroups, Optional.of(other));
  }

  /// True where both name the same document, or the same two.
  public boolean isSame(RememberedDocument other) {
    return path.equals(other.path) && comparedWith().equals(other.comparedWith());
  }

  /// The newer checkpoint, absolute, where the two were compared.
  public Optional<Path> comparedWith() {
    return comparison.map(RememberedComparison::with);
  }
}
