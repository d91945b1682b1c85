package io.github.tensorloupe.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Severity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Folders as in public bug reports.
class FieldConfigsTest {

  private static final String MODULE = "base_model.model.a.q_proj";

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "added_tokens.json, '{\"<a>\":9,\"<b>\":10,\"<c>\":11}', <b>",
    "tokenizer_config.json, '{\"added_tokens_decoder\":{\"10\":{\"content\":\"<d>\"}}}', <d>",
    "added_tokens.json, '{\"<a>\":9,\"<b>\":\"10\",\"<c>\":-1}', ''",
    "added_tokens.json, '[10]', ''",
    "tokenizer_config.json, '{\"added_tokens_decoder\":{\"9\":{},\"x\":{}}}', ''"
  })
  void addedTokensNeedARowOfTheEmbedding(String file, String content, String token)
      throws IOException {
    Files.writeString(folder.resolve(file), content);
    List<Finding> findings = ConfiguredModel.llama().report(folder).findings();

    assertThat(findings).hasSize(token.isEmpty() ? 0 : 1);
    assertThat(findings)
        .allSatisfy(
            finding -> {
              assertThat(finding.code()).isEqualTo(FindingCode.CONFIG_TOKENIZER);
              assertThat(finding.severity()).isEqualTo(Severity.WARNING);
              assertThat(finding.message()).contains(token, "10 rows");
            });
  }

  @Test
  void repeatedPrefixOfAnUnknownArchitectureIsNotJudged() throws IOException {
    ConfiguredModel model = ConfiguredModel.llama().with("model_type", "frob");

    assertThat(
            model
                .renamed(name -> name.replace("model.", "language_model.language_model."))
                .report(folder)
                .findings())
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "weights.00, weights.01, 0",
    "out-00009, out-00010, 0",
    "a7, a9, 0",
    "a, b, 0",
    "model, b, 1",
    "a, a, 1"
  })
  void nothingIsMissingInOneOfSeveralFiles(String name, String other, int count)
      throws IOException {
    ConfiguredModel.llama().write(folder, other + ".safetensors");
    Path file = ConfiguredModel.llama().without("lm_head").write(folder, name + ".safetensors");

    assertThat(ConfiguredModel.reportOf(file).findings()).hasSize(count);
  }

  @Test
  void otherFilesNextToAnIndexAreNotCompared() throws IOException {
    Files.writeString(folder.resolve("model.safetensors.index.json"), "{}");
    ConfiguredModel part = new ConfiguredModel().add("mtp.fc.weight", 8, 16);
    ConfiguredModel model = ConfiguredModel.llama();
    part.config.setAll(model.config);
    Path file = part.write(folder, "model-mtp-of-00002.safetensors");

    assertThat(ConfiguredModel.reportOf(file).findings()).isEmpty();
  }

  private List<Finding> adapter(ConfiguredModel model, String config) throws IOException {
    Path file = model.write(folder, "adapter_model.safetensors");
    Files.delete(folder.resolve("config.json"));
    Files.writeString(folder.resolve("adapter_config.json"), config);
    return ConfiguredModel.reportOf(file).findings();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "_A.weight", ".lora_A.weight"})
  void adapterNeedsFactorsWithElements(String suffix) throws IOException {
    ConfiguredModel model = new ConfiguredModel();
    if (!suffix.isEmpty()) {
      model.add(MODULE + suffix, suffix.startsWith("_") ? new long[] {2, 2} : new long[] {0});
    }

    assertThat(adapter(model, "{\"peft_type\":\"LORA\",\"r\":2,\"target_modules\":[\"q_proj\"]}"))
        .singleElement()
        .matches(finding -> finding.code() == FindingCode.CONFIG_ADAPTER_MODULES)
        .matches(finding -> finding.severity() == Severity.ERROR);
  }

  @Test
  void savedModuleWithoutElementsIsReported() throws IOException {
    ConfiguredModel model =
        new ConfiguredModel()
            .add(MODULE + ".lora_A.weight", 2, 2)
            .add(MODULE + ".lora_B.weight", 2, 2)
            .add("base_model.model.lm_head.weight", 0);

    assertThat(adapter(model, "{\"peft_type\":\"LORA\",\"r\":2,\"modules_to_save\":[\"lm_head\"]}"))
        .singleElement()
        .satisfies(
            finding -> assertThat(finding.message()).startsWith("1 of 3 tensors has no elements"));
  }
}
