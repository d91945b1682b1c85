package io.github.tensorloupe.compare;

import io.github.tensorloupe.text.Spelled;

/// The kind of difference between the two tensors of a pair.
public enum Change implements Spelled {
  ADDED,
  REMOVED,
  SHAPE,
  /// Equal shapes, different dtypes.
  DTYPE,
  /// Equal shapes and dtypes, different bytes.
  VALUES,
  /// Equal shapes, dtypes and bytes.
  EQUAL,
  /// Equal shapes and dtypes; bytes not compared.
  SAME_HEADER,
  /// At least one tensor is truncated.
  UNREADABLE
}
