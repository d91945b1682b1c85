package io.github.tensorloupe.foreign.zip;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/// Writes the bytes of a ZIP archive, also of an invalid one.
public final class ZipBuilder {

  /// An entry. The fields of the local header and of the directory can be changed before
  /// [ZipBuilder#bytes()].
  public static final class Entry {

    public String name;
    public String localName;
    public byte[] data;
    public int flags;
    public int method;
    public int localMethod;
    public long crc;
    public long size;
    public long compressedSize;
    public long localSize;
    public byte[] extra = {};

    /// The offset of the local header, or -1 for the actual one.
    public long offset = -1;
  }

  private final List<Entry> entries = new ArrayList<>();
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  public byte[] prefix = {};
  public byte[] comment = {};
  public boolean is64;

  /// The number of entries in the directory, or -1 for the actual one.
  public int count = -1;

  public Entry store(String name, byte[] data) {
    Entry entry = new Entry();
    entry.name = name;
    entry.localName = name;
    entry.data = data;
    CRC32 crc = new CRC32();
    crc.update(data);
    entry.crc = crc.getValue();
    entry.size = data.length;
    entry.localSize = data.length;
    entry.compressedSize = data.length;
    entries.add(entry);
    return entry;
  }

  public Entry deflate(String name, byte[] data) {
    Entry entry = store(name, data);
    Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION, true);
    deflater.setInput(data);
    deflater.finish();
    byte[] deflated = new byte[data.length + 100];
    entry.data = Arrays.copyOf(deflated, deflater.deflate(deflated));
    System.arraycopy(deflated, 0, entry.data, 0, entry.data.length);
    deflater.end();
    entry.method = 8;
    entry.localMethod = 8;
    entry.compressedSize = entry.data.length;
    return entry;
  }

  public byte[] bytes() {
    out.reset();
    out.writeBytes(prefix);
    List<Integer> offsets = new ArrayList<>();
    for (Entry entry : entries) {
      offsets.add(out.size() - prefix.length);
      byte[] name = entry.localName.getBytes(StandardCharsets.UTF_8);
      boolean isWide = is64 && (entry.flags & 8) == 0;
      byte[] extra = isWide ? sizes(entry.localSize, entry.compressedSize) : new byte[0];
      ByteBuffer header = buffer(30).putInt(0x04034b50).putShort((short) 20);
      header.putShort((short) entry.flags).putShort((short) entry.localMethod).putInt(0);
      if ((entry.flags & 8) != 0) {
        header.putInt(0).putInt(0).putInt(0);
      } else {
        header.putInt((int) entry.crc);
        header.putInt(isWide ? -1 : (int) entry.compressedSize);
        header.putInt(isWide ? -1 : (int) entry.localSize);
      }
      header.putShort((short) name.length).putShort((short) extra.length);
      out.writeBytes(header.array());
      out.writeBytes(name);
      out.writeBytes(extra);
      out.writeBytes(entry.data);
      if ((entry.flags & 8) != 0) {
        out.writeBytes(buffer(4).putInt(0x08074b50).array());
        out.writeBytes(buffer(4).putInt((int) entry.crc).array());
        out.writeBytes(buffer(4).putInt((int) entry.compressedSize).array());
        out.writeBytes(buffer(4).putInt((int) entry.size).array());
      }
    }
    int begin = out.size();
    for (int i = 0; i < entries.size(); i++) {
      Entry entry = entries.get(i);
      writeDirectory(entry, entry.offset < 0 ? offsets.get(i) : entry.offset);
    }
    writeEnd(begin);
    return out.toByteArray();
  }

  private void writeDirectory(Entry entry, long offset) {
    byte[] name = entry.name.getBytes(StandardCharsets.UTF_8);
    byte[] wide =
        is64
            ? buffer(28)
                .putShort((short) 1)
                .putShort((short) 24)
                .putLong(entry.size)
                .putLong(entry.compressedSize)
                .putLong(offset)
                .array()
            : new byte[0];
    ByteBuffer header = buffer(46).putInt(0x02014b50).putShort((short) 20).putShort((short) 20);
    header.putShort((short) entry.flags).putShort((short) entry.method).putInt(0);
    header.putInt((int) entry.crc);
    header.putInt(is64 ? -1 : (int) entry.compressedSize);
    header.putInt(is64 ? -1 : (int) entry.size);
    header.putShort((short) name.length).putShort((short) (wide.length + entry.extra.length));
    header.putInt(42, is64 ? -1 : (int) offset);
    out.writeBytes(header.array());
    out.writeBytes(name);
    out.writeBytes(wide);
    out.writeBytes(entry.extra);
  }

  private void writeEnd(int begin) {
    int byteCount = out.size() - begin;
    int entryCount = count < 0 ? entries.size() : count;
    int declared = begin - prefix.length;
    if (is64) {
      int position = out.size() - prefix.length;
      ByteBuffer record = buffer(56).putInt(0x06064b50).putLong(44).putShort((short) 45);
      record.putLong(24, entryCount).putLong(32, entryCount).putLong(40, byteCount);
      out.writeBytes(record.putLong(48, declared).array());
      ByteBuffer locator = buffer(20).putInt(0x07064b50).putInt(0).putLong(position).putInt(1);
      out.writeBytes(locator.array());
    }
    ByteBuffer end = buffer(22).putInt(0x06054b50).putInt(0);
    end.putShort((short) (is64 ? -1 : entryCount)).putShort((short) (is64 ? -1 : entryCount));
    end.putInt(is64 ? -1 : byteCount).putInt(is64 ? -1 : declared);
    out.writeBytes(end.putShort((short) comment.length).array());
    out.writeBytes(comment);
  }

  private static byte[] sizes(long size, long compressedSize) {
    return buffer(20)
        .putShort((short) 1)
        .putShort((short) 16)
        .putLong(size)
        .putLong(compressedSize)
        .array();
  }

  private static ByteBuffer buffer(int byteCount) {
    return ByteBuffer.allocate(byteCount).order(ByteOrder.LITTLE_ENDIAN);
  }
}
