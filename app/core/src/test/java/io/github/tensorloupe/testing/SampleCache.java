package io.github.tensorloupe.testing;

import io.github.tensorloupe.format.Dtype;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/// A cache with 30 checkpoints: 20 single files, 5 sets, a pipeline, and one each with a broken
/// header, with data that differ from the hash in the blob name, with an unfinished download, and
/// with a broken link.
public final class SampleCache {

  /// The number of checkpoints.
  public static final int COUNT = 30;

  /// The checkpoint with a broken header.
  public static final String BROKEN_HEADER = "acme/broken-header";

  /// The checkpoint whose data differ from the expected hash.
  public static final String CORRUPTED = "acme/corrupted";

  /// The checkpoint with an unfinished download.
  public static final String UNFINISHED = "acme/unfinished";

  /// The checkpoint with a broken link.
  public static final String BROKEN_LINK = "acme/broken-link";

  private SampleCache() {}

  /// Writes the cache.
  ///
  /// @param hub the folder of the cache; created if missing
  public static HubCache write(Path hub) throws IOException {
    HubCache cache = new HubCache(hub);
    for (int i = 1; i <= 20; i++) {
      cache.add(String.format(Locale.ROOT, "acme/single-%02d", i), "model.safetensors", file(i));
    }
    for (int i = 1; i <= 5; i++) {
      addSet(cache, "acme/set-" + i, i);
    }
    addPipeline(cache);
    cache.add(
        BROKEN_HEADER, "model.safetensors", new byte[] {9, 0, 0, 0, 0, 0, 0, 0, '{', 'x', '}'});
    corrupt(cache.add(CORRUPTED, "model.safetensors", file(100)).toRealPath());
    cache.main(UNFINISHED, HubCache.COMMIT);
    cache.unfinished(UNFINISHED, "ab".repeat(32), 5000);
    cache.main(BROKEN_LINK, HubCache.COMMIT);
    cache.link(BROKEN_LINK, HubCache.COMMIT, "model.safetensors", "cd".repeat(32));
    return cache;
  }

  /// Returns a file with two tensors, whose bytes depend on the seed.
  public static byte[] file(int seed) throws IOException {
    Path file = Files.createTempFile("made-up", ".safetensors");
    try {
      byte[] halves = new byte[64];
      Arrays.fill(halves, (byte) seed);
      new TensorFiles()
          .tensor("layers.0.weight", Dtype.BF16, halves, 4, 8)
          .floats("norm", seed)
          .write(file);
      return Files.readAllBytes(file);
    } finally {
      Files.delete(file);
    }
  }

  private static void corrupt(Path blob) throws IOException {
    byte[] bytes = Files.readAllBytes(blob);
    bytes[bytes.length - 1] ^= 1;
    Files.write(blob, bytes);
  }

  private static void addSet(HubCache cache, String name, int seed) throws IOException {
    String first = "model-00001-of-00002.safetensors";
    String second = "model-00002-of-00002.safetensors";
    cache.add(name, first, shard("a", seed));
    cache.add(name, second, shard("b", seed));
    cache.add(
        name,
        "model.safetensors.index.json",
        "{\"metadata\":{\"total_size\":8},\"weight_map\":{\"a\":\"%s\",\"b\":\"%s\"}}"
            .formatted(first, second)
            .getBytes(StandardCharsets.UTF_8));
  }

  private static byte[] shard(String tensor, int seed) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    String header =
        "{\"%s\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]}}".formatted(tensor);
    out.write(header.length());
    out.write(new byte[7]);
    out.write(header.getBytes(StandardCharsets.UTF_8));
    out.write(new byte[] {(byte) seed, 0, 0, 0});
    return out.toByteArray();
  }

  private static void addPipeline(HubCache cache) throws IOException {
    String name = "acme/pipeline";
    cache.add(name, "model_index.json", "{}".getBytes(StandardCharsets.UTF_8));
    cache.add(name, "unet/diffusion_pytorch_model.safetensors", file(30));
    cache.add(name, "vae/diffusion_pytorch_model.safetensors", file(31));
    cache.add(name, "text_encoder/model.safetensors", file(32));
  }
}
