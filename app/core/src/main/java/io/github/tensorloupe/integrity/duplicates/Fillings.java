package io.github.tensorloupe.integrity.duplicates;

import module java.base;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.integrity.duplicates.DuplicateGroup.Filling;
import io.github.tensorloupe.model.FileBytes;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.work.Cancellation;

/// Tells constant tensors from others. Reads until two values differ, and all of a constant one.
final class Fillings {

  /// A multiple of 24, so that a block ends between two elements whatever their width.
  private static final int BLOCK_BYTES = 24 * 1024;

  private Fillings() {}

  /// What a tensor holds.
  static Filling of(TensorData tensor, Cancellation cancellation) throws IOException {
    FileBytes file = tensor.file();
    long end = tensor.range().end();
    byte[] expected = {};
    for (long at = tensor.range().begin(); at < end; at += BLOCK_BYTES) {
      cancellation.check();
      byte[] block = new byte[(int) Math.min(BLOCK_BYTES, end - at)];
      file.read(at, ByteBuffer.wrap(block));
      if (expected.length == 0) {
        expected = repeated(block, tensor.info().dtype());
      }
      if (Arrays.mismatch(block, 0, block.length, expected, 0, block.length) >= 0) {
        return Filling.VALUES;
      }
    }
    return isZero(expected) ? Filling.ZEROS : Filling.CONSTANT;
  }

  /// The first element over and over, as many bytes as the block has.
  private static byte[] repeated(byte[] block, Dtype dtype) {
    byte[] unit = unit(block, dtype);
    byte[] repeated = new byte[block.length];
    for (int i = 0; i < repeated.length; i++) {
      repeated[i] = unit[i % unit.length];
    }
    return repeated;
  }

  /// The bytes after which a constant tensor begins anew; of narrow elements as many of the first
  /// one as fill whole bytes.
  private static byte[] unit(byte[] block, Dtype dtype) {
    int first = block[0] & 0xff;
    return switch (dtype.bits()) {
      case 4 -> new byte[] {(byte) ((first & 0xf) * 0x11)};
      case 6 -> {
        int four = (first & 0x3f) * 0x41041;
        yield new byte[] {(byte) four, (byte) (four >> 8), (byte) (four >> 16)};
      }
      default -> Arrays.copyOf(block, Math.min(block.length, dtype.bits() / 8));
    };
  }

  private static boolean isZero(byte[] bytes) {
    for (byte each : bytes) {
      if (each != 0) {
        return false;
      }
    }
    return true;
  }
}
