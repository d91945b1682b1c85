package io.github.tensorloupe.survey;

import module java.base;

import io.github.tensorloupe.model.Sha256;

/// One of several parts of a survey. A file belongs to one part by its path from the argument on,
/// whatever machine looks at it, wherever its drive is mounted and in whatever order files are
/// listed.
///
/// @param index from 0, below `count`
/// @param count how many parts there are
public record Part(int index, int count) {

  /// A survey that is not divided.
  public static final Part WHOLE = new Part(0, 1);

  public Part {
    if (index < 0 || index >= count) {
      throw new IllegalArgumentException("no part: " + index + "/" + count);
    }
  }

  /// @param relative the path from the argument on, with slashes
  boolean contains(String relative) {
    // Systems differ in how they compose accents.
    String name = Normalizer.normalize(relative, Normalizer.Form.NFC);
    return Long.remainderUnsigned(hash(name), count) == index;
  }

  /// A hash that is the same everywhere.
  static long hash(Object... parts) {
    MessageDigest digest = Sha256.digest();
    for (Object part : parts) {
      byte[] bytes = part.toString().getBytes(StandardCharsets.UTF_8);
      digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, bytes.length));
      digest.update(bytes);
    }
    return ByteBuffer.wrap(digest.digest()).getLong();
  }
}
