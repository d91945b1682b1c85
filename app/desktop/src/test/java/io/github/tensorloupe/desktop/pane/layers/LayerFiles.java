package io.github.tensorloupe.desktop.pane.layers;

import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// Files with repeated layers.
final class LayerFiles {

  static final List<String> ROLES =
      List.of(
          "input_layernorm.weight",
          "self_attn.q_proj.weight",
          "self_attn.k_proj.weight",
          "self_attn.v_proj.weight",
          "self_attn.o_proj.weight",
          "post_attention_layernorm.weight",
          "mlp.gate_proj.weight",
          "mlp.up_proj.weight",
          "mlp.down_proj.weight");

  private LayerFiles() {}

  /// Writes a file with some tensors outside of layers, two small layers and larger ones.
  static Path write(Path file, int layers) throws IOException {
    TensorFiles tensors =
        new TensorFiles()
            .floats("model.embed_tokens.weight", 1)
            .floats("vision.blocks.0.norm.bias", 1)
            .floats("vision.blocks.1.norm.bias", 1);
    for (int layer = 0; layer < layers; layer++) {
      for (String role : ROLES) {
        tensors.floats("model.layers." + layer + "." + role, layer);
      }
    }
    return tensors.write(file);
  }
}
