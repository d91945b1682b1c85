package io.github.tensorloupe.testing;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// Writes the files of `torch.save`, from the instructions of a pickle in protocol 2.
public final class TorchFile {

  private final Map<String, byte[]> storages = new LinkedHashMap<>();
  private final List<String> values = new ArrayList<>();
  private boolean isLegacy;
  private String byteOrder = "little";
  private int method = ZipEntry.STORED;

  public TorchFile legacy() {
    isLegacy = true;
    return this;
  }

  public TorchFile bigEndian() {
    byteOrder = "big";
    return this;
  }

  public TorchFile deflated() {
    method = ZipEntry.DEFLATED;
    return this;
  }

  /// Adds a storage of floats 0, 1, 2 …
  public TorchFile floats(String key, int count) {
    ByteOrder order = byteOrder.equals("big") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
    ByteBuffer data = ByteBuffer.allocate(count * Float.BYTES).order(order);
    for (int i = 0; i < count; i++) {
      data.putFloat(i);
    }
    return bytes(key, data.array());
  }

  public TorchFile bytes(String key, byte[] data) {
    storages.put(key, data);
    return this;
  }

  /// Adds an entry of the dictionary at the root.
  public TorchFile entry(String key, String instructions) {
    values.add(text(key) + instructions);
    return this;
  }

  public static String text(String text) {
    return "U" + (char) text.length() + text;
  }

  public static String number(long number) {
    byte[] bytes = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(number).array();
    return "\u008a\b" + new String(bytes, ISO_8859_1);
  }

  public static String tuple(long... numbers) {
    StringBuilder tuple = new StringBuilder("(");
    for (long each : numbers) {
      tuple.append(number(each));
    }
    return tuple + "t";
  }

  public String storage(String type, String key, long count) {
    return "(U\u0007storagec"
        + type.replace('.', '\n').replaceFirst("^torch\nstorage\n", "torch.storage\n")
        + "\n"
        + text(key)
        + text("cpu")
        + number(count)
        + (isLegacy ? "N" : "")
        + "tQ";
  }

  public static String call(String function, String... arguments) {
    int dot = function.lastIndexOf('.');
    return "c"
        + function.substring(0, dot)
        + "\n"
        + function.substring(dot + 1)
        + "\n("
        + String.join("", arguments)
        + "tR";
  }

  /// Returns a tensor of floats.
  public String tensor(String key, long count, long offset, String sizes, String strides) {
    return view(storage("torch.FloatStorage", key, count), offset, sizes, strides, "");
  }

  public static String view(
      String storage, long offset, String sizes, String strides, String flags) {
    String hooks = call("collections.OrderedDict");
    return call(
        "torch._utils._rebuild_tensor_v2",
        storage,
        number(offset),
        sizes,
        strides,
        "\u0089",
        hooks,
        flags);
  }

  public byte[] write() throws IOException {
    return write("\u0080\u0002}(" + String.join("", values) + "u.");
  }

  public byte[] write(String pickle) throws IOException {
    return isLegacy ? writeLegacy(pickle) : writeZip(pickle);
  }

  private byte[] writeZip(String pickle) throws IOException {
    Map<String, byte[]> entries = new LinkedHashMap<>();
    entries.put("data.pkl", pickle.getBytes(ISO_8859_1));
    entries.put("byteorder", byteOrder.getBytes(ISO_8859_1));
    storages.forEach((key, data) -> entries.put("data/" + key, data));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (Map.Entry<String, byte[]> each : entries.entrySet()) {
        ZipEntry entry = new ZipEntry("root/" + each.getKey());
        CRC32 crc = new CRC32();
        crc.update(each.getValue());
        entry.setMethod(method);
        entry.setSize(each.getValue().length);
        entry.setCrc(crc.getValue());
        zip.putNextEntry(entry);
        zip.write(each.getValue());
      }
    }
    return bytes.toByteArray();
  }

  private byte[] writeLegacy(String pickle) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    String keys = String.join("", storages.keySet().stream().map(TorchFile::text).toList());
    String head =
        "\u0080\u0002\u008a\nl\u00fc\u009cF\u00f9 j\u00a8P\u0019.\u0080\u0002M\u00e9\u0003."
            + "\u0080\u0002}."
            + pickle
            + "\u0080\u0002]("
            + keys
            + "e.";
    bytes.write(head.getBytes(ISO_8859_1));
    for (byte[] data : storages.values()) {
      ByteBuffer count = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
      bytes.write(count.putLong(data.length / Float.BYTES).array());
      bytes.write(data);
    }
    return bytes.toByteArray();
  }
}
