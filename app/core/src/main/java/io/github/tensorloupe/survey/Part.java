package io.github.tensorloupe.survey;

import module java.base;

import io.github.tensorloupe.model.Sha256;

/// One of several parts of a survey, for distributed runs. The part of a file depends only on its
/// path relative to the argument, not on the machine, the mount point or the listing order.
///
/// @param index the index of the part, from 0 to `count` − 1
public record Part(int index, int count) {

  /// The only part of an undivided survey.
  public static final Part WHOLE = new Part(0, 1);

  public Part {
    if (index < 0 || index >= count) {
      throw new IllegalArgumentException("no part: " + index + "/" + count);
    }
  }

  boolean contains(String relative) {
    // File systems differ in the Unicode normalization of names.
    String name = Normalizer.normalize(relative, Normalizer.Form.NFC);
    return Long.remainderUnsigned(hash(name), count) == index;
  }

  /// Returns a hash that is equal on all machines.
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
