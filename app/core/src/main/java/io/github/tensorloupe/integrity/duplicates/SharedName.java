package io.github.tensorloupe.integrity.duplicates;

import module java.base;

import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;

/// A tensor that was omitted when a file was written, because it equals another tensor in the file.
/// `save_model` of the reference library records such tensors in the metadata.
///
/// @param dropped the name of the omitted tensor
/// @param kept the equal tensor in the file
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
