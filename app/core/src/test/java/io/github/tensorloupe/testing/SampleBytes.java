package io.github.tensorloupe.testing;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;

/// Small safetensors files and indexes as byte arrays.
public final class SampleBytes {

  private SampleBytes() {}

  /// Returns a file with this header text, without padding, and this data.
  public static byte[] file(String header, byte... data) {
    byte[] text = header.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(8 + text.length + data.length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putLong(text.length)
        .put(text)
        .put(data)
        .array();
  }

  /// Returns a valid file with one `U8` tensor `t` with these values.
  public static byte[] bytes(byte... values) {
    return file(entry("t", "U8", "[" + values.length + "]", 0, values.length), values);
  }

  /// Returns a valid file with one `F32` tensor `t` with these values.
  public static byte[] floats(float... values) {
    int end = 4 * values.length;
    return file(entry("t", "F32", "[" + values.length + "]", 0, end), TensorFiles.f32(values));
  }

  /// Returns a header with one entry.
  public static String entry(String name, String dtype, String shape, long begin, long end) {
    return "{\"%s\":{\"dtype\":\"%s\",\"shape\":%s,\"data_offsets\":[%d,%d]}}"
        .formatted(name, dtype, shape, begin, end);
  }

  /// Returns an index. The arguments are alternately names of tensors and shards.
  public static byte[] index(String... tensorsAndShards) {
    StringBuilder json = new StringBuilder("{\"weight_map\":{");
    for (int i = 0; i < tensorsAndShards.length; i += 2) {
      json.append(i == 0 ? "" : ",")
          .append('"')
          .append(tensorsAndShards[i])
          .append("\":\"")
          .append(tensorsAndShards[i + 1])
          .append('"');
    }
    return json.append("}}").toString().getBytes(StandardCharsets.UTF_8);
  }

  /// Writes a file, and creates its parent folders.
  public static Path write(Path file, byte[] bytes) throws IOException {
    Files.createDirectories(file.getParent());
    return Files.write(file, bytes);
  }

  /// Joins lines to a text.
  public static String lines(String... lines) {
    return Arrays.stream(lines).map(line -> line + "\n").collect(Collectors.joining());
  }
}
