package io.github.tensorloupe.format;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.tensorloupe.testing.SharedFolder;
import io.github.tensorloupe.testing.StrictJson.UnsureException;
import io.github.tensorloupe.testing.StrictReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Compares results with recorded results of the reference library, if available.
class ConformanceTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  private static final Header NOTHING_BUT_EMPTY_METADATA =
      new Header(List.of(), Optional.of(Metadata.EMPTY));

  @TestFactory
  Stream<DynamicTest> verdictIsTheReferences() throws IOException {
    Path folder = SharedFolder.file("conformance");
    return StreamSupport.stream(
            JSON.readTree(folder.resolve("verdicts.json").toFile()).get("cases").spliterator(),
            false)
        .map(
            recorded ->
                DynamicTest.dynamicTest(
                    recorded.get("file").asText(), () -> checkCase(folder, recorded)));
  }

  @TestFactory
  Stream<DynamicTest> writtenBytesAreTheReferences() throws IOException {
    Path folder = SharedFolder.file("conformance/writer");
    List<DynamicTest> tests = new ArrayList<>();
    for (JsonNode entry : JSON.readTree(folder.resolve("index.json").toFile())) {
      String name = entry.get("name").asText();
      tests.add(DynamicTest.dynamicTest(name, () -> checkWriter(folder, name)));
    }
    return tests.stream();
  }

  private static void checkCase(Path folder, JsonNode recorded) throws Exception {
    byte[] file = Files.readAllBytes(folder.resolve(recorded.get("file").asText()));
    JsonNode verdict = recorded.get("verdict");
    HeaderReading reading = HeaderFiles.read(file);
    checkSecondReader(file, verdict);
    if (!verdict.get("ok").asBoolean()) {
      assertThat(possibleErrors(verdict))
          .contains(reading.loadError().map(LoadError::variant).orElse("none"));
      assertThat(reading.findings())
          .anyMatch(finding -> finding.severity() == Severity.ERROR)
          .allMatch(finding -> finding.range().orElseThrow().end() <= file.length);
      return;
    }
    assertThat(reading.loadError()).isEmpty();
    assertThat(reading.headerParsed()).isTrue();
    assertThat(reading.findings()).noneMatch(finding -> finding.severity() == Severity.ERROR);
    assertThat(reading.headerLength()).hasValue(verdict.get("header_len").asLong());
    assertThat(file.length - reading.dataStart().orElseThrow())
        .isEqualTo(verdict.get("data_len").asLong());
    assertThat(reading.header().tensors()).isEqualTo(tensors(verdict.get("tensors")));
    assertThat(reading.header().metadata()).isEqualTo(metadata(verdict.get("metadata")));
    if (recorded.has("spec")) {
      assertThat(reading.findings()).isNotEmpty();
    }
    // The reference library writes a header without tensors and with empty metadata that it cannot
    // read.
    if (recorded.has("resaved") && !reading.header().equals(NOTHING_BUT_EMPTY_METADATA)) {
      byte[] resaved = resave(file, reading);
      assertThat(resaved).hasSize(recorded.get("resaved").get("size").asInt());
      assertThat(sha256(resaved)).isEqualTo(recorded.get("resaved").get("sha256").asText());
    }
  }

  /// Checks `StrictReader`, which other tests compare with the program's reader.
  private static void checkSecondReader(byte[] file, JsonNode verdict) {
    try {
      StrictReader second = StrictReader.read(file);
      if (verdict.get("ok").asBoolean()) {
        assertThat(second.errors()).isEmpty();
        assertThat(second.tensors())
            .containsExactlyInAnyOrderElementsOf(tensors(verdict.get("tensors")));
        assertThat(second.metadata()).isEqualTo(metadata(verdict.get("metadata")));
      } else {
        assertThat(second.errors())
            .extracting(LoadError::variant)
            .hasSameElementsAs(possibleErrors(verdict));
      }
    } catch (UnsureException e) {
      // `StrictReader` cannot decide this case.
    }
  }

  private static List<String> possibleErrors(JsonNode verdict) {
    if (!verdict.has("any_of")) {
      return List.of(verdict.get("error").asText());
    }
    List<String> variants = new ArrayList<>();
    verdict.get("any_of").forEach(variant -> variants.add(variant.asText()));
    return variants;
  }

  private static void checkWriter(Path folder, String name) throws Exception {
    JsonNode spec = JSON.readTree(folder.resolve(name + ".spec.json").toFile());
    List<TensorSpec> specs = new ArrayList<>();
    for (JsonNode tensor : spec.get("tensors")) {
      specs.add(
          new TensorSpec(
              tensor.get("name").asText(),
              Dtype.valueOf(tensor.get("dtype").asText()),
              shape(tensor.get("shape"))));
    }
    byte[] file = Files.readAllBytes(folder.resolve(name + ".safetensors"));
    WrittenHeader written = HeaderWriter.write(specs, metadata(spec.get("metadata")));
    assertThat(Arrays.copyOf(file, written.bytes().length)).isEqualTo(written.bytes());
    assertThat(written.bytes().length + written.dataByteCount()).isEqualTo(file.length);
    assertThat(HeaderFiles.read(file).header()).isEqualTo(written.header());
  }

  private static List<TensorInfo> tensors(JsonNode array) {
    List<TensorInfo> tensors = new ArrayList<>();
    for (JsonNode tensor : array) {
      tensors.add(
          new TensorInfo(
              tensor.get("name").asText(),
              Dtype.valueOf(tensor.get("dtype").asText()),
              shape(tensor.get("shape")),
              tensor.get("begin").bigIntegerValue().longValue(),
              tensor.get("end").bigIntegerValue().longValue()));
    }
    return tensors;
  }

  private static Shape shape(JsonNode array) {
    return Shape.of(
        StreamSupport.stream(array.spliterator(), false)
            .mapToLong(dimension -> dimension.bigIntegerValue().longValue())
            .toArray());
  }

  private static Optional<Metadata> metadata(JsonNode object) {
    if (object == null || object.isNull()) {
      return Optional.empty();
    }
    SequencedMap<String, String> entries = new LinkedHashMap<>();
    object.properties().forEach(entry -> entries.put(entry.getKey(), entry.getValue().asText()));
    return Optional.of(new Metadata(entries));
  }

  /// Loads and saves a file like the reference library.
  private static byte[] resave(byte[] file, HeaderReading reading) throws Exception {
    Header header = reading.header();
    Map<String, TensorInfo> sources = new LinkedHashMap<>();
    header.tensors().forEach(tensor -> sources.put(tensor.name(), tensor));
    WrittenHeader written =
        HeaderWriter.write(
            header.tensors().stream()
                .map(tensor -> new TensorSpec(tensor.name(), tensor.dtype(), tensor.shape()))
                .toList(),
            header.metadata());
    byte[] bytes =
        Arrays.copyOf(
            written.bytes(), Math.toIntExact(written.bytes().length + written.dataByteCount()));
    int dataStart = Math.toIntExact(reading.dataStart().orElseThrow());
    for (TensorInfo target : written.header().tensors()) {
      System.arraycopy(
          file,
          dataStart + (int) sources.get(target.name()).begin(),
          bytes,
          written.bytes().length + (int) target.begin(),
          (int) target.byteCount());
    }
    return bytes;
  }

  private static String sha256(byte[] bytes) throws NoSuchAlgorithmException {
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
  }
}
