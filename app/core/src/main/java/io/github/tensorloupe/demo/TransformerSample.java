package io.github.tensorloupe.demo;

import module java.base;

import io.github.tensorloupe.demo.SampleFile.SampleTensor;
import io.github.tensorloupe.format.Dtype;

/// A tiny language model in three shards with an index.
final class TransformerSample {

  static final String INDEX = "model.safetensors.index.json";

  private static final int LAYERS = 12;
  private static final int HIDDEN = 96;
  private static final int KEY_VALUE = 48;
  private static final int INTERMEDIATE = 256;
  private static final int VOCABULARY = 1536;
  private static final int SHARDS = 3;

  private TransformerSample() {}

  static Stream<String> fileNames() {
    return Stream.concat(
        IntStream.range(0, SHARDS).mapToObj(TransformerSample::shardName), Stream.of(INDEX));
  }

  private static String shardName(int shard) {
    return "model-0000%d-of-0000%d.safetensors".formatted(shard + 1, SHARDS);
  }

  /// @param folder the prefix of the names
  static Map<String, byte[]> files(String folder) {
    Map<String, byte[]> files = new HashMap<>();
    Map<String, String> weightMap = new TreeMap<>();
    long totalByteCount = 0;
    for (int shard = 0; shard < SHARDS; shard++) {
      String fileName = shardName(shard);
      List<SampleTensor> tensors = shard(shard);
      files.put(folder + fileName, new SampleFile(tensors, Map.of("format", "pt")).bytes());
      for (SampleTensor tensor : tensors) {
        weightMap.put(tensor.spec().name(), fileName);
        totalByteCount += tensor.bytes().length;
      }
    }
    files.put(folder + INDEX, index(weightMap, totalByteCount).getBytes(StandardCharsets.UTF_8));
    return files;
  }

  private static List<SampleTensor> shard(int shard) {
    List<SampleTensor> tensors = new ArrayList<>();
    if (shard == 0) {
      tensors.add(
          SampleTensor.normal(
              "model.embed_tokens.weight", Dtype.BF16, 0, 0.02, VOCABULARY, HIDDEN));
    }
    int end = (shard + 1) * LAYERS / SHARDS;
    for (int layer = shard * LAYERS / SHARDS; layer < end; layer++) {
      tensors.addAll(layer(layer));
    }
    if (shard == SHARDS - 1) {
      tensors.add(norm("model.norm.weight", LAYERS));
      tensors.add(SampleTensor.normal("lm_head.weight", Dtype.F16, 0, 0.03, VOCABULARY, HIDDEN));
    }
    return tensors;
  }

  private static List<SampleTensor> layer(int layer) {
    String prefix = "model.layers." + layer + ".";
    // Deeper layers have larger deviations; weights that write to the residual stream are
    // smaller.
    double inner = (1 + 0.08 * layer) / Math.sqrt(HIDDEN);
    double outer = inner / Math.sqrt(2.0 * LAYERS);
    return List.of(
        norm(prefix + "input_layernorm.weight", layer),
        weight(prefix + "self_attn.q_proj.weight", inner, HIDDEN, HIDDEN),
        weight(prefix + "self_attn.k_proj.weight", inner * 0.8, KEY_VALUE, HIDDEN),
        weight(prefix + "self_attn.v_proj.weight", inner * 0.5, KEY_VALUE, HIDDEN),
        weight(prefix + "self_attn.o_proj.weight", outer, HIDDEN, HIDDEN),
        norm(prefix + "post_attention_layernorm.weight", layer),
        weight(prefix + "mlp.gate_proj.weight", inner * 0.7, INTERMEDIATE, HIDDEN),
        weight(prefix + "mlp.up_proj.weight", inner * 0.6, INTERMEDIATE, HIDDEN),
        weight(prefix + "mlp.down_proj.weight", outer, HIDDEN, INTERMEDIATE));
  }

  private static SampleTensor weight(String name, double deviation, long rows, long columns) {
    return SampleTensor.normal(name, Dtype.BF16, 0, deviation, rows, columns);
  }

  private static SampleTensor norm(String name, int layer) {
    return SampleTensor.normal(name, Dtype.F32, 0.6 + 0.05 * layer, 0.06, HIDDEN);
  }

  private static String index(Map<String, String> weightMap, long totalByteCount) {
    String entries =
        weightMap.entrySet().stream()
            .map(entry -> "    \"%s\": \"%s\"".formatted(entry.getKey(), entry.getValue()))
            .collect(Collectors.joining(",\n"));
    return """
    {
      "metadata": {
        "total_size": %d
      },
      "weight_map": {
    %s
      }
    }
    """
        .formatted(totalByteCount, entries);
  }
}
