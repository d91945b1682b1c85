package io.github.tensorloupe.integrity.expected;

import module java.base;

import io.github.tensorloupe.integrity.hash.Digested;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.text.Sentence;

/// An expected hash or length of a file.
///
/// Expected hashes are comparable, so that a map stays fast when a hostile file contains many of
/// them with equal hash codes.
///
/// @param source the path or the metadata key of the source
/// @param expected the expected value: lowercase hex or a decimal number, or other text if the
///   value in the source is malformed
/// @param binding true if a different value is a mismatch; false if a different value may mean that
///   the source describes another file
public record ExpectedHash(
    ExpectedHashSource kind, String source, Measure measure, String expected, boolean binding)
    implements Comparable<ExpectedHash> {

  private static final Comparator<ExpectedHash> ORDER =
      Comparator.comparing(ExpectedHash::expected)
          .thenComparing(ExpectedHash::source)
          .thenComparing(ExpectedHash::kind)
          .thenComparing(ExpectedHash::measure)
          .thenComparing(ExpectedHash::binding);

  /// The property of a file that is compared.
  public enum Measure {
    /// The number of bytes, in decimal.
    LENGTH(null),
    FILE_SHA256(Digested.FILE_SHA256),
    /// The SHA-1 object ID of the file in Git.
    GIT_BLOB_SHA1(Digested.GIT_BLOB_SHA1),
    DATA_SHA256(Digested.DATA_SHA256),
    /// The SHA-256 of the tensors in a program-specific order.
    TENSORS_SHA256(Digested.DATA_SHA256),
    /// The hash of [io.github.tensorloupe.integrity.hash.LegacyHash#ofTraining].
    LEGACY_HASH(null);

    private final Digested digestKind;

    Measure(Digested digested) {
      this.digestKind = digested;
    }

    /// Returns true if files with different tensors often have the same value.
    boolean isPartial() {
      return this == LENGTH || this == LEGACY_HASH;
    }

    /// Returns the digest for this measure, or empty if the measure requires no full pass over the
    /// file.
    public Optional<Digested> digestKind() {
      return Optional.ofNullable(digestKind);
    }
  }

  ExpectedHash(ExpectedHashSource kind, Path source, Measure measure, String expected) {
    this(kind, PathText.of(source), measure, expected, true);
  }

  @Override
  public int compareTo(ExpectedHash other) {
    return ORDER.compare(this, other);
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

  /// Creates an expected hash from a file name or ETag of the Hugging Face Hub. A text that is not
  /// a hash is reported by the check.
  static ExpectedHash ofHub(ExpectedHashSource kind, Path source, String name) {
    Measure measure = Hex.measure(name).orElse(Measure.FILE_SHA256);
    return new ExpectedHash(kind, source, measure, Hex.normal(name));
  }
}
