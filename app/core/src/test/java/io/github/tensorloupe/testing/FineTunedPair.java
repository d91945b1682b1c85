package io.github.tensorloupe.testing;

import io.github.tensorloupe.format.Dtype;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// A base model and a fine-tuned version: 291 tensors in 32 layers. 28 tensors in layers 20 to 23
/// and two metadata keys differ.
///
/// @param base the file of the base
/// @param tuned the file of the fine-tuned model
public record FineTunedPair(Path base, Path tuned) {

  public static final int LAYERS = 32;

  /// The layers whose matrices differ.
  public static final List<Integer> TUNED_LAYERS = List.of(20, 21, 22, 23);

  /// The roles in a layer with their shapes. Vectors do not differ.
  public static final Map<String, long[]> ROLES = roles();

  /// The number of tensors that differ.
  public static final int TUNED_TENSORS = 28;

  public static final int TENSORS = LAYERS * 9 + 3;

  private static Map<String, long[]> roles() {
    Map<String, long[]> roles = new LinkedHashMap<>();
    roles.put("input_layernorm.weight", new long[] {16});
    roles.put("self_attn.q_proj.weight", new long[] {16, 16});
    roles.put("self_attn.k_proj.weight", new long[] {8, 16});
    roles.put("self_attn.v_proj.weight", new long[] {8, 16});
    roles.put("self_attn.o_proj.weight", new long[] {16, 16});
    roles.put("post_attention_layernorm.weight", new long[] {16});
    roles.put("mlp.gate_proj.weight", new long[] {32, 16});
    roles.put("mlp.up_proj.weight", new long[] {32, 16});
    roles.put("mlp.down_proj.weight", new long[] {16, 32});
    return roles;
  }

  /// Writes both files with constant content.
  public static FineTunedPair write(Path folder) throws IOException {
    return new FineTunedPair(
        file(false).write(folder.resolve("base.safetensors")),
        file(true).write(folder.resolve("tuned.safetensors")));
  }

  private static TensorFiles file(boolean tuned) {
    Random values = new Random(1);
    Random steps = new Random(2);
    TensorFiles file =
        new TensorFiles()
            .metadata("format", "pt")
            .metadata("modelspec.title", tuned ? "Harbour, fine-tuned" : "Harbour");
    if (tuned) {
      file.metadata("training.steps", "1200");
    }
    file.tensor("model.embed_tokens.weight", Dtype.BF16, bytes(values, steps, 64 * 16, 0), 64, 16);
    for (int layer = 0; layer < LAYERS; layer++) {
      for (Map.Entry<String, long[]> role : ROLES.entrySet()) {
        long[] shape = role.getValue();
        int count = (int) (shape[0] * (shape.length > 1 ? shape[1] : 1));
        boolean moves = tuned && TUNED_LAYERS.contains(layer) && shape.length > 1;
        // Deeper layers differ more.
        double step = moves ? 0.002 * (layer - 18) : 0;
        byte[] bytes = bytes(values, steps, count, step);
        file.tensor("model.layers." + layer + "." + role.getKey(), Dtype.BF16, bytes, shape);
      }
    }
    file.tensor("model.norm.weight", Dtype.BF16, bytes(values, steps, 16, 0), 16);
    return file.tensor("lm_head.weight", Dtype.BF16, bytes(values, steps, 64 * 16, 0), 64, 16);
  }

  /// @param step the maximum change of a value
  private static byte[] bytes(Random values, Random steps, int count, double step) {
    ByteBuffer bytes = ByteBuffer.allocate(2 * count).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < count; i++) {
      float value = (float) (0.05 * values.nextGaussian());
      float moved = step == 0 ? value : (float) (value + step * (2 * steps.nextDouble() - 1));
      bytes.putShort((short) (Float.floatToRawIntBits(moved) >>> 16));
    }
    return bytes.array();
  }
}
