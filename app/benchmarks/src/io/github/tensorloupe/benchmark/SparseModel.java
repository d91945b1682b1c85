package io.github.tensorloupe.benchmark;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.StringJoiner;
import java.util.stream.Stream;

/// A file with the names and shapes of a large language model, as many as wanted and as wide. The
/// data are a hole that takes no room on the disk.
public final class SparseModel {

  private static final int TENSORS_PER_LAYER = 9;

  private final StringJoiner entries = new StringJoiner(",", "{", "}");
  private final long hidden;
  private long dataBytes;

  private SparseModel(long hidden) {
    this.hidden = hidden;
    entries.add("\"__metadata__\":{\"format\":\"pt\",\"modelspec.title\":\"Sparse model\"}");
  }

  /// Writes a file.
  ///
  /// @param layers each has nine tensors
  /// @param hidden how wide the layers are; 8192 and 80 layers make 135 GB
  public static void write(Path path, int layers, long hidden) throws IOException {
    SparseModel model = new SparseModel(hidden);
    model.add("model.embed_tokens.weight", 4 * hidden, hidden);
    for (int layer = 0; layer < layers; layer++) {
      model.addLayer("model.layers." + layer);
    }
    model.add("model.norm.weight", hidden);
    model.writeTo(path);
  }

  /// Deletes a folder with everything in it.
  public static void deleteFolder(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }

  /// The number of layers that it takes to come at least near this many tensors.
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
    entries.add(
        "\"%s\":{\"dtype\":\"BF16\",\"shape\":%s,\"data_offsets\":[%d,%d]}"
            .formatted(name, dimensions, begin, dataBytes));
  }

  private void writeTo(Path path) throws IOException {
    String text = entries.toString();
    byte[] header = (text + " ".repeat((8 - text.length() % 8) % 8)).getBytes(UTF_8);
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
      file.write(
          ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(header.length).array());
      file.write(header);
      file.setLength(8 + header.length + dataBytes);
    }
  }
}
