package io.github.tensorloupe.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.identify.Identification;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigCheckTest {

  @TempDir Path folder;

  private Finding only(ConfiguredModel model) throws IOException {
    List<Finding> findings = model.report(folder).findings();
    assertThat(findings).hasSize(1);
    return findings.getFirst();
  }

  @Test
  void intactModelsAgreeWithTheirConfiguration() throws IOException {
    assertThat(ConfiguredModel.llama().report(folder).agrees()).isTrue();
    assertThat(ConfiguredModel.mixtral().report(folder).agrees()).isTrue();
    assertThat(ConfiguredModel.bert().report(folder).agrees()).isTrue();
    assertThat(ConfiguredModel.llava().report(folder).agrees()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "num_hidden_layers, 4, CONFIG_LAYERS_MISSING",
    "num_hidden_layers, 2, CONFIG_LAYERS_EXTRA",
    "hidden_size, 16, CONFIG_HIDDEN_SIZE",
    "intermediate_size, 16, CONFIG_INTERMEDIATE_SIZE",
    "num_key_value_heads, 4, CONFIG_HEADS",
    "head_dim, 4, CONFIG_HEADS"
  })
  void wrongNumbersAreReportedOnce(String key, int value, FindingCode code) throws IOException {
    Finding finding = only(ConfiguredModel.llama().with(key, value));

    assertThat(finding.code()).isEqualTo(code);
    assertThat(finding.message()).contains("config.json", key, Integer.toString(value));
  }

  @Test
  void vocabularyIsComparedWithEmbeddingAndHead() throws IOException {
    assertThat(ConfiguredModel.llama().with("vocab_size", 12).report(folder).findings())
        .extracting(finding -> finding.tensor().orElseThrow())
        .containsExactly("model.embed_tokens.weight", "lm_head.weight");
  }

  @Test
  void lostTensorOfALayerIsNamed() throws IOException {
    Finding finding = only(ConfiguredModel.llama().without("layers.1.self_attn.k_proj"));

    assertThat(finding.code()).isEqualTo(FindingCode.CONFIG_LAYER_INCOMPLETE);
    assertThat(finding.tensor()).contains("model.layers.1.self_attn.k_proj.weight");
    assertThat(finding.message()).startsWith("In layer 1, 1 tensor is missing");
  }

  @Test
  void lostNormOfALayerIsNamed() throws IOException {
    Finding finding = only(ConfiguredModel.llama().without("layers.2.input_layernorm"));

    assertThat(finding.tensor()).contains("model.layers.2.input_layernorm.weight");
  }

  @Test
  void lostHeadMattersOnlyIfItIsNotTied() throws IOException {
    assertThat(only(ConfiguredModel.llama().without("lm_head")).code())
        .isEqualTo(FindingCode.CONFIG_HEAD_MISSING);
    assertThat(
            ConfiguredModel.llama()
                .without("lm_head")
                .with("tie_word_embeddings", true)
                .codes(folder))
        .isEmpty();
  }

  @Test
  void lostEmbeddingIsLessSevereIfTheHeadIsTied() throws IOException {
    Finding untied = only(ConfiguredModel.llama().without("embed_tokens"));
    Finding tied =
        only(ConfiguredModel.llama().without("embed_tokens").with("tie_word_embeddings", true));

    assertThat(untied.code()).isEqualTo(FindingCode.CONFIG_EMBEDDING_MISSING);
    assertThat(untied.severity()).isEqualTo(Severity.ERROR);
    assertThat(tied.severity()).isEqualTo(Severity.WARNING);
  }

  @Test
  void storedHeadOfATiedModelIsComparedWithTheEmbedding() throws IOException {
    assertThat(ConfiguredModel.llama().with("tie_word_embeddings", true).codes(folder))
        .containsExactly(FindingCode.CONFIG_HEAD_REDUNDANT);
    assertThat(
            ConfiguredModel.llama()
                .with("tie_word_embeddings", true)
                .add("lm_head.weight", Dtype.F32, 10, 8)
                .codes(folder))
        .containsExactly(FindingCode.CONFIG_HEAD_DIFFERS);
  }

  @ParameterizedTest
  @ValueSource(strings = {"_orig_mod.", "module.", "base_model.model.", "ema_model.", "model."})
  void wrapperPrefixIsTheOnlyFinding(String prefix) throws IOException {
    Finding finding = only(ConfiguredModel.llama().renamed(name -> prefix + name));

    assertThat(finding.code()).isEqualTo(FindingCode.CONFIG_PREFIX);
    assertThat(finding.message()).contains(prefix);
  }

  @Test
  void wrapperInsideOfNamesIsFound() throws IOException {
    ConfiguredModel model =
        ConfiguredModel.llama()
            .renamed(name -> name.replace(".mlp.", "._checkpoint_wrapped_module.mlp."));

    assertThat(only(model).code()).isEqualTo(FindingCode.CONFIG_PREFIX);
  }

  @Test
  void lackingPrefixIsAWarningNextToAHead() throws IOException {
    Finding finding =
        only(ConfiguredModel.llama().renamed(name -> name.replaceFirst("^model\\.", "")));

    assertThat(finding.code()).isEqualTo(FindingCode.CONFIG_PREFIX);
    assertThat(finding.severity()).isEqualTo(Severity.WARNING);
  }

  @Test
  void otherArchitectureIsTheOnlyFinding() throws IOException {
    assertThat(only(ConfiguredModel.bert().with("model_type", "llama")).code())
        .isEqualTo(FindingCode.CONFIG_FAMILY);
  }

  @Test
  void configurationWithoutSizesPromisesNothing() throws IOException {
    ConfiguredModel model = ConfiguredModel.llama().without("lm_head").without("layers.2");
    model.config.retain("architectures", "model_type");

    assertThat(model.codes(folder)).isEmpty();
  }

  @Test
  void unknownArchitectureIsNotCompared() throws IOException {
    assertThat(ConfiguredModel.llama().with("model_type", "frob").without("lm_head").codes(folder))
        .isEmpty();
    ConfiguredModel remote = ConfiguredModel.llama().without("lm_head");
    remote.config.putObject("auto_map").put("AutoModel", "modeling.Frob");
    assertThat(remote.codes(folder)).isEmpty();
  }

  @Test
  void nothingIsMissingIfAShardLiesThereAlone() throws IOException {
    Path shard =
        ConfiguredModel.llama()
            .without("lm_head")
            .without("layers.2")
            .write(folder, "model-00001-of-00002.safetensors");

    assertThat(ConfiguredModel.reportOf(shard).findings()).isEmpty();
  }

  @Test
  void slicesOfADistributedModelAreNotCompared() throws IOException {
    assertThat(
            ConfiguredModel.llama()
                .add("model.layers.0.self_attn.q_proj.weight", 32)
                .without("lm_head")
                .codes(folder))
        .isEmpty();
    Path slice =
        ConfiguredModel.llama()
            .with("vocab_size", 20)
            .write(folder, "model-rank-0-part-0.safetensors");
    assertThat(ConfiguredModel.reportOf(slice).findings()).isEmpty();
  }

  @Test
  void truncatedConfigurationIsAnError() throws IOException {
    Path file = ConfiguredModel.llama().write(folder, "model.safetensors");
    Files.writeString(folder.resolve("config.json"), "{\"model_type\": \"lla");

    assertThat(ConfiguredModel.reportOf(file).findings())
        .extracting(Finding::code, Finding::severity)
        .containsExactly(tuple(FindingCode.CONFIG_UNREADABLE, Severity.ERROR));
  }

  @Test
  void missingConfigurationIsNoFinding() throws IOException {
    Path file = ConfiguredModel.llama().without("lm_head").write(folder, "model.safetensors");
    Files.delete(folder.resolve("config.json"));

    ConfigReport report = ConfiguredModel.reportOf(file);

    assertThat(report.files()).isEmpty();
    assertThat(report.findings()).isEmpty();
  }

  @Test
  void contradictoryKeysAreTheCause() throws IOException {
    ConfiguredModel model = ConfiguredModel.llama().with("num_hidden_layers", 4);
    model.config.putArray("layer_types").add("a").add("a").add("a");

    assertThat(only(model).code()).isEqualTo(FindingCode.CONFIG_INCONSISTENT);
  }

  @Test
  void lostExpertsAndPartsAreNamed() throws IOException {
    Finding expert = only(ConfiguredModel.mixtral().without("layers.1.block_sparse_moe.experts.1"));
    Finding part =
        only(ConfiguredModel.mixtral().without("layers.0.block_sparse_moe.experts.1.w2"));

    assertThat(expert.code()).isEqualTo(FindingCode.CONFIG_EXPERTS_MISSING);
    assertThat(expert.tensor()).isEmpty();
    assertThat(expert.message()).contains("layer 1: expert 1");
    assertThat(part.tensor()).contains("model.layers.0.block_sparse_moe.experts.1.w2.weight");
  }

  @Test
  void listOfMissingNumbersDoesNotEndAtALimitOfTheProgram() throws IOException {
    Finding layers = only(ConfiguredModel.llama().with("num_hidden_layers", 2_000_000_000));
    Finding experts = only(ConfiguredModel.mixtral().with("num_local_experts", 100_000));

    assertThat(layers.message()).contains(", …");
    assertThat(experts.message()).contains("2–4095, …");
  }

  @Test
  void expertOfAnotherSizeIsNamed() throws IOException {
    String name = "model.layers.1.block_sparse_moe.experts.1.w1.weight";
    Finding finding = only(ConfiguredModel.mixtral().add(name, 16, 8));

    assertThat(finding.code()).isEqualTo(FindingCode.CONFIG_INTERMEDIATE_SIZE);
    assertThat(finding.message()).contains("1 tensor has 16: " + name);
  }

  @Test
  void expertsOfManyLayersAreNumberedInAnyOrder() throws IOException {
    ConfiguredModel model = ConfiguredModel.mixtral().with("num_local_experts", 12);
    for (int layer = 0; layer < ConfiguredModel.LAYERS; layer++) {
      for (int expert = 2; expert < 12; expert++) {
        String prefix = "model.layers." + layer + ".block_sparse_moe.experts." + expert + ".";
        model.add(prefix + "w1.weight", 12, 8).add(prefix + "w2.weight", 8, 12);
        model.add(prefix + "w3.weight", 12, 8);
      }
    }

    assertThat(model.codes(folder)).isEmpty();
    assertThat(only(model.without("layers.2.block_sparse_moe.experts.10.")).message())
        .contains("layer 2: expert 10");
  }

  @Test
  void additionalExpertsAreAnError() throws IOException {
    assertThat(only(ConfiguredModel.mixtral().with("num_local_experts", 1)).code())
        .isEqualTo(FindingCode.CONFIG_EXPERTS_EXTRA);
  }

  @Test
  void lostRouterIsNamed() throws IOException {
    assertThat(only(ConfiguredModel.mixtral().without("layers.1.block_sparse_moe.gate")).tensor())
        .contains("model.layers.1.block_sparse_moe.gate.weight");
  }

  @Test
  void labelsAndPositionsAreCompared() throws IOException {
    ConfiguredModel labels = ConfiguredModel.bert();
    labels.config.putObject("id2label").put("0", "a");

    assertThat(only(labels).code()).isEqualTo(FindingCode.CONFIG_LABELS);
    assertThat(only(ConfiguredModel.bert().with("max_position_embeddings", 32)).code())
        .isEqualTo(FindingCode.CONFIG_POSITIONS);
    assertThat(only(ConfiguredModel.bert().without("classifier")).tensor())
        .contains("classifier.weight");
  }

  @Test
  void biasesArePromisedOrDropped() throws IOException {
    ConfiguredModel biased = ConfiguredModel.llama();
    for (int layer = 0; layer < ConfiguredModel.LAYERS; layer++) {
      biased.add("model.layers." + layer + ".self_attn.q_proj.bias", 8);
    }

    Finding dropped = only(biased);
    Finding missing = only(ConfiguredModel.llama().with("attention_bias", true));

    assertThat(dropped.code()).isEqualTo(FindingCode.CONFIG_BIAS);
    assertThat(dropped.severity()).isEqualTo(Severity.WARNING);
    assertThat(missing.severity()).isEqualTo(Severity.ERROR);
    assertThat(biased.with("attention_bias", true).codes(folder)).isEmpty();
  }

  @Test
  void lostTowersAreNamedByTheirSection() throws IOException {
    assertThat(only(ConfiguredModel.llava().without("vision_tower")).message())
        .contains("vision_config");
    assertThat(only(ConfiguredModel.llava().without("language_model")).message())
        .contains("text_config");
    assertThat(only(ConfiguredModel.llava().without("projector")).tensor())
        .contains("multi_modal_projector");
  }

  @Test
  void towerOfATextModelIsUnused() throws IOException {
    assertThat(only(ConfiguredModel.llama().add("vision_tower.patch.weight", 4, 4)).code())
        .isEqualTo(FindingCode.CONFIG_TOWER_UNUSED);
  }

  @Test
  void layersForMultiTokenPredictionAreNoAdditionalLayers() throws IOException {
    ConfiguredModel model = ConfiguredModel.llama().with("model_type", "glm4_moe");
    model.add("model.layers.3.eh_proj.weight", 8, 16);
    model.add("model.layers.3.enorm.weight", 8).add("model.layers.3.hnorm.weight", 8);

    assertThat(model.codes(folder)).containsExactly(FindingCode.CONFIG_MTP_UNUSED);
    assertThat(only(model.with("num_nextn_predict_layers", 1)).code())
        .isEqualTo(FindingCode.CONFIG_MTP_MISSING);
    assertThat(model.without("layers.3").codes(folder))
        .containsExactly(FindingCode.CONFIG_MTP_MISSING);
  }

  @Test
  void otherDtypeIsMentioned() throws IOException {
    assertThat(only(ConfiguredModel.llama().with("torch_dtype", "float32")).code())
        .isEqualTo(FindingCode.CONFIG_DTYPE);
  }

  private static ConfiguredModel packed(int words, int groups) {
    ConfiguredModel model = ConfiguredModel.llama().with("hidden_size", 64).without("model.layers");
    model.with("num_hidden_layers", 0).with("vocab_size", 10);
    model.config.putObject("quantization").put("bits", 4).put("group_size", 32);
    for (String module : List.of("model.embed_tokens", "lm_head")) {
      model.add(module + ".weight", Dtype.U32, 10, words);
      model.add(module + ".scales", 10, groups).add(module + ".biases", 10, groups);
    }
    return model;
  }

  @Test
  void widthAndGroupSizeAreComparedWithShapes() throws IOException {
    assertThat(packed(8, 2).codes(folder)).isEmpty();
    assertThat(only(packed(16, 2)).code()).isEqualTo(FindingCode.CONFIG_QUANTIZATION_BITS);
    assertThat(only(packed(10, 1)).code()).isEqualTo(FindingCode.CONFIG_QUANTIZATION_GROUP);
  }

  @Test
  void settingsOfAModuleApplyToItsName() throws IOException {
    ConfiguredModel model = packed(8, 2);
    model.add("lm_head.weight", Dtype.U32, 10, 16);
    model
        .config
        .withObject("quantization")
        .putObject("lm_head")
        .put("bits", 8)
        .put("group_size", 32);

    assertThat(model.codes(folder)).isEmpty();
    model
        .config
        .withObject("quantization")
        .set("model.lm_head", model.config.at("/quantization/lm_head"));
    model.config.withObject("quantization").remove("lm_head");
    Finding finding = only(model);
    assertThat(finding.code()).isEqualTo(FindingCode.CONFIG_QUANTIZATION_BITS);
    assertThat(finding.message()).contains("The settings for model.lm_head do not apply");
  }

  @Test
  void tableShowsTheSettingThatDisagrees() throws IOException {
    ConfiguredModel model = packed(8, 2);
    model.config.withObject("quantization").putObject("model.embed_tokens").put("bits", 8);

    ConfigComparison bits =
        model.report(folder).comparisons().stream()
            .filter(each -> each.subject() == Subject.QUANTIZATION_BITS)
            .findFirst()
            .orElseThrow();

    assertThat(bits.config()).contains(new Fact.Count(8));
    assertThat(bits.tensors()).contains(new Fact.Count(4));
  }

  private ConfigReport adapter(String config, String... names) throws IOException {
    ConfiguredModel model = new ConfiguredModel();
    for (String name : names) {
      model.add("base_model.model." + name, 2, 2);
    }
    Path file = model.write(folder, "adapter_model.safetensors");
    Files.delete(folder.resolve("config.json"));
    Files.writeString(folder.resolve("adapter_config.json"), config);
    return ConfiguredModel.reportOf(file);
  }

  @Test
  void rankOfAnAdapterIsCompared() throws IOException {
    String[] names = {"a.q_proj.lora_A.weight", "a.q_proj.lora_B.weight"};

    assertThat(adapter("{\"peft_type\":\"LORA\",\"r\":2}", names).agrees()).isTrue();
    assertThat(adapter("{\"peft_type\":\"LORA\",\"r\":4}", names).findings())
        .extracting(Finding::code)
        .containsExactly(FindingCode.CONFIG_ADAPTER_RANK);
    assertThat(
            adapter("{\"peft_type\":\"LORA\",\"r\":4,\"rank_pattern\":{\"q_proj\":2}}", names)
                .findings())
        .isEmpty();
  }

  @Test
  void rankOfAnAdapterIsNotComparedIfTooManyPatternsPrecedeIts() throws IOException {
    String key = "x".repeat(1000);
    String patterns =
        IntStream.range(0, 3900)
            .mapToObj(i -> "\"%s%d\":null,".formatted(key, i))
            .collect(Collectors.joining());
    String[] names =
        IntStream.range(0, 300)
            .mapToObj("m%d.q_proj.lora_A.weight"::formatted)
            .toArray(String[]::new);

    ConfigReport report =
        adapter(
            "{\"peft_type\":\"LORA\",\"r\":4,\"rank_pattern\":{" + patterns + "\"q_proj\":2}}",
            names);

    assertThat(report.findings()).isEmpty();
  }

  @Test
  void modulesOfAnAdapterMustBeStored() throws IOException {
    String[] names = {"a.q_proj.lora_A.weight", "a.q_proj.lora_B.weight", "score.weight"};

    assertThat(
            adapter(
                    "{\"peft_type\":\"LORA\",\"r\":2,\"target_modules\":[\"q_proj\",\"v_proj\"],"
                        + "\"modules_to_save\":[\"lm_head\",\"score\",\"classifier\"]}",
                    names)
                .findings())
        .extracting(Finding::code, Finding::severity)
        .containsExactly(
            tuple(FindingCode.CONFIG_ADAPTER_MODULES, Severity.ERROR),
            tuple(FindingCode.CONFIG_ADAPTER_MODULES, Severity.WARNING));
  }

  @Test
  void otherTensorsUnderTheConfigurationOfAnAutoencoderAreAnotherFamily() throws IOException {
    ConfiguredModel model = new ConfiguredModel().add("a.weight", 2, 2).add("b.weight", 2, 2);

    assertThat(model.with("_class_name", "AutoencoderKL").with("latent_channels", 4).codes(folder))
        .containsExactly(FindingCode.CONFIG_FAMILY);
  }

  @Test
  void configurationBelongsToTheAdapterWithTheUsualName() throws IOException {
    String config = "{\"peft_type\":\"LORA\",\"r\":4,\"target_modules\":[\"v_proj\"]}";
    String[] names = {"a.q_proj.lora_A.weight", "a.q_proj.lora_B.weight"};
    assertThat(adapter(config, names).findings()).hasSize(2);
    Path file = folder.resolve("adapter_model.safetensors");
    Path other = Files.copy(file, folder.resolve("other.safetensors"));

    assertThat(ConfiguredModel.reportOf(other).findings()).isEmpty();

    Files.delete(file);
    assertThat(ConfiguredModel.reportOf(other).findings()).hasSize(2);
  }

  @Test
  void excludedModulesOfAnAdapterAreNotExpected() throws IOException {
    assertThat(
            adapter(
                    "{\"peft_type\":\"LORA\",\"r\":2,\"target_modules\":[\"q_proj\",\"o_proj\"],"
                        + "\"exclude_modules\":[\"o_proj\"]}",
                    "a.q_proj.lora_A.weight",
                    "a.q_proj.lora_B.weight")
                .findings())
        .isEmpty();
  }

  @Test
  void comparisonsNameKeyAndEvidence() throws IOException {
    ConfigComparison layers =
        ConfiguredModel.llava().report(folder).comparisons().stream()
            .filter(each -> each.subject() == Subject.LAYERS)
            .findFirst()
            .orElseThrow();

    assertThat(layers.key()).contains("text_config.num_hidden_layers");
    assertThat(layers.config()).contains(new Fact.Count(3));
    assertThat(layers.tensors()).isEqualTo(layers.config());
    assertThat(layers.agrees()).isEqualTo(Optional.of(true));
    assertThat(layers.evidence()).isNotEmpty();
  }

  @Test
  void allWrongSizesAreInTheMessage() throws IOException {
    ConfiguredModel model = ConfiguredModel.llama();
    model.add("model.layers.0.mlp.up_proj.weight", 14, 8);
    model.add("model.layers.1.mlp.up_proj.weight", 16, 8);
    assertThat(only(model).message()).contains("2 tensors have 14 to 16:");

    model = ConfiguredModel.llama();
    model.add("model.layers.0.self_attn.k_proj.weight", 6, 8);
    model.add("model.layers.2.self_attn.k_proj.weight", 8, 8);
    assertThat(only(model).message()).contains("2 tensors have 6 to 8:");
  }

  @Test
  void configurationIsReadOncePerCheckpoint() throws IOException {
    Path file = ConfiguredModel.llama().without("lm_head").write(folder, "model.safetensors");

    try (Checkpoint checkpoint = Checkpoint.open(file, Cancellation.NEVER, Progress.NONE)) {
      CheckpointPart part = checkpoint.parts().getFirst();
      Identification.of(part, Cancellation.NEVER);
      Files.delete(folder.resolve("config.json"));

      assertThat(ConfigCheck.of(part, Optional.empty(), Cancellation.NEVER).findings())
          .extracting(Finding::code)
          .containsExactly(FindingCode.CONFIG_HEAD_MISSING);
    }
  }
}
