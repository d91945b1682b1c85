package io.github.tensorloupe.integrity.expected;

import module java.base;

import io.github.tensorloupe.integrity.hash.Digested;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.text.Sentence;

/// An expected hash or length of a file.
///
/// @param kind the kind of source
/// @param source a path or a metadata key
/// @param measure the property of the file
/// @param expected the expected value: lower-case hex or a decimal number; other text if the source
///   contains a malformed value
/// @param binding true if any other value is a mismatch; false if another value means that the
///   source describes another file
public record ExpectedHash(
    ExpectedHashSource kind, String source, Measure measure, String expected, boolean binding) {

  /// The property of a file that is compared.
  public enum Measure {
    /// The number of bytes, in decimal.
    LENGTH(null),
    FILE_SHA256(Digested.FILE_SHA256),
    /// The SHA-1 that Git uses as the ID of a file.
    GIT_BLOB_SHA1(Digested.GIT_BLOB_SHA1),
    DATA_SHA256(Digested.DATA_SHA256),
    /// The SHA-256 of the tensors, in an order that depends on the program.
    TENSORS_SHA256(Digested.DATA_SHA256),
    /// A hash of 64 KiB of the file, with only the training entries as metadata.
    LEGACY_HASH(null);

    private final Digested digestKind;

    Measure(Digested digested) {
      this.digestKind = digested;
    }

    /// Returns the digest that the measure requires, or empty if it requires none.
    public Optional<Digested> digestKind() {
      return Optional.ofNullable(digestKind);
    }
  }

  /// Creates a binding expected hash from a source that can describe only this file.
  ExpectedHash(ExpectedHashSource kind, Path source, Measure measure, String expected) {
    this(kind, PathText.of(source), measure, expected, true);
  }

  Sentence match() {
    return measure == Measure.LENGTH
        ? Sentence.of("It has the expected length of {0} bytes.", new BigInteger(expected))
        : kind.match;
  }

  Sentence mismatch() {
    return measure == Measure.LENGTH
        ? Sentence.of(
            "The file does not have the expected length of {0} bytes: {1}.",
            new BigInteger(expected),
            kind == ExpectedHashSource.LFS_POINTER
                ? Sentence.of("it is truncated, or only the pointer is here")
                : Sentence.of("it is truncated or another file; download it again"))
        : kind.mismatch;
  }

  /// Returns the expected hash in a file name or ETag of the Hugging Face Hub, or empty if the text
  /// is not a hash.
  static Optional<ExpectedHash> ofHub(ExpectedHashSource kind, Path source, String name) {
    return Hex.measure(name)
        .map(measure -> new ExpectedHash(kind, source, measure, Hex.normal(name)));
  }
}
