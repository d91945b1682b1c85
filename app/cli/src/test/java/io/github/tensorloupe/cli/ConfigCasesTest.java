package io.github.tensorloupe.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.tensorloupe.testing.SharedFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// The findings about real configurations, compared with the reports of the reference loader.
class ConfigCasesTest {

  private static final String CODE = "code";

  static Stream<Named<JsonNode>> cases() throws IOException {
    JsonNode all = new ObjectMapper().readTree(SharedFolder.file("config/expected.json").toFile());
    return StreamSupport.stream(all.spliterator(), false)
        .map(each -> Named.of(each.get("case").asText(), each));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void agreesWithTheReferenceLoader(JsonNode expected) throws IOException {
    Path folder = SharedFolder.file("config/expected.json").getParent();
    String path = expected.get("path").asText();

    List<JsonNode> findings = findings(folder, path, "--values");
    List<JsonNode> withoutValues = findings(folder, path);

    List<String> problems = new ArrayList<>();
    Set<JsonNode> used = new HashSet<>();
    for (JsonNode wanted : expected.get("findings")) {
      List<JsonNode> matches =
          findings.stream()
              .filter(found -> isSame(found, wanted) && used.add(found))
              .limit(1)
              .toList();
      if (matches.isEmpty()) {
        problems.add("missing: " + wanted);
      }
      boolean needsValues = wanted.get(CODE).asText().matches("config-head-(redundant|differs)");
      if (!needsValues && withoutValues.stream().noneMatch(found -> isSame(found, wanted))) {
        problems.add("missing without values: " + wanted);
      }
    }
    Set<String> allowed = new HashSet<>();
    expected.get("allowed").forEach(code -> allowed.add(code.asText()));
    Stream.concat(findings.stream(), withoutValues.stream())
        .filter(found -> found.get(CODE).asText().startsWith("config-"))
        .filter(found -> !found.get("severity").asText().equals("info"))
        .filter(found -> !allowed.contains(found.get(CODE).asText()))
        .filter(
            found ->
                StreamSupport.stream(expected.get("findings").spliterator(), false)
                    .noneMatch(wanted -> isSame(found, wanted)))
        .forEach(found -> problems.add("unexpected: " + found));
    JsonNode summary = Ran.in(folder, "info", "--summary", "--json", path).objects().getFirst();
    expected
        .get("facts")
        .properties()
        .forEach(
            fact -> {
              List<JsonNode> comparisons = new ArrayList<>();
              summary.get("config").get("comparisons").forEach(comparisons::add);
              boolean matches =
                  comparisons.stream()
                      .filter(each -> each.get("what").asText().equals(fact.getKey()))
                      .anyMatch(
                          each ->
                              each.get("config").equals(fact.getValue().get(0))
                                  && each.get("tensors").equals(fact.getValue().get(1)));
              if (!matches) {
                problems.add("fact " + fact + " in " + comparisons);
              }
            });
    assertThat(problems).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "04-mlx-config-8-stored-4, config-quantization-bits:error",
    "06-lm-head-missing-untied, config-head-missing:error",
    "07-tied-but-real-head, config-head-differs:warning",
    "29-orig-mod-prefix/before, ''",
    "29-orig-mod-prefix/after, config-prefix:error",
    "30-fsdp-flat-parameters, ''",
    "46-vllm-sharded-state, ''",
    "48-mlx-g32-clean, ''",
    "50-layers-missing-vs-config, config-layers-missing:error",
    "53-config-other-vocab, config-vocabulary:error config-vocabulary:error"
  })
  void reportsTheCauseOfACaseFromTheField(String name, String expected) throws IOException {
    Path folder = SharedFolder.file("field/README.md").getParent();

    assertThat(
            findings(folder, name, "--values").stream()
                .filter(found -> found.get(CODE).asText().startsWith("config-"))
                .filter(found -> !found.get("severity").asText().equals("info"))
                .map(found -> found.get(CODE).asText() + ":" + found.get("severity").asText()))
        .containsExactlyElementsOf(expected.isEmpty() ? List.of() : List.of(expected.split(" ")));
  }

  private static List<JsonNode> findings(Path folder, String path, String... options)
      throws IOException {
    List<String> arguments = new ArrayList<>(List.of("check", "--json"));
    arguments.addAll(List.of(options));
    arguments.add(path);
    List<JsonNode> findings = new ArrayList<>();
    Ran.in(folder, arguments.toArray(String[]::new))
        .objects()
        .forEach(object -> object.get("findings").forEach(findings::add));
    return findings;
  }

  private static boolean isSame(JsonNode found, JsonNode wanted) {
    String message = found.get("message").asText().replace(",", "");
    return found.get(CODE).equals(wanted.get(CODE))
        && found.get("severity").equals(wanted.get("severity"))
        && found.get("tensor").equals(wanted.get("tensor"))
        && StreamSupport.stream(wanted.get("mentions").spliterator(), false)
            .allMatch(mention -> message.contains(mention.asText()));
  }
}
