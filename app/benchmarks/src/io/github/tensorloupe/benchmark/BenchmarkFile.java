package io.github.tensorloupe.benchmark;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;

/// Files for measurements: large files with one tensor, and files whose data are a hole.
final class BenchmarkFile {

  private static final int PIECE_BYTES = 1 << 20;
  private static final int ROOM = 4096;

  private BenchmarkFile() {}

  /// Writes a file of which every byte occupies space on the disk.
  static void writeFull(Path file, long dataLength) throws IOException {
    try (FileChannel channel = create(file, dataLength)) {
      Random random = new Random(1);
      byte[] piece = new byte[PIECE_BYTES];
      for (long at = 0; at < dataLength; at += PIECE_BYTES) {
        random.nextBytes(piece);
        channel.write(ByteBuffer.wrap(piece, 0, (int) Math.min(PIECE_BYTES, dataLength - at)));
      }
      channel.force(true);
    }
  }

  /// Writes a file whose data are one hole.
  static void writeSparse(Path file, long dataLength) throws IOException {
    try (FileChannel channel = create(file, dataLength)) {
      channel.write(ByteBuffer.allocate(1), channel.position() + dataLength - 1);
      channel.force(true);
    }
  }

  /// Writes a file whose data are one hole, which occupies no space on the disk.
  ///
  /// @param members the members of the header, in order
  static void writeSparse(Path file, Iterable<String> members, long dataLength) throws IOException {
    String text = "{" + String.join(",", members) + "}";
    byte[] header = (text + " ".repeat(-text.length() & 7)).getBytes(StandardCharsets.UTF_8);
    try (RandomAccessFile written = new RandomAccessFile(file.toFile(), "rw")) {
      written.write(beginOf(header).array());
      written.setLength(written.length() + dataLength);
    }
  }

  /// Returns the header member of a tensor.
  static String entry(String name, String dtype, String shape, long begin, long end) {
    return "\"%s\":{\"dtype\":\"%s\",\"shape\":%s,\"data_offsets\":[%d,%d]}"
        .formatted(name, dtype, shape, begin, end);
  }

  private static ByteBuffer beginOf(byte[] header) {
    ByteBuffer begin = ByteBuffer.allocate(8 + header.length).order(ByteOrder.LITTLE_ENDIAN);
    return begin.putLong(header.length).put(header).flip();
  }

  private static FileChannel create(Path file, long dataLength) throws IOException {
    String text =
        "{\"__metadata__\":{\"format\":\"pt\"},\"t\":{\"dtype\":\"U8\",\"shape\":[%1$d],"
                .formatted(dataLength)
            + "\"data_offsets\":[0,%d]}}".formatted(dataLength);
    byte[] header = (text + " ".repeat(ROOM - text.length())).getBytes(StandardCharsets.UTF_8);
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    channel.write(beginOf(header));
    return channel;
  }
}
