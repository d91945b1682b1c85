package io.github.tensorloupe.library;

import module java.base;

import io.github.tensorloupe.model.FolderChildren;
import io.github.tensorloupe.model.ShardSet;

/// The relevant content of one folder, each in natural order.
///
/// @param indexes of sets of shards
/// @param tensorFiles by their names, links that lead nowhere among them
/// @param leftovers of downloads
/// @param folders below it, hidden ones left out
/// @param isPipeline true if it is a folder of the diffusers library, whose parts are one
///   checkpoint
record FolderListing(
    List<Path> indexes,
    List<Path> tensorFiles,
    List<Leftover> leftovers,
    List<Path> folders,
    boolean isPipeline) {

  private static final String PIPELINE_FILE = "model_index.json";

  static FolderListing of(Path folder) throws IOException {
    List<Path> children = FolderChildren.of(folder);
    FolderListing listing =
        new FolderListing(
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>(),
            children.stream().anyMatch(child -> child.endsWith(PIPELINE_FILE)));
    children.forEach(listing::add);
    return listing;
  }

  /// A listing of one index and nothing beside it.
  static FolderListing ofIndex(Path index) {
    return new FolderListing(List.of(index), List.of(), List.of(), List.of(), false);
  }

  private void add(Path child) {
    String name = child.getFileName().toString();
    Optional<BasicFileAttributes> attributes = attributes(child);
    if (attributes.map(BasicFileAttributes::isDirectory).orElse(false)) {
      if (!name.startsWith(".")) {
        folders.add(child);
      }
    } else if (ShardSet.isIndexName(child)) {
      indexes.add(child);
    } else if (name.endsWith(Leftover.TENSOR_SUFFIX)) {
      tensorFiles.add(child);
    } else {
      attributes.flatMap(file -> Leftover.of(child, file.size())).ifPresent(leftovers::add);
    }
  }

  /// Empty where a link leads nowhere, or nothing can be known.
  private static Optional<BasicFileAttributes> attributes(Path file) {
    try {
      return Optional.of(Files.readAttributes(file, BasicFileAttributes.class));
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
