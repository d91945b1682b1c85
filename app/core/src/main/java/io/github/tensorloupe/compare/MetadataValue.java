package io.github.tensorloupe.compare;

import module java.base;

/// The value of a metadata key in a checkpoint.
///
/// @param texts one, or where files of the checkpoint disagree all that they say, by code points
public record MetadataValue(List<String> texts) {

  public MetadataValue {
    texts = List.copyOf(texts);
  }
}
