package io.github.tensorloupe.testing;

import io.github.tensorloupe.format.Dtype;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/// A folder for a set of shards. Each tensor is an `F32` vector with four elements (16 bytes),
/// unless the test specifies another one.
///
/// @param path an existing folder
public record ShardFolder(Path path) {

  /// The name of the index.
  public static final String INDEX = "model.safetensors.index.json";

  /// The size of a tensor in bytes.
  public static final int TENSOR_BYTES = 16;

  /// Returns the name of a shard.
  ///
  /// @param number the number of the shard, from 1
  public static String name(int number, int count) {
    return String.format(Locale.ROOT, "model-%05d-of-%05d.safetensors", number, count);
  }

  /// Writes a shard with the metadata entry `format` = `pt`.
  public ShardFolder shard(int number, int count, String... tensors) throws IOException {
    return shard(name(number, count), tensors);
  }

  /// Writes a shard with the metadata entry `format` = `pt` and any name.
  public ShardFolder shard(String name, String... tensors) throws IOException {
    return shard(name, Dtype.F32, tensors);
  }

  /// Writes a shard with tensors of a dtype of 2 or 4 bytes.
  public ShardFolder shard(String name, Dtype dtype, String... tensors) throws IOException {
    TensorFiles file = new TensorFiles().metadata("format", "pt");
    for (String tensor : tensors) {
      file.tensor(tensor, dtype, new byte[TENSOR_BYTES], TENSOR_BYTES * 8L / dtype.bits());
    }
    return shard(name, file);
  }

  /// Writes a shard.
  public ShardFolder shard(String name, TensorFiles file) throws IOException {
    file.write(path.resolve(name));
    return this;
  }

  /// Writes the index. The arguments are alternately names of tensors and shards.
  ///
  /// @param metadata the members of `metadata` as JSON
  public ShardFolder index(String metadata, String... tensorsAndShards) throws IOException {
    String text = new String(SampleBytes.index(tensorsAndShards), StandardCharsets.UTF_8);
    return rawIndex("{\"metadata\":{" + metadata + "}," + text.substring(1));
  }

  /// Writes the index.
  public ShardFolder rawIndex(String text) throws IOException {
    Files.writeString(index(), text);
    return this;
  }

  /// Returns the path of the index.
  public Path index() {
    return path.resolve(INDEX);
  }
}
