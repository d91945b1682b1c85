package io.github.tensorloupe.integrity.duplicates;

import module java.base;

import io.github.tensorloupe.model.TensorData;

/// Tells in how many places on the disk the bytes of tensors are: a file may be open under two
/// names. Not thread-safe.
final class StoredPlaces {

  private final Map<Path, Object> keyByPath = new HashMap<>();

  /// In how many places they are.
  int count(List<TensorData> tensors) {
    return (int)
        tensors.stream()
            .map(tensor -> List.of(key(tensor.file().path()), tensor.range()))
            .distinct()
            .count();
  }

  private Object key(Path path) {
    return keyByPath.computeIfAbsent(path, StoredPlaces::fileKey);
  }

  private static Object fileKey(Path path) {
    try {
      Object key = Files.readAttributes(path, BasicFileAttributes.class).fileKey();
      return Optional.ofNullable(key).orElse(path.toRealPath());
    } catch (IOException e) {
      // It has been renamed or deleted meanwhile: then it is taken for a file of its own.
      return path;
    }
  }
}
