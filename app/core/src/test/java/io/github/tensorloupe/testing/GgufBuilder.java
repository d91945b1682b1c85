package io.github.tensorloupe.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// Writes GGUF files, including invalid ones.
public final class GgufBuilder {

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final ByteOrder order;

  public GgufBuilder(ByteOrder order, int version, long tensors, long entries) {
    this.order = order;
    bytes.writeBytes("GGUF".getBytes(UTF_8));
    u32(version).u64(tensors).u64(entries);
  }

  public GgufBuilder(long tensors, long entries) {
    this(ByteOrder.LITTLE_ENDIAN, 3, tensors, entries);
  }

  public GgufBuilder u8(int value) {
    bytes.write(value);
    return this;
  }

  public GgufBuilder u16(int value) {
    bytes.writeBytes(ByteBuffer.allocate(2).order(order).putShort((short) value).array());
    return this;
  }

  public GgufBuilder u32(int value) {
    bytes.writeBytes(ByteBuffer.allocate(4).order(order).putInt(value).array());
    return this;
  }

  public GgufBuilder u64(long value) {
    bytes.writeBytes(ByteBuffer.allocate(8).order(order).putLong(value).array());
    return this;
  }

  public GgufBuilder raw(byte... data) {
    bytes.writeBytes(data);
    return this;
  }

  public GgufBuilder text(String text) {
    byte[] encoded = text.getBytes(UTF_8);
    return u64(encoded.length).raw(encoded);
  }

  public GgufBuilder entry(String key, int type) {
    return text(key).u32(type);
  }

  public GgufBuilder entry(String key, String value) {
    return entry(key, 8).text(value);
  }

  /// @param dimensions the fastest one first
  public GgufBuilder tensor(String name, int type, long offset, long... dimensions) {
    text(name).u32(dimensions.length);
    for (long dimension : dimensions) {
      u64(dimension);
    }
    return u32(type).u64(offset);
  }

  public GgufBuilder align(int alignment) {
    while (bytes.size() % alignment != 0) {
      bytes.write(0);
    }
    return this;
  }

  public int size() {
    return bytes.size();
  }

  public byte[] bytes() {
    return bytes.toByteArray();
  }
}
