package io.github.tensorloupe.integrity.duplicates;

import module java.base;

import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;

/// The duplicate tensors of a checkpoint.
///
/// @param groups groups of equal tensors, by wasted bytes, then by length, both descending
/// @param sharedNames tensors that the writers of the files omitted as duplicates
/// @param unreadableCount the number of tensors that were not compared because reading failed
public record Duplicates(
    List<DuplicateGroup> groups, List<SharedName> sharedNames, long unreadableCount) {

  /// Returns the number of bytes that storing each content once would save.
  public long wastedBytes() {
    return groups.stream().mapToLong(DuplicateGroup::wastedBytes).sum();
  }

  /// A tensor that the writer of a file omitted because it equals another tensor in the file.
  /// `save_model` of the reference library records such tensors in the metadata.
  public record SharedName(String dropped, TensorRef kept) {

    public static List<SharedName> in(TensorFile file) {
      Map<String, String> entries = file.header().metadata().orElse(Metadata.EMPTY).entries();
      if (entries.isEmpty()) {
        return List.of();
      }
      Map<String, TensorInfo> tensors = new HashMap<>();
      file.header().tensors().forEach(tensor -> tensors.put(tensor.name(), tensor));
      List<SharedName> names = new ArrayList<>();
      entries.forEach(
          (key, value) -> {
            if (tensors.containsKey(value) && !tensors.containsKey(key)) {
              names.add(new SharedName(key, new TensorRef(file, tensors.get(value))));
            }
          });
      return names;
    }
  }

  /// Tensors with equal bytes.
  ///
  /// @param tensors the tensors in the order of the checkpoint, at least two
  /// @param byteCount the number of bytes per tensor, at least 1
  /// @param storedCount the number of copies on disk; less than the number of tensors if a file is
  ///   open under several names
  public record DuplicateGroup(
      List<TensorRef> tensors, long byteCount, Filling filling, int storedCount) {

    public enum Filling {
      VALUES,
      CONSTANT,
      ZEROS
    }

    /// Returns the number of bytes that storing the content once would save, or 0 for constant
    /// tensors, which are expected to be equal.
    public long wastedBytes() {
      return filling == Filling.VALUES ? byteCount * (storedCount - 1) : 0;
    }

    public boolean hasOneDtype() {
      return tensors.stream().map(tensor -> tensor.info().dtype()).distinct().count() == 1;
    }
  }
}
