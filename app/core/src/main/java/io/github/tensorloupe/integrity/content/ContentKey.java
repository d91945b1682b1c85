package io.github.tensorloupe.integrity.content;

import module java.base;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Shape;

/// A key for tensors with equal dtypes, shapes and bytes.
///
/// Keys are comparable, so that a map stays fast when a hostile file contains many shapes with
/// equal hash codes. The order does not distinguish contents.
///
/// @param content the content, or empty if it is not compared
public record ContentKey(Dtype dtype, Shape shape, Optional<Content> content)
    implements Comparable<ContentKey> {

  @Override
  public int compareTo(ContentKey other) {
    int order = dtype.compareTo(other.dtype);
    return order != 0 ? order : shape.compareTo(other.shape);
  }
}
