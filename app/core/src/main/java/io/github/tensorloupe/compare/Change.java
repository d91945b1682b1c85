package io.github.tensorloupe.compare;

import io.github.tensorloupe.text.Spelled;

/// The kind of difference between the two tensors of a pair.
public enum Change implements Spelled {
  ADDED,
  REMOVED,
  SHAPE,
  /// The shapes are equal, the dtypes differ.
  DTYPE,
  /// Shape and dtype are equal, some bytes differ.
  VALUES,
  /// Shape, dtype and all bytes are equal.
  EQUAL,
  /// Shape and dtype are equal; the bytes were not compared.
  SAME_HEADER,
  /// One of the tensors is truncated.
  UNREADABLE
}
