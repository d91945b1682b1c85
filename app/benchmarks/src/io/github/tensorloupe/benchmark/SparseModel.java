package io.github.tensorloupe.benchmark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.StringJoiner;
import java.util.stream.Stream;

/// A file with the names and shapes of a large language model, with the given number and width of
/// layers. The data are a hole that occupies no space on the disk.
public final class SparseModel {

  private static final int TENSORS_PER_LAYER = 9;

  private final List<String> entries = new ArrayList<>();
  private final long hidden;
  private long dataBytes;

  private SparseModel(long hidden) {
    this.hidden = hidden;
    entries.add("\"__metadata__\":{\"format\":\"pt\",\"modelspec.title\":\"Sparse model\"}");
  }

  /// Writes a file.
  ///
  /// @param layers the number of layers, which have nine tensors each
  /// @param hidden the width of the layers; 8192 and 80 layers result in 135 GB
  public static void write(Path path, int layers, long hidden) throws IOException {
    SparseModel model = new SparseModel(hidden);
    model.add("model.embed_tokens.weight", 4 * hidden, hidden);
    for (int layer = 0; layer < layers; layer++) {
      model.addLayer("model.layers." + layer);
    }
    model.add("model.norm.weight", hidden);
    BenchmarkFile.writeSparse(path, model.entries, model.dataBytes);
  }

  /// Deletes a folder and its content.
  public static void deleteFolder(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }

  /// Returns the number of layers for approximately this many tensors, but not more.
  public static int layersFor(int tensors) {
    return tensors / TENSORS_PER_LAYER;
  }

  private void addLayer(String layer) {
    for (String projection : new String[] {"q", "k", "v", "o"}) {
      add(layer + ".self_attn." + projection + "_proj.weight", hidden, hidden);
    }
    add(layer + ".mlp.gate_proj.weight", 3 * hidden, hidden);
    add(layer + ".mlp.up_proj.weight", 3 * hidden, hidden);
    add(layer + ".mlp.down_proj.weight", hidden, 3 * hidden);
    add(layer + ".input_layernorm.weight", hidden);
    add(layer + ".post_attention_layernorm.weight", hidden);
  }

  private void add(String name, long... shape) {
    long begin = dataBytes;
    long bytes = 2;
    StringJoiner dimensions = new StringJoiner(",", "[", "]");
    for (long dimension : shape) {
      bytes *= dimension;
      dimensions.add(Long.toString(dimension));
    }
    dataBytes += bytes;
    entries.add(BenchmarkFile.entry(name, "BF16", dimensions.toString(), begin, dataBytes));
  }
}
