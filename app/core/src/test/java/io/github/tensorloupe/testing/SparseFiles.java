package io.github.tensorloupe.testing;

import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Shape;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;

/// Files of any length that occupy almost no disk space.
public final class SparseFiles {

  private SparseFiles() {}

  /// Writes a file with a tensor `t` of zeros, except for some bytes. Skips the calling test if the
  /// file system cannot create the file.
  ///
  /// @param bytes the bytes by their offset from the first byte of the tensor
  public static Path write(Path file, Dtype dtype, Map<Long, byte[]> bytes, long... shape) {
    assumeTrue(
        catchThrowable(() -> create(file, dtype, bytes, Shape.of(shape))) == null,
        "no room for a sparse file");
    return file;
  }

  /// Creates a file with some bytes followed by zeros.
  ///
  /// @param length the length of the whole file, greater than the number of bytes
  public static void create(Path file, byte[] beginning, long length) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.WRITE,
            StandardOpenOption.SPARSE)) {
      channel.write(ByteBuffer.wrap(beginning), 0);
      channel.write(ByteBuffer.wrap(new byte[1]), length - 1);
    }
  }

  private static void create(Path file, Dtype dtype, Map<Long, byte[]> bytes, Shape shape)
      throws IOException {
    BigInteger bits = BigInteger.valueOf(dtype.bits());
    BigInteger count = BigInteger.valueOf(shape.elementCount().orElseThrow());
    long length = count.multiply(bits).shiftRight(3).longValueExact();
    byte[] header =
        SampleBytes.file(SampleBytes.entry("t", dtype.name(), shape.toString(), 0, length));
    create(file, header, header.length + length);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      for (Map.Entry<Long, byte[]> each : bytes.entrySet()) {
        channel.write(ByteBuffer.wrap(each.getValue()), header.length + each.getKey());
      }
    }
  }
}
