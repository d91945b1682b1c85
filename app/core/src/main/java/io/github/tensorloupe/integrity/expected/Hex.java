package io.github.tensorloupe.integrity.expected;

import module java.base;

import io.github.tensorloupe.integrity.expected.ExpectedHash.Measure;

/// Hashes as text.
final class Hex {

  private static final Pattern SHA256 = Pattern.compile("[0-9a-fA-F]{64}");
  private static final Pattern SHA1 = Pattern.compile("[0-9a-fA-F]{40}");

  private Hex() {}

  static boolean isSha256(String text) {
    return SHA256.matcher(text).matches();
  }

  static boolean isSha1(String text) {
    return SHA1.matcher(text).matches();
  }

  /// The measure of a name or etag of the Hugging Face Hub: 64 digits for large files, 40 for those
  /// that Git keeps itself.
  static Optional<Measure> measure(String text) {
    if (isSha256(text)) {
      return Optional.of(Measure.FILE_SHA256);
    }
    return isSha1(text) ? Optional.of(Measure.GIT_BLOB_SHA1) : Optional.empty();
  }

  /// A hash as it is written here: lower case, without the `0x` of some writers.
  static String normal(String text) {
    String lower = text.strip().toLowerCase(Locale.ROOT);
    return lower.startsWith("0x") ? lower.substring(2) : lower;
  }
}
