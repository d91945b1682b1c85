package io.github.tensorloupe.integrity.hash;

import module java.base;

import io.github.tensorloupe.format.ByteRange;

/// A computation over a range of a file.
///
/// @param range file offsets
/// @param digest is given the bytes of the range in order, by one thread at a time
record RangeDigest(ByteRange range, MessageDigest digest) {

  /// Digests what a block has of the range.
  ///
  /// @param blockBegin file offset of the block's first byte
  /// @param length how many bytes of the block count
  void update(byte[] block, long blockBegin, int length) {
    long begin = Math.max(range.begin(), blockBegin);
    long end = Math.min(range.end(), blockBegin + length);
    if (begin < end) {
      digest.update(block, (int) (begin - blockBegin), (int) (end - begin));
    }
  }
}
