package io.github.tensorloupe.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.testing.SharedFolder;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Comparisons of the same model in two layouts.
class FieldCompareTest {

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theOriginalLayoutOfFluxPairsWithThatOfDiffusers(boolean isForward) throws IOException {
    Path original = SharedFolder.file("field/43-flux-bfl-vs-diffusers/flux1-dev.safetensors");
    String a = isForward ? "flux1-dev.safetensors" : "tuned";
    String b = isForward ? "tuned" : "flux1-dev.safetensors";

    Ran ran = Ran.in(original.getParent(), "compare", "--json", a, b);

    JsonNode summary = ran.objects().getLast();
    assertThat(summary.get("equal").asInt()).isEqualTo(68);
    assertThat(summary.get(isForward ? "removed" : "added").asInt()).isEqualTo(11);
    assertThat(summary.get(isForward ? "added" : "removed").asInt()).isZero();
    assertThat(summary.get("evidence").toString())
        .contains(
            isForward
                ? "A has the original names of Flux.1, B the Diffusers names."
                : "A has the Diffusers names of Flux.1, B the original names.");
    assertThat(ran.objects().stream().filter(it -> it.path("pairedBy").asText().equals("slice")))
        .hasSize(36)
        .allSatisfy(pair -> assertThat(pair.get("change").asText()).isEqualTo("equal"));
  }

  @Test
  void aFusedCheckpointHasTheSameValues() throws IOException {
    byte[] bytes = new byte[96];
    new Random(1).nextBytes(bytes);
    new TensorFiles()
        .tensor("model.layers.0.mlp.gate_up_proj.weight", Dtype.F16, bytes, 8, 6)
        .tensor("model.layers.0.conv.weight", Dtype.F16, bytes, 6, 8, 1, 1)
        .write(folder.resolve("fused.safetensors"));
    new TensorFiles()
        .tensor("layers.0.mlp.gate_proj.weight", Dtype.F16, Arrays.copyOf(bytes, 48), 4, 6)
        .tensor("layers.0.mlp.up_proj.weight", Dtype.F16, Arrays.copyOfRange(bytes, 48, 96), 4, 6)
        .tensor("layers.0.linear.weight", Dtype.F16, bytes, 6, 8)
        .write(folder.resolve("split.safetensors"));

    Ran ran = Ran.in(folder, "compare", "fused.safetensors", "split.safetensors");

    assertThat(ran.out())
        .contains("3 tensors renamed", "1 tensor of another shape", "2 tensors are equal")
        .contains("1 tensor has the same bytes in another shape")
        .contains(
            "model.layers.0.mlp.gate_up_proj.weight[4:8] → layers.0.mlp.up_proj.weight (slice)");
    assertThat(ran.exitCode()).isEqualTo(1);

    Ran structure =
        Ran.in(folder, "compare", "--structure", "fused.safetensors", "split.safetensors");

    assertThat(structure.out()).contains("the values of 2 tensors were not compared");
  }

  @Test
  void filesOfEqualSlicesDifferInTheirHeaders() throws IOException {
    byte[] bytes = new byte[96];
    new Random(1).nextBytes(bytes);
    new TensorFiles()
        .tensor("x.qkv.weight", Dtype.F16, bytes, 12, 4)
        .write(folder.resolve("fused.safetensors"));
    new TensorFiles()
        .tensor("x.q.weight", Dtype.F16, Arrays.copyOf(bytes, 32), 4, 4)
        .tensor("x.k.weight", Dtype.F16, Arrays.copyOfRange(bytes, 32, 64), 4, 4)
        .tensor("x.v.weight", Dtype.F16, Arrays.copyOfRange(bytes, 64, 96), 4, 4)
        .write(folder.resolve("split.safetensors"));

    assertThat(Ran.in(folder, "compare", "split.safetensors", "fused.safetensors").out())
        .contains("all 3 tensors are equal", "Looks like: the same tensors under other names")
        .contains("Header length");
  }
}
