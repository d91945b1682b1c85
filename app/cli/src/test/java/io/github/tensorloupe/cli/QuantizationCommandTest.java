package io.github.tensorloupe.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.testing.SharedFolder;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QuantizationCommandTest {

  @TempDir Path folder;

  private static List<JsonNode> expectedCases(Path file) throws IOException {
    return StreamSupport.stream(new ObjectMapper().readTree(file.toFile()).spliterator(), false)
        .toList();
  }

  @Test
  void unreadableConfigurationLeavesTheAnswerOpen() throws IOException {
    new TensorFiles()
        .tensor("a.weight", Dtype.F8_E4M3, new byte[4], 2, 2)
        .write(folder.resolve("model.safetensors"));
    Files.writeString(folder.resolve("config.json"), "{");

    assertThat(Ran.in(folder, "quantization", "model.safetensors").out())
        .contains("without the configuration, which could not be read");
  }

  @Test
  void agreesWithEveryExpectedWeightAndFinding() throws IOException {
    Path expected = SharedFolder.file("quantised/expected.json");
    for (JsonNode each : expectedCases(expected)) {
      String name = each.get("case").asText();

      Ran ran = Ran.in(expected.getParent(), "quantization", "--json", each.get("path").asText());

      Map<String, JsonNode> weights =
          ran.objects().stream()
              .filter(object -> !object.has("finding"))
              .collect(
                  Collectors.toMap(object -> object.get("name").asText(), Function.identity()));
      assertThat(weights).as(name).hasSize(each.get("weights").size());
      for (JsonNode wanted : each.get("weights")) {
        JsonNode found = weights.get(wanted.get("name").asText());
        assertThat(found).as(name + " " + wanted.get("name")).isNotNull();
        for (String key : List.of("scheme", "bits", "groupSize", "shape")) {
          assertThat(found.get(key)).as(name + " " + key).isEqualTo(wanted.get(key));
        }
        wanted
            .get("parts")
            .properties()
            .forEach(
                part ->
                    assertThat(found.get("parts").get(part.getKey()))
                        .as(name + " " + part.getKey())
                        .isEqualTo(part.getValue()));
        assertThat(texts(found.get("findings"))).as(name).isEqualTo(texts(wanted.get("findings")));
      }
      Set<String> findings =
          ran.objects().stream()
              .filter(object -> object.has("finding"))
              .filter(object -> !object.get("severity").asText().equals("info"))
              .map(object -> finding(object, "finding"))
              .collect(Collectors.toCollection(TreeSet::new));
      Set<String> wanted = new TreeSet<>();
      each.get("findings").forEach(object -> wanted.add(finding(object, "code")));
      assertThat(findings).as(name).isEqualTo(wanted);
      assertThat(ran.exitCode())
          .as(name)
          .isEqualTo(wanted.stream().anyMatch(it -> it.contains(" error ")) ? 1 : 0);
    }
  }

  private static String finding(JsonNode object, String codeKey) {
    return object.get(codeKey).asText()
        + " "
        + object.get("severity").asText()
        + " "
        + object.get("tensor").asText();
  }

  private static Set<String> texts(JsonNode array) {
    Set<String> texts = new TreeSet<>();
    array.forEach(each -> texts.add(each.asText()));
    return texts;
  }

  @Test
  void exportedValuesAreTheExpectedOnes() throws IOException {
    Path expected = SharedFolder.file("quantised/expected.json");
    Path out = folder.resolve("out.npy");
    for (JsonNode each : expectedCases(expected)) {
      for (JsonNode weight : each.get("weights")) {
        String what = each.get("case").asText() + " " + weight.get("name").asText();
        Files.deleteIfExists(out);

        Ran ran =
            Ran.in(
                expected.getParent(),
                "export",
                each.get("path").asText(),
                "--tensor",
                weight.get("name").asText(),
                "--dequantized",
                "--format",
                "npy",
                "--out",
                out.toString());

        switch (weight.get("export").asText()) {
          case "refused" -> {
            assertThat(ran.exitCode()).as(what).isEqualTo(2);
            assertThat(out).as(what).doesNotExist();
          }
          case "values" -> {
            assertThat(ran.exitCode()).as(what + ran.err()).isZero();
            Path wanted = expected.resolveSibling(weight.get("values").asText());
            assertSameValues(what, floats(out), floats(wanted));
          }
          default -> assertThat(ran.exitCode()).as(what).isIn(0, 2);
        }
      }
    }
  }

  private static FloatBuffer floats(Path npy) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(npy)).order(ByteOrder.LITTLE_ENDIAN);
    int headerLength = bytes.getShort(8);
    return bytes.position(10 + headerLength).slice().order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer();
  }

  private static void assertSameValues(String what, FloatBuffer found, FloatBuffer wanted) {
    assertThat(found.remaining()).as(what).isEqualTo(wanted.remaining());
    for (int i = 0; i < wanted.limit(); i++) {
      float value = wanted.get(i);
      if (!(Math.abs(found.get(i) - value) <= Math.ulp(value))
          && Float.compare(found.get(i), value) != 0) {
        assertThat(found.get(i)).as(what + " " + i).isEqualTo(value);
      }
    }
  }

  private void writeFp8(String name) throws IOException {
    new TensorFiles()
        .tensor(
            "a.weight", Dtype.F8_E4M3, new byte[] {0x38, 0x40, 0, 0, 0, 0, 0, (byte) 0xb8}, 2, 4)
        .floats("a.weight_scale", 0.5f)
        .write(folder.resolve(name));
  }

  @Test
  void peopleReadTheSchemeTheBitsAndWhatIsBroken() throws IOException {
    writeFp8("m.safetensors");

    Ran ran = Ran.in(folder, "quantization", "m.safetensors");

    assertThat(ran.out())
        .contains("100.0 % of the parameters are quantized, 12.00 bits per parameter")
        .contains("FP8, 8-bit: 1 weight, 12.00 bits per weight")
        .contains("config-missing");
    assertThat(ran.exitCode()).isZero();
  }

  @Test
  void statisticsOfDequantizedWeightsAreThoseOfTheirValues() throws IOException {
    writeFp8("m.safetensors");

    JsonNode found = Ran.in(folder, "stats", "--json", "--dequantized", "m.safetensors").object();

    assertThat(found.get("name").asText()).isEqualTo("a.weight");
    assertThat(found.get("dtype").asText()).isEqualTo("F32");
    assertThat(found.get("min").asDouble()).isEqualTo(-0.5);
    assertThat(found.get("max").asDouble()).isEqualTo(1);
    assertThat(found.get("count").asLong()).isEqualTo(8);
  }

  private void writeBroken(String name) throws IOException {
    new TensorFiles()
        .tensor("a.weight", Dtype.F8_E4M3, new byte[8], 2, 4)
        .floats("a.weight_scale", 1, 2, 3)
        .write(folder.resolve(name));
  }

  @Test
  void statisticsSayWhyANamedWeightHasNoValues() throws IOException {
    writeBroken("m.safetensors");

    Ran ran = Ran.in(folder, "stats", "--dequantized", "--tensor", "a.weight", "m.safetensors");

    assertThat(ran.err())
        .contains("a.weight in m.safetensors has no values: ")
        .doesNotContain("was not found");
    assertThat(ran.exitCode()).isEqualTo(1);
  }

  @Test
  void statisticsOfATruncatedFileSayThatBytesAreMissing() throws IOException {
    writeFp8("m.safetensors");
    Path file = folder.resolve("m.safetensors");
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(channel.size() - 4);
    }

    Ran ran = Ran.in(folder, "stats", "--dequantized", "m.safetensors");

    assertThat(ran.err())
        .contains("a.weight in m.safetensors has no values: bytes of its parts are missing.");
  }

  @Test
  void comparisonSaysThatWeightsHaveNoValues() throws IOException {
    writeBroken("broken.safetensors");
    writeFp8("q.safetensors");

    Ran ran = Ran.in(folder, "compare", "--dequantized", "broken.safetensors", "q.safetensors");

    assertThat(ran.err())
        .contains("broken.safetensors: 1 quantized weight without values, compared as stored.");
  }

  @Test
  void summaryNamesSchemeShareAndBits() throws IOException {
    writeFp8("m.safetensors");

    Ran ran = Ran.in(folder, "info", "--summary", "--json", "m.safetensors");

    JsonNode found = ran.object().get("quantization");
    assertThat(found.get("quantizedShare").asDouble()).isEqualTo(1);
    assertThat(found.get("schemes").get(0).get("scheme").asText()).isEqualTo("fp8");
    assertThat(found.get("schemes").get(0).get("bitsPerWeight").asDouble()).isEqualTo(12);
  }

  @Test
  void valueCheckReportsBrokenScales() throws IOException {
    new TensorFiles()
        .tensor("a.weight", Dtype.F8_E4M3, new byte[] {1, 2}, 1, 2)
        .floats("a.weight_scale", Float.NaN)
        .write(folder.resolve("m.safetensors"));

    assertThat(Ran.in(folder, "check", "--values", "m.safetensors").out()).contains("scale-nan");
  }

  @Test
  void comparisonWithTheOriginalShowsTheQuantizationError() throws IOException {
    writeFp8("q.safetensors");
    new TensorFiles()
        .tensor("a.weight", Dtype.F32, floatBytes(0.5f, 1, 0, 0, 0, 0, 0, -0.6f), 2, 4)
        .write(folder.resolve("original.safetensors"));

    Ran ran =
        Ran.in(
            folder, "compare", "--json", "--dequantized", "original.safetensors", "q.safetensors");

    JsonNode pair = ran.objects().getFirst();
    assertThat(pair.get("nameB").asText()).isEqualTo("a.weight");
    assertThat(pair.get("dtypeB").asText()).isEqualTo("F32");
    assertThat(pair.get("changed").asLong()).isEqualTo(1);
    assertThat(pair.get("sqnr").asDouble())
        .isCloseTo(-20 * Math.log10(0.1 / Math.sqrt(0.25 + 1 + 0.36)), within(1e-4));
    assertThat(ran.objects()).hasSize(2);
  }

  private static byte[] floatBytes(float... numbers) {
    ByteBuffer bytes = ByteBuffer.allocate(4 * numbers.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asFloatBuffer().put(numbers);
    return bytes.array();
  }
}
