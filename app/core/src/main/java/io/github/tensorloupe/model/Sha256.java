package io.github.tensorloupe.model;

import module java.base;

/// SHA-256 hashes for identifying files and their parts.
public final class Sha256 {

  private Sha256() {}

  /// Returns the hash of a text in UTF-8, in lower-case hex.
  public static String hex(String text) {
    return hex(text.getBytes(StandardCharsets.UTF_8));
  }

  /// Returns the hash of bytes in lower-case hex.
  public static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(digest().digest(bytes));
  }

  public static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
