package io.github.tensorloupe.edit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.tensorloupe.format.Metadata;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MetadataJsonTest {

  private static JsonTextException refusal(String text) {
    return catchThrowableOfType(JsonTextException.class, () -> MetadataJson.parse(text));
  }

  @Test
  void entriesAreWrittenALineEachInTheirOrder() {
    Map<String, String> entries = new LinkedHashMap<>();
    entries.put("z", "1");
    entries.put("a", "say \"é\"\n");

    assertThat(MetadataJson.write(Metadata.of(entries)))
        .isEqualTo("{\n  \"z\": \"1\",\n  \"a\": \"say \\\"é\\\"\\n\"\n}\n");
    assertThat(MetadataJson.write(Metadata.EMPTY)).isEqualTo("{}\n");
  }

  @Test
  void whatIsWrittenIsReadBackInItsOrder() throws JsonTextException {
    Random random = new Random(7);
    for (int round = 0; round < 300; round++) {
      Map<String, String> entries = new LinkedHashMap<>();
      for (int i = random.nextInt(6); i > 0; i--) {
        entries.put(text(random), text(random));
      }
      Metadata metadata = Metadata.of(entries);
      String written = MetadataJson.write(metadata);

      assertThat(List.copyOf(MetadataJson.parse(written.getBytes(UTF_8)).entries().entrySet()))
          .isEqualTo(List.copyOf(metadata.entries().entrySet()));
    }
  }

  private static String text(Random random) {
    int[] special = {0, 0x1f, '"', '\\', '/', 0x7f, 0x85, 0x2028, 0x2029, 0xfeff, 0x1f600, 'a'};
    return random
        .ints(random.nextInt(8), 0, special.length)
        .map(index -> special[index])
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  @Test
  void keysAndValuesOfAnyLengthAreRead() throws JsonTextException {
    // The default limit of the parser is 20 million characters.
    String longText = "x".repeat(21_000_000);
    Metadata metadata = Metadata.of(Map.of(longText, longText));

    assertThat(MetadataJson.parse(MetadataJson.write(metadata)).equals(metadata)).isTrue();
  }

  @Test
  void byteOrderMarkIsPassedOver() throws JsonTextException {
    assertThat(MetadataJson.parse("\uFEFF{}".getBytes(UTF_8))).isEqualTo(Metadata.EMPTY);
    assertThat(refusal("\uFEFF\uFEFF{}")).isNotNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      textBlock =
          """
          {"a": 1}       | The value of "a" must be a string: found a number, at line 1, column 7.
          {"a": 1.5}     | The value of "a" must be a string: found a number, at line 1, column 7.
          {"a": true}    | The value of "a" must be a string: found true, at line 1, column 7.
          {"a": null}    | The value of "a" must be a string: found null, at line 1, column 7.
          {"a": {"b":1}} | The value of "a" must be a string: found an object, at line 1, column 7.
          {"a":[]}       | The value of "a" must be a string: found an array, at line 1, column 6.
          []             | Expected an object of strings, found an array, at line 1, column 1.
          "a"            | Expected an object of strings, found a string, at line 1, column 1.
          12             | Expected an object of strings, found a number, at line 1, column 1.
          {"a":"","a":""}| The key "a" occurs twice: expected once, at line 1, column 9.
          {} {}          | The text continues after the closing brace: expected its end, at line 1, column 4.
          {"a":"\\udc00"}| The value of "a" "\\u{DC00}" contains an unpaired surrogate: expected complete characters, at line 1, column 6.
          """)
  void anythingButAnObjectOfStringsIsRefused(String text, String sentence) {
    assertThat(refusal(text)).hasMessage(sentence);
  }

  @Test
  void loneSurrogateOfATextThatWasPastedIsRefused() {
    assertThat(refusal("{\"a\uDC00\":\"\"}"))
        .hasMessage(
            "The key \"a\\u{DC00}\" contains an unpaired surrogate: expected complete characters,"
                + " at line 1, column 2.");
  }

  @Test
  void emptyTextIsRefused() {
    assertThat(refusal(""))
        .hasMessage("Expected an object of strings, found nothing, at line 1, column 1.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      textBlock =
          """
          {"a":"b",}
          {"a":"b"
          {a:"b"}
          {'a':'b'}
          {"a":"b"}x
          {"a":hello}
          {"a":"b" /* no */}
          {"a":"\\x"}
          {"a" "b"}
          {"a":"b"}]
          {"\\ud800":"b"}
          """)
  void whatIsNotJsonIsRefused(String text) {
    assertThat(refusal(text))
        .hasMessageStartingWith("The text is not JSON: ")
        .hasMessageEndingWith(".")
        .hasMessageNotContaining("Source");
  }

  @Test
  void refusalReportsLineAndColumn() {
    JsonTextException refusal = refusal("{\n  \"a\": \"x\",\n  \"b\": 7\n}");

    assertThat(refusal).hasMessageEndingWith(", at line 3, column 8.");
  }

  @Test
  void bytesThatAreNotUtf8AreRefusedWithTheirPlace() {
    byte[] bytes = "{\n\"é\": \"_\"}".getBytes(UTF_8);
    bytes[9] = (byte) 0xc0;

    JsonTextException refusal =
        catchThrowableOfType(JsonTextException.class, () -> MetadataJson.parse(bytes));

    assertThat(refusal)
        .hasMessage("The text is not UTF-8: found an invalid byte, at line 2, column" + " 7.");
  }

  @Test
  void characterThatIsCutOffIsRefused() {
    assertThat(
            catchThrowableOfType(
                JsonTextException.class,
                () -> MetadataJson.parse(new byte[] {'{', '}', (byte) 0xc3})))
        .hasMessageStartingWith("The text is not UTF-8");
  }
}
