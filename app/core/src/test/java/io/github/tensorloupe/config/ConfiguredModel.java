package io.github.tensorloupe.config;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.quantization.Quantization;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/// A tiny model with its configuration, which tests damage.
final class ConfiguredModel {

  static final int LAYERS = 3;

  final ObjectNode config = new ObjectMapper().createObjectNode();
  private final Map<String, long[]> shapes = new TreeMap<>();
  private final Map<String, Dtype> dtypes = new TreeMap<>();

  /// Returns a Llama with 3 layers, hidden size 8, 4 heads, 2 key/value heads and 10 tokens.
  static ConfiguredModel llama() {
    ConfiguredModel model = new ConfiguredModel();
    model.config.putArray("architectures").add("LlamaForCausalLM");
    model.with("model_type", "llama").with("hidden_size", 8).with("num_hidden_layers", LAYERS);
    model.with("num_attention_heads", 4).with("num_key_value_heads", 2).with("vocab_size", 10);
    model.with("intermediate_size", 12);
    model.add("model.embed_tokens.weight", 10, 8).add("lm_head.weight", 10, 8);
    model.add("model.norm.weight", 8);
    for (int layer = 0; layer < LAYERS; layer++) {
      model.addAttention(layer).addMlp("model.layers." + layer + ".mlp.", 12);
    }
    return model;
  }

  /// Returns a Mixtral with 2 experts per layer.
  static ConfiguredModel mixtral() {
    ConfiguredModel model = llama();
    model.config.putArray("architectures").add("MixtralForCausalLM");
    model.with("model_type", "mixtral").with("num_local_experts", 2);
    model.shapes.keySet().removeIf(name -> name.contains(".mlp."));
    for (int layer = 0; layer < LAYERS; layer++) {
      String experts = "model.layers." + layer + ".block_sparse_moe.";
      model.add(experts + "gate.weight", 2, 8);
      for (int expert = 0; expert < 2; expert++) {
        String prefix = experts + "experts." + expert + ".";
        model.add(prefix + "w1.weight", 12, 8).add(prefix + "w2.weight", 8, 12);
        model.add(prefix + "w3.weight", 12, 8);
      }
    }
    return model;
  }

  /// Returns a BERT with a classifier of 3 labels.
  static ConfiguredModel bert() {
    ConfiguredModel model = new ConfiguredModel();
    model.config.putArray("architectures").add("BertForSequenceClassification");
    model.config.putObject("id2label").put("0", "a").put("1", "b").put("2", "c");
    model.with("model_type", "bert").with("hidden_size", 8).with("num_hidden_layers", 2);
    model.with("vocab_size", 10).with("max_position_embeddings", 16).with("intermediate_size", 12);
    model.add("bert.embeddings.word_embeddings.weight", 10, 8);
    model.add("bert.embeddings.position_embeddings.weight", 16, 8);
    for (int layer = 0; layer < 2; layer++) {
      String prefix = "bert.encoder.layer." + layer + ".";
      model.add(prefix + "attention.self.query.weight", 8, 8);
      model.add(prefix + "attention.self.query.bias", 8);
      model.add(prefix + "intermediate.dense.weight", 12, 8);
    }
    return model.add("classifier.weight", 3, 8).add("classifier.bias", 3);
  }

  /// Returns a LLaVA whose text model is [#llama].
  static ConfiguredModel llava() {
    ConfiguredModel text = llama();
    ConfiguredModel model = new ConfiguredModel();
    model.config.putArray("architectures").add("LlavaForConditionalGeneration");
    model.with("model_type", "llava");
    model.config.set("text_config", text.config);
    model
        .config
        .putObject("vision_config")
        .put("model_type", "clip_vision_model")
        .put("num_hidden_layers", 2)
        .put("hidden_size", 4);
    text.shapes.forEach((name, shape) -> model.shapes.put("language_model." + name, shape));
    for (int layer = 0; layer < 2; layer++) {
      String prefix = "vision_tower.vision_model.encoder.layers." + layer + ".";
      model.add(prefix + "layer_norm1.weight", 4).add(prefix + "mlp.fc1.weight", 8, 4);
    }
    return model.add("multi_modal_projector.linear_1.weight", 8, 4);
  }

  private ConfiguredModel addAttention(int layer) {
    String prefix = "model.layers." + layer + ".";
    add(prefix + "input_layernorm.weight", 8).add(prefix + "post_attention_layernorm.weight", 8);
    add(prefix + "self_attn.q_proj.weight", 8, 8).add(prefix + "self_attn.o_proj.weight", 8, 8);
    return add(prefix + "self_attn.k_proj.weight", 4, 8)
        .add(prefix + "self_attn.v_proj.weight", 4, 8);
  }

  private ConfiguredModel addMlp(String prefix, long size) {
    return add(prefix + "gate_proj.weight", size, 8)
        .add(prefix + "up_proj.weight", size, 8)
        .add(prefix + "down_proj.weight", 8, size);
  }

  ConfiguredModel with(String key, int value) {
    config.put(key, value);
    return this;
  }

  ConfiguredModel with(String key, String value) {
    config.put(key, value);
    return this;
  }

  ConfiguredModel with(String key, boolean value) {
    config.put(key, value);
    return this;
  }

  ConfiguredModel add(String name, long... shape) {
    return add(name, Dtype.BF16, shape);
  }

  ConfiguredModel add(String name, Dtype dtype, long... shape) {
    shapes.put(name, shape);
    dtypes.put(name, dtype);
    return this;
  }

  ConfiguredModel without(String part) {
    shapes.keySet().removeIf(name -> name.contains(part));
    return this;
  }

  ConfiguredModel renamed(UnaryOperator<String> renaming) {
    Map<String, long[]> renamed = new TreeMap<>();
    shapes.forEach((name, shape) -> renamed.put(renaming.apply(name), shape));
    shapes.clear();
    shapes.putAll(renamed);
    return this;
  }

  Path write(Path folder, String name) throws IOException {
    TensorFiles files = new TensorFiles();
    shapes.forEach(
        (tensor, shape) -> {
          Dtype dtype = dtypes.getOrDefault(tensor, Dtype.BF16);
          long count = Arrays.stream(shape).reduce(1, (a, b) -> a * b);
          files.tensor(tensor, dtype, new byte[(int) (count * dtype.bits() / Byte.SIZE)], shape);
        });
    Files.writeString(folder.resolve("config.json"), config.toString());
    return files.write(folder.resolve(name));
  }

  ConfigReport report(Path folder) throws IOException {
    return reportOf(write(folder, "model.safetensors"));
  }

  static ConfigReport reportOf(Path file) throws IOException {
    try (Checkpoint checkpoint = Checkpoint.open(file, Cancellation.NEVER, Progress.NONE)) {
      CheckpointPart part = checkpoint.parts().getFirst();
      Optional<Quantization> quantization =
          ConfigCheck.needsQuantization(part)
              ? Optional.of(Quantization.of(part, Cancellation.NEVER))
              : Optional.empty();
      ConfigReport report = ConfigCheck.of(part, quantization, Cancellation.NEVER);
      return report.withHead(Cancellation.NEVER);
    }
  }

  List<FindingCode> codes(Path folder) throws IOException {
    return report(folder).findings().stream().map(Finding::code).toList();
  }
}
