package io.github.tensorloupe.integrity.duplicates;

import module java.base;

import io.github.tensorloupe.format.Header;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;

/// A tensor that was left out when a file was written, because it is the same as one that is there.
/// `save_model` of the reference library notes it in the metadata.
///
/// @param dropped the name that was left out
/// @param kept the tensor that stands for it
public record SharedName(String dropped, TensorRef kept) {

  /// The shared names in the metadata of a file, in their order.
  public static List<SharedName> in(TensorFile file) {
    Header header = file.header();
    if (header.metadata().isEmpty()) {
      return List.of();
    }
    Map<String, TensorInfo> tensors = new HashMap<>();
    header.tensors().forEach(tensor -> tensors.put(tensor.name(), tensor));
    return header.metadata().get().entries().entrySet().stream()
        .filter(
            entry -> tensors.containsKey(entry.getValue()) && !tensors.containsKey(entry.getKey()))
        .map(
            entry ->
                new SharedName(entry.getKey(), new TensorRef(file, tensors.get(entry.getValue()))))
        .toList();
  }
}
