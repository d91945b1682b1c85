package io.github.tensorloupe.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.testing.InterruptedSaves;
import io.github.tensorloupe.testing.SharedFolder;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CompareCommandTest {

  private static final Set<String> ROUNDED = Set.of("meanAbs", "rms", "relativeL2");

  @TempDir Path folder;

  private Ran compare(String... arguments) {
    List<String> all = new ArrayList<>(List.of("compare"));
    all.addAll(List.of(arguments));
    return Ran.in(folder, all.toArray(new String[0]));
  }

  @Test
  void agreesWithEveryExpectedFigure() throws IOException {
    Path expected = SharedFolder.file("compare/expected.json");
    for (JsonNode each : new ObjectMapper().readTree(expected.toFile()).get("cases")) {
      List<String> arguments = new ArrayList<>(List.of("compare", "--json"));
      arguments.add(each.get("a").asText());
      arguments.add(each.get("b").asText());
      each.get("args").forEach(argument -> arguments.add(argument.asText()));

      Ran ran = Ran.in(expected.getParent(), arguments.toArray(new String[0]));

      String name = each.get("name").asText();
      assertThat(ran.exitCode()).as(name).isEqualTo(each.get("exit").asInt());
      List<JsonNode> wanted = new ArrayList<>();
      if (each.has("pairs")) {
        each.get("pairs").forEach(wanted::add);
        each.get("metadata").forEach(wanted::add);
        wanted.add(each.get("summary"));
        assertThat(ran.objects()).as(name).hasSameSizeAs(wanted);
      } else {
        assertThat(ran.object().get("error").asText()).as(name).isNotEmpty();
      }
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
              String what = name + ": " + wanted.path("nameA") + " " + member.getKey();
              JsonNode value = found.get(member.getKey());
              JsonNode expected = member.getValue();
              assertThat(value).as(what).isNotNull();
              if (!expected.isNumber()) {
                assertThat(value).as(what).isEqualTo(expected);
              } else if (member.getKey().equals("cosine")) {
                assertThat(value.asDouble()).as(what).isCloseTo(expected.asDouble(), within(1e-9));
              } else if (ROUNDED.contains(member.getKey()) || expected.isDouble()) {
                double size = Math.abs(expected.asDouble());
                assertThat(value.asDouble())
                    .as(what)
                    .isCloseTo(expected.asDouble(), within(1e-9 * size));
              } else {
                assertThat(value.decimalValue())
                    .as(what)
                    .isEqualByComparingTo(expected.decimalValue());
              }
            });
  }

  private void write(String name, float... values) throws IOException {
    new TensorFiles()
        .metadata("step", name)
        .floats("layers.0.w", 1, 2, 3)
        .floats("layers.1.w", values)
        .write(folder.resolve(name));
  }

  @Test
  void peopleReadWhatChangedFirstAndThenTheWorst() throws IOException {
    write("a.safetensors", 1, 2, 3);
    new TensorFiles()
        .metadata("step", "b.safetensors")
        .floats("layers.0.w", 1, 2, 4)
        .floats("model.layers.1.w", 1, 2, 6)
        .floats("new", 1)
        .write(folder.resolve("b.safetensors"));

    Ran ran = compare("a.safetensors", "b.safetensors");

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.out())
        .isEqualTo(
            """
            A  a.safetensors
            B  b.safetensors
            1 tensor added; 1 tensor renamed; 2 of 2 tensors differ; metadata: 1 key.
            Looks like: unknown. 1 tensor has no counterpart of the same shape.

              DIFFERENCE  TENSOR                                  DTYPE AND SHAPE     CHANGED  LARGEST |Δ|  RELATIVE L2  LARGEST ULP DISTANCE
              added       new                                     F32 [1]                   –            –            –                     –
              values      layers.1.w → model.layers.1.w (prefix)  F32 [3]          1 (33.3 %)        3 [2]        0.802             8,388,608
              values      layers.0.w                              F32 [3]          1 (33.3 %)        1 [2]        0.267             4,194,304

              METADATA  KEY   A                B
              changed   step  "a.safetensors"  "b.safetensors"
            """);
    assertThat(ran.err()).isEmpty();
  }

  @Test
  void sameFileSaysSoAlsoByAnotherName() throws IOException {
    write("a.safetensors", 1, 2, 3);
    Files.createLink(folder.resolve("b.safetensors"), folder.resolve("a.safetensors"));

    assertThat(compare("a.safetensors", "b.safetensors").out()).contains("the same file");
    List<JsonNode> objects = compare("--json", "a.safetensors", "b.safetensors").objects();
    assertThat(objects.getLast().get("sameFile").asBoolean()).isTrue();
    assertThat(objects.getLast().get("identical").asBoolean()).isTrue();
  }

  @Test
  void seriesComparesNeighborsAndContinuesAfterAnUnreadableFile() throws IOException {
    write("1.safetensors", 1, 2, 3);
    write("2.safetensors", 1, 2, 4);
    write("3.safetensors", 1, 2, 4);

    Ran ran =
        compare(
            "--json",
            "--ignore-metadata",
            "1.safetensors",
            "2.safetensors",
            "gone",
            "2.safetensors",
            "3.safetensors");

    assertThat(ran.exitCode()).isEqualTo(2);
    List<JsonNode> summaries = ran.objects().stream().filter(each -> each.has("summary")).toList();
    assertThat(summaries)
        .extracting(each -> each.get("b").asText())
        .containsExactly("2.safetensors", "gone", "2.safetensors", "3.safetensors");
    assertThat(summaries)
        .extracting(each -> each.has("error"))
        .containsExactly(false, true, true, false);
    assertThat(summaries.getLast().get("equal").asInt()).isEqualTo(2);
    assertThat(ran.objects().getLast()).isEqualTo(summaries.getLast());
    assertThat(compare("--ignore-metadata", "1.safetensors", "2.safetensors").exitCode()).isOne();
    assertThat(compare("--ignore-metadata", "2.safetensors", "3.safetensors").exitCode()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a.safetensors",
        "--map a a.safetensors a.safetensors",
        "--map (=b a.safetensors a.safetensors",
        "--tolerance -1 a.safetensors a.safetensors",
        "--tolerance NaN a.safetensors a.safetensors",
        "--tolerance x a.safetensors a.safetensors"
      })
  void wrongUsageEndsWithTwoAndPrintsNothing(String line) throws IOException {
    write("a.safetensors", 1, 2, 3);

    Ran ran = compare(line.split(" "));

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err()).startsWith("tensorloupe: ");
  }

  @Test
  void ruleThatCannotBeMatchedWithANameIsRefused() throws IOException {
    write("a.safetensors", 1, 2, 3);
    new TensorFiles().floats("a".repeat(1 << 20), 1).write(folder.resolve("long.safetensors"));

    Ran ran = compare("--map", "(a|b)*c=d", "long.safetensors", "a.safetensors");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains("The rule (a|b)*c=d cannot be used: it branches too often");
  }

  @Test
  void folderIsReadWithoutTheFoldersBelowIt() throws IOException {
    write("a.safetensors", 1, 2, 3);
    Path set = Files.createDirectories(folder.resolve("set/below")).getParent();
    new TensorFiles().floats("layers.0.w", 1, 2, 3).write(set.resolve("x.safetensors"));
    new TensorFiles().floats("layers.1.w", 1, 2, 3).write(set.resolve("y.safetensors"));
    new TensorFiles().floats("layers.1.w", 9).write(set.resolve("below/z.safetensors"));

    Ran ran = compare("--json", "a.safetensors", "set");

    assertThat(ran.err()).isEqualTo("tensorloupe: set: its subfolders are not compared.\n");
    ObjectNode summary = (ObjectNode) ran.objects().getLast();
    assertThat(summary.get("equal").asInt()).isEqualTo(2);
    assertThat(summary.get("added").asInt()).isZero();
  }

  @Test
  void severalIndexesAreNoCheckpoint() throws IOException {
    write("a.safetensors", 1, 2, 3);
    Path set = Files.createDirectory(folder.resolve("set"));
    for (String name : List.of("m", "n")) {
      Files.writeString(set.resolve(name + ".safetensors.index.json"), "{\"weight_map\":{}}");
    }

    Ran ran = compare("--json", "a.safetensors", "set");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.object().get("error").asText()).contains("2 indexes");
  }

  @Test
  void equalTensorsInFilesThatDifferAreExplained() throws IOException {
    String x = "\"x\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[%d,%d]}";
    String y = "\"y\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[%d,%d]}";
    TensorFiles.raw(
        folder.resolve("a"), "{" + x.formatted(0, 8) + "," + y.formatted(8, 16) + "}", 16);
    TensorFiles.raw(
        folder.resolve("b"), "{" + y.formatted(0, 8) + "," + x.formatted(8, 16) + "}", 16);

    Ran ran = compare("a", "b");

    assertThat(ran.exitCode()).isZero();
    assertThat(ran.out())
        .endsWith(
            """
              FILES AND HEADERS     A           B
              Order of the tensors  x before y  y before x
            """);
  }

  @Test
  void emptyNameAndReshapedTensorAreNamed() throws IOException {
    new TensorFiles().tensor("", Dtype.U8, new byte[] {1, 2}, 2).write(folder.resolve("a"));
    new TensorFiles().tensor("", Dtype.U8, new byte[] {1, 2}, 1, 2).write(folder.resolve("b"));

    assertThat(compare("a", "b").out())
        .contains("same bytes, other shape  (empty name)  U8 [2] → U8 [1, 2]");
  }

  @Test
  void unreadableFileInASeriesIsReportedOnce() throws IOException {
    write("a.safetensors", 1, 2, 3);

    Ran ran = compare("a.safetensors", "gone", "a.safetensors");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).containsOnlyOnce("does not exist");
  }

  @Test
  void interruptedSaveOfAComparedFileIsReported() throws IOException {
    Path file = InterruptedSaves.file(folder.resolve("a.safetensors"));
    InterruptedSaves.beginOfRewrite(file);

    Ran ran = compare("a.safetensors", "a.safetensors");

    assertThat(ran.err()).containsOnlyOnce("interrupted");
    assertThat(ran.out()).contains("same file");
  }
}
