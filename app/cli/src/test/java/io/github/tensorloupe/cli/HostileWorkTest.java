package io.github.tensorloupe.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.testing.FinishedProcess;
import io.github.tensorloupe.testing.SampleBytes;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Files that make commands do much work: names that make regular expressions backtrack, work that
/// is repeated for each part of a name, and tensors that share the same bytes.
class HostileWorkTest {

  private static final int NAME_LENGTH = 200_000;

  private static final List<String> REPEATED =
      List.of(
          "norm",
          "ln_",
          "a.",
          "0.",
          "layers.0.",
          "blocks_",
          "lora_",
          "7",
          "_final",
          "_patch_embed",
          ".base_layer");

  @TempDir Path folder;

  private Ran run(String... arguments) {
    return assertTimeoutPreemptively(
        Duration.ofSeconds(120), () -> Ran.in(folder, arguments), String.join(" ", arguments));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "check --values a.safetensors",
        "info --summary a.safetensors",
        "lora a.safetensors",
        "lora a.safetensors --base a.safetensors",
        "quantization a.safetensors",
        "survey a.safetensors --out survey",
        "stats a.safetensors",
        "compare --structure a.safetensors a.safetensors",
        "duplicates a.safetensors",
      })
  void longNamesTakeTimeInProportionToTheirLength(String command) throws IOException {
    TensorFiles files = new TensorFiles();
    for (String part : REPEATED) {
      String name = part.repeat(NAME_LENGTH / part.length()) + "!";
      files
          .tensor(name + ".weight", Dtype.F32, new byte[16], 2, 2)
          .tensor(name + ".lora_A.weight", Dtype.F32, new byte[16], 2, 2)
          .tensor(name + ".lora_B.weight", Dtype.F32, new byte[16], 2, 2);
    }
    files.write(folder.resolve("a.safetensors"));

    assertThat(run(command.split(" ")).exitCode()).isLessThan(2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "check --json --values a.safetensors",
        "stats --json a.safetensors",
        "survey a.safetensors --out survey",
        "survey a.safetensors --values stats --out survey",
        "duplicates --json a.safetensors",
        "manifest write a.safetensors",
        "compare --json a.safetensors b.safetensors",
        "quantization --json a.safetensors",
        "lora --json a.safetensors",
        "verify --json a.safetensors",
        "hash --json a.safetensors",
      })
  void tensorsThatShareBytesAreReadInTimeInProportionToTheFile(String command) throws IOException {
    writeSharing("a.safetensors");
    writeSharing("b.safetensors");

    Ran ran = run(command.split(" "));

    assertThat(ran.exitCode()).isLessThan(3);
    if (command.startsWith("check")) {
      assertThat(Ran.codes(ran.object())).contains("shared-bytes");
    }
    if (command.startsWith("manifest")) {
      assertThat(ran.out())
          .contains(" tensors whose bytes are shared by too many tensors.")
          .doesNotContain("not all in the file");
    }
  }

  /// Writes a file of 4 MB with 30,000 tensors, each of which claims nearly all bytes: in total 60
  /// GB for `A` and 60 GB for `B`.
  private void writeSharing(String name) throws IOException {
    int length = 4_000_000;
    StringBuilder header = new StringBuilder();
    for (int i = 0; i < 30_000; i++) {
      int begin = 4 * i;
      header
          .append(i == 0 ? "{" : ",")
          .append("\"m%d.lora_%s.weight\":".formatted(i / 2, i % 2 == 0 ? "A" : "B"))
          .append("{\"dtype\":\"F32\",\"shape\":[2,%d],".formatted((length - begin) / 8))
          .append("\"data_offsets\":[%d,%d]}".formatted(begin, begin + (length - begin) / 8 * 8));
    }
    Files.write(
        folder.resolve(name), SampleBytes.file(header.append("}").toString(), new byte[length]));
  }

  @Test
  void longMetadataAreSummedUpInTimeInProportionToTheirLength() throws IOException {
    String spaces = "x" + " ".repeat(NAME_LENGTH) + "x";
    new TensorFiles()
        .metadata("ss_optimizer", "a".repeat(NAME_LENGTH))
        .metadata("ss_network_alpha", spaces)
        .tensor("lora_unet_a.lora_down.weight", Dtype.F32, new byte[16], 2, 2)
        .tensor("lora_unet_a.lora_up.weight", Dtype.F32, new byte[16], 2, 2)
        .write(folder.resolve("a.safetensors"));

    assertThat(run("info", "--summary", "a.safetensors").exitCode()).isZero();
  }

  @Test
  void namesInMetadataAreParsedOnce() throws IOException {
    String names = "[" + "\\\"k\\\",".repeat(300_000) + "\\\"k\\\"]";
    String numbers = "[" + "1,".repeat(500_000) + "1]";
    String metadata = "\"tensor_names\":\"" + names + "\",\"k\":\"" + numbers + "\"";
    Files.write(
        folder.resolve("a.safetensors"), SampleBytes.file("{\"__metadata__\":{" + metadata + "}}"));

    assertThat(run("quantization", "a.safetensors").exitCode()).isZero();
  }

  @Test
  void groupsOfAConfigurationCostBoundedWork() throws IOException {
    TensorFiles files = new TensorFiles();
    for (int i = 0; i < 5_000; i++) {
      files.tensor("m" + i + ".weight", Dtype.F8_E4M3, new byte[1], 1, 1);
    }
    files.write(folder.resolve("model.safetensors"));
    String groups =
        IntStream.range(0, 300_000)
            .mapToObj("\"g%d\":{}"::formatted)
            .collect(Collectors.joining(","));
    Files.writeString(
        folder.resolve("config.json"),
        "{\"quantization_config\":{\"quant_method\":\"compressed-tensors\",\"config_groups\":{"
            + groups
            + "}}}");

    assertThat(run("quantization", ".").exitCode()).isNotNegative();
  }

  private FinishedProcess process(String heap, String... arguments) throws Exception {
    List<String> command = ProcessTest.java("-Xmx" + heap);
    command.addAll(List.of(arguments));
    return FinishedProcess.of(folder, Map.of(), command);
  }

  @Test
  void shapesOfMillionsOfDimensionsAreShownInLittleMemory() throws Exception {
    String shape = "[" + "1,".repeat(1_500_000) + "1]";
    Files.write(
        folder.resolve("a.safetensors"),
        SampleBytes.file(SampleBytes.entry("t", "F32", shape, 0, 4), new byte[4]));

    FinishedProcess process = process("72m", "info", "a.safetensors");

    assertThat(process.errors()).isEmpty();
    assertThat(process.exitCode()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"160m, 0, saved", "100m, 2, not enough memory to read it"})
  void manyMetadataEntriesAreSavedOrRefusedBeforeTheMemoryIsFull(
      String heap, int exitCode, String sentence) throws Exception {
    String entries =
        IntStream.range(0, 300_000)
            .mapToObj("\"%07d\":\"1\""::formatted)
            .collect(Collectors.joining(","));
    Files.write(
        folder.resolve("a.safetensors"), SampleBytes.file("{\"__metadata__\":{" + entries + "}}"));

    FinishedProcess process = process(heap, "metadata", "set", "--entry", "a=b", "a.safetensors");

    assertThat(process.output() + process.errors()).contains(sentence);
    assertThat(process.exitCode()).isEqualTo(exitCode);
  }
}
