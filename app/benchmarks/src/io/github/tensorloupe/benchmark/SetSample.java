package io.github.tensorloupe.benchmark;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.StringJoiner;

/// A set of shards with the names of a large mixture of experts, in a folder of its own. The data
/// are holes that take no room on the disk. To be closed.
final class SetSample implements AutoCloseable {

  private static final String[] PROJECTIONS = {"down_proj", "gate_proj", "up_proj"};
  private static final int EXPERTS = 384;

  /// Bytes of a tensor of 64 × 64 `BF16`; small, so that many fit below the limits of file systems.
  private static final long TENSOR_BYTES = 2 * 64 * 64;

  private final Path folder;
  private final int shardCount;
  private final int tensorsPerShard;

  /// Writes the set.
  ///
  /// @param indexed whether an index names the shards
  SetSample(int shardCount, int tensorsPerShard, boolean indexed) throws IOException {
    this(Files.createTempDirectory("set-sample"), shardCount, tensorsPerShard, indexed);
  }

  private SetSample(Path folder, int shardCount, int tensorsPerShard, boolean indexed)
      throws IOException {
    this.folder = folder;
    this.shardCount = shardCount;
    this.tensorsPerShard = tensorsPerShard;
    StringJoiner weightMap = new StringJoiner(",\n", "{\"metadata\":{},\"weight_map\":{", "}}");
    for (int shard = 0; shard < shardCount; shard++) {
      writeShard(shard);
      for (int i = 0; indexed && i < tensorsPerShard; i++) {
        weightMap.add("\"" + name(shard, i) + "\":\"" + shardName(shard) + "\"");
      }
    }
    if (indexed) {
      Files.writeString(folder.resolve("model.safetensors.index.json"), weightMap.toString());
    }
  }

  /// Writes a set into a folder, which it gives back.
  static Path write(Path folder, int shardCount, int tensorsPerShard, boolean indexed)
      throws IOException {
    return new SetSample(folder, shardCount, tensorsPerShard, indexed).folder();
  }

  private void writeShard(int shard) throws IOException {
    StringJoiner entries = new StringJoiner(",", "{", "}");
    for (int i = 0; i < tensorsPerShard; i++) {
      entries.add(
          "\"%s\":{\"dtype\":\"BF16\",\"shape\":[64,64],\"data_offsets\":[%d,%d]}"
              .formatted(name(shard, i), i * TENSOR_BYTES, (i + 1) * TENSOR_BYTES));
    }
    byte[] header = entries.toString().getBytes(UTF_8);
    try (RandomAccessFile file =
        new RandomAccessFile(folder.resolve(shardName(shard)).toFile(), "rw")) {
      file.write(
          ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(header.length).array());
      file.write(header);
      file.setLength(8 + header.length + tensorsPerShard * TENSOR_BYTES);
    }
  }

  private String name(int shard, int tensor) {
    int number = shard * tensorsPerShard + tensor;
    int expert = number / PROJECTIONS.length;
    return "model.layers.%d.mlp.experts.%d.%s.weight"
        .formatted(expert / EXPERTS, expert % EXPERTS, PROJECTIONS[number % PROJECTIONS.length]);
  }

  private String shardName(int shard) {
    return "model-%05d-of-%05d.safetensors".formatted(shard + 1, shardCount);
  }

  Path folder() {
    return folder;
  }

  int tensorCount() {
    return shardCount * tensorsPerShard;
  }

  @Override
  public void close() throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }
}
