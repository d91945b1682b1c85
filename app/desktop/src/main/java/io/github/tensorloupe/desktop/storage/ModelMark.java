package io.github.tensorloupe.desktop.storage;

import module java.base;

/// The user's notes about a model, which are never stored in its files.
///
/// @param path the absolute path, which may no longer exist
/// @param tags the user's own tags, without duplicates
public record ModelMark(Path path, boolean isFavorite, List<String> tags) {

  public ModelMark {
    tags = List.copyOf(tags);
  }

  /// Returns the mark of a model without marks.
  public static ModelMark none(Path path) {
    return new ModelMark(path, false, List.of());
  }

  public ModelMark withFavorite(boolean isFavorite) {
    return new ModelMark(path, isFavorite, tags);
  }

  public ModelMark withTags(Collection<String> newTags) {
    return new ModelMark(path, isFavorite, newTags.stream().distinct().toList());
  }

  boolean isEmpty() {
    return !isFavorite && tags.isEmpty();
  }
}
