package io.github.tensorloupe.save;

import module java.base;

/// Files of a Hugging Face cache, which stores them in a folder `blobs` under their hash and links
/// to them from `snapshots`.
public final class CacheBlob {

  private static final Pattern HASH = Pattern.compile("[0-9a-f]{40}|[0-9a-f]{64}");
  private static final Pattern REPOSITORY = Pattern.compile("(models|datasets|spaces)--.*");

  private CacheBlob() {}

  /// Returns the name of the file in its cache, or empty if it is not in a cache.
  ///
  /// @param target a path without links
  public static Optional<String> nameOf(Path target, FileOperations operations) throws IOException {
    Path folder = target.getParent();
    Path repository = folder == null ? null : folder.getParent();
    String name = target.getFileName().toString();
    if (repository == null || !folder.endsWith("blobs") || !HASH.matcher(name).matches()) {
      return Optional.empty();
    }
    String repositoryName = String.valueOf(repository.getFileName());
    return operations.exists(repository.resolve("snapshots"))
            || REPOSITORY.matcher(repositoryName).matches()
        ? Optional.of(name)
        : Optional.empty();
  }
}
