package io.github.tensorloupe.integrity.expected;

import module java.base;

import io.github.tensorloupe.integrity.expected.ExpectedHash.Measure;

final class Hex {

  private Hex() {}

  static boolean isSha256(String text) {
    return isHex(text, 64);
  }

  static boolean isSha1(String text) {
    return isHex(text, 40);
  }

  private static boolean isHex(String text, int digitCount) {
    return text.length() == digitCount && text.chars().allMatch(HexFormat::isHexDigit);
  }

  /// Returns true if a text has the given number of hex digits, all in lower case.
  static boolean isNormal(String text, int digitCount) {
    return isHex(text, digitCount) && text.chars().noneMatch(Character::isUpperCase);
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
