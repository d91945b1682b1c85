package io.github.tensorloupe.benchmark;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

/// A set of shards with the names of a large mixture of experts, in a separate folder. The data are
/// holes that occupy no space on the disk. Must be closed.
final class SetSample implements AutoCloseable {

  private static final String[] PROJECTIONS = {"down_proj", "gate_proj", "up_proj"};
  private static final int EXPERTS = 384;

  /// Bytes of a tensor of 64 × 64 `BF16`: small, to stay below the limits of file systems.
  private static final long TENSOR_BYTES = 2 * 64 * 64;

  private final Path folder;
  private final int shardCount;
  private final int tensorsPerShard;

  /// Writes the set.
  ///
  /// @param indexed whether to write an index of the shards
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

  /// Writes a set into a folder and returns the folder.
  static Path write(Path folder, int shardCount, int tensorsPerShard, boolean indexed)
      throws IOException {
    return new SetSample(folder, shardCount, tensorsPerShard, indexed).folder();
  }

  private void writeShard(int shard) throws IOException {
    List<String> entries = new ArrayList<>();
    for (int i = 0; i < tensorsPerShard; i++) {
      long begin = i * TENSOR_BYTES;
      entries.add(
          BenchmarkFile.entry(name(shard, i), "BF16", "[64,64]", begin, begin + TENSOR_BYTES));
    }
    BenchmarkFile.writeSparse(
        folder.resolve(shardName(shard)), entries, tensorsPerShard * TENSOR_BYTES);
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
