package io.github.tensorloupe.integrity.expected;

import module java.base;

import io.github.tensorloupe.integrity.hash.Digested;

/// The measure that an expected value is of.
public enum Measure {
  /// The number of bytes, in decimal.
  LENGTH(null),
  /// The SHA-256 of all bytes.
  FILE_SHA256(Digested.FILE_SHA256),
  /// The SHA-1 by which Git knows a file.
  GIT_BLOB_SHA1(Digested.GIT_BLOB_SHA1),
  /// The SHA-256 of the data buffer.
  DATA_SHA256(Digested.DATA_SHA256),
  /// The SHA-256 of the tensors in an order on which programs differ.
  TENSORS_SHA256(Digested.DATA_SHA256),
  /// Over 64 KiB of the file with training metadata alone.
  LEGACY_HASH(null);

  private final Digested digested;

  Measure(Digested digested) {
    this.digested = digested;
  }

  /// The part that has to be digested to know it; empty where nothing has to.
  public Optional<Digested> digested() {
    return Optional.ofNullable(digested);
  }
}
