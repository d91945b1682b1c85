package io.github.tensorloupe.model;

import module java.base;

/// Which files are likely to be opened after an index that takes long to read, so that both can be
/// done at the same time. What cannot be listed is left to whoever opens it to tell.
final class LikelyFiles {

  /// A smaller index is read in no time.
  static final long LARGE_INDEX_BYTES = 1_000_000;

  private LikelyFiles() {}

  /// The safetensors files of a folder with a large index; none where there is no such index.
  static List<Path> in(Path folder) {
    List<Path> files = childrenOf(folder);
    return files.stream().anyMatch(LikelyFiles::isLargeIndex)
        ? files.stream().filter(LikelyFiles::isTensorFile).toList()
        : List.of();
  }

  /// The files beside a large index that are named like its shards.
  static List<Path> of(Path index) {
    if (!isLargeIndex(index)) {
      return List.of();
    }
    String baseName = ShardSet.baseName(index);
    return childrenOf(index.toAbsolutePath().getParent()).stream()
        .filter(
            file ->
                ShardFamily.of(file.getFileName().toString())
                    .filter(numbered -> numbered.family().baseName().equals(baseName))
                    .isPresent())
        .filter(LikelyFiles::isTensorFile)
        // As the set names its shards.
        .map(file -> index.resolveSibling(file.getFileName()))
        .toList();
  }

  private static boolean isLargeIndex(Path file) {
    try {
      return ShardSet.isIndexName(file)
          && Files.isRegularFile(file)
          && Files.size(file) >= LARGE_INDEX_BYTES;
    } catch (IOException e) {
      return false;
    }
  }

  private static boolean isTensorFile(Path file) {
    return file.getFileName().toString().endsWith(CheckpointFinder.FILE_SUFFIX)
        && !Files.isDirectory(file);
  }

  private static List<Path> childrenOf(Path folder) {
    List<Path> children = new ArrayList<>();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(folder)) {
      stream.forEach(children::add);
    } catch (IOException | DirectoryIteratorException e) {
      return List.of();
    }
    return children;
  }
}
