package io.github.tensorloupe.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Severity;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Classes and settings of an architecture whose tensors have other names or sizes.
class ModelVariantsTest {

  @TempDir Path folder;

  private static ConfiguredModel of(ConfiguredModel model, String type, String name) {
    model.config.putArray("architectures").add(name);
    return model.with("model_type", type);
  }

  private static ConfiguredModel withBiases(ConfiguredModel model) {
    for (int layer = 0; layer < ConfiguredModel.LAYERS; layer++) {
      model.add("model.layers." + layer + ".self_attn.q_proj.bias", 8);
    }
    return model;
  }

  private static ConfiguredModel t5(String prefix) {
    ConfiguredModel model = of(new ConfiguredModel(), "t5", "T5ForTokenClassification");
    model.with("d_model", 8).with("num_layers", 2).with("vocab_size", 10).with("d_ff", 12);
    model.add(prefix + "shared.weight", 10, 8).add("classifier.weight", 2, 8);
    for (int layer = 0; layer < 2; layer++) {
      String block = prefix + "encoder.block." + layer + ".layer.";
      model.add(block + "0.SelfAttention.q.weight", 8, 8);
      model.add(block + "1.DenseReluDense.wi.weight", 12, 8);
    }
    return model;
  }

  private static ConfiguredModel encoder(String type, String name, String prefix) {
    ConfiguredModel model = of(new ConfiguredModel(), type, name);
    model.with("hidden_size", 8).with("num_hidden_layers", 2).with("vocab_size", 10);
    model.with("d_model", 8).with("encoder_layers", 2).with("decoder_layers", 2);
    for (int layer = 0; layer < 2; layer++) {
      model.add(prefix + layer + ".self_attn.q_proj.weight", 8, 8);
      model.add(prefix + layer + ".self_attn.q_proj.bias", 8);
    }
    return model;
  }

  private FindingCode only(ConfiguredModel model) throws IOException {
    List<FindingCode> codes = model.codes(folder);
    assertThat(codes).hasSize(1);
    return codes.getFirst();
  }

  @Test
  void classesForQuestionsHaveAPrefixOfTheirOwn() throws IOException {
    ConfiguredModel model =
        of(ConfiguredModel.llama(), "llama", "LlamaForQuestionAnswering")
            .without("lm_head")
            .renamed(name -> name.replace("model.", "transformer."))
            .add("qa_outputs.weight", 2, 8);

    assertThat(model.codes(folder)).isEmpty();
    assertThat(only(of(model, "llama", "LlamaForCausalLM"))).isEqualTo(FindingCode.CONFIG_FAMILY);
  }

  @Test
  void classifiersOfT5HaveAPrefixAndMayLackTheDecoder() throws IOException {
    assertThat(t5("transformer.").codes(folder)).isEmpty();
    assertThat(t5("").codes(folder)).isEmpty();
  }

  @Test
  void layerWithATensorOfItsOwnMayBeIncomplete() throws IOException {
    String layers = "encoder.block.0.layer.";
    ConfiguredModel model = t5("").add(layers + "0.SelfAttention.relative_attention_bias.weight");

    assertThat(model.codes(folder)).isEmpty();
    assertThat(only(model.without(layers + "1"))).isEqualTo(FindingCode.CONFIG_LAYER_INCOMPLETE);
  }

  @Test
  void baseClassesOfMultimodalModelsLackThePrefix() throws IOException {
    ConfiguredModel model = of(ConfiguredModel.llava(), "qwen3_vl", "Qwen3VLModel");
    model.config.withObject("vision_config").put("depth", 2);
    model
        .without("lm_head")
        .without("projector")
        .renamed(
            name ->
                name.replace("language_model.model.", "language_model.")
                    .replace("vision_tower.vision_model.encoder.layers.", "visual.blocks."))
        .add("visual.merger.linear_fc1.weight", 8, 4);
    for (int i = 0; i < 40; i++) {
      model.add("visual.deepstack_merger_list." + i + ".norm.weight", 4);
    }

    assertThat(model.codes(folder)).isEmpty();
    assertThat(only(model.without("visual.merger"))).isEqualTo(FindingCode.CONFIG_TOWER_MISSING);
  }

  @Test
  void audioClassifierHasNoPrefix() throws IOException {
    ConfiguredModel model = encoder("whisper", "WhisperForAudioClassification", "encoder.layers.");

    assertThat(model.add("classifier.weight", 2, 8).codes(folder)).isEmpty();
  }

  @Test
  void decoderMayHaveAVocabularyOfItsOwn() throws IOException {
    ConfiguredModel model =
        encoder("marian", "MarianForCausalLM", "model.decoder.layers.")
            .add("model.decoder.embed_tokens.weight", 12, 8);

    assertThat(only(model)).isEqualTo(FindingCode.CONFIG_VOCABULARY);
    assertThat(model.with("share_encoder_decoder_embeddings", false).codes(folder)).isEmpty();
  }

  @Test
  void biasesOfGlmAreStoredByDefault() throws IOException {
    ConfiguredModel model = of(ConfiguredModel.llama(), "glm4", "Glm4ForCausalLM");

    assertThat(withBiases(model.with("head_dim", 2)).codes(folder)).isEmpty();
  }

  @Test
  void absentNumberOfKeyValueHeadsOfOlmoIsTheNumberOfHeads() throws IOException {
    ConfiguredModel model = of(ConfiguredModel.llama(), "olmo", "OlmoForCausalLM");
    model.config.remove("num_key_value_heads");

    assertThat(only(model)).isEqualTo(FindingCode.CONFIG_HEADS);
  }

  @Test
  void lostBiasesOfBertAreReported() throws IOException {
    assertThat(only(ConfiguredModel.bert().without("query.bias")))
        .isEqualTo(FindingCode.CONFIG_BIAS);
  }

  @Test
  void biasesOfLatentAttentionAreThoseOfItsInput() throws IOException {
    ConfiguredModel model = of(ConfiguredModel.llama(), "deepseek_v3", "DeepseekV3ForCausalLM");
    for (int layer = 0; layer < ConfiguredModel.LAYERS; layer++) {
      model.add("model.layers." + layer + ".self_attn.kv_a_proj_with_mqa.weight", 4, 8);
    }

    assertThat(model.codes(folder)).isEmpty();
    assertThat(only(model.with("attention_bias", true))).isEqualTo(FindingCode.CONFIG_BIAS);
  }

  @Test
  void sizeOfTheSharedExpertIsCompared() throws IOException {
    ConfiguredModel model = of(ConfiguredModel.llama(), "qwen2_moe", "Qwen2MoeForCausalLM");
    withBiases(model).with("shared_expert_intermediate_size", 6);
    for (int layer = 0; layer < ConfiguredModel.LAYERS; layer++) {
      model.add("model.layers." + layer + ".mlp.shared_expert.up_proj.weight", 6, 8);
    }

    assertThat(model.codes(folder)).isEmpty();
    assertThat(only(model.with("shared_expert_intermediate_size", 12)))
        .isEqualTo(FindingCode.CONFIG_INTERMEDIATE_SIZE);
  }

  @ParameterizedTest
  @CsvSource({
    "clip_text_model, CLIPTextModel, text_model.",
    "clip_text_model, CLIPTextModel, ''",
    "siglip_vision_model, SiglipVisionModel, vision_model.",
    "clip_vision_model, CLIPVisionModel, ''"
  })
  void towersOfClipAreComparedAlone(String type, String name, String prefix) throws IOException {
    ConfiguredModel model = encoder(type, name, prefix + "encoder.layers.");
    model.add(prefix + "embeddings.token_embedding.weight", 10, 8);

    assertThat(model.codes(folder)).isEmpty();
    assertThat(only(model.with("num_hidden_layers", 3)))
        .isEqualTo(FindingCode.CONFIG_LAYERS_MISSING);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "qwen3_5_text", "qwen3_5_moe_text", "seed_oss", "olmo3", "cohere2", "ministral",
        "ministral3", "arcee", "helium", "hunyuan_v1_dense", "apertus", "glm"
      })
  void architecturesLikeLlamaAreCompared(String type) throws IOException {
    ConfiguredModel model = of(ConfiguredModel.llama(), type, "AnyForCausalLM");
    model.with("head_dim", 2).with("tie_word_embeddings", false).with("attention_bias", false);

    assertThat(model.codes(folder)).isEmpty();
    assertThat(model.with("num_hidden_layers", 4).codes(folder))
        .containsExactly(FindingCode.CONFIG_LAYERS_MISSING);
  }

  @ParameterizedTest
  @ValueSource(strings = {"qwen3_5", "qwen3_5_moe"})
  void qwen35HasAVisionTower(String type) throws IOException {
    ConfiguredModel model = ConfiguredModel.llava();
    of(model, type, "Qwen3_5ForConditionalGeneration");
    ((ObjectNode) model.config.get("text_config"))
        .put("model_type", type + "_text")
        .put("head_dim", 2);
    ((ObjectNode) model.config.get("vision_config")).put("depth", 2);
    model.renamed(
        name ->
            name.replace("language_model.model.", "model.language_model.")
                .replace("language_model.lm_head", "lm_head")
                .replace("vision_tower.vision_model.encoder.layers.", "model.visual.blocks.")
                .replace("layer_norm1", "norm1")
                .replace("multi_modal_projector", "model.visual.merger"));

    assertThat(model.codes(folder)).isEmpty();
    assertThat(model.without("visual.").codes(folder))
        .containsExactly(FindingCode.CONFIG_TOWER_MISSING);
  }

  @Test
  void fusedProjectionShowsTheNumberOfKeyValueHeads() throws IOException {
    ConfiguredModel model = of(ConfiguredModel.llama(), "phi3", "Phi3ForCausalLM");
    model.without("q_proj").without("k_proj").without("v_proj");
    for (int layer = 0; layer < ConfiguredModel.LAYERS; layer++) {
      model.add("model.layers." + layer + ".self_attn.qkv_proj.weight", 16, 8);
    }

    assertThat(model.codes(folder)).isEmpty();
    Finding finding = model.with("num_key_value_heads", 4).report(folder).findings().getFirst();
    assertThat(finding.code()).isEqualTo(FindingCode.CONFIG_HEADS);
    assertThat(finding.message()).contains("num_key_value_heads: 4, which requires 24 rows");
  }

  @Test
  void linearAttentionHasAProjectionOfAnotherSize() throws IOException {
    ConfiguredModel model = of(ConfiguredModel.llama(), "minimax", "MiniMaxForCausalLM");
    model.without("layers.1.self_attn.").add("model.layers.1.self_attn.qkv_proj.weight", 24, 8);
    model.add("model.layers.1.self_attn.out_proj.weight", 8, 8);

    assertThat(model.codes(folder)).isEmpty();
  }

  @Test
  void lostLayersOfTheTextModelAreReportedNextToItsEmbedding() throws IOException {
    assertThat(ConfiguredModel.llava().without("model.layers.").codes(folder))
        .contains(FindingCode.CONFIG_LAYERS_MISSING);
  }

  @ParameterizedTest
  @CsvSource({
    "BertForMaskedLM, cls.predictions.transform.dense.weight",
    "BertForQuestionAnswering, qa_outputs.weight"
  })
  void headOfTheClassIsRequired(String name, String tensor) throws IOException {
    ConfiguredModel model = of(ConfiguredModel.bert(), "bert", name);

    assertThat(model.report(folder).findings())
        .extracting(Finding::code, finding -> finding.tensor().orElse(""))
        .containsExactly(tuple(FindingCode.CONFIG_HEAD_MISSING, tensor));
    assertThat(model.add(tensor, 8, 8).codes(folder)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "LlamaForCausalLM, true",
    "LlamaModel, true",
    "'', true",
    "LlamaForCausalLMEagle3, false",
    "Eagle3ForCausalLM, false"
  })
  void onlyUsualClassesPromiseTheirNames(String name, boolean isUsual) throws IOException {
    ConfiguredModel draft =
        of(ConfiguredModel.llama(), "llama", name)
            .renamed(tensor -> tensor.replaceFirst("^(model|lm_head)", "draft"));

    assertThat(draft.codes(folder).contains(FindingCode.CONFIG_FAMILY)).isEqualTo(isUsual);
  }

  @Test
  void fileNextToOtherFilesMayBeAPart() throws IOException {
    ConfiguredModel model = ConfiguredModel.llama().without("layers.");
    Path file = model.write(folder, "unquantized.safetensors");
    assertThat(codesOf(file)).contains(FindingCode.CONFIG_LAYERS_MISSING);

    model.write(folder, "others.safetensors");
    assertThat(codesOf(file)).isEmpty();
    assertThat(codesOf(model.write(folder, "consolidated.safetensors"))).isEmpty();
  }

  private static List<FindingCode> codesOf(Path file) throws IOException {
    return ConfiguredModel.reportOf(file).findings().stream().map(Finding::code).toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-8", "UTF-16BE", "UTF-16LE"})
  void byteOrderMarkStopsLoaders(String encoding) throws IOException {
    ConfiguredModel model = ConfiguredModel.llama();
    Path file = model.write(folder, "model.safetensors");
    byte[] bytes = ("\ufeff" + model.config).getBytes(Charset.forName(encoding));
    Files.write(folder.resolve("config.json"), bytes);

    assertThat(ConfiguredModel.reportOf(file).findings())
        .singleElement()
        .extracting(Finding::message, InstanceOfAssertFactories.STRING)
        .contains("config.json begins with a byte order mark");
  }

  @Test
  void configurationsThatAreTooLongAreReported() throws IOException {
    ConfiguredModel model = ConfiguredModel.llama();
    Path file = model.write(folder, "model.safetensors");
    Files.writeString(folder.resolve("config.json"), model.config + " ".repeat(5 << 20));

    assertThat(ConfiguredModel.reportOf(file).findings())
        .singleElement()
        .extracting(Finding::code, Finding::concern)
        .containsExactly(FindingCode.CONFIG_UNREADABLE, Severity.WARNING);
  }

  @Test
  void numbersAboveTheLimitAreNotLayers() throws IOException {
    ConfiguredModel model = ConfiguredModel.llama();

    assertThat(model.add("model.layers.9999.a.weight", 8).codes(folder))
        .contains(FindingCode.CONFIG_LAYERS_EXTRA);
    assertThat(model.without("9999").add("model.layers.999999.a.weight", 8).codes(folder))
        .isEmpty();
  }
}
