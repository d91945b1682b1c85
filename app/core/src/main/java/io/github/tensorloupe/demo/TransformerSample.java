package io.github.tensorloupe.demo;

import module java.base;

import io.github.tensorloupe.format.Dtype;

/// A language model as small as one can be and still look like one, in three shards with an index.
final class TransformerSample {

  /// The file name of the index.
  static final String INDEX = "model.safetensors.index.json";

  private static final int LAYERS = 12;
  private static final int HIDDEN = 96;
  private static final int KEY_VALUE = 48;
  private static final int INTERMEDIATE = 256;
  private static final int VOCABULARY = 1536;
  private static final int SHARDS = 3;

  private TransformerSample() {}

  /// The names of all files, the index last.
  static List<String> fileNames() {
    List<String> names = new ArrayList<>();
    for (int shard = 0; shard < SHARDS; shard++) {
      names.add(shardName(shard));
    }
    names.add(INDEX);
    return names;
  }

  private static String shardName(int shard) {
    return "model-0000%d-of-0000%d.safetensors".formatted(shard + 1, SHARDS);
  }

  /// The files by name, the index last.
  static SequencedMap<String, byte[]> files() {
    SequencedMap<String, byte[]> files = new LinkedHashMap<>();
    Map<String, String> weightMap = new TreeMap<>();
    long totalByteCount = 0;
    for (int shard = 0; shard < SHARDS; shard++) {
      String fileName = shardName(shard);
      List<SampleTensor> tensors = shard(shard);
      files.put(fileName, new SampleFile(tensors, Map.of("format", "pt")).bytes());
      for (SampleTensor tensor : tensors) {
        weightMap.put(tensor.spec().name(), fileName);
        totalByteCount += tensor.bytes().length;
      }
    }
    files.put(INDEX, index(weightMap, totalByteCount).getBytes(StandardCharsets.UTF_8));
    return files;
  }

  private static List<SampleTensor> shard(int shard) {
    List<SampleTensor> tensors = new ArrayList<>();
    if (shard == 0) {
      tensors.add(weight("model.embed_tokens.weight", Dtype.BF16, 0.02, VOCABULARY, HIDDEN));
    }
    int layersPerShard = LAYERS / SHARDS;
    for (int layer = shard * layersPerShard; layer < (shard + 1) * layersPerShard; layer++) {
      tensors.addAll(layer(layer));
    }
    if (shard == SHARDS - 1) {
      tensors.add(norm("model.norm.weight", LAYERS));
      tensors.add(weight("lm_head.weight", Dtype.F16, 0.03, VOCABULARY, HIDDEN));
    }
    return tensors;
  }

  private static List<SampleTensor> layer(int layer) {
    String prefix = "model.layers." + layer + ".";
    // Deeper layers spread wider, and what is added to the residual stream is scaled down.
    double inner = (1 + 0.08 * layer) / Math.sqrt(HIDDEN);
    double outer = inner / Math.sqrt(2.0 * LAYERS);
    return List.of(
        norm(prefix + "input_layernorm.weight", layer),
        weight(prefix + "self_attn.q_proj.weight", Dtype.BF16, inner, HIDDEN, HIDDEN),
        weight(prefix + "self_attn.k_proj.weight", Dtype.BF16, inner * 0.8, KEY_VALUE, HIDDEN),
        weight(prefix + "self_attn.v_proj.weight", Dtype.BF16, inner * 0.5, KEY_VALUE, HIDDEN),
        weight(prefix + "self_attn.o_proj.weight", Dtype.BF16, outer, HIDDEN, HIDDEN),
        norm(prefix + "post_attention_layernorm.weight", layer),
        weight(prefix + "mlp.gate_proj.weight", Dtype.BF16, inner * 0.7, INTERMEDIATE, HIDDEN),
        weight(prefix + "mlp.up_proj.weight", Dtype.BF16, inner * 0.6, INTERMEDIATE, HIDDEN),
        weight(prefix + "mlp.down_proj.weight", Dtype.BF16, outer, HIDDEN, INTERMEDIATE));
  }

  private static SampleTensor weight(
      String name, Dtype dtype, double deviation, long rows, long columns) {
    return SampleTensor.of(name, dtype, Values.normal(name, 0, deviation), rows, columns);
  }

  private static SampleTensor norm(String name, int layer) {
    double mean = 0.6 + 0.05 * layer;
    return SampleTensor.of(name, Dtype.F32, Values.normal(name, mean, 0.06), HIDDEN);
  }

  private static String index(Map<String, String> weightMap, long totalByteCount) {
    StringBuilder json = new StringBuilder("{\n  \"metadata\": {\n    \"total_size\": ");
    json.append(totalByteCount).append("\n  },\n  \"weight_map\": {");
    String separator = "\n";
    for (Map.Entry<String, String> entry : weightMap.entrySet()) {
      json.append(separator)
          .append("    \"%s\": \"%s\"".formatted(entry.getKey(), entry.getValue()));
      separator = ",\n";
    }
    return json.append("\n  }\n}\n").toString();
  }
}
