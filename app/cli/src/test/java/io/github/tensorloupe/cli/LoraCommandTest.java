package io.github.tensorloupe.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.testing.InterruptedSaves;
import io.github.tensorloupe.testing.SharedFolder;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoraCommandTest {

  @TempDir Path folder;

  private static List<String> arguments(JsonNode each) {
    if (each.has("a")) {
      return List.of("compare", "--lora", "--json", each.get("a").asText(), each.get("b").asText());
    }
    List<String> arguments = new ArrayList<>(List.of("lora", "--json", each.get("path").asText()));
    if (each.path("base").isTextual()) {
      arguments.addAll(List.of("--base", each.get("base").asText()));
    }
    return arguments;
  }

  @Test
  void agreesWithEveryExpectedFigure() throws IOException {
    Path expected = SharedFolder.file("lora/expected.json");
    for (JsonNode each : new ObjectMapper().readTree(expected.toFile()).get("cases")) {
      String name = each.get("name").asText();

      Ran ran = Ran.in(expected.getParent(), arguments(each).toArray(new String[0]));

      assertThat(ran.exitCode()).as(name).isEqualTo(each.get("exit").asInt());
      if (!each.has("summary")) {
        assertThat(ran.object().get("error").asText()).as(name).isNotEmpty();
        continue;
      }
      List<JsonNode> wanted = new ArrayList<>();
      each.path("modules").forEach(wanted::add);
      each.path("pairs").forEach(wanted::add);
      wanted.add(each.get("summary"));
      assertThat(ran.objects()).as(name).hasSameSizeAs(wanted);
      for (int i = 0; i < wanted.size(); i++) {
        assertAgrees(name, wanted.get(i), ran.objects().get(i));
      }
    }
  }

  private static void assertAgrees(String name, JsonNode wanted, JsonNode found) {
    wanted
        .properties()
        .forEach(
            member -> {
              String key = member.getKey();
              JsonNode expected = member.getValue();
              String what = "%s: %s %s".formatted(name, found.path("module"), key);
              if (key.equals("singularValues") && expected.isArray()) {
                assertSameValues(what, expected, found.get(key));
              } else if (expected.isDouble()) {
                double size =
                    key.toLowerCase(Locale.ROOT).endsWith("cosine")
                        ? 1
                        : Math.abs(expected.asDouble());
                assertThat(found.get(key).isNumber()).as(what).isTrue();
                assertThat(found.get(key).asDouble())
                    .as(what)
                    .isCloseTo(expected.asDouble(), within(1e-9 * size));
              } else {
                assertThat(found.get(key)).as(what).isEqualTo(expected);
              }
            });
  }

  private static void assertSameValues(String what, JsonNode expected, JsonNode found) {
    assertThat(found.size()).as(what).isLessThanOrEqualTo(256);
    for (int i = 0; i < expected.size(); i++) {
      assertThat(found.path(i).asDouble())
          .as(what)
          .isCloseTo(expected.get(i).asDouble(), within(1e-9 * expected.get(0).asDouble()));
    }
  }

  private void write(String name, int dimension, String... modules) throws IOException {
    TensorFiles files = new TensorFiles();
    for (String module : modules) {
      files
          .tensor(module + ".lora_down.weight", Dtype.F32, floats(2 * dimension), 2, dimension)
          .tensor(module + ".lora_up.weight", Dtype.F32, floats(2 * dimension), dimension, 2);
    }
    files.write(folder.resolve(name));
  }

  private static byte[] floats(int count) {
    byte[] bytes = new byte[4 * count];
    for (int i = 0; i < count; i++) {
      // 1, 2, or 0.5.
      bytes[4 * i + 2] = (byte) (i % 3 == 0 ? 0x80 : 0);
      bytes[4 * i + 3] = (byte) (i % 3 == 0 ? 0x3f : i % 3 == 1 ? 0x40 : 0x3f);
    }
    return bytes;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          base_model.model.q |                             | scale unknown (adapter_config.json is missing)
          base_model.model.q | [1]                         | scale unknown (adapter_config.json is unusable)
          base_model.model.q | {}                          | no alpha (loaders take scale 1)
          base_model.model.q | {"r": 2, "lora_alpha": 4}   |
          transformer.q      |                             | no alpha (loaders take scale 1)
          """)
  void headlineSaysWhyTheScaleIsUnknown(String module, String config, String scale)
      throws IOException {
    new TensorFiles()
        .tensor(module + ".lora_A.weight", Dtype.F32, floats(12), 2, 6)
        .tensor(module + ".lora_B.weight", Dtype.F32, floats(12), 6, 2)
        .write(folder.resolve("a.safetensors"));
    if (config != null) {
      Files.writeString(folder.resolve("adapter_config.json"), config);
    }

    String headline = Ran.in(folder, "lora", "a.safetensors").out().lines().findFirst().get();

    if (scale == null) {
      assertThat(headline).doesNotContain("alpha", "scale");
    } else {
      assertThat(headline).endsWith(", " + scale);
    }
  }

  @Test
  void peopleReadTheVerdictFirst() throws IOException {
    write("a.safetensors", 6, "lora_unet_blocks_0_q", "lora_unet_blocks_1_q");
    new TensorFiles()
        .tensor("blocks.0.q.weight", Dtype.F32, floats(36), 6, 6)
        .tensor("blocks.1.q.weight", Dtype.F32, floats(42), 6, 7)
        .write(folder.resolve("base.safetensors"));

    Ran ran = Ran.in(folder, "lora", "--base", "base.safetensors", "a.safetensors");

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.out().lines().findFirst().orElseThrow())
        .startsWith("a.safetensors: 2 modules, rank 2, effective ")
        .endsWith(", no alpha (loaders take scale 1), 1 fits, 1 of another shape");
    assertThat(ran.out().lines().skip(1).findFirst().orElseThrow())
        .startsWith("  It is made for a smaller model: lora_unet_blocks_1_q has the shape [6, 6]");
    assertThat(ran.out()).contains("does not fit [6, 7]");
  }

  @Test
  void adapterComparisonStartsWithAVerdict() throws IOException {
    write("a.safetensors", 6, "lora_unet_blocks_0_q", "lora_unet_blocks_1_q");
    write("b.safetensors", 6, "lora_unet_blocks_0_q");

    Ran ran = Ran.in(folder, "compare", "--lora", "a.safetensors", "b.safetensors");

    assertThat(ran.exitCode()).isZero();
    assertThat(ran.out().lines().toList())
        .startsWith(
            "a.safetensors and b.safetensors: 1 module in common, nearly the same, cosine 1.000");
    assertThat(ran.out())
        .contains("Together at strength 1: norm ", ", 100 % of the sum of both norms; ")
        .containsPattern("blocks_0_q +both .* 1\\.000 +0 % +100 % +100 % ")
        .containsPattern("blocks_1_q +only A ");
  }

  @Test
  void interruptedSaveOfADamagedBaseIsReported() throws IOException {
    write("a.safetensors", 6, "lora_unet_blocks_0_q");
    Path base = Files.write(folder.resolve("base.safetensors"), new byte[20]);
    InterruptedSaves.beginOfRewrite(base);

    Ran ran = Ran.in(folder, "lora", "--base", "base.safetensors", "a.safetensors");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains("was interrupted");
  }

  @Test
  void unreadableBaseIsReported() throws IOException {
    write("a.safetensors", 6, "lora_unet_blocks_0_q");

    Ran ran = Ran.in(folder, "lora", "--json", "--base", "missing", "a.safetensors");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.object().get("error").asText()).contains("missing");
  }

  @Test
  void aFolderWithSeveralFilesIsNotGuessedAt() throws IOException {
    write("a.safetensors", 6, "lora_unet_blocks_0_q");
    write("b.safetensors", 6, "lora_unet_blocks_0_q");

    Ran ran = Ran.in(folder, "lora", ".");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains("several .safetensors files");
  }

  @Test
  void optionsThatMeanNothingForModulesAreRefused() throws IOException {
    write("a.safetensors", 6, "lora_unet_blocks_0_q");

    Ran ran = Ran.in(folder, "compare", "--lora", "--structure", "a.safetensors", "a.safetensors");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains("--lora");
  }

  @Test
  void outlierModuleIsReported() throws IOException {
    TensorFiles files = new TensorFiles();
    for (int i = 0; i < 7; i++) {
      byte[] up = floats(12);
      if (i == 4) {
        for (int at = 3; at < up.length; at += 4) {
          // 2 to the power of 32.
          up[at] += 0x10;
        }
      }
      String module = "lora_unet_blocks_" + i + "_q";
      files
          .tensor(module + ".lora_down.weight", Dtype.F32, floats(12), 2, 6)
          .tensor(module + ".lora_up.weight", Dtype.F32, up, 6, 2);
    }
    files.write(folder.resolve("a.safetensors"));

    Ran ran = Ran.in(folder, "lora", "a.safetensors");

    assertThat(ran.out().lines().filter(line -> line.contains("times the norm of its siblings")))
        .singleElement()
        .asString()
        .contains("lora_unet_blocks_4_q", "4.29e+09 times");
  }

  @Test
  void unusualAlphasAreReported() throws IOException {
    TensorFiles files = new TensorFiles();
    float[] alphas = {2, 2, 2, 2, 2, 2, 20, -2, 0, Float.NaN};
    for (int i = 0; i <= alphas.length; i++) {
      String module = "lora_unet_blocks_" + i + "_q";
      files
          .tensor(module + ".lora_down.weight", Dtype.F32, floats(12), 2, 6)
          .tensor(module + ".lora_up.weight", Dtype.F32, floats(12), 6, 2);
      if (i < alphas.length) {
        files.floats(module + ".alpha", alphas[i]);
      }
    }
    files.write(folder.resolve("a.safetensors"));

    List<String> lines = Ran.in(folder, "lora", "a.safetensors").out().lines().toList();

    assertThat(lines.getFirst()).contains("11 modules", "1 without alpha");
    assertThat(lines.stream().filter(line -> line.matches(".*blocks_[0-5]_q.*")))
        .noneMatch(line -> line.contains("lpha"));
    assertThat(String.join("\n", lines))
        .containsPattern("blocks_6_q.* scale 10, where most modules have 1")
        .containsPattern("blocks_7_q.* alpha is negative, so the change is reversed")
        .containsPattern("blocks_8_q.* dead: alpha is 0, which kohya reads as the rank")
        .containsPattern("blocks_9_q.* 1 NaN or infinite; alpha is NaN")
        .containsPattern("blocks_10_q.* no alpha, unlike other modules");
  }

  @Test
  void fileSummaryShowsTheEffectiveRank() throws IOException {
    write("a.safetensors", 6, "lora_unet_blocks_0_q", "lora_unet_blocks_1_q");

    JsonNode json = Ran.in(folder, "info", "--summary", "--json", "a.safetensors").object();
    Ran ran = Ran.in(folder, "info", "--summary", "a.safetensors");

    assertThat(json.get("rank").asInt()).isEqualTo(2);
    assertThat(json.get("effectiveRank").asDouble()).isBetween(1.0, 2.0);
    assertThat(ran.out()).containsPattern("Rank +2, effective 1\\.[0-9]");
  }

  @Test
  void emptyFactorIsNamedAsTheReason() throws IOException {
    new TensorFiles()
        .tensor("lora_unet_a.lora_down.weight", Dtype.F32, new byte[0], 0, 4)
        .tensor("lora_unet_a.lora_up.weight", Dtype.F32, new byte[0], 4, 0)
        .write(folder.resolve("lora.safetensors"));

    assertThat(Ran.in(folder, "lora", "lora.safetensors").out())
        .contains("lora_unet_a.lora_down.weight has no elements");
  }

  @Test
  void layersThatEndAsFactorsDoAreNoModules() throws IOException {
    new TensorFiles()
        .tensor("block.a1.weight", Dtype.F32, floats(4), 2, 2)
        .tensor("block.b2.weight", Dtype.F32, floats(4), 2, 2)
        .tensor("activation.alpha", Dtype.F32, floats(2), 2)
        .tensor("norm.weight", Dtype.F32, floats(2), 2)
        .write(folder.resolve("a.safetensors"));

    Ran ran = Ran.in(folder, "lora", "--json", "a.safetensors");

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.object().get("modules").asInt()).isZero();
    assertThat(ran.object().get("otherTensors")).hasSize(4);
  }
}
