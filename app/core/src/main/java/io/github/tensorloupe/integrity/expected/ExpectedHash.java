package io.github.tensorloupe.integrity.expected;

import module java.base;

import io.github.tensorloupe.integrity.hash.Digested;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.text.Sentence;

/// One thing that is promised about a file.
///
/// @param kind who promises it
/// @param source where it stands: a path or a key of the metadata
/// @param measure what of the file is promised
/// @param expected the promised value: lower-case hex or a decimal number; other text where the
///   source does not say a value of the right form
/// @param binding true if another value means that the promise is broken; otherwise it means that
///   the promise was about another file
public record ExpectedHash(
    ExpectedHashSource kind, String source, Measure measure, String expected, boolean binding) {

  /// The measure that an expected value is of.
  public enum Measure {
    /// The number of bytes, in decimal.
    LENGTH(null),
    FILE_SHA256(Digested.FILE_SHA256),
    /// The SHA-1 by which Git knows a file.
    GIT_BLOB_SHA1(Digested.GIT_BLOB_SHA1),
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

  /// What stands in a file about the one file that it can be about.
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

  /// The promise of a name or etag of the Hugging Face Hub; empty where that is no hash.
  static Optional<ExpectedHash> ofHub(ExpectedHashSource kind, Path source, String name) {
    return Hex.measure(name)
        .map(measure -> new ExpectedHash(kind, source, measure, Hex.normal(name)));
  }
}
