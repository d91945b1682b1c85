package io.github.tensorloupe.model;

import module java.base;

/// SHA-256 hashes that identify files and their parts.
public final class Sha256 {

  private Sha256() {}

  /// Returns the SHA-256 of a text in UTF-8, in lowercase hex.
  public static String hex(String text) {
    return hex(text.getBytes(StandardCharsets.UTF_8));
  }

  /// Returns the SHA-256 of bytes, in lowercase hex.
  public static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(digest().digest(bytes));
  }

  /// Returns the hash of a digest in lowercase hex, and resets the digest.
  public static String hex(MessageDigest digest) {
    return HexFormat.of().formatHex(digest.digest());
  }

  public static MessageDigest digest() {
    return digest("SHA-256");
  }

  /// Returns a SHA-1 digest, which Git and the Hugging Face Hub use for identifiers. Not for
  /// security.
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
