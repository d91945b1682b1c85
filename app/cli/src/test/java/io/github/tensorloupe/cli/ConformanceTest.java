package io.github.tensorloupe.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.tensorloupe.testing.SharedFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;

/// The verdicts of the reference library for each file of a collection.
class ConformanceTest {

  private static List<JsonNode> cases() throws IOException {
    Path verdicts = SharedFolder.file("conformance/verdicts.json");
    List<JsonNode> cases = new ArrayList<>();
    new ObjectMapper().readTree(verdicts.toFile()).get("cases").forEach(cases::add);
    assertThat(cases).hasSizeGreaterThan(600);
    return cases;
  }

  private static List<JsonNode> run(String command, List<JsonNode> cases) {
    List<String> arguments = new ArrayList<>(List.of(command, "--json"));
    cases.forEach(each -> arguments.add(each.get("file").asText()));
    Path folder = SharedFolder.file("conformance");
    Ran ran = Ran.in(folder, arguments.toArray(String[]::new));
    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.objects()).hasSameSizeAs(cases);
    return ran.objects();
  }

  @Test
  void checkAgreesWithTheReferenceOnEveryFile() throws IOException {
    List<JsonNode> cases = cases();
    List<JsonNode> reports = run("check", cases);
    SoftAssertions softly = new SoftAssertions();
    for (int i = 0; i < cases.size(); i++) {
      JsonNode report = reports.get(i);
      softly.assertThat(report.get("path").asText()).isEqualTo(cases.get(i).get("file").asText());
      assertVerdict(softly, cases.get(i), report);
      boolean hasError =
          report
              .get("findings")
              .valueStream()
              .anyMatch(finding -> finding.get("severity").asText().equals("error"));
      softly.assertThat(hasError).isEqualTo(report.get("verdict").asText().equals("refused"));
    }
    softly.assertAll();
  }

  private static void assertVerdict(SoftAssertions softly, JsonNode expected, JsonNode report) {
    String file = expected.get("file").asText();
    JsonNode verdict = expected.get("verdict");
    if (verdict.get("ok").asBoolean()) {
      softly.assertThat(report.get("verdict").asText()).as(file).isEqualTo("ok");
      softly.assertThat(report.get("error").isNull()).as(file).isTrue();
      softly.assertThat(report.get("headerLength")).as(file).isEqualTo(verdict.get("header_len"));
      softly.assertThat(report.get("dataLength")).as(file).isEqualTo(verdict.get("data_len"));
    } else {
      softly.assertThat(report.get("verdict").asText()).as(file).isEqualTo("refused");
      softly.assertThat(report.get("error").asText()).as(file).isIn(variants(verdict));
    }
  }

  private static List<Object> variants(JsonNode verdict) {
    return verdict.get("error").isNull()
        ? verdict.get("any_of").valueStream().<Object>map(JsonNode::asText).toList()
        : List.of(verdict.get("error").asText());
  }

  @Test
  void infoAgreesWithTheReferenceOnEveryFile() throws IOException {
    List<JsonNode> cases = cases();
    List<JsonNode> objects = run("info", cases);
    SoftAssertions softly = new SoftAssertions();
    for (int i = 0; i < cases.size(); i++) {
      JsonNode verdict = cases.get(i).get("verdict");
      assertVerdict(softly, cases.get(i), objects.get(i));
      if (verdict.get("ok").asBoolean()) {
        String file = cases.get(i).get("file").asText();
        softly
            .assertThat(objects.get(i).get("metadata"))
            .as(file)
            .isEqualTo(verdict.get("metadata"));
        softly.assertThat(objects.get(i).get("tensors")).as(file).isEqualTo(verdict.get("tensors"));
      }
    }
    softly.assertAll();
  }

  @Test
  void setsAreRefusedForTheReasonsThatAreKnown() throws IOException {
    Path folder = SharedFolder.file("conformance/sharded");
    JsonNode expected = new ObjectMapper().readTree(folder.resolve("expected.json").toFile());
    Map<String, String> codes =
        Map.of(
            "corrupt_shard", "shard-refused",
            "lfs_pointer_shard", "shard-refused",
            "path_traversal", "unsafe-shard-name",
            "absolute_path", "unsafe-shard-name",
            "weight_map_not_object", "index-unusable",
            "weight_map_value_not_string", "index-unusable",
            "index_not_json", "index-unusable");
    SoftAssertions softly = new SoftAssertions();
    for (Map.Entry<String, JsonNode> each : expected.properties()) {
      String index = each.getKey() + "/" + each.getValue().get("index").asText();
      JsonNode report = Ran.in(folder, "check", "--json", index).objects().getFirst();
      String code = codes.get(each.getKey());
      softly
          .assertThat(report.get("verdict").asText())
          .as(index)
          .isEqualTo(code == null ? "ok" : "refused");
      softly.assertThat(report.get("error").isNull()).as(index).isTrue();
      if (code != null) {
        softly.assertThat(Ran.codes(report)).as(index).contains(code);
      }
    }
    softly.assertAll();
  }

  @Test
  void shardsOfARefusedSetHaveTheirOwnVerdicts() {
    Path folder = SharedFolder.file("conformance/sharded");

    Ran corrupt = Ran.in(folder, "check", "--json", "corrupt_shard");
    Ran pointer = Ran.in(folder, "check", "--json", "lfs_pointer_shard");

    assertThat(corrupt.texts("error"))
        .containsExactly("null", "null", "MetadataIncompleteBuffer", "null");
    assertThat(pointer.texts("kind"))
        .containsExactly("set", "safetensors", "git-lfs-pointer", "safetensors");
    assertThat(pointer.texts("error")).containsExactly("null", "null", "HeaderTooLarge", "null");
  }
}
