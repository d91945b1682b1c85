package io.github.tensorloupe.cli;

import static io.github.tensorloupe.testing.SampleBytes.entry;
import static io.github.tensorloupe.testing.SampleBytes.file;
import static io.github.tensorloupe.testing.SampleBytes.write;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SarifLogTest {

  @TempDir Path folder;

  private static JsonSchema schema() throws IOException {
    try (InputStream schema =
        SarifLogTest.class.getResourceAsStream("/schema/sarif-schema-2.1.0.json")) {
      return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V7).getSchema(schema);
    }
  }

  private JsonNode run(Ran ran) throws IOException {
    JsonNode log = ran.object();
    assertThat(schema().validate(log)).isEmpty();
    return log.get("runs").get(0);
  }

  private static List<String> texts(JsonNode array, String pointer) {
    return StreamSupport.stream(array.spliterator(), false)
        .map(each -> each.at(pointer).asText())
        .toList();
  }

  @Test
  void refusedFileIsAnErrorAtItsBytes() throws IOException {
    Files.createDirectories(folder.resolve("my models"));
    write(
        folder.resolve("my models/ä.safetensors"),
        file(entry("t", "U8", "[9]", 0, 9), new byte[5]));

    Ran ran = Ran.in(folder, "check", "--format", "sarif", "my models");

    assertThat(ran.exitCode()).isEqualTo(1);
    JsonNode run = run(ran);
    JsonNode result = only(run.get("results"), "truncated");
    assertThat(result.get("level").asText()).isEqualTo("error");
    assertThat(result.at("/locations/0/physicalLocation/artifactLocation/uri").asText())
        .isEqualTo("my%20models/%C3%A4.safetensors");
    assertThat(result.at("/locations/0/physicalLocation/artifactLocation/uriBaseId").asText())
        .isEqualTo("%SRCROOT%");
    assertThat(result.at("/locations/0/physicalLocation/region/byteOffset").asLong()).isPositive();
    assertThat(run.at("/tool/driver/rules").get(result.get("ruleIndex").asInt()).get("id").asText())
        .isEqualTo("truncated");
    assertThat(run.at("/invocations/0/executionSuccessful").asBoolean()).isTrue();
  }

  private static JsonNode only(JsonNode results, String code) {
    return StreamSupport.stream(results.spliterator(), false)
        .filter(result -> result.get("ruleId").asText().equals(code))
        .findAny()
        .orElseThrow();
  }

  @Test
  void findingOfATensorNamesIt() throws IOException {
    new TensorFiles()
        .floats("a.weight", 1, Float.NaN)
        .floats("b.weight", 2, Float.NaN)
        .write(folder.resolve("a.safetensors"));

    Ran ran = Ran.in(folder, "check", "--values", "--format", "sarif", "a.safetensors");

    assertThat(ran.exitCode()).isEqualTo(1);
    JsonNode results = run(ran).get("results");
    assertThat(texts(results, "/locations/0/logicalLocations/0/fullyQualifiedName"))
        .contains("a.weight", "b.weight");
    assertThat(texts(results, "/partialFingerprints/primaryLocationLineHash"))
        .doesNotHaveDuplicates();
  }

  @Test
  void unreadablePathIsANotificationOfAFailedRun() throws IOException {
    Files.writeString(folder.resolve("b.safetensors"), "<html>not a model");

    Ran ran = Ran.in(folder, "check", "--format", "sarif", "gone.safetensors", "b.safetensors");

    assertThat(ran.exitCode()).isEqualTo(2);
    JsonNode run = run(ran);
    assertThat(run.at("/invocations/0/executionSuccessful").asBoolean()).isFalse();
    JsonNode notification = run.at("/invocations/0/toolExecutionNotifications/0");
    assertThat(notification.at("/descriptor/id").asText()).isEqualTo("not-found");
    assertThat(notification.at("/locations/0/physicalLocation/artifactLocation/uri").asText())
        .isEqualTo("gone.safetensors");
    assertThat(texts(run.get("artifacts"), "/location/uri"))
        .containsExactly("gone.safetensors", "b.safetensors");
    assertThat(texts(run.get("results"), "/ruleId")).contains("wrong-kind");
  }

  @Test
  void fileElsewhereHasAnAbsoluteAddress() throws IOException {
    Path file = folder.resolve("a.safetensors");
    new TensorFiles().floats("t", 1).write(file);
    Path other = Files.createDirectories(folder.resolve("work"));

    JsonNode run = run(Ran.in(other, "check", "--format", "sarif", file.toString()));

    JsonNode location = run.at("/artifacts/0/location");
    assertThat(URI.create(location.get("uri").asText())).isEqualTo(file.toUri());
    assertThat(location.has("uriBaseId")).isFalse();
  }

  @Test
  void addressThatCannotBeOpenedIsNamed() throws IOException {
    Ran ran = Ran.in(folder, "check", "--format", "sarif", "http://me:pass@127.0.0.1:1/a b");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(texts(run(ran).get("artifacts"), "/location/uri"))
        .containsExactly("http://%E2%80%A6@127.0.0.1:1/a%20b");
  }

  @Test
  void findingsWithTheSameCodeHaveDifferentFingerprints() throws IOException {
    Files.writeString(
        folder.resolve("model.safetensors.index.json"),
        """
        {"weight_map": {"a": "missing1.safetensors", "b": "missing2.safetensors"}}
        """);

    JsonNode results =
        run(Ran.in(folder, "check", "--format", "sarif", "model.safetensors.index.json"))
            .get("results");

    assertThat(texts(results, "/ruleId")).containsSequence("shard-missing", "shard-missing");
    assertThat(texts(results, "/partialFingerprints/primaryLocationLineHash"))
        .doesNotHaveDuplicates();
  }

  @Test
  void findingsAreThoseOfTheOtherFormats() throws IOException {
    new TensorFiles()
        .metadata("hf_token", "0123456789abcdef")
        .floats("t", 1)
        .write(folder.resolve("a.safetensors"));
    write(folder.resolve("b.safetensors"), "web page".getBytes(StandardCharsets.UTF_8));

    JsonNode run = run(Ran.in(folder, "check", "--format", "sarif", "."));

    List<String> codes =
        Ran.in(folder, "check", "--format", "json", ".").objects().stream()
            .flatMap(object -> Ran.codes(object).stream())
            .toList();
    assertThat(texts(run.get("results"), "/ruleId")).isNotEmpty().isEqualTo(codes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"sarif", "text"})
  void jsonAndAnotherFormatExcludeEachOther(String format) {
    Ran ran = Ran.in(folder, "check", "--json", "--format", format, "a.safetensors");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err()).contains("--json and --format exclude each other");
  }
}
