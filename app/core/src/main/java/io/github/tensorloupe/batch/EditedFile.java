package io.github.tensorloupe.batch;

import module java.base;

import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.TensorFile;

/// A file as a change may look at it.
///
/// @param file open as long as the change is made
/// @param metadata of the file, empty where it has none
/// @param isTensor whether a tensor has this name: in the file, or in any shard of its set
public record EditedFile(TensorFile file, Metadata metadata, Predicate<String> isTensor) {

  /// An open file.
  ///
  /// @param isTensorElsewhere whether a tensor of another shard has this name
  static EditedFile of(TensorFile file, Predicate<String> isTensorElsewhere) {
    Set<String> names = new HashSet<>();
    file.header().tensors().stream().map(TensorInfo::name).forEach(names::add);
    return new EditedFile(
        file,
        file.header().metadata().orElse(Metadata.EMPTY),
        name -> names.contains(name) || isTensorElsewhere.test(name));
  }
}
