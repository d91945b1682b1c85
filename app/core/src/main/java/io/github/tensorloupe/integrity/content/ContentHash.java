package io.github.tensorloupe.integrity.content;

import module java.base;

/// A SHA-256 hash, stored as four big-endian numbers of 8 bytes to save memory.
public record ContentHash(long first, long second, long third, long fourth) implements Content {

  private static final int BYTES = 32;

  static ContentHash of(byte[] digest) {
    ByteBuffer bytes = ByteBuffer.wrap(digest);
    return new ContentHash(bytes.getLong(), bytes.getLong(), bytes.getLong(), bytes.getLong());
  }

  /// Parses 64 hexadecimal digits. Returns empty for any other text.
  public static Optional<ContentHash> ofHex(String text) {
    try {
      return text.length() == 2 * BYTES
          ? Optional.of(of(HexFormat.of().parseHex(text)))
          : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /// Returns the hash in lowercase hex.
  public String hex() {
    return LongStream.of(first, second, third, fourth)
        .mapToObj(HexFormat.of()::toHexDigits)
        .collect(Collectors.joining());
  }
}
