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
    return digest("SHA-256");
  }

  /// Returns a digest for SHA-1, which Git and the Hugging Face Hub use in names. Not for security.
  public static MessageDigest sha1() {
    return digest("SHA-1");
  }

  private static MessageDigest digest(String algorithm) {
    try {
      return MessageDigest.getInstance(algorithm);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has " + algorithm, e);
    }
  }
}
