package io.github.tensorloupe.quantization;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.adapter.Adapter;
import io.github.tensorloupe.analysis.layers.LayerMap;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.identify.Identification;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.testing.FuzzInput;
import io.github.tensorloupe.testing.FuzzTest;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/// Names, shapes, metadata and configurations as they occur, put together as they do not: whatever
/// the rules make of them, they end, and every weight they give values for has as many as its shape
/// says.
class RulesFuzzTest extends FuzzTest {

  private static final String[] STEMS =
      ("a model.layers.0.mlp.up_proj lora_unet_down_blocks_0_attentions_0_proj_in "
              + "base_model.model.x model.layers.18446744073709551616.q é blocks.0")
          .split(" ");
  private static final String[] WEIGHTS =
      (".weight .weight_scale .weight_scale_2 .weight_scale_inv .weight_zero_point "
              + ".weight_packed .weight_shape .weight_g_idx .weight_global_scale .qweight "
              + ".qzeros .scales .g_idx .biases .bias .SCB .W_q .scale .zero .shape .nbits "
              + ".group_size .axis .weight.absmax .weight.quant_map .weight.nested_absmax "
              + ".weight.nested_quant_map .weight.quant_state.bitsandbytes__nf4 "
              + ".weight.quant_state.bitsandbytes__fp4 _blocks _scales ._weight_qdata "
              + "._weight_scale .weight._data .weight._scale .weight._data._data .weight._shift "
              + ".wscales .scale_weight .input_scale .weight_qdata")
          .split(" ");
  private static final String[] FACTORS =
      (".lora_A.weight .lora_B.weight .lora_down.weight .lora_up.weight "
              + ".lora_mid.weight .alpha .dora_scale .hada_w1_a .hada_w1_b .hada_w2_a .hada_w2_b "
              + ".hada_t1 .hada_t2 .lokr_w1 .lokr_w1_a .lokr_w1_b .lokr_w2 .lokr_w2_a .lokr_w2_b "
              + ".lokr_t2 .diff .diff_b .lora_magnitude_vector .lora_embedding_A .ia3_l .weight")
          .split(" ");
  private static final String[] KEYS =
      ("quantization_config quantization quant_method bits group_size version format "
              + "config_groups g weights num_bits targets ignore weight_block_size modules _type "
              + "_data block_size shape blocksize nested_blocksize nested_offset r lora_alpha "
              + "rank_pattern alpha_pattern use_rslora quant_algo fmt layers mode strategy "
              + "symmetric checkpoint_format q_group_size w_bit zero_point a.weight")
          .split(" ");
  private static final String[] WORDS =
      ("null true 0 -1 1 3 4 8 32 1e9 9223372036854775807 1.5 [] \"gptq\" \"awq\" "
              + "\"gemv\" \"fp8\" \"nf4\" \"mxfp4\" \"re:(a+)+b\" \"e4m3\" \"modelopt\" "
              + "\"NVFP4\" \"compressed-tensors\" \"torchao\" \"Int8Tensor\" [1,32] [-1,0] "
              + "\"hqq\" \"bitsandbytes\" [\"re:.*\",\"re:[\"] \"gptq_v2\" \"MXFP8\"")
          .split(" ");
  private static final String[] METADATA =
      ("_quantization_metadata tensor_names a.weight lora_adapter_metadata ss_network_module"
              + " ss_network_args format modelspec.architecture")
          .split(" ");
  private static final long[] DIMENSIONS = {0, 1, 2, 3, 4, 7, 8, 16, 32, 64, 128};

  @Override
  protected int rounds() {
    return 120;
  }

  @Override
  protected void check(FuzzInput input) throws Exception {
    Path folder = scratch();
    TensorFiles files = new TensorFiles();
    Set<String> names = new HashSet<>();
    String stem = input.oneOf(STEMS);
    String[] ends = input.nextInt(3) == 0 ? FACTORS : WEIGHTS;
    for (int count = 1 + input.nextInt(7); count > 0; count--) {
      String name = (input.nextInt(6) == 0 ? input.oneOf(STEMS) : stem) + input.oneOf(ends);
      if (names.add(name)) {
        tensor(files, name, input);
      }
    }
    for (int count = input.nextInt(3); count > 0; count--) {
      files.metadata(input.oneOf(METADATA), json(input, 3));
    }
    Path file = files.write(folder.resolve("adapter_model.safetensors"));
    Path config =
        folder.resolve(input.oneOf("config.json", "adapter_config.json", "quantize_config.json"));
    Files.writeString(config, input.nextInt(3) == 0 ? json(input, 2) : object(input, 4));
    try {
      understand(file);
    } finally {
      Files.delete(config);
    }
  }

  private static void tensor(TensorFiles files, String name, FuzzInput input) {
    if (name.contains("quant_state") || input.nextInt(20) == 0) {
      byte[] text = json(input, 2).getBytes();
      files.tensor(name, Dtype.U8, text, text.length);
      return;
    }
    Dtype dtype = input.oneOf(Dtype.values());
    long[] shape = new long[input.nextInt(input.nextInt(8) == 0 ? 6 : 3)];
    Arrays.setAll(shape, axis -> DIMENSIONS[input.nextInt(axis < 2 ? DIMENSIONS.length : 4)]);
    long count = Arrays.stream(shape).reduce(1, (a, b) -> a * b);
    if (count * dtype.bits() % 8 != 0) {
      dtype = Dtype.F16;
    }
    byte[] bytes = new byte[(int) (count * dtype.bits() / 8)];
    if (input.nextBoolean()) {
      byte[] few = {(byte) input.nextInt(256), (byte) input.nextInt(256), 0x3f};
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] = few[i % 3];
      }
    }
    files.tensor(name, dtype, bytes, shape);
  }

  private static String json(FuzzInput input, int depth) {
    return switch (input.nextInt(8)) {
      case 0, 1, 2 -> input.oneOf(WORDS);
      case 3 ->
          depth == 0 ? "{" : "[" + json(input, depth - 1) + "," + json(input, depth - 1) + "]";
      default -> depth == 0 ? input.oneOf(WORDS) : object(input, depth - 1);
    };
  }

  private static String object(FuzzInput input, int depth) {
    StringBuilder text = new StringBuilder("{");
    for (int count = input.nextInt(4); count >= 0; count--) {
      text.append('"').append(input.oneOf(KEYS)).append("\":").append(json(input, depth));
      text.append(count > 0 ? "," : "}");
    }
    return text.toString();
  }

  private static void understand(Path path) throws IOException {
    try (Checkpoint checkpoint = Checkpoint.open(path, Cancellation.NEVER, Progress.NONE)) {
      Quantization found =
          Quantization.of(checkpoint, Cancellation.NEVER)
              .examined(Cancellation.NEVER, Progress.NONE);
      for (QuantizedWeight weight : found.weights()) {
        if (weight.hasValues()) {
          count(weight);
        }
        assertThat(weight.findings()).allMatch(it -> !it.message().isBlank());
      }
      assertThat(found.allFindings()).allMatch(it -> !it.message().isBlank());
      assertThat(found.quantizedShare()).isBetween(0.0, 1.0);
      assertThat(found.bitsPerParameter()).isGreaterThanOrEqualTo(0);
      Identification.of(checkpoint.parts().getFirst(), Cancellation.NEVER);
      LayerMap.of(checkpoint, Cancellation.NEVER);
      Optional<Adapter> adapter = Adapter.find(checkpoint);
      if (adapter.isPresent()) {
        adapter.get().modules().forEach(module -> assertThat(module.name()).isNotNull());
      }
    }
  }

  private static void count(QuantizedWeight weight) throws IOException {
    TensorRef logical = weight.logical().orElseThrow();
    long expected = logical.info().shape().elementCount().orElseThrow();
    Optional<TensorData> data = logical.data();
    long[] bytes = {0};
    if (data.isPresent()) {
      data.get()
          .forEachBlock(
              (block, _) -> bytes[0] += block.remaining(), Cancellation.NEVER, Progress.NONE);
    }
    assertThat(bytes[0]).isEqualTo(expected * logical.info().dtype().bits() / 8);
  }
}
