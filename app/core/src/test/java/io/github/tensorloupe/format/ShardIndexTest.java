package io.github.tensorloupe.format;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.tensorloupe.testing.SharedFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ShardIndexTest {

  @Test
  void weightMapKeepsTheOrderOfTheFile() throws UnusableIndexException {
    ShardIndex index =
        parse(
            "{\"metadata\":{\"total_size\":400},\"weight_map\":{\"b\":\"2\",\"a\":\"1\",\"c\":\"2\"}}");

    assertThat(index.weightMap().toString()).isEqualTo("{b=2, a=1, c=2}");
    assertThat(index.shardNames()).containsExactly("2", "1");
    assertThat(index.totalSize()).hasValue(400);
    assertThat(index.findings()).isEmpty();
  }

  @Test
  void lastOfRepeatedNamesCounts() throws UnusableIndexException {
    assertThat(parse("{\"weight_map\":{\"a\":\"1\",\"b\":\"2\",\"a\":\"3\"}}").weightMap())
        .isEqualTo(Map.of("a", "3", "b", "2"));
    assertThat(parse("{\"weight_map\":{\"a\":\"1\"},\"weight_map\":{\"b\":\"2\"}}").weightMap())
        .isEqualTo(Map.of("b", "2"));
  }

  @Test
  void repeatedNamesWithDifferentShardsAreReported() throws UnusableIndexException {
    ShardIndex index = parse("{\"weight_map\":{\"a\":\"1\",\"b\":\"2\",\"b\":\"2\",\"a\":\"3\"}}");

    assertThat(index.findings())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.code()).isEqualTo(FindingCode.DUPLICATE_NAME);
              assertThat(finding.tensor()).hasValue("a");
              assertThat(finding.message()).contains("in 1 and in 3; the last one counts");
            });
    assertThat(parse("{\"weight_map\":{\"a\":\"1\"},\"weight_map\":{\"a\":\"2\"}}").findings())
        .isEmpty();
  }

  @ParameterizedTest(name = "{0} -> {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"total_size\":7}                                    | 7",
        "{\"total_size\":0}                                    | 0",
        "{\"total_size\":7.0}                                  | 7",
        "{\"total_size\":1.5e3}                                | 1500",
        "{\"mergekit_version\":\"0.0.4\",\"total_size\":7}     | 7",
        "{\"total_size\":7,\"total_parameters\":[{\"a\":1}]}   | 7",
        "{\"total_size\":1,\"total_size\":2}                   | 2",
        "{\"total_size\":9223372036854775807}                  | 9223372036854775807",
        "{\"nested\":{\"total_size\":7}}                       | ",
        "{\"total_size\":9223372036854775808}                  | ",
        "{\"total_size\":-1}                                   | ",
        "{\"total_size\":7.5}                                  | ",
        "{\"total_size\":1e99}                                 | ",
        "{\"total_size\":1e999999999}                          | ",
        "{\"total_size\":\"7\"}                                | ",
        "{\"total_size\":null}                                 | ",
        "{\"total_size\":[7]}                                  | ",
        "{}                                                    | ",
        "null                                                  | ",
        "[]                                                    | ",
        "7                                                     | ",
      })
  void totalSizeIsReadIfItIsAByteCount(String metadata, Long expected)
      throws UnusableIndexException {
    ShardIndex index = parse("{\"metadata\":" + metadata + ",\"weight_map\":{\"a\":\"1\"}}");

    assertThat(index.totalSize().isPresent() ? index.totalSize().getAsLong() : null)
        .isEqualTo(expected);
    assertThat(index.weightMap()).hasSize(1);
  }

  @Test
  void nameThatOccursThreeTimesIsReportedOnce() throws UnusableIndexException {
    assertThat(parse("{\"weight_map\":{\"a\":\"1\",\"a\":\"2\",\"a\":\"3\"}}").findings())
        .singleElement()
        .satisfies(finding -> assertThat(finding.message()).contains("in 2 and in 3;"));
    assertThat(parse("{\"weight_map\":{\"a\":\"1\",\"a\":\"2\",\"a\":\"1\"}}").findings())
        .hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "``                          | The index is empty: expected a JSON object, found no byte.",
        "` \n"
            + "\t`                     | The index is empty: expected a JSON object, found white"
            + " space alone.",
        "[1]                         | The index is not a JSON object at line 1, column 1: expected"
            + " '{', found '['.",
        "hello                       | The index is not a JSON object at line 1, column 1: expected"
            + " '{', found 'h'.",
        "{'weight_map':              | The index is not JSON at line 1, column 15: expected a"
            + " value, found the end of the text.",
        "{'weight_map':{'a':x}}      | The index is not JSON at line 1, column 20: expected a"
            + " value, found 'x'.",
        "`{\n"
            + " 'weight_map' 1}`       | The index is not JSON at line 2, column 15: expected ':'"
            + " after a name, found '1'.",
        "{'weight_map':{'a':'1',}}   | The index is not JSON at line 1, column 24: expected a name"
            + " in quotes, found '}'.",
        "{'weight_map':{'a':'1'}} x  | The index continues after its closing brace at line 1,"
            + " column 26: expected the end of the text, found 'x'.",
        "{'weight_map':{'a':'1'}} {} | The index continues after its closing brace at line 1,"
            + " column 26: expected the end of the text, found '{'.",
        "{'a':tru}                   | The index is not JSON at line 1, column 9: expected 'true',"
            + " found '}'.",
        "{'a':'\\x'}                 | The index is not JSON at line 1, column 7: expected an"
            + " escape",
      })
  void theMessageSaysWhereAndWhatWasExpected(String text, String message) {
    assertThatThrownBy(() -> parse(text.replace('\'', '"'))).hasMessageStartingWith(message);
  }

  @Test
  void noMessageQuotesTheJsonLibrary() {
    String good = "{\"metadata\":{\"total_size\":1},\"weight_map\":{\"a\":\"1\"}}";
    for (int cut = 0; cut < good.length(); cut++) {
      for (String odd : new String[] {"", "x", "{", "]", "\u0001", "\\", "\"", "1e", "-", "NaN"}) {
        String text = good.substring(0, cut) + odd;
        assertThatThrownBy(() -> parse(text))
            .message()
            .startsWith("The ")
            .doesNotContain("was expecting", "Unexpected", "Source", "token", "start marker");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "not JSON",
        "{\"weight_map\":{",
        "{\"weight_map\":{\"a\":\"1\"}}}",
        "{\"weight_map\":{\"a\":\"1\"}} x",
        "{\"weight_map\":{\"a\":\"1\"}} {}",
        "{\"metadata\":{\"total_size\":NaN},\"weight_map\":{}}",
        "[]",
        "null",
        "{}",
        "{\"metadata\":{\"weight_map\":{}}}",
        "{\"weight_map\":null}",
        "{\"weight_map\":[]}",
        "{\"weight_map\":\"a\"}",
        "{\"weight_map\":{\"a\":2}}",
        "{\"weight_map\":{\"a\":null}}",
        "{\"weight_map\":{\"a\":[\"1\"]}}",
        "{\"weight_map\":{\"a\":{}}}",
      })
  void whatIsNoIndexIsUnusable(String text) {
    assertThatThrownBy(() -> parse(text))
        .isInstanceOf(UnusableIndexException.class)
        .satisfies(
            e ->
                assertThat(((UnusableIndexException) e).finding().code())
                    .isEqualTo(FindingCode.INDEX_UNUSABLE));
  }

  @Test
  void deepNestingIsUnusable() {
    assertThatThrownBy(() -> parse("{\"x\":" + "[".repeat(100_000)))
        .isInstanceOf(UnusableIndexException.class);
  }

  @Test
  void otherEncodingsAreUnusable() {
    byte[] utf16 = "{\"weight_map\":{}}".getBytes(java.nio.charset.StandardCharsets.UTF_16LE);
    byte[] malformed =
        "{\"weight_map\":{\"\u00e9\":\"1\"}}"
            .getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);

    assertThatThrownBy(() -> ShardIndex.parse(utf16)).isInstanceOf(UnusableIndexException.class);
    assertThatThrownBy(() -> ShardIndex.parse(malformed))
        .isInstanceOf(UnusableIndexException.class)
        .hasMessageContaining("UTF-8");
  }

  @Test
  void messageNamesTheTensorWithoutAShardName() {
    assertThatThrownBy(() -> parse("{\"weight_map\":{\"a\\u202e\":2}}"))
        .hasMessageContaining("\"a\\u{202E}\"")
        .hasMessageContaining("found 2");
  }

  @Test
  void veryLongTensorNamesAreAccepted() throws UnusableIndexException {
    String name = "n".repeat(1_000_000);

    assertThat(parse("{\"weight_map\":{\"" + name + "\":\"1\"}}").weightMap()).containsKey(name);
  }

  @Test
  void indexWithoutTensorsIsAFinding() throws UnusableIndexException {
    assertThat(parse("{\"weight_map\":{}}").findings())
        .extracting(Finding::code)
        .containsExactly(FindingCode.INDEX_EMPTY);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ".",
        "..",
        "../model.safetensors",
        "sub/model.safetensors",
        "/etc/passwd",
        "\\\\server\\share",
        "..\\model.safetensors",
        "C:model.safetensors",
        "c:\\model.safetensors",
        "model\0.safetensors"
      })
  void shardNamesOutsideTheFolderAreNotOpened(String name) throws Exception {
    String json = new ObjectMapper().writeValueAsString(Map.of("weight_map", Map.of("a", name)));

    ShardIndex index = parse(json);

    assertThat(index.shardNames()).isEmpty();
    assertThat(index.weightMap()).containsEntry("a", name);
    assertThat(index.findings())
        .extracting(Finding::code)
        .containsExactly(FindingCode.UNSAFE_SHARD_NAME);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"model-00001-of-00003.safetensors", "..model", "a..b", "mo:del", "\u00e9", "..."})
  void plainShardNamesAreSafe(String name) {
    assertThat(ShardIndex.isSafeShardName(name)).isTrue();
  }

  @TestFactory
  Stream<DynamicTest> recordedSetsAreReadOrRefused() throws IOException {
    Path folder = SharedFolder.file("conformance/sharded");
    return Files.list(folder)
        .filter(Files::isDirectory)
        .sorted()
        .map(set -> DynamicTest.dynamicTest(set.getFileName().toString(), () -> checkSet(set)));
  }

  private static void checkSet(Path set) throws Exception {
    Path file;
    try (Stream<Path> files = Files.list(set)) {
      file = files.filter(path -> path.toString().endsWith(".json")).findFirst().orElseThrow();
    }
    byte[] bytes = Files.readAllBytes(file);
    switch (set.getFileName().toString()) {
      case "index_not_json", "weight_map_not_object", "weight_map_value_not_string" ->
          assertThatThrownBy(() -> ShardIndex.parse(bytes))
              .isInstanceOf(UnusableIndexException.class);
      case "path_traversal", "absolute_path" ->
          assertThat(ShardIndex.parse(bytes).findings())
              .extracting(Finding::code)
              .containsExactly(FindingCode.UNSAFE_SHARD_NAME);
      default -> {
        ShardIndex index = ShardIndex.parse(bytes);
        assertThat(index.findings()).isEmpty();
        assertThat(index.shardNames()).hasSize(3);
        assertThat(index.weightMap()).hasSize(5);
        assertThat(index.totalSize()).hasValue(400);
      }
    }
  }

  private static ShardIndex parse(String text) throws UnusableIndexException {
    return ShardIndex.parse(text.getBytes(UTF_8));
  }
}
