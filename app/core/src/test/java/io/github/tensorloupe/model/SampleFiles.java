package io.github.tensorloupe.model;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.tensorloupe.format.Header;
import io.github.tensorloupe.format.HeaderReading;
import io.github.tensorloupe.format.TensorInfo;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Assumptions;

/// Files and checkpoints for tests.
public final class SampleFiles {

  private SampleFiles() {}

  /// Returns the bytes of a file with this header text and these data.
  static byte[] bytes(String header, byte[] data) {
    byte[] text = header.getBytes(UTF_8);
    return ByteBuffer.allocate(8 + text.length + data.length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putLong(text.length)
        .put(text)
        .put(data)
        .array();
  }

  /// Returns the header of consecutive U8 tensors of two bytes each.
  static String header(String... names) {
    List<String> entries = new ArrayList<>();
    for (int i = 0; i < names.length; i++) {
      entries.add(entry(names[i], 2, 2L * i, 2L * i + 2));
    }
    return "{" + String.join(",", entries) + "}";
  }

  /// Returns the header entry of a U8 tensor.
  static String entry(String name, long length, long begin, long end) {
    return "\"%s\":{\"dtype\":\"U8\",\"shape\":[%d],\"data_offsets\":[%d,%d]}"
        .formatted(name, length, begin, end);
  }

  /// Writes a valid file with U8 tensors of two bytes each; their values count up from 1.
  public static Path write(Path path, String... names) throws IOException {
    byte[] data = new byte[2 * names.length];
    for (int i = 0; i < data.length; i++) {
      data[i] = (byte) (i + 1);
    }
    return Files.write(path, bytes(header(names), data));
  }

  /// Opens a file as if its header contained these tensors.
  public static TensorFile open(Path path, TensorInfo... tensors) throws IOException {
    Header header = new Header(Arrays.asList(tensors), Optional.empty());
    HeaderReading reading =
        new HeaderReading(0, OptionalLong.empty(), Optional.empty(), true, header, List.of());
    return new TensorFile(
        FileBytes.open(path),
        FileKind.SAFETENSORS,
        FileKind.SAFETENSORS.description(),
        reading,
        List.of());
  }

  /// Creates a set of open files without an index.
  public static Checkpoint checkpoint(Path folder, TensorFile... files) {
    return new Checkpoint(folder, FileKind.SET, List.of(), List.of(files), List.of());
  }

  /// Writes an index of the tensors `t0`, `t1`, and so on.
  ///
  /// @param shardNames the file name of the shard of each tensor, as JSON text without quotes
  public static Path writeIndex(Path path, String... shardNames) throws IOException {
    List<String> entries = new ArrayList<>();
    for (int i = 0; i < shardNames.length; i++) {
      entries.add("\"t%d\":\"%s\"".formatted(i, shardNames[i]));
    }
    return Files.writeString(path, "{\"weight_map\":{" + String.join(",", entries) + "}}");
  }

  /// Writes a sparse file with one U8 tensor `t` that consists of zeros, except for its last byte,
  /// which is 7. Skips the calling test if the file system does not support this.
  static Path writeSparse(Path path, long dataByteCount) throws IOException {
    byte[] head = bytes("{" + entry("t", dataByteCount, 0, dataByteCount) + "}", new byte[0]);
    return writeSparse(path, head, head.length + dataByteCount - 1);
  }

  /// Writes the first bytes, followed by zeros, and a 7 at the given offset.
  static Path writeSparse(Path path, byte[] head, long lastByteOffset) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
      file.write(head);
      try {
        file.setLength(lastByteOffset + 1);
      } catch (IOException e) {
        Assumptions.abort("no room for a sparse file of " + lastByteOffset + " bytes: " + e);
      }
      file.seek(lastByteOffset);
      file.write(7);
    }
    return path;
  }

  /// Changes the length of a file, like another process.
  static void setLength(Path path, long byteLength) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
      file.setLength(byteLength);
    }
  }

  /// Returns the number of files in a folder that this process has open. Skips the calling test if
  /// the system does not list open files.
  static long openCount(Path folder) throws IOException {
    Path descriptors = Path.of("/proc/self/fd");
    Assumptions.assumeTrue(Files.isDirectory(descriptors), "the system lists no open files");
    Path real = folder.toRealPath();
    try (var links = Files.newDirectoryStream(descriptors)) {
      long count = 0;
      for (Path link : links) {
        count += target(link).startsWith(real) ? 1 : 0;
      }
      return count;
    }
  }

  private static Path target(Path link) {
    try {
      return Files.readSymbolicLink(link);
    } catch (IOException e) {
      // The file was closed in the meantime.
      return link;
    }
  }
}
