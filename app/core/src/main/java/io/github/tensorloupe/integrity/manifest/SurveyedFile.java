package io.github.tensorloupe.integrity.manifest;

import module java.base;

import io.github.tensorloupe.integrity.content.ContentHash;
import io.github.tensorloupe.model.TensorFile;

/// A file of an open checkpoint, with what its tensors hold now.
///
/// @param name its path from the folder of the checkpoint on, with slashes
/// @param head the hash of its header length and header
/// @param tensors in the order of the header
public record SurveyedFile(
    String name, TensorFile file, ContentHash head, List<SurveyedTensor> tensors) {

  public SurveyedFile {
    Objects.requireNonNull(name);
    Objects.requireNonNull(file);
    Objects.requireNonNull(head);
    tensors = List.copyOf(tensors);
  }
}
