package io.github.tensorloupe.integrity.manifest;

import module java.base;

import io.github.tensorloupe.integrity.content.ContentHash;
import io.github.tensorloupe.model.TensorRef;

/// A tensor of an open checkpoint, with what it holds now.
public record SurveyedTensor(TensorRef tensor, Content content) {

  public SurveyedTensor {
    Objects.requireNonNull(tensor);
    Objects.requireNonNull(content);
  }

  /// The content of a tensor, as far as it is known.
  public sealed interface Content {}

  /// All were read.
  public record Hashed(ContentHash hash) implements Content {}

  /// They are not all in the file.
  ///
  /// @param presentBytes how many are
  public record Cut(long presentBytes) implements Content {}

  /// They could not be read.
  public record Failed(IOException failure) implements Content {}
}
