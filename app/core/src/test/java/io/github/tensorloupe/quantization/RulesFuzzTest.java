package io.github.tensorloupe.quantization;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.adapter.Adapter;
import io.github.tensorloupe.analysis.layers.LayerMap;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.identify.Identification;
import io.github.tensorloupe.identify.Identity;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.testing.Damage;
import io.github.tensorloupe.testing.FuzzInput;
import io.github.tensorloupe.testing.FuzzTest;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Combines realistic names, shapes, metadata and configurations at random. All rules must
/// terminate, and each weight with values must have as many values as its shape specifies.
class RulesFuzzTest extends FuzzTest {

  /// Weights as stored by their sources: the configuration, then the name, dtype, and shape or
  /// content of each part.
  private static final List<String> STORED =
      """
      {"quantization_config":{"quant_method":"fp8"}} a.weight F8_E4M3 4,8 a.weight_scale F32 .
      {"quantization_config":{"quant_method":"fp8","weight_block_size":[16,24]}} \
      a.weight F8_E5M2 33,50 a.weight_scale_inv BF16 3,3
      {"quantization_config":{"quant_method":"compressed-tensors","format":"int-quantized"}} \
      a.weight I8 4,8 a.weight_scale F32 4
      {} e.up_blocks U8 3,5,3,16 e.up_scales U8 3,5,3
      {"quantization_config":{"format":"mxfp4-pack-quantized"}} \
      a.weight_packed U8 7,40 a.weight_scale U8 7,3
      {"quantization_config":{"quant_algo":"NVFP4"}} \
      a.weight U8 9,36 a.weight_scale F8_E4M3 9,5 a.weight_scale_2 F32 .
      {} a.weight U8 842,1 a.weight.absmax F32 27 a.weight.quant_map F32 16 \
      a.weight.quant_state.bitsandbytes__nf4 U8 \
      {"quant_type":"nf4","blocksize":64,"dtype":"float16","shape":[33,51]}
      {} a.weight I8 33,51 a.SCB F32 33
      {} a.weight._data I8 13,96 a.weight._scale BF16 13,1
      {"quantization_config":{"quant_method":"compressed-tensors","config_groups":{"g":{\
      "targets":["Linear"],"weights":{"num_bits":4,"group_size":16,"symmetric":true}}}}} \
      a.weight_packed I32 4,4 a.weight_scale BF16 4,2 a.weight_shape I64 [4,32]
      {"quantization_config":{"quant_method":"gptq","bits":4,"group_size":32}} \
      a.qweight I32 8,16 a.qzeros I32 2,2 a.scales F16 2,16
      {"quantization_config":{"quant_method":"awq","bits":4,"group_size":64,"version":"gemm"}} \
      a.qweight I32 128,2 a.qzeros I32 2,2 a.scales F16 2,16
      {"quantization":{"group_size":32,"bits":4}} a.weight U32 4,8 a.scales F16 4,2 a.biases F16 4,2
      """
          .lines()
          .toList();

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
    String config = input.nextInt(2) == 0 ? named(files, input) : stored(files, input);
    for (int count = input.nextInt(3); count > 0; count--) {
      files.metadata(input.oneOf(METADATA), json(input, 3));
    }
    Path file = files.write(folder.resolve("adapter_model.safetensors"));
    Path sidecar =
        folder.resolve(
            input.nextInt(2) == 0
                ? "config.json"
                : input.oneOf("adapter_config.json", "quantize_config.json"));
    Files.writeString(sidecar, config);
    try {
      understand(file);
    } finally {
      Files.delete(sidecar);
    }
  }

  /// Adds tensors of random dtypes and shapes, with names that the rules recognize.
  ///
  /// @return a configuration
  private static String named(TensorFiles files, FuzzInput input) {
    Set<String> names = new HashSet<>();
    String stem = input.oneOf(STEMS);
    String[] ends = input.nextInt(3) == 0 ? FACTORS : WEIGHTS;
    for (int count = 1 + input.nextInt(7); count > 0; count--) {
      String name = (input.nextInt(6) == 0 ? input.oneOf(STEMS) : stem) + input.oneOf(ends);
      if (names.add(name)) {
        tensor(files, name, input);
      }
    }
    return input.nextInt(3) == 0 ? json(input, 2) : object(input, 4);
  }

  /// Adds the parts of a weight. Some are missing, or have another name, dtype or shape.
  ///
  /// @return the configuration, sometimes damaged
  private static String stored(TensorFiles files, FuzzInput input) throws IOException {
    String[] words = STORED.get(input.nextInt(STORED.size())).split(" ");
    Set<String> names = new HashSet<>();
    for (int i = 1; i < words.length; i += 3) {
      int change = input.nextInt(16);
      String name = change == 0 ? "a" + input.oneOf(WEIGHTS) : words[i];
      Dtype dtype = change == 1 ? input.oneOf(Dtype.values()) : Dtype.valueOf(words[i + 1]);
      String shape = change == 2 ? input.oneOf(".", "1", "4,8", "3,3,3", "0,2") : words[i + 2];
      if (change != 3 && names.add(name)) {
        part(files, name, dtype, shape, input);
      }
    }
    byte[] config = words[0].getBytes(UTF_8);
    return new String(input.nextInt(4) == 0 ? Damage.json(config, input) : config, UTF_8);
  }

  /// @param content dimensions separated by commas, or a dot for a scalar; a JSON object, which
  ///   becomes the text of the tensor; or a JSON array of its numbers
  private static void part(
      TensorFiles files, String name, Dtype dtype, String content, FuzzInput input)
      throws IOException {
    switch (content.charAt(0)) {
      case '{' -> {
        byte[] text = content.getBytes(UTF_8);
        byte[] changed = input.nextInt(8) == 0 ? Damage.json(text, input) : text;
        files.tensor(name, Dtype.U8, changed, changed.length);
      }
      case '[' -> {
        long[] numbers = numbers(content.substring(1, content.length() - 1));
        ByteBuffer bytes = ByteBuffer.allocate(numbers.length * 8).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asLongBuffer().put(numbers);
        files.tensor(name, Dtype.I64, bytes.array(), numbers.length);
      }
      default -> add(files, name, dtype, numbers(content.replace(".", "")), input);
    }
  }

  private static long[] numbers(String text) {
    return Stream.of(text.split(","))
        .filter(each -> !each.isEmpty())
        .mapToLong(Long::parseLong)
        .toArray();
  }

  @Test
  void whatSourcesStoreHasValues() throws IOException {
    for (String stored : STORED) {
      String[] words = stored.split(" ");
      TensorFiles files = new TensorFiles();
      for (int i = 1; i < words.length; i += 3) {
        part(files, words[i], Dtype.valueOf(words[i + 1]), words[i + 2], FuzzInput.ofSeed(1));
      }
      Path config = Files.writeString(scratch().resolve("config.json"), words[0]);
      Path path = files.write(scratch().resolve("model.safetensors"));
      try (Checkpoint checkpoint = Checkpoint.open(path, Cancellation.NEVER, Progress.NONE)) {
        assertThat(Quantization.of(checkpoint, Cancellation.NEVER).weights())
            .as(stored)
            .hasSize(1)
            .allMatch(QuantizedWeight::hasValues);
      } finally {
        Files.delete(config);
      }
    }
  }

  private static void tensor(TensorFiles files, String name, FuzzInput input) {
    if (name.contains("quant_state") || input.nextInt(20) == 0) {
      byte[] text = json(input, 2).getBytes();
      files.tensor(name, Dtype.U8, text, text.length);
      return;
    }
    long[] shape = new long[input.nextInt(input.nextInt(8) == 0 ? 6 : 3)];
    Arrays.setAll(shape, axis -> DIMENSIONS[input.nextInt(axis < 2 ? DIMENSIONS.length : 4)]);
    add(files, name, input.oneOf(Dtype.values()), shape, input);
  }

  private static void add(
      TensorFiles files, String name, Dtype wanted, long[] shape, FuzzInput input) {
    Dtype dtype = wanted;
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
      Identity identity = Identification.of(checkpoint.parts().getFirst(), Cancellation.NEVER);
      assertThat(identity.statements()).allMatch(it -> !it.sentence().toString().isBlank());
      LayerMap layers = LayerMap.of(checkpoint, Cancellation.NEVER);
      assertThat(layers.stacks())
          .allMatch(stack -> stack.layerCount() > 1 || stack.expertRole().isPresent());
      Optional<Adapter> adapter = Adapter.find(checkpoint);
      if (adapter.isPresent()) {
        adapter.get().modules().forEach(module -> assertThat(module.name()).isNotBlank());
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
