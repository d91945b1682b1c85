package io.github.tensorloupe.integrity.expected;

import module java.base;

import io.github.tensorloupe.integrity.expected.ExpectedHash.Measure;

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

  /// Returns the measure of a hash from the Hugging Face Hub: [Measure#FILE_SHA256] for 64 digits,
  /// [Measure#GIT_BLOB_SHA1] for 40 digits (files that are stored in Git), otherwise empty.
  static Optional<Measure> measure(String text) {
    if (isSha256(text)) {
      return Optional.of(Measure.FILE_SHA256);
    }
    return isSha1(text) ? Optional.of(Measure.GIT_BLOB_SHA1) : Optional.empty();
  }

  /// Returns a hash in lower case, without whitespace and the `0x` prefix of some programs.
  static String normal(String text) {
    String lower = text.strip().toLowerCase(Locale.ROOT);
    return lower.startsWith("0x") ? lower.substring(2) : lower;
  }
}
