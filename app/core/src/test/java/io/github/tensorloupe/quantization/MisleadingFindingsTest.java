package io.github.tensorloupe.quantization;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.testing.Collisions;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Findings blame the tensors or the configuration only if the other one is certainly correct.
class MisleadingFindingsTest {

  @TempDir Path folder;

  private final TensorFiles files = new TensorFiles();

  private MisleadingFindingsTest tensor(String name, Dtype dtype, long... shape) {
    long count = Arrays.stream(shape).reduce(1, (a, b) -> a * b);
    byte[] bytes = new byte[(int) (count * dtype.bits() / Byte.SIZE)];
    Arrays.fill(bytes, (byte) 0x38);
    files.tensor(name, dtype, bytes, shape);
    return this;
  }

  private Quantization found(String config) throws IOException {
    if (!config.isEmpty()) {
      Files.writeString(folder.resolve("config.json"), config.replace('\'', '"'));
    }
    Path path = files.write(folder.resolve("model.safetensors"));
    try (Checkpoint checkpoint = Checkpoint.open(path, Cancellation.NEVER, Progress.NONE)) {
      return Quantization.of(checkpoint, Cancellation.NEVER)
          .examined(Cancellation.NEVER, Progress.NONE);
    }
  }

  private List<Finding> findings(String config) throws IOException {
    return found(config).allFindings();
  }

  @ParameterizedTest
  @ValueSource(strings = {"cut", "large", "deep", "folder", "link"})
  void unreadableConfigurationIsAFinding(String fault) throws IOException {
    Path file = folder.resolve("config.json");
    switch (fault) {
      case "cut" -> Files.writeString(file, "{\"quantization_config\":{\"quant_method\":\"fp8\"");
      case "large" -> Files.writeString(file, "{}" + " ".repeat(16 << 20));
      case "deep" -> Files.writeString(file, "{\"a\":" + "[".repeat(1500) + "]".repeat(1500) + "}");
      case "folder" -> Files.createDirectory(file);
      default -> Files.createSymbolicLink(file, Path.of("missing"));
    }
    tensor("a.weight", Dtype.F8_E4M3, 16, 16);

    assertThat(findings(""))
        .extracting(Finding::message)
        .containsExactly(
            "config.json is not a readable JSON object, or is too large or too deeply nested to be"
                + " read. It is unknown whether it declares quantized weights.");
  }

  @Test
  void scaledWeightsDoNotLackAnUnreadableConfiguration() throws IOException {
    Files.writeString(folder.resolve("quant_config.json"), "[");
    tensor("a.weight", Dtype.F8_E4M3, 16, 16).tensor("a.weight_scale", Dtype.F32, 16, 1);

    assertThat(findings(""))
        .extracting(Finding::code)
        .containsExactly(FindingCode.CONFIG_UNREADABLE);
  }

  @Test
  void cutConfigurationInMetadataIsAFinding() throws IOException {
    files.metadata("quantization_config", "{\"quant_method\":");
    tensor("a.weight", Dtype.F8_E4M3, 16, 16);

    assertThat(findings(""))
        .extracting(Finding::code)
        .containsExactly(FindingCode.CONFIG_UNREADABLE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"quant_method", "method", "quant_algo", "format"})
  @Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void overlongTextIsUnknown(String key) throws IOException {
    for (int i = 0; i < 2000; i++) {
      tensor("m." + i + ".weight", Dtype.F8_E4M3, 2, 4);
      tensor("p." + i + ".weight", Dtype.U8, 2, 4);
    }

    assertThat(
            found("{'quantization_config': {'" + key + "': '" + "fp8".repeat(4 << 20) + "'}}")
                .weights())
        .isEmpty();
  }

  private static String method(String method) {
    return "{'quantization_config': {'quant_method': '" + method + "', 'bits': 4}}";
  }

  @ParameterizedTest
  @ValueSource(strings = {"aqlm", "exl2", "exl3", "quark", "frobq"})
  void unknownMethodIsNamedAndNothingIsAdvised(String method) throws IOException {
    tensor("a.codes", Dtype.I16, 16, 4, 1).tensor("a.weight_scale", Dtype.F32, 16);
    tensor("embed.weight", Dtype.BF16, 8, 16);

    assertThat(findings(method(method)))
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found.code()).isEqualTo(FindingCode.CONFIG_QUANTIZATION_UNKNOWN);
              assertThat(found.message())
                  .isEqualTo("Quantized with " + method + " (config.json), not decoded here.");
            });
  }

  @Test
  void unknownLayoutOfAKnownMethodIsNotCalledUnquantized() throws IOException {
    tensor("a.qweight", Dtype.I16, 16, 8).tensor("a.scales", Dtype.F16, 4, 16);

    assertThat(findings(method("awq")))
        .extracting(Finding::code)
        .containsExactly(FindingCode.CONFIG_QUANTIZATION_UNKNOWN);
  }

  @Test
  void configurationOfPlainWeightsIsReportedWithoutAdviceToRemoveIt() throws IOException {
    tensor("a.weight", Dtype.BF16, 16, 16).tensor("position_ids", Dtype.I64, 1, 8);

    assertThat(findings(method("fp8")))
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found.code()).isEqualTo(FindingCode.CONFIG_STALE);
              assertThat(found.message()).contains("fp8").doesNotContain("Remove");
            });
  }

  @Test
  void configurationOfPlainWeightsWithoutAMethodIsQuoted() throws IOException {
    tensor("a.weight", Dtype.BF16, 16, 16);

    assertThat(findings("{'quantization': {'bits': 4, 'group_size': 64}}"))
        .singleElement()
        .satisfies(
            found ->
                assertThat(found.message()).contains("(bits 4, group_size 64), but no weight"));
  }

  @Test
  void zeroGroupIndexMeansConsecutiveGroups() throws IOException {
    tensor("a.qweight", Dtype.I32, 8, 16).tensor("a.qzeros", Dtype.I32, 4, 2);
    tensor("a.scales", Dtype.F16, 4, 16);
    files.tensor("a.g_idx", Dtype.I32, new byte[64 * Integer.BYTES], 64);
    Quantization found =
        found("{'quantization_config': {'quant_method': 'gptq', 'bits': 4, 'group_size': 16}}");

    assertThat(found.allFindings())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.code()).isEqualTo(FindingCode.GROUP_INDEX);
              assertThat(finding.severity()).isEqualTo(Severity.INFO);
              assertThat(finding.message())
                  .contains("4 groups", "exllamav2", "vLLM unless desc_act", "GPTQModel");
            });
    assertThat(found.weights().getFirst().hasValues()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'quantization_config': {'quant_method': 'gptq', 'bits': 4, 'group_size': 16}}",
        "{'quantization_config': {'quant_method': 'awq', 'bits': 4, 'group_size': 16}}",
        "{'quantization_config': {'quant_method': 'exl3', 'bits': 4}}",
        "{'quantization_config': {'quant_method': 'svdquant'}}",
        "{'quantization_config': {'quant_method': 'modelopt', 'quant_algo': 'NVFP4'}}",
        "{'quantization_config': {'quant_method': 'bitsandbytes', 'load_in_4bit': true}}",
        "{'quantization_config': {'quant_method': 'compressed-tensors', 'format':"
            + " 'nvfp4-pack-quantized', 'config_groups': {'group_0': {'targets': ['Linear'],"
            + " 'weights': {'num_bits': 4, 'type': 'float'}}}}}",
        "{'quantization': {'bits': 4, 'group_size': 64}}",
        ""
      })
  void fp8TensorsNextToAnotherMethodAreCasts(String config) throws IOException {
    tensor("embed_tokens.weight", Dtype.F8_E4M3, 32, 16);
    tensor("a.qweight", Dtype.I32, 8, 16).tensor("a.qzeros", Dtype.I32, 4, 2);
    tensor("a.scales", Dtype.F16, 4, 16);

    assertThat(findings(config))
        .extracting(Finding::code)
        .doesNotContain(FindingCode.SCALE_MISSING, FindingCode.CONFIG_STALE);
  }

  @Test
  void scalesOfFp8AreNotWeightsWithoutAScale() throws IOException {
    tensor("a.weight", Dtype.F8_E4M3, 32, 16).tensor("a.weight_scale", Dtype.F32);
    tensor("b.unknown", Dtype.I8, 32, 8).tensor("b.wscales", Dtype.F8_E4M3, 2, 32);
    tensor("c.weight", Dtype.I16, 32, 8).tensor("c.weight_scale", Dtype.F8_E4M3, 32, 2);

    assertThat(findings(method("fp8")))
        .extracting(Finding::code)
        .doesNotContain(FindingCode.SCALE_MISSING);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'quantization_config': {'quant_method': 'fp8'}}",
        "{'quantization_config': {'quant_method': 'fbgemm_fp8'}}",
        "{'quantization_config': {'quant_method': 'modelopt', 'quant_algo': 'FP8'}}",
        "{'quantization_config': {'quant_method': 'compressed-tensors', 'format':"
            + " 'float-quantized', 'config_groups': {'group_0': {'targets': ['Linear'],"
            + " 'weights': {'num_bits': 8, 'type': 'float'}}}}}"
      })
  void fp8WeightsWithoutAScaleAreStillReported(String config) throws IOException {
    tensor("a.weight", Dtype.F8_E4M3, 32, 16);

    assertThat(findings(config))
        .extracting(Finding::code)
        .containsExactly(FindingCode.SCALE_MISSING);
  }

  private void assertNotToBeConvertedAgain(String config) throws IOException {
    assertThat(findings(config))
        .isNotEmpty()
        .allSatisfy(
            found -> {
              assertThat(found.code()).isEqualTo(FindingCode.SCALE_SHAPE);
              assertThat(found.message())
                  .contains("config.json")
                  .doesNotContain("onvert the checkpoint again");
            });
  }

  @ParameterizedTest
  @CsvSource({"gptq, 32", "gptq, -1", "awq, 32"})
  void groupSizeThatOnlyTheConfigurationNamesIsNoReasonToConvertAgain(String method, int size)
      throws IOException {
    boolean isGptq = method.equals("gptq");
    tensor("a.qweight", Dtype.I32, isGptq ? 8 : 64, isGptq ? 16 : 2);
    tensor("a.qzeros", Dtype.I32, 4, 2).tensor("a.scales", Dtype.F16, 4, 16);

    assertNotToBeConvertedAgain(
        "{'quantization_config': {'quant_method': '%s', 'bits': 4, 'group_size': %d}}"
            .formatted(method, size));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'bits': 8, 'group_size': 32",
        "'bits': 4, 'group_size': 128",
        "'bits': 4, 'group_size': 32, 'a': {'bits': 8, 'group_size': 32}"
      })
  void shapesOfMlxOverruleNumbersThatOnlyTheConfigurationNames(String settings) throws IOException {
    tensor("a.weight", Dtype.U32, 8, 16);
    tensor("a.scales", Dtype.F16, 8, 4).tensor("a.biases", Dtype.F16, 8, 4);

    Quantization quantization = found("{'quantization': {" + settings + "}}");

    assertThat(quantization.allFindings()).isEmpty();
    QuantizedWeight weight = quantization.weights().getFirst();
    assertThat(weight.bits() * weight.groupSize().orElseThrow()).isEqualTo(128);
    assertThat(weight.hasValues()).isTrue();
  }

  @Test
  void blocksThatOnlyTheConfigurationNamesAreNoReasonToConvertAgain() throws IOException {
    tensor("a.weight", Dtype.F8_E4M3, 64, 64).tensor("a.weight_scale_inv", Dtype.F32, 4, 4);

    assertNotToBeConvertedAgain(
        "{'quantization_config': {'quant_method': 'fp8', 'weight_block_size': [32, 32]}}");
  }

  @Test
  void shapesThatContradictEachOtherAreComparedWithTheOriginal() throws IOException {
    tensor("a.weight", Dtype.F8_E4M3, 64, 64).tensor("a.weight_scale", Dtype.F32, 63, 1);

    assertThat(findings("{'quantization_config': {'quant_method': 'fp8'}}"))
        .singleElement()
        .satisfies(
            found ->
                assertThat(found.message()).contains("Compare both tensors with the original."));
  }

  @Test
  void groupsOfMlxFollowFromTheShapesIfOnlyOneSizeFits() throws IOException {
    tensor("a.weight", Dtype.U32, 8, 12);
    tensor("a.scales", Dtype.F16, 8, 4).tensor("a.biases", Dtype.F16, 8, 4);

    QuantizedWeight weight = found("").weights().getFirst();

    assertThat(weight.bits()).isEqualTo(3);
    assertThat(weight.groupSize()).hasValue(32);
    assertThat(weight.hasValues()).isTrue();
  }

  @Test
  void formatThatOnlyTheConfigurationNamesIsNoReasonToConvertAgain() throws IOException {
    tensor("a.weight", Dtype.F8_E5M2, 32, 16).tensor("a.weight_scale", Dtype.F32);

    assertThat(findings("{'quantization_config': {'quant_method': 'fp8', 'fmt': 'e4m3'}}"))
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found.code()).isEqualTo(FindingCode.CODE_DTYPE);
              assertThat(found.message()).doesNotContain("onvert the checkpoint again");
            });
  }

  /// Otherwise, the work would grow with the square of the number of weights.
  @Test
  @Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void weightsWhoseNamesHaveEqualHashCodesAreExamined() throws IOException {
    List<String> names = Collisions.names(40_000);
    for (String name : names) {
      tensor(name + ".weight", Dtype.F8_E4M3, 1, 1).tensor(name + ".weight_scale", Dtype.F32, 1, 1);
    }

    Quantization quantization = found("");

    assertThat(quantization.weights()).hasSize(names.size());
    assertThat(quantization.allFindings())
        .extracting(Finding::code)
        .containsExactly(FindingCode.CONFIG_MISSING);
  }
}
