package io.github.tensorloupe.testing;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.HeaderWriter;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.format.TensorSpec;
import io.github.tensorloupe.format.UnwritableHeaderException;
import io.github.tensorloupe.format.WrittenHeader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Builds safetensors files.
public final class TensorFiles {

  private final List<TensorSpec> specs = new ArrayList<>();
  private final Map<String, byte[]> data = new HashMap<>();
  private final Map<String, String> metadata = new LinkedHashMap<>();

  /// Writes a file with exactly this header text and a data buffer of zeros, which need not match.
  public static Path raw(Path file, String header, int dataLength) throws IOException {
    byte[] text = header.getBytes(StandardCharsets.UTF_8);
    ByteBuffer bytes =
        ByteBuffer.allocate(8 + text.length + dataLength).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putLong(text.length).put(text);
    return Files.write(file, bytes.array());
  }

  /// Adds a tensor with these bytes.
  public TensorFiles tensor(String name, Dtype dtype, byte[] bytes, long... shape) {
    specs.add(new TensorSpec(name, dtype, Shape.of(shape)));
    data.put(name, bytes);
    return this;
  }

  /// Adds a one-dimensional `F32` tensor.
  public TensorFiles floats(String name, float... values) {
    return tensor(name, Dtype.F32, f32(values), values.length);
  }

  /// Returns the bytes of `F32` values.
  public static byte[] f32(float... values) {
    ByteBuffer bytes = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    for (float value : values) {
      bytes.putFloat(value);
    }
    return bytes.array();
  }

  /// Adds a metadata entry.
  public TensorFiles metadata(String key, String value) {
    metadata.put(key, value);
    return this;
  }

  /// Writes the file, with tensors in the order of the reference library.
  public Path write(Path file) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    WrittenHeader header = header();
    out.writeBytes(header.bytes());
    for (TensorInfo tensor : header.header().tensors()) {
      out.writeBytes(data.get(tensor.name()));
    }
    return Files.write(file, out.toByteArray());
  }

  private WrittenHeader header() {
    try {
      return HeaderWriter.write(
          specs, metadata.isEmpty() ? Optional.empty() : Optional.of(Metadata.of(metadata)));
    } catch (UnwritableHeaderException e) {
      throw new IllegalStateException(e);
    }
  }
}
