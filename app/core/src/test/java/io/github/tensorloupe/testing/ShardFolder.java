package io.github.tensorloupe.testing;

import io.github.tensorloupe.format.Dtype;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/// A folder in which a test puts a set of shards together. Each tensor is an `F32` vector of four
/// elements, 16 bytes, unless the test writes it by itself.
///
/// @param path an existing folder
public record ShardFolder(Path path) {

  /// The name of the index.
  public static final String INDEX = "model.safetensors.index.json";

  /// How many bytes each tensor has.
  public static final int TENSOR_BYTES = 16;

  /// The name of a shard, counted from 1.
  public static String name(int number, int count) {
    return String.format(Locale.ROOT, "model-%05d-of-%05d.safetensors", number, count);
  }

  /// Writes a shard with `format` `pt`.
  public ShardFolder shard(int number, int count, String... tensors) throws IOException {
    return shard(name(number, count), tensors);
  }

  /// Writes a shard with `format` `pt` under any name.
  public ShardFolder shard(String name, String... tensors) throws IOException {
    return shard(name, Dtype.F32, tensors);
  }

  /// Writes a shard whose tensors have a dtype of 2 or 4 bytes.
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

  /// Writes the index; arguments alternate between the name of a tensor and that of its shard.
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

  /// Where the index is.
  public Path index() {
    return path.resolve(INDEX);
  }
}
