package io.github.tensorloupe.compare;

import io.github.tensorloupe.text.Spelled;

/// The kind of difference between the two tensors of a pair.
public enum Change implements Spelled {
  ADDED,
  REMOVED,
  SHAPE,
  /// The shapes agree, the dtypes do not.
  DTYPE,
  /// Shape and dtype agree, some bytes differ.
  VALUES,
  /// Shape, dtype and all bytes agree.
  EQUAL,
  /// Shape and dtype agree, and nothing else was looked at.
  SAME_HEADER,
  /// The bytes of one of the tensors are not all in its file, so that nothing more is known.
  UNREADABLE
}
