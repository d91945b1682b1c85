package io.github.tensorloupe.survey;

import module java.base;

import io.github.tensorloupe.model.Sha256;

/// One of several parts of a survey. The path of a file relative to the argument determines its
/// part, independent of the machine, the mount point and the order in which files are listed.
///
/// @param index from 0, below `count`
/// @param count the number of parts
public record Part(int index, int count) {

  /// A survey that is not divided.
  public static final Part WHOLE = new Part(0, 1);

  public Part {
    if (index < 0 || index >= count) {
      throw new IllegalArgumentException("no part: " + index + "/" + count);
    }
  }

  /// @param relative the path relative to the argument, with slashes
  boolean contains(String relative) {
    // File systems differ in the composition of accents.
    String name = Normalizer.normalize(relative, Normalizer.Form.NFC);
    return Long.remainderUnsigned(hash(name), count) == index;
  }

  /// Returns a hash that is the same on all machines.
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
