package io.github.tensorloupe.identify;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.testing.SharedFolder;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IdentificationTest {

  private static final String LORA =
      "lora_unet_down_blocks_0_attentions_0_transformer_blocks_0_attn2_to_k";

  private static final String LLAMA =
      """
      model.embed_tokens.weight [128256,64] BF16; model.norm.weight [64] BF16;\
      model.layers.0.self_attn.q_proj.weight [64,64] BF16;\
      model.layers.0.self_attn.k_proj.weight [16,64] BF16;\
      model.layers.0.mlp.gate_proj.weight [128,64] BF16;\
      model.layers.1.self_attn.q_proj.weight [64,64] BF16\
      """;

  @TempDir Path folder;

  private Identity identify(String header) throws IOException {
    return Headers.of(header).identify(folder);
  }

  private static Optional<Finding> missingFormat(Path file) throws IOException {
    return Headers.opened(file, part -> Identification.missingFormat(part, Cancellation.NEVER));
  }

  private static String value(Identity identity, Topic topic) {
    return identity.statement(topic).map(Statement::value).orElse("-");
  }

  private static long number(Identity identity, Topic topic) {
    return identity.statement(topic).orElseThrow().number().orElseThrow();
  }

  @Test
  void sizesAreReadOffTheTensors() throws IOException {
    Identity identity = identify(LLAMA);

    assertThat(number(identity, Topic.LAYERS)).isEqualTo(2);
    assertThat(number(identity, Topic.HIDDEN_SIZE)).isEqualTo(64);
    assertThat(number(identity, Topic.VOCABULARY)).isEqualTo(128256);
    assertThat(number(identity, Topic.QUERIES_PER_KEY)).isEqualTo(4);
    assertThat(number(identity, Topic.PARAMETERS))
        .isEqualTo(128256 * 64 + 64 + 2 * 64 * 64 + 16 * 64 + 128 * 64);
    assertThat(value(identity, Topic.DTYPES)).isEqualTo("BF16 100 %");
  }

  @Test
  void precisionIsThatOfNearlyAllBytes() throws IOException {
    assertThat(value(identify("a.weight [99,10] F16; a.norm [4] F32"), Topic.PRECISION))
        .isEqualTo("F16");
    assertThat(value(identify("a.weight [50,10] F16; b.weight [60,10] F32"), Topic.PRECISION))
        .isEqualTo("F32 + F16");
  }

  @Test
  void aHeaderThatEndsTooEarlyContradictsNothing() throws IOException {
    String text = "{\"__metadata__\":{\"ss_network_dim\":\"8\"},\"a\":{\"dtype\":";
    ByteBuffer bytes = ByteBuffer.allocate(8 + text.length()).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putLong(5000).put(text.getBytes(StandardCharsets.UTF_8));
    Path file = Files.write(folder.resolve("cut.safetensors"), bytes.array());

    Identity identity = Headers.opened(file, part -> Identification.of(part, Cancellation.NEVER));

    assertThat(identity.statements(Topic.CONTRADICTION)).isEmpty();
  }

  @Test
  void wordsOfAListAreSplit() throws IOException {
    Identity identity =
        Headers.of("a.weight")
            .with("modelspec.trigger_phrase", "ohwx man, in a boat;ohwx man")
            .with("ssmd_tags", "[\"boat\", \"sea, calm\"]")
            .with("modelspec.author", "  ")
            .identify(folder);

    assertThat(identity.statement(Topic.TRIGGER_WORDS).orElseThrow().words())
        .containsExactly("ohwx man", "in a boat");
    assertThat(identity.statement(Topic.TAGS).orElseThrow().words())
        .containsExactly("boat", "sea, calm");
    assertThat(identity.statement(Topic.AUTHOR)).as("blank").isEmpty();
  }

  @Test
  void headCountIsNotGuessedWithoutTheHeadSize() throws IOException {
    Identity identity = identify(LLAMA);

    assertThat(value(identity, Topic.HEADS)).isEqualTo("-");
    assertThat(value(identity, Topic.KV_HEADS)).isEqualTo("-");
  }

  @Test
  void headsAreReadOffWhereANormHasTheirSize() throws IOException {
    Identity identity =
        identify(
            """
            model.layers.0.self_attn.q_proj.weight [2048,64];\
            model.layers.0.self_attn.k_proj.weight [1024,64];\
            model.layers.0.self_attn.q_norm.weight [128];\
            model.layers.0.self_attn.k_norm.weight [128]\
            """);

    assertThat(number(identity, Topic.HEADS)).isEqualTo(16);
    assertThat(number(identity, Topic.KV_HEADS)).isEqualTo(8);
  }

  @Test
  void expertsAreCounted() throws IOException {
    Identity identity =
        identify(
            """
            model.layers.0.self_attn.q_proj.weight;\
            model.layers.0.block_sparse_moe.experts.0.w1.weight;\
            model.layers.0.block_sparse_moe.experts.7.w1.weight;\
            model.layers.1.block_sparse_moe.experts.0.w1.weight\
            """);

    assertThat(number(identity, Topic.EXPERTS)).isEqualTo(2);
  }

  @Test
  void evidenceIsTheTensorItself() throws IOException {
    Identity identity = identify(LLAMA);

    assertThat(identity.statement(Topic.HIDDEN_SIZE).orElseThrow().evidence())
        .singleElement()
        .isInstanceOfSatisfying(
            Evidence.OfTensor.class,
            evidence -> assertThat(evidence.tensor().info().name()).isEqualTo("model.norm.weight"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          GPTQ | 4096 | a.qweight [8,64] I32; a.qzeros [1,8] I32; a.scales [1,64]; a.g_idx [64] I32
          GPTQ | 4096 | a.qweight [16,64] I32; a.qzeros [1,16] I32; a.scales [1,64]; a.g_idx [64] I32
          AWQ | 4096 | a.qweight [64,8] I32; a.qzeros [1,8] I32; a.scales [1,64]
          bitsandbytes NF4 | 4096 | a.weight [2048,1] U8; a.weight.absmax [64] F32; a.weight.quant_map [16] F32; a.weight.quant_state.bitsandbytes__nf4 [90] U8
          bitsandbytes FP4 | 4096 | a.weight [2048,1] U8; a.weight.absmax [64] F32; a.weight.quant_state.bitsandbytes__fp4 [90] U8
          bitsandbytes INT8 | 4096 | a.weight [64,64] I8; a.SCB [64] F32; a.weight_format [] U8
          MXFP4 | 4096 | a.gate_up_proj_blocks [1,2,64,16] U8; a.gate_up_proj_scales [1,2,64] U8
          NVFP4 | 4096 | a.weight [64,32] U8; a.weight_scale [64,4] F8_E4M3; a.weight_scale_2 [] F32; a.input_scale [] F32
          NVFP4 | 4096 | a.weight_packed [64,32] U8; a.weight_scale [64,4] F8_E4M3; a.weight_global_scale [1] F32
          FP8 in blocks with scales | 4096 | a.weight [64,64] F8_E4M3; a.weight_scale_inv [1,1] F32
          FP8 with scales | 4096 | a.weight [64,64] F8_E4M3; a.scale_weight [] F32; scaled_fp8 [0] F8_E4M3
          With scales per weight | 4096 | a.weight [64,64] F8_E4M3; a.weight_scale [1] F32; a.input_scale [1] F32
          compressed-tensors | 4096 | a.weight_packed [64,8] I32; a.weight_scale [64,1]; a.weight_shape [2] I64
          EXL2 | 4096 | a.q_weight [8,64] I32; a.q_scale [1,8] I32; a.q_invperm [64] I16
          EXL3 | 4096 | a.trellis [4,4,64] I16; a.suh [64]; a.svh [64]
          SVDQuant (nunchaku) | 4096 | a.qweight [64,32] I8; a.wscales [1,64]
          MLX | 2048 | a.weight [64,3] U32; a.scales [64,1]; a.biases [64,1]
          ComfyUI quantization | 4096 | a.weight [64,64] F8_E4M3; a.comfy_quant [30] U8
          torchao | 4096 | a.weight [64,64]; @tensor_names=["a"]; @a.weight={"_type": "AffineQuantizedTensor"}
          """)
  void packedWeightsAreCountedOneByOne(String quantization, long parameters, String header)
      throws IOException {
    Identity identity = identify(header);

    assertThat(number(identity, Topic.PARAMETERS)).isEqualTo(parameters);
    assertThat(identity.statements(Topic.QUANTIZATION))
        .extracting(Statement::value)
        .contains(quantization);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          model.safetensors | model.layers.0.self_attn.q_proj.weight [4096]; model.embed_tokens.weight [32768]
          model.safetensors | model.layers.0.mlp.down_proj.weight [0]; model.layers.0.self_attn.q_proj.weight; model.embed_tokens.weight
          model.safetensors | model.layers.0.self_attn.q_proj.weight [64]; model.layers.0.self_attn.k_proj.weight; model.embed_tokens.weight
          model-rank-1-part-0.safetensors | model.layers.0.self_attn.q_proj.weight; model.embed_tokens.weight
          shard-00001-model-00001-of-00002.safetensors | model.layers.0.self_attn.q_proj.weight; model.embed_tokens.weight
          model.safetensors | model.layers.0.self_attn.q_proj.weight; model.embed_tokens.weight; @DCP_SHARDING_INFO={}
          """)
  void sizesOfTheModelAreNotReadFromSlices(String name, String header) throws IOException {
    Path file = Headers.of(header).write(folder.resolve(name));

    Identity identity = Headers.opened(file, part -> Identification.of(part, Cancellation.NEVER));

    assertThat(value(identity, Topic.MISSING)).startsWith("The rest of each tensor");
    for (Topic topic : List.of(Topic.PARAMETERS, Topic.VOCABULARY, Topic.HIDDEN_SIZE)) {
      assertThat(identity.statement(topic)).as(topic.name()).isEmpty();
    }
    assertThat(number(identity, Topic.LAYERS)).as("a count of names").isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          model.safetensors | model.layers.0.self_attn.q_proj.weight [1]; model.embed_tokens.weight
          model-00001-of-00001.safetensors | model.layers.0.self_attn.q_proj.weight; model.embed_tokens.weight
          model.safetensors | model.layers.0.self_attn.q_proj.weight; model.layers.0.self_attn.q_proj.bias [8]; model.embed_tokens.weight; model.norm.weight [8]
          """)
  void aWholeModelIsNoSlice(String name, String header) throws IOException {
    Path file = Headers.of(header).write(folder.resolve(name));

    Identity identity = Headers.opened(file, part -> Identification.of(part, Cancellation.NEVER));

    assertThat(identity.statement(Topic.MISSING)).isEmpty();
    assertThat(number(identity, Topic.VOCABULARY)).isEqualTo(8);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          4 latent channels | 1.weight [64,4,3,3]; 3.conv.0.weight [64,64,3,3]; 18.weight [3,64,3,3]
          16 latent channels | encoder.layers.0.weight [64,3,3,3]; encoder.layers.1.conv.0.weight [64,64,3,3]; encoder.layers.14.weight [16,64,3,3]
          Control LoRA: the image input is widened from 64 to 128 channels | double_blocks.0.img_attn.qkv.lora_A.weight [16,96]; double_blocks.0.img_attn.qkv.lora_B.bias [288]; img_in.lora_A.weight [16,128]
          Only moving averages (EMA), under the prefix ema_model. that inference code removes | ema_model.a.weight; step [] I64
          - | ema_model.a.weight; model.a.weight
          - | double_blocks.0.img_attn.qkv.lora_A.weight [16,96]; img_in.lora_A.weight [16,128]
          - | double_blocks.0.img_attn.norm.key_norm.scale [32]; double_blocks.0.img_attn.qkv.lora_A.weight [16,96]
          """)
  void variantsAreNamed(String variant, String header) throws IOException {
    assertThat(value(identify(header), Topic.VARIANT)).isEqualTo(variant);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a.weight_packed [64,8] I32",
        "a.weight_packed [64,8] U8; a.weight_zero_point [64,1]",
        "a.qweight [8,64] I32; a.lut [64,16]"
      })
  void packedWeightsOfAnUnknownLayoutAreNotCounted(String header) throws IOException {
    Identity identity = identify(header);

    assertThat(value(identity, Topic.PARAMETERS)).startsWith("unknown: ");
    assertThat(value(identity, Topic.QUANTIZATION))
        .isEqualTo("Packed weights of an unknown layout");
  }

  @Test
  void assumptionsAreReported() throws IOException {
    assertThat(
            value(identify("a.weight_packed [64,8] I32; a.weight_shape [2] I64"), Topic.PARAMETERS))
        .endsWith("4 bits a weight are assumed");
  }

  /// A 32-bit word contains 32 / bits codes, and each group of codes has a scale.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'group_size': 32, 'bits': 4 | [8,16] | [8,4] | 1024",
        "'group_size': 64, 'bits': 2 | [8,16] | [8,4] | 2048",
        "'group_size': 128, 'bits': 4 | [8,16] | [8,1] | 1024",
        "'group_size': 64, 'bits': 8, 'a': {'group_size': 32, 'bits': 4} | [8,16] | [8,4] | 1024",
        // The configuration contradicts the tensors.
        "'group_size': 32, 'bits': 8 | [8,16] | [8,4] | 1024",
        "'group_size': 128, 'bits': 4 | [8,12] | [8,4] | 1024",
        // Only one group size is possible.
        "'bits': 3 | [8,12] | [8,4] | 1024",
        "'mode': 'affine' | [8,20] | [8,4] | 1024",
        "'group_size': 64, 'bits': 6 | [8,12] | [8,1] | 512"
      })
  void mlxGroupSizeIsDerivedFromConfigurationOrShapes(
      String settings, String words, String scales, long parameters) throws IOException {
    Files.writeString(
        folder.resolve("config.json"),
        "{'quantization': {%s}}".formatted(settings).replace('\'', '"'));

    assertThat(number(identifyMlx(words, scales), Topic.PARAMETERS)).isEqualTo(parameters);
  }

  private Identity identifyMlx(String words, String scales) throws IOException {
    return identify("a.weight %s U32; a.scales %s; a.biases %s".formatted(words, scales, scales));
  }

  @Test
  void parametersOfMlxAreUnknownIfSeveralGroupSizesFit() throws IOException {
    Identity identity = identifyMlx("[8,16]", "[8,4]");

    assertThat(value(identity, Topic.PARAMETERS)).startsWith("unknown");
    assertThat(identity.statement(Topic.PARAMETERS).orElseThrow().number()).isEmpty();
    assertThat(value(identity, Topic.MEMORY)).isEqualTo("640 B as stored");
  }

  @Test
  void microscaledWeightsOfMlxAreCountedOneByOne() throws IOException {
    assertThat(number(identify("a.weight [8,16] U32; a.scales [8,4] U8"), Topic.PARAMETERS))
        .isEqualTo(8 * 128);
    assertThat(number(identify("a.weight [8,16] U32; a.scales [8,8] U8"), Topic.PARAMETERS))
        .isEqualTo(8 * 128);
    assertThat(number(identify("a.weight [8,16] U32; a.scales [8,2] U8"), Topic.PARAMETERS))
        .isEqualTo(8 * 64);
  }

  @Test
  void codesThatStraddleWordsAreCountedOneByOne() throws IOException {
    String packed = "a.qweight [12,32] I32; a.qzeros [1,3] I32; a.scales [1,32]; a.g_idx [128] I32";

    assertThat(number(identify(packed), Topic.PARAMETERS)).isEqualTo(128 * 32);
  }

  @Test
  void plainWeightsAreNotCalledQuantized() throws IOException {
    assertThat(identify(LLAMA).statements(Topic.QUANTIZATION)).isEmpty();
    assertThat(identify("a.scales; b.weight; c.scale").statements(Topic.QUANTIZATION)).isEmpty();
  }

  @Test
  void buffersAndCodesAreNoParameters() throws IOException {
    Identity identity =
        identify("bn.running_mean [8]; bn.weight [8]; position_ids [77] I64; codes [5] I64");

    assertThat(number(identity, Topic.PARAMETERS)).isEqualTo(8);
    assertThat(number(identity, Topic.BUFFERS)).isEqualTo(8 + 77 + 5);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a.weight [8,4]; a.k_scale [1]; a.v_scale [1]",
        "a.weight._data [8,4] I8; a.weight._scale [8,1]; a.weight._shift [8,1]",
        "a.weight._data._data [4,4] U8; a.weight._scale [8,1]; a.weight._shift [8,1]",
        "a.weight._data._data [3,4] U8; a.weight._scale [8,1]"
      })
  void scalesOfCachesAndOfQuantoAreNoParameters(String header) throws IOException {
    assertThat(number(identify(header), Topic.PARAMETERS)).isEqualTo(32);
  }

  @ParameterizedTest
  @CsvSource({
    "'{\"num_bits\":8,\"group_size\":32}', 512, false",
    "'{\"a\":{\"num_bits\":4},\"group_size\":64,\"b\":{\"num_bits\":8}}', 1024, false",
    "'{\"num_bits\":8,\"group_size\":128}', 1024, true"
  })
  void widthOfPackedWeightsIsConfigured(String config, long count, boolean isAssumed)
      throws IOException {
    Files.writeString(folder.resolve("config.json"), config);
    Statement parameters =
        identify("a.weight_packed [8,16] I32; a.weight_scale [8,2]")
            .statement(Topic.PARAMETERS)
            .orElseThrow();

    assertThat(parameters.number()).hasValue(count);
    assertThat(parameters.value().contains("assumed")).isEqualTo(isAssumed);
  }

  @Test
  void missingVaeIsStated() throws IOException {
    String unet = "model.diffusion_model.input_blocks.0.0.weight [320,4,3,3]; ";
    String encoder = "cond_stage_model.transformer.text_model.embeddings.position_ids [1,77] I64";

    assertThat(value(identify(unet + encoder), Topic.MISSING)).startsWith("The VAE");
    assertThat(identify(unet).statements(Topic.MISSING)).isEmpty();
    assertThat(
            identify(unet + encoder + "; first_stage_model.decoder.conv_in.weight [512,4,3,3]")
                .statements(Topic.MISSING))
        .isEmpty();
  }

  @Test
  void factorsWithoutElementsAreMissingWeights() throws IOException {
    String module = "base_model.model.model.layers.0.self_attn.q_proj";

    assertThat(
            value(
                identify(module + ".lora_A.weight [0]; " + module + ".lora_B.weight [0]"),
                Topic.MISSING))
        .contains("without elements");
    assertThat(
            identify(
                    module
                        + ".lora_A.weight [8,64]; "
                        + module
                        + ".lora_B.weight [64,8]; base_model.model.model.embed_tokens.weight [0]")
                .statements(Topic.MISSING))
        .isEmpty();
  }

  @Test
  void rankIsARangeWhereItIsMixed() throws IOException {
    Identity identity =
        identify(LORA + ".lora_down.weight [4,768]; b.lora_down.weight [16,320]; b.alpha []");

    assertThat(value(identity, Topic.RANK)).isEqualTo("4 to 16");
    assertThat(identity.statement(Topic.RANK).orElseThrow().evidence()).hasSize(2);
    assertThat(value(identity, Topic.ALPHA)).isEqualTo("stored in 1 tensor");
  }

  @Test
  void alphaIsReadFromTheMetadata() throws IOException {
    assertThat(
            value(identify(LORA + ".lora_down.weight [4,768]; @ss_network_alpha=2.0"), Topic.ALPHA))
        .isEqualTo("2.0");
  }

  @Test
  void alphaAndBaseAreReadFromTheDiffusersConfiguration() throws IOException {
    Identity identity =
        identify(
            "transformer.single_transformer_blocks.0.attn.to_q.lora_A.weight [16,3072];"
                + "@lora_adapter_metadata={\"transformer.lora_alpha\": 32,"
                + " \"transformer.base_model_name_or_path\": \"some/model\"}");

    assertThat(value(identity, Topic.ALPHA)).isEqualTo("32");
    assertThat(value(identity, Topic.BASE_MODEL)).isEqualTo("some/model");
  }

  @Test
  void metadataThatSayAnotherFamilyAreContradicted() throws IOException {
    Identity identity =
        identify(LORA + ".lora_down.weight [4,768]; @ss_base_model_version=sdxl_base_v1-0");

    assertThat(identity.family()).contains(Sentence.of("Stable Diffusion 1.x"));
    assertThat(value(identity, Topic.CONTRADICTION))
        .isEqualTo("The metadata say Stable Diffusion XL, the tensors say Stable Diffusion 1.x.");
    assertThat(identity.statement(Topic.CONTRADICTION).orElseThrow().evidence()).hasSize(2);
  }

  @Test
  void metadataThatAgreeAreNotContradicted() throws IOException {
    Identity identity =
        identify(
            LORA
                + ".lora_down.weight [4,768]; @ss_base_model_version=sd_v1; @ss_network_dim=4;"
                + "@ss_network_module=networks.lora");

    assertThat(identity.statements(Topic.CONTRADICTION)).isEmpty();
  }

  @Test
  void aFullModelThatCallsItselfLoraIsContradicted() throws IOException {
    assertThat(value(identify(LLAMA + "; @ss_network_module=networks.lora"), Topic.CONTRADICTION))
        .isEqualTo("The metadata say LoRA adapter, the tensors say Language model.");
  }

  @Test
  void aRankThatNoTensorHasIsContradicted() throws IOException {
    assertThat(
            value(
                identify(LORA + ".lora_down.weight [4,768]; @ss_network_dim=32"),
                Topic.CONTRADICTION))
        .isEqualTo("The metadata say rank 32, but no tensor has it.");
  }

  @Test
  void trainingIsSummedUp() throws IOException {
    Identity identity =
        identify(
            "a; @ss_steps=1600; @ss_epoch=1; @ss_num_train_images=40; @ss_learning_rate=0.0001;"
                + "@ss_resolution=(512, 512); @ss_optimizer=bitsandbytes.optim.AdamW8bit(betas=1);"
                + "@ss_training_finished_at=1690000000.5");

    assertThat(value(identity, Topic.TRAINING))
        .isEqualTo(
            "1,600 steps, 1 epoch, 40 images, learning rate 0.0001, resolution (512, 512),"
                + " optimizer AdamW8bit, 2023-07-22");
  }

  @Test
  void oddTrainingEntriesDoNoHarm() throws IOException {
    Identity identity =
        identify(
            "a; @ss_steps=many; @ss_training_finished_at=1e300;"
                + " @ss_epoch=None;@ss_tag_frequency={\"a\": {\"b\"; @training_info=[;"
                + " @ss_network_dim=99999999999");

    assertThat(value(identity, Topic.TRAINING)).isEqualTo("steps: many");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          @ss_steps=0; @ss_epoch=0; @ss_num_train_images=0 | 0 steps, 0 epochs, 0 images
          @ss_steps=1; @ss_epoch=1; @ss_num_train_images=1 | 1 step, 1 epoch, 1 image
          @ss_steps=2; @ss_epoch=2; @ss_num_train_images=2 | 2 steps, 2 epochs, 2 images
          @ss_steps=01 | 1 step
          @ss_steps=999999999999999 | 999,999,999,999,999 steps
          @ss_steps=1000000000000000 | steps: 1000000000000000
          @ss_steps=-1 | steps: -1
          @ss_steps=5; @ss_max_train_steps=9; @ss_epoch=2; @ss_num_epochs=10 | 5 steps, 2 epochs
          @ss_max_train_steps=9; @ss_num_epochs=10 | 9 steps, 10 epochs
          @ss_unet_lr=0.5; @modelspec.resolution=1024x1024 | learning rate 0.5, resolution 1024x1024
          @ss_optimizer=AdamW | optimizer AdamW
          @training_info={"step": 1500, "epoch": 3} | step 1500, epoch 3
          @training_info={"step": 1500, "old": {"step": 7}} | step 1500
          @training_info={"epoch": 3, "old": {"epoch": 7}} | epoch 3
          @ss_training_finished_at=0; @ss_training_started_at=86400 | 1970-01-02
          @ss_training_finished_at=1; @ss_training_started_at=86400 | 1970-01-01
          @modelspec.date=2024-05-06 | 2024-05-06
          @ss_training_started_at=86400; @modelspec.date=2024-05-06 | 1970-01-02
          @training_info={"other": 3} | -
          """)
  void eachTrainerEntryIsShown(String metadata, String expected) throws IOException {
    assertThat(value(identify("a; " + metadata), Topic.TRAINING)).isEqualTo(expected);
  }

  @Test
  void trainingNamesTheEntriesItIsReadFrom() throws IOException {
    Identity identity =
        identify(
            "a; @ss_steps=9; @ss_max_train_steps=10; @ss_optimizer=AdamW;"
                + " @training_info={\"epoch\": 3}; @ss_training_started_at=86400");

    assertThat(identity.statement(Topic.TRAINING).orElseThrow().evidence())
        .containsExactly(
            new Evidence.OfMetadata("ss_steps", "9"),
            new Evidence.OfMetadata("ss_optimizer", "AdamW"),
            new Evidence.OfMetadata("training_info", "{\"epoch\": 3}"),
            new Evidence.OfMetadata("ss_training_started_at", "86400"));
  }

  @Test
  void mostFrequentTagsAreListed() throws IOException {
    Identity identity =
        identify("a; @ss_tag_frequency={\"1_x\":{\"cat\":2,\"dog\":5},\"2_y\":{\"cat\":9}}");

    assertThat(value(identity, Topic.FREQUENT_TAGS)).isEqualTo("cat, dog");
  }

  @Test
  void triggerWordsTitleAndLicenseAreShown() throws IOException {
    Identity identity =
        identify(
            "a; @modelspec.trigger_phrase=ohwx man; @modelspec.title=T; @modelspec.license=MIT;"
                + "@modelspec.author=A; @modelspec.description=D");

    assertThat(value(identity, Topic.TRIGGER_WORDS)).isEqualTo("ohwx man");
    assertThat(value(identity, Topic.TITLE)).isEqualTo("T");
    assertThat(value(identity, Topic.LICENSE)).isEqualTo("MIT");
    assertThat(value(identity, Topic.AUTHOR)).isEqualTo("A");
    assertThat(value(identity, Topic.DESCRIPTION)).isEqualTo("D");
  }

  @Test
  void longEntryIsTruncatedButItsEvidenceIsComplete() throws IOException {
    String title = "T".repeat(1_000_000);

    Identity identity = Headers.of("a").with("modelspec.title", title).identify(folder);

    assertThat(value(identity, Topic.TITLE))
        .startsWith("TTT")
        .endsWith("T…")
        .hasSizeLessThan(60_000);
    assertThat(identity.statement(Topic.TITLE).orElseThrow().evidence())
        .containsExactly(new Evidence.OfMetadata("modelspec.title", title));
  }

  @Test
  void variantsAreDetected() throws IOException {
    assertThat(identify("model.diffusion_model.input_blocks.0.0.weight [320,9,3,3]").statements())
        .extracting(Statement::value)
        .contains("Inpainting");
    assertThat(identify("v_pred [0]; ztsnr [0]").statements(Topic.VARIANT))
        .extracting(Statement::value)
        .containsExactly("Predicts v", "Zero terminal SNR");
  }

  @Test
  void componentsOfACheckpointAreListed() throws IOException {
    Identity identity =
        identify(
            "model.diffusion_model.out.2.weight; first_stage_model.quant_conv.weight;"
                + "conditioner.embedders.0.transformer.text_model.final_layer_norm.weight;"
                + "conditioner.embedders.1.model.ln_final.weight");

    assertThat(identity.statements(Topic.CONTAINS))
        .extracting(Statement::value)
        .containsExactly("Diffusion model", "VAE", "CLIP text encoder", "OpenCLIP text encoder");
  }

  @Test
  void aThumbnailIsHandedOver() throws IOException {
    byte[] gif = {'G', 'I', 'F', '8', '9', 'a', 3, 0, 4, 0, 0, 0, 0};
    String base64 = Base64.getEncoder().encodeToString(gif);

    Identity identity =
        Headers.of("a")
            .with("modelspec.thumbnail", "data:image/gif;base64," + base64)
            .identify(folder);

    assertThat(identity.thumbnail())
        .contains(new EmbeddedImage("data:image/gif;base64," + base64, 4));
  }

  @Test
  void aThumbnailThatIsNoPictureIsLeftAlone() throws IOException {
    for (String value : List.of("data:image/png;base64,????", "hello", "data:", "[]", "[1")) {
      Path file = folder.resolve(value.length() + ".safetensors");
      Headers.of("a").with("modelspec.thumbnail", value).write(file);

      assertThat(
              Headers.opened(file, part -> Identification.of(part, Cancellation.NEVER)).thumbnail())
          .isEmpty();
    }
  }

  @Test
  void aPictureThatWouldFillTheMemoryIsLeftAlone() throws IOException {
    byte[] gif = {'G', 'I', 'F', '8', '9', 'a', -1, -1, -1, -1, 0, 0, 0};

    assertThat(
            Headers.of("a")
                .with("modelspec.thumbnail", Base64.getEncoder().encodeToString(gif))
                .identify(folder)
                .thumbnail())
        .isEmpty();
  }

  @Test
  void aLanguageModelWithoutFormatIsFound() throws IOException {
    Path file = Headers.of(LLAMA).write(folder.resolve("model.safetensors"));

    assertThat(missingFormat(file))
        .hasValueSatisfying(
            finding -> {
              assertThat(finding.code()).isEqualTo(FindingCode.MISSING_FORMAT);
              assertThat(finding.message()).startsWith("The metadata lack format=pt");
            });
  }

  private String formatSentence(String metadata) throws IOException {
    Path file = folder.resolve("x.safetensors");
    Files.deleteIfExists(file);
    Headers.of("model.layers.0.self_attn.q_proj.weight" + metadata).write(file);
    return missingFormat(file).map(Finding::message).orElse("-");
  }

  @Test
  void itIsSaidWhichVersionsRefuseAFile() throws IOException {
    assertThat(formatSentence(""))
        .isEqualTo(
            "The metadata lack format=pt; Transformers before 4.48 refuse a file without it,"
                + " newer versions load it.");
    assertThat(formatSentence("; @other=x"))
        .isEqualTo(
            "The metadata lack format=pt; Transformers 4 and Accelerate refuse metadata without"
                + " it.");
    assertThat(formatSentence("; @format=np"))
        .isEqualTo(
            "The metadata say format=np; Transformers 4 and Accelerate refuse every format but pt,"
                + " tf, flax and mlx.");
    assertThat(formatSentence("; @format=PT")).startsWith("The metadata say format=PT;");
    for (String acceptedFormat : List.of("pt", "tf", "flax", "mlx")) {
      assertThat(formatSentence("; @format=" + acceptedFormat)).isEqualTo("-");
    }
  }

  /// Writes a set of shards of a language model, each with the given metadata.
  private Path languageModel(String... metadata) throws IOException {
    StringBuilder weights = new StringBuilder();
    for (int i = 0; i < metadata.length; i++) {
      String name = "model.layers.%d.self_attn.q_proj.weight".formatted(i);
      Headers.of(name + metadata[i]).write(folder.resolve("m-" + i + ".safetensors"));
      weights.append(i == 0 ? "" : ",").append("\"%s\":\"m-%d.safetensors\"".formatted(name, i));
    }
    return Files.writeString(
        folder.resolve("m.safetensors.index.json"), "{\"weight_map\":{" + weights + "}}");
  }

  private static List<String> lackingFormat(Path path) throws IOException {
    return Headers.opened(
        path,
        part ->
            Identification.lackingFormat(part).stream()
                .map(file -> file.path().getFileName().toString())
                .toList());
  }

  @Test
  void filesOfASetThatLackFormatAreCounted() throws IOException {
    Path set = languageModel("; @format=pt", "", "; @other=x");

    assertThat(missingFormat(set).orElseThrow().message())
        .isEqualTo(
            "The metadata of 2 of 3 files lack format=pt; Transformers 4 and Accelerate refuse"
                + " metadata without it.");
    assertThat(lackingFormat(set)).containsExactly("m-1.safetensors", "m-2.safetensors");
  }

  @Test
  void firstDifferentFormatInASetIsReported() throws IOException {
    Path set = languageModel("", "; @format=np", "; @format=jax");

    Identity identity = Headers.opened(set, part -> Identification.of(part, Cancellation.NEVER));

    Statement format = identity.statement(Topic.FORMAT).orElseThrow();
    assertThat(format.value()).startsWith("The metadata say format=np;");
    assertThat(format.evidence()).startsWith(new Evidence.OfMetadata("format", "np"));
    assertThat(format.evidence()).hasSizeGreaterThan(1);
  }

  @Test
  void refusedFilesAndThoseWithoutTensorsNeedNoFormat() throws IOException {
    Path set = languageModel("; @format=pt", "", "");
    try (RandomAccessFile file =
        new RandomAccessFile(folder.resolve("m-1.safetensors").toFile(), "rw")) {
      file.setLength(file.length() - 1);
    }
    TensorFiles.raw(folder.resolve("m-2.safetensors"), "{}", 0);

    assertThat(lackingFormat(set)).isEmpty();
    assertThat(missingFormat(set)).isEmpty();
  }

  private static List<String> contents(Identity identity) {
    return identity.statements(Topic.CONTAINS).stream().map(Statement::value).toList();
  }

  private static List<String> contradictions(Identity identity) {
    return identity.statements(Topic.CONTRADICTION).stream().map(Statement::value).toList();
  }

  private static String layers(String pattern, int from, int to) {
    return IntStream.range(from, to)
        .mapToObj(pattern::formatted)
        .collect(Collectors.joining(";", "", ";"));
  }

  @Test
  void metadataThatNoTensorShowsAreNotBelieved() throws IOException {
    Identity identity =
        identify(
            "weight [2,2]; @ss_network_module=networks.lora; @ss_network_dim=9999999;"
                + "@ss_network_alpha=1; @modelspec.architecture=stable-diffusion-xl-v1-base/lora");

    assertThat(identity.kind()).isEqualTo(Kind.UNKNOWN);
    assertThat(identity.family()).isEmpty();
    assertThat(identity.statement(Topic.RANK)).isEmpty();
    assertThat(identity.statement(Topic.ALPHA)).isEmpty();
    assertThat(contradictions(identity))
        .containsExactlyInAnyOrder(
            "The metadata say LoRA adapter, but no tensor shows it.",
            "The metadata say Stable Diffusion XL, but no tensor shows it.",
            "The metadata say rank 9999999, but no tensor has it.");
  }

  @Test
  void aModelThatIsCalledAnAdapterHasNoRank() throws IOException {
    Identity identity =
        identify(LLAMA + "; @ss_network_dim=8; @ss_base_model_version=sdxl_base_v1-0");

    assertThat(identity.statement(Topic.RANK)).isEmpty();
    assertThat(contradictions(identity))
        .containsExactlyInAnyOrder(
            "The metadata say rank 8, but no tensor has it.",
            "The metadata say Stable Diffusion XL, the tensors say Llama 3.");
  }

  @Test
  void theTextEncoderOfADiffusionModelIsNoLanguageModel() throws IOException {
    Identity identity =
        identify(
            "transformer.transformer_blocks.0.attn.to_q.lora_A.weight [4,64];"
                + "text_encoder.text_model.encoder.layers.0.self_attn.q_proj.lora_A.weight [4,64]");

    assertThat(identity.family()).isEmpty();
  }

  @Test
  void anAdapterOfALanguageModelIsNoneOfStableDiffusion() throws IOException {
    Identity identity =
        identify(
            "base_model.model.model.layers.0.self_attn.q_proj.lora_A.weight [8,64];"
                + "@ss_base_model_version=sdxl_base_v1-0");

    assertThat(identity.family().orElseThrow().key()).startsWith("Llama-style");
    assertThat(contradictions(identity)).hasSize(1);
  }

  @Test
  void alphaInTensorsIsShownBeforeAlphaInMetadata() throws IOException {
    assertThat(
            value(
                identify(LORA + ".lora_down.weight [4,768]; b.alpha []; @ss_network_alpha=2.0"),
                Topic.ALPHA))
        .isEqualTo("2.0 (metadata; stored in 1 tensor)");
  }

  @Test
  void adapterShowsItsLayersButNoLayerCount() throws IOException {
    Identity identity =
        identify(
            layers("base_model.model.model.layers.%d.self_attn.q_proj.lora_A.weight [8,64]", 28, 32)
                + layers(
                    "base_model.model.model.layers.%d.mlp.up_proj.lora_A.weight [8,64]", 2, 3));

    assertThat(identity.statement(Topic.LAYERS)).isEmpty();
    assertThat(value(identity, Topic.ADAPTED_LAYERS)).isEqualTo("2, 28 to 31");
  }

  @Test
  void layersThatDoNotBeginAtTheFirstAreAPartOfThem() throws IOException {
    Identity identity = identify(layers("model.layers.%d.self_attn.q_proj.weight", 8, 16));

    assertThat(value(identity, Topic.LAYERS)).isEqualTo("8 in this file: 8 to 15");
    assertThat(identity.statement(Topic.LAYERS).orElseThrow().number()).isEmpty();
  }

  @Test
  void theLayersOfAVisionEncoderAreNotThoseOfTheLanguageModel() throws IOException {
    for (String inner :
        List.of(
            "model.vision_tower.vision_encoder.model.layers",
            "model.vision_model.transformer.layers",
            "model.qwen2_model.model.model.layers",
            "vision_model.layers",
            "vision_tower.model.layers")) {
      Files.deleteIfExists(folder.resolve("a.safetensors"));
      Identity identity =
          identify(
              layers("model.layers.%d.self_attn.q_proj.weight [64,64]", 0, 12)
                  + layers(inner + ".%d.self_attn.q_proj.weight [32,32]", 0, 24)
                  + "model.norm.weight [64]");

      assertThat(identity.kind()).isEqualTo(Kind.VISION_LANGUAGE_MODEL);
      assertThat(number(identity, Topic.LAYERS)).isEqualTo(12);
      assertThat(contents(identity)).containsExactly("Language model", "Vision encoder");
    }
  }

  @Test
  void anEncoderOfPicturesBeforeADecoderOfWordsIsNotItsLayers() throws IOException {
    Identity identity =
        identify(
            layers("encoder.encoder.layer.%d.attention.attention.query.weight", 0, 24)
                + layers("decoder.model.decoder.layers.%d.self_attn.q_proj.weight", 0, 12)
                + "decoder.model.decoder.embed_positions.weight [514,8]");

    assertThat(number(identity, Topic.LAYERS)).isEqualTo(12);
  }

  @Test
  void theLayersBetweenPicturesAndWordsAreNotThoseOfTheLanguageModel() throws IOException {
    Identity identity =
        identify(
            layers("vision_model.encoder.layers.%d.self_attn.qkv.weight", 0, 39)
                + layers("qformer.encoder.layer.%d.attention.attention.query.weight", 0, 12)
                + layers("language_model.model.decoder.layers.%d.self_attn.q_proj.weight", 0, 32)
                + "language_model.model.decoder.embed_positions.weight [2050,8]");

    assertThat(identity.kind()).isEqualTo(Kind.VISION_LANGUAGE_MODEL);
    assertThat(number(identity, Topic.LAYERS)).isEqualTo(32);
  }

  @Test
  void stacksOfTwoUnknownNetworksAreTwo() throws IOException {
    Identity identity =
        identify(
            layers("model.layers.%d.self_attn.q_proj.weight", 0, 12)
                + layers("odd.model.layers.%d.self_attn.q_proj.weight", 0, 24));

    assertThat(value(identity, Topic.LAYERS))
        .isEqualTo("12 in model.layers, 24 in odd.model.layers");
    assertThat(identity.statement(Topic.LAYERS).orElseThrow().number()).isEmpty();
  }

  @Test
  void encoderAndDecoderDepthsAreShownSeparately() throws IOException {
    String whisper =
        layers("model.encoder.layers.%d.self_attn.q_proj.weight", 0, 32)
            + layers("model.decoder.layers.%d.self_attn.q_proj.weight", 0, 4)
            + "model.decoder.layers.0.encoder_attn.q_proj.weight; model.encoder.conv1.weight"
            + " [8,80,3]";

    Identity identity = identify(whisper);

    assertThat(identity.statement(Topic.LAYERS)).isEmpty();
    assertThat(number(identity, Topic.ENCODER_LAYERS)).isEqualTo(32);
    assertThat(number(identity, Topic.DECODER_LAYERS)).isEqualTo(4);
  }

  @Test
  void sizesOfADiffusionModelAreNotReadFromItsTextEncoder() throws IOException {
    Identity identity =
        identify(
            "model.diffusion_model.input_blocks.1.1.transformer_blocks.0.attn2.to_k.weight"
                + " [320,768];first_stage_model.decoder.conv_in.weight [512,4,3,3];"
                + layers(
                    "cond_stage_model.transformer.text_model.encoder.layers.%d.layer_norm1.weight",
                    0, 12)
                + "cond_stage_model.transformer.text_model.embeddings.token_embedding.weight"
                + " [49408,768]");

    assertThat(identity.statement(Topic.LAYERS)).isEmpty();
    assertThat(identity.statement(Topic.VOCABULARY)).isEmpty();
    assertThat(number(identity, Topic.LATENT_CHANNELS)).isEqualTo(4);
  }

  @Test
  void towersOfLanguageModelsAreMentioned() throws IOException {
    assertThat(
            contents(
                identify(
                    "thinker.visual.blocks.0.attn.q.weight;"
                        + "thinker.audio_tower.layers.0.self_attn.q_proj.weight;"
                        + "thinker.model.layers.0.self_attn.q_proj.weight")))
        .containsExactly("Language model", "Vision encoder", "Audio encoder");
  }

  @Test
  void whatATrainerKeepsIsNoModel() throws IOException {
    Identity alone =
        identify(
            "optimizer.state.model.layers.0.self_attn.q_proj.weight.exp_avg [8,8];"
                + "optimizer.state.model.layers.0.self_attn.q_proj.weight.exp_avg_sq [8,8]");

    assertThat(alone.kind()).isEqualTo(Kind.OPTIMIZER_STATE);
    assertThat(alone.statement(Topic.PARAMETERS)).isEmpty();
    assertThat(alone.statement(Topic.LAYERS)).isEmpty();
    assertThat(number(alone, Topic.BUFFERS)).isEqualTo(128);
  }

  @Test
  void trainerStateNextToAModelIsASeparatePart() throws IOException {
    Identity both =
        identify(
            LLAMA
                + "; model.layers.0.self_attn.q_proj.weight.exp_avg [64,64] F32;"
                + "model.layers.2.self_attn.q_proj.weight.exp_avg [64,64] F32");

    assertThat(both.kind()).isEqualTo(Kind.LANGUAGE_MODEL);
    assertThat(contents(both)).containsExactly("Optimizer state");
    assertThat(number(both, Topic.LAYERS)).isEqualTo(2);
    assertThat(number(both, Topic.PARAMETERS))
        .isEqualTo(number(identifyAgain(LLAMA), Topic.PARAMETERS));
  }

  private Identity identifyAgain(String header) throws IOException {
    Files.deleteIfExists(folder.resolve("a.safetensors"));
    return identify(header);
  }

  @Test
  void picturesAndMasksAreNoParameters() throws IOException {
    Identity identity =
        identify("images [10,3,4,4] U8; offsets [7] I8; mask [5] BOOL; a.weight [4]");

    assertThat(number(identity, Topic.PARAMETERS)).isEqualTo(4);
    assertThat(number(identity, Topic.BUFFERS)).isEqualTo(480 + 7 + 5);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          x.safetensors | model.layers.0.self_attn.q_proj.weight; @format=pt
          x.safetensors | model.layers.0.self_attn.q_proj.weight; @format=mlx
          x.safetensors | model.layers.0.self_attn.q_proj.weight [8,8] U32; model.layers.0.self_attn.q_proj.scales; model.layers.0.self_attn.q_proj.biases
          x.safetensors | base_model.model.model.layers.0.self_attn.q_proj.lora_A.weight
          x.safetensors | lora_unet_mid_block_attentions_0_proj_in.lora_down.weight
          x.safetensors | weight
          model.safetensors | decoder.up.0.block.0.conv1.weight
          t5xxl_fp16.safetensors | encoder.block.0.layer.0.SelfAttention.q.weight
          x.safetensors | model.diffusion_model.a; first_stage_model.b; cond_stage_model.transformer.text_model.encoder.layers.0.layer_norm1.weight
          """)
  void missingFormatIsNotReportedIfNotRequired(String name, String header) throws IOException {
    Path file = Headers.of(header).write(folder.resolve(name));

    assertThat(missingFormat(file)).isEmpty();
  }

  @Test
  void aTextEncoderNamedAsTransformersNamesItNeedsFormat() throws IOException {
    Path file =
        Headers.of("encoder.block.0.layer.0.SelfAttention.q.weight")
            .write(folder.resolve("model.safetensors"));

    assertThat(missingFormat(file)).isPresent();
  }

  @Test
  void anEmptyHeaderIsUnknown() throws IOException {
    Path file = Headers.of("a [0]").write(folder.resolve("a.safetensors"));

    Identity identity = Headers.opened(file, part -> Identification.of(part, Cancellation.NEVER));

    assertThat(identity.kind()).isEqualTo(Kind.UNKNOWN);
    assertThat(identity.statement(Topic.PARAMETERS)).isEmpty();
  }

  @Test
  void shapesBeyondReasonDoNoHarm() throws IOException {
    String huge = "\"dtype\":\"F16\",\"shape\":[9223372036854775808,9223372036854775808]";
    Path file =
        TensorFiles.raw(
            folder.resolve("a.safetensors"),
            "{\"model.layers.0.self_attn.q_proj.weight\":{%s,\"data_offsets\":[0,9]},"
                    .formatted(huge)
                + "\"model.layers.0.self_attn.rotary_emb.inv_freq\":{%s,\"data_offsets\":[9,1]},"
                    .formatted(huge)
                + "\"model.layers.0.self_attn.q_proj.lora_A.weight\":{%s,\"data_offsets\":[9,9]}}"
                    .formatted(huge),
            4);

    Identity identity = Headers.opened(file, part -> Identification.of(part, Cancellation.NEVER));

    assertThat(identity.kind()).isEqualTo(Kind.LORA);
    assertThat(identity.statement(Topic.HEADS)).isEmpty();
    assertThat(number(identity, Topic.PARAMETERS)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void cancellationEndsIt() throws IOException {
    Path file = Headers.of(LLAMA).write(folder.resolve("a.safetensors"));

    Headers.opened(
        file,
        part -> {
          Assertions.assertThatThrownBy(() -> Identification.of(part, () -> true))
              .isInstanceOf(CancellationException.class);
          return null;
        });
  }

  @ParameterizedTest
  @CsvSource({
    "real/sam-lora/lora_rank2.safetensors, LORA, -, 2",
    "real/cloneofsimo-lora/lora_disney.safetensors, LORA, Stable Diffusion 1.x, 1",
    "real/silero/silero_vad_16k.safetensors, UNKNOWN, -, -",
    "real/burn/mnist.safetensors, UNKNOWN, -, -"
  })
  void realFilesAreIdentified(String path, Kind kind, String family, String rank)
      throws IOException {
    Identity identity =
        Headers.opened(
            SharedFolder.file(path), part -> Identification.of(part, Cancellation.NEVER));

    assertThat(identity.kind()).isEqualTo(kind);
    assertThat(identity.family().map(Sentence::toString).orElse("-")).isEqualTo(family);
    assertThat(value(identity, Topic.RANK)).isEqualTo(rank);
  }
}
