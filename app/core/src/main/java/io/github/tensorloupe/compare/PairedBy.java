package io.github.tensorloupe.compare;

import module java.base;

/// The reason why two tensors are a pair.
public enum PairedBy {
  /// They have the same name.
  NAME,
  /// Their names differ in a prefix that wrappers are known to add.
  PREFIX,
  /// A rule of the user leads from one name to the other.
  MAP,
  /// They hold the same bytes, and no others do.
  BYTES,
  /// A person has said so.
  HAND;

  /// The spelling in JSON.
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }
}
