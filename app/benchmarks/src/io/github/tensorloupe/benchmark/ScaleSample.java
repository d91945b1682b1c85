package io.github.tensorloupe.benchmark;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/// Checkpoints of the largest sizes that people may meet, each large in one way. Their data are
/// holes that take no room on the disk.
public enum ScaleSample {
  /// Tensors of one file.
  TENSORS(1_300_000, ScaleSample::writeTensors),
  /// Tensors of 200 shards without an index.
  TENSORS_IN_SHARDS(
      500_000,
      (folder, count) -> SetSample.write(folder, 200, Math.toIntExact(count / 200), false)),
  /// Bytes of a file with the tensors of a language model.
  BYTES(1L << 40, ScaleSample::writeModel),
  /// Elements of one tensor.
  ELEMENTS(1L << 40, ScaleSample::writeTensor),
  /// Entries of the metadata.
  METADATA_KEYS(1_000_000, ScaleSample::writeMetadata),
  /// Bytes of the name of a tensor, of a key, and of its value.
  NAME_BYTES(30_000_000, ScaleSample::writeLongNames);

  private interface Writer {
    /// Writes so many into an empty folder and gives what to open.
    Path write(Path folder, long count) throws IOException;
  }

  private interface Entries {
    /// Writes the members of the header and gives the length of the data.
    long writeTo(OutputStream out) throws IOException;
  }

  private static final String FILE = "model.safetensors";
  private static final long HIDDEN = 8192;
  private static final long LAYER_BYTES = 2 * 13 * HIDDEN * HIDDEN;

  private final long fullCount;
  private final Writer writer;

  ScaleSample(long fullCount, Writer writer) {
    this.fullCount = fullCount;
    this.writer = writer;
  }

  /// How many there are at full size.
  public long fullCount() {
    return fullCount;
  }

  /// Writes the checkpoint at its full size or at a tenth of it.
  ///
  /// @param folder an empty one
  /// @return what to open
  public Path write(Path folder, boolean isFull) throws IOException {
    return writer.write(folder, isFull ? fullCount : fullCount / 10);
  }

  /// Its name as words.
  public String title() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private static Path writeTensors(Path folder, long count) throws IOException {
    return write(
        folder,
        out -> {
          for (long i = 0; i < count; i++) {
            String name = "l.%d.e.%d.w%d".formatted(i / 384, i / 3 % 128, i % 3);
            entry(out, i == 0, name, "BF16", "[8,8]", 128 * i, 128 * (i + 1));
          }
          return 128 * count;
        });
  }

  private static Path writeModel(Path folder, long count) throws IOException {
    Path file = folder.resolve(FILE);
    SparseModel.write(file, Math.toIntExact(count / LAYER_BYTES), HIDDEN);
    return file;
  }

  private static Path writeTensor(Path folder, long count) throws IOException {
    long rows = count >> 20;
    return write(
        folder,
        out -> {
          entry(out, true, "weight", "F8_E4M3", "[" + rows + ",1048576]", 0, rows << 20);
          return rows << 20;
        });
  }

  private static Path writeMetadata(Path folder, long count) throws IOException {
    return write(
        folder,
        out -> {
          out.write("\"__metadata__\":{".getBytes(UTF_8));
          for (long i = 0; i < count; i++) {
            String entry = "%s\"key.%07d\":\"value %d\"".formatted(i == 0 ? "" : ",", i, i);
            out.write(entry.getBytes(UTF_8));
          }
          out.write('}');
          entry(out, false, "weight", "F32", "[4,4]", 0, 64);
          return 64;
        });
  }

  private static Path writeLongNames(Path folder, long count) throws IOException {
    String text = "long.".repeat(Math.toIntExact(count / 5));
    return write(
        folder,
        out -> {
          out.write(("\"__metadata__\":{\"" + text + "\":\"" + text + "\"}").getBytes(UTF_8));
          entry(out, false, text, "F32", "[4,4]", 0, 64);
          return 64;
        });
  }

  private static Path write(Path folder, Entries entries) throws IOException {
    Path file = folder.resolve(FILE);
    long dataBytes;
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 20)) {
      out.write(new byte[8]);
      out.write('{');
      dataBytes = entries.writeTo(out);
      out.write('}');
    }
    try (RandomAccessFile written = new RandomAccessFile(file.toFile(), "rw")) {
      long headerLength = written.length() - 8;
      byte[] padding = " ".repeat((int) (-headerLength & 7)).getBytes(UTF_8);
      written.seek(8 + headerLength);
      written.write(padding);
      headerLength += padding.length;
      written.seek(0);
      written.write(
          ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(headerLength).array());
      written.setLength(8 + headerLength + dataBytes);
    }
    return file;
  }

  private static void entry(
      OutputStream out,
      boolean isFirst,
      String name,
      String dtype,
      String shape,
      long begin,
      long end)
      throws IOException {
    String text =
        "%s\"%s\":{\"dtype\":\"%s\",\"shape\":%s,\"data_offsets\":[%d,%d]}"
            .formatted(isFirst ? "" : ",", name, dtype, shape, begin, end);
    out.write(text.getBytes(UTF_8));
  }
}
