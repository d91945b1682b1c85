package io.github.tensorloupe.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Texts of files that make regular expressions backtrack, and work that is repeated for each part
/// of a name.
class HostileNamesTest {

  private static final int NAME_LENGTH = 200_000;

  private static final List<String> REPEATED =
      List.of("norm", "ln_", "a.", "0.", "layers.0.", "blocks_", "lora_", "7", "_final");

  @TempDir Path folder;

  private Ran run(String... arguments) {
    return assertTimeoutPreemptively(
        Duration.ofSeconds(30), () -> Ran.in(folder, arguments), String.join(" ", arguments));
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
}
