package io.github.tensorloupe.desktop.session;

import module java.base;

/// A document that was open in the last run.
///
/// @param path absolute path of the file, index or folder
/// @param place the current place; empty if the document was not loaded yet
/// @param openGroups the expanded groups of the name tree, each by its labels from the root; empty
///   if unknown
/// @param comparison the comparison, if there was one
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

  /// Returns this document compared with another one.
  public RememberedDocument with(RememberedComparison other) {
    return new RememberedDocument(path, place, openGroups, Optional.of(other));
  }

  /// Returns this document after a file was renamed.
  public RememberedDocument renamed(Path from, Path to) {
    return new RememberedDocument(
        path.equals(from) ? to : path,
        place.map(it -> it.renamed(from, to)),
        openGroups,
        comparison.map(it -> it.renamed(from, to)));
  }

  /// Returns true if both refer to the same document or comparison.
  public boolean isSame(RememberedDocument other) {
    return path.equals(other.path) && comparedWith().equals(other.comparedWith());
  }

  /// Returns the absolute path of the newer checkpoint of a comparison.
  public Optional<Path> comparedWith() {
    return comparison.map(RememberedComparison::with);
  }
}
