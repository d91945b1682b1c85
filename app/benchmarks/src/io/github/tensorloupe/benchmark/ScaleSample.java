package io.github.tensorloupe.benchmark;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;

/// Checkpoints of the largest sizes that users may have, each large in one dimension. Their data
/// are holes that occupy no space on the disk.
public enum ScaleSample {
  /// Tensors of one file.
  TENSORS(1_300_000, ScaleSample::writeTensors),
  /// Tensors of 200 shards without an index.
  TENSORS_IN_SHARDS(
      500_000,
      (folder, count) -> SetSample.write(folder, 200, Math.toIntExact(count / 200), false)),
  /// Bytes of a file with the tensors of a language model.
  BYTES(1L << 40, ScaleSample::writeModel),
  /// Elements of a single tensor.
  ELEMENTS(1L << 40, ScaleSample::writeTensor),
  /// Entries of the metadata.
  METADATA_KEYS(1_000_000, ScaleSample::writeMetadata),
  /// Bytes in the name of a tensor, in a key, and in its value.
  NAME_BYTES(30_000_000, ScaleSample::writeLongNames);

  private interface Writer {
    /// Writes this many into an empty folder and returns the path to open.
    Path write(Path folder, long count) throws IOException;
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

  /// Returns the number at full size.
  public long fullCount() {
    return fullCount;
  }

  /// Writes the checkpoint at its full size or at a tenth of it.
  ///
  /// @param folder an empty folder
  /// @return the path to open
  public Path write(Path folder, boolean isFull) throws IOException {
    return writer.write(folder, isFull ? fullCount : fullCount / 10);
  }

  /// Returns the name of the sample as words.
  public String title() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private static Path writeTensors(Path folder, long count) throws IOException {
    List<String> entries = new ArrayList<>();
    for (long i = 0; i < count; i++) {
      String name = "l.%d.e.%d.w%d".formatted(i / 384, i / 3 % 128, i % 3);
      entries.add(BenchmarkFile.entry(name, "BF16", "[8,8]", 128 * i, 128 * (i + 1)));
    }
    return write(folder, entries, 128 * count);
  }

  private static Path writeModel(Path folder, long count) throws IOException {
    Path file = folder.resolve(FILE);
    SparseModel.write(file, Math.toIntExact(count / LAYER_BYTES), HIDDEN);
    return file;
  }

  private static Path writeTensor(Path folder, long count) throws IOException {
    long rows = count >> 20;
    long bytes = rows << 20;
    String shape = "[" + rows + ",1048576]";
    return write(folder, List.of(BenchmarkFile.entry("weight", "F8_E4M3", shape, 0, bytes)), bytes);
  }

  private static Path writeMetadata(Path folder, long count) throws IOException {
    StringJoiner entries = new StringJoiner(",");
    for (long i = 0; i < count; i++) {
      entries.add("\"key.%07d\":\"value %d\"".formatted(i, i));
    }
    return write(folder, entries.toString(), "weight");
  }

  private static Path writeLongNames(Path folder, long count) throws IOException {
    String text = "long.".repeat(Math.toIntExact(count / 5));
    return write(folder, "\"" + text + "\":\"" + text + "\"", text);
  }

  /// @param metadata the members of the metadata
  /// @param name the name of the only tensor
  private static Path write(Path folder, String metadata, String name) throws IOException {
    List<String> members =
        List.of(
            "\"__metadata__\":{" + metadata + "}",
            BenchmarkFile.entry(name, "F32", "[4,4]", 0, 64));
    return write(folder, members, 64);
  }

  private static Path write(Path folder, List<String> members, long dataBytes) throws IOException {
    Path file = folder.resolve(FILE);
    BenchmarkFile.writeSparse(file, members, dataBytes);
    return file;
  }
}
