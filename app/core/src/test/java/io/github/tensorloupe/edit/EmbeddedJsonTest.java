package io.github.tensorloupe.edit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.tensorloupe.edit.JsonValue.JsonArray;
import io.github.tensorloupe.edit.JsonValue.JsonBoolean;
import io.github.tensorloupe.edit.JsonValue.JsonNull;
import io.github.tensorloupe.edit.JsonValue.JsonNumber;
import io.github.tensorloupe.edit.JsonValue.JsonObject;
import io.github.tensorloupe.edit.JsonValue.JsonString;
import io.github.tensorloupe.edit.JsonValue.Member;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EmbeddedJsonTest {

  @Test
  void membersIncludingRepeatedOnesAreInTextOrder() {
    assertThat(EmbeddedJson.parse("{\"b\": true, \"a\": null, \"b\": [false]}"))
        .contains(
            new JsonObject(
                List.of(
                    new Member("b", new JsonBoolean(true)),
                    new Member("a", new JsonNull()),
                    new Member("b", new JsonArray(List.of(new JsonBoolean(false)))))));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-0", "1.10", "1E+5", "1e-999999", "12345678901234567890123456789"})
  void numbersKeepTheirSourceText(String number) {
    assertThat(EmbeddedJson.parse("[" + number + "]"))
        .contains(new JsonArray(List.of(new JsonNumber(number))));
  }

  @Test
  void numbersOfManyDigitsKeepThemAll() {
    String number = "9".repeat(100_000);

    assertThat(EmbeddedJson.parse("[" + number + "]"))
        .contains(new JsonArray(List.of(new JsonNumber(number))));
  }

  @Test
  void escapesAreResolved() {
    assertThat(EmbeddedJson.parse("[\"a\\n\\u00e9\\\"\"]"))
        .contains(new JsonArray(List.of(new JsonString("a\né\""))));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "  ", "None", "True", "true", "null", "12", "1e-4", "\"text\"", "pt"})
  void plainValuesAreNoJson(String text) {
    assertThat(EmbeddedJson.parse(text)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{",
        "[",
        "[1",
        "[1,]",
        "[01]",
        "[NaN]",
        "{} {}",
        "[]x",
        "{a: 1}",
        "['x']",
        "{\"a\"}",
        "{\"a\":}",
        "{\"a\" 1}",
        "[}",
        "[hello]",
        "[\"a\nb\"]",
        "[1] // comment",
        "\uFEFF[]"
      })
  void textThatOnlyLooksLikeJsonIsRejected(String text) {
    assertThat(EmbeddedJson.parse(text)).isEmpty();
  }

  @Test
  void whiteSpaceAroundDoesNotMatter() {
    assertThat(EmbeddedJson.parse(" \r\n\t[ ] \n")).contains(new JsonArray(List.of()));
  }

  @Test
  void nestingIsParsedUpToTheLimit() {
    assertThat(EmbeddedJson.parse(nested(EmbeddedJson.MAX_DEPTH))).isPresent();
    assertThat(EmbeddedJson.parse(nested(EmbeddedJson.MAX_DEPTH + 1))).isEmpty();
    assertThat(EmbeddedJson.parse("[".repeat(1_000_000))).isEmpty();
    assertThat(EmbeddedJson.parse("{\"a\":".repeat(1_000_000))).isEmpty();
  }

  private static String nested(int depth) {
    return "[".repeat(depth) + "]".repeat(depth);
  }

  @Test
  void errorsAreReportedWithTheirPosition() {
    assertThat(refusal("{\n  \"a\": 1,\n}"))
        .hasMessageStartingWith("The text is not JSON: ")
        .hasMessageEndingWith(", at line 3, column 1.");
    assertThat(refusal(" "))
        .hasMessage("The text is empty: expected a JSON value, at line 1, column 2.");
    assertThat(refusal("{}\n[]"))
        .hasMessage("The text continues after its JSON value, at line 2, column 1.");
    assertThat(refusal(nested(EmbeddedJson.MAX_DEPTH + 1)))
        .hasMessage(
            "The text exceeds the limit of 200 nesting levels for JSON, at line 1, column"
                + " 202.");
  }

  private static JsonTextException refusal(String text) {
    return catchThrowableOfType(JsonTextException.class, () -> EmbeddedJson.read(text));
  }

  @Test
  void textsAreParsedUpToTheLimit() {
    String longest = "[" + " ".repeat(EmbeddedJson.MAX_CHARACTERS - 2) + "]";

    assertThat(EmbeddedJson.parse(longest)).isPresent();
    assertThat(EmbeddedJson.parse(longest + " ")).isEmpty();
  }

  @Test
  void valuesAreCountedUpToTheLimit() {
    int zeros = EmbeddedJson.MAX_VALUES - 1;
    String largestArray = "[" + "0,".repeat(zeros - 1) + "0]";

    assertThat(EmbeddedJson.parse(largestArray))
        .hasValueSatisfying(json -> assertThat(((JsonArray) json).elements()).hasSize(zeros));
    assertThat(EmbeddedJson.parse(largestArray.replace("0]", "0,0]"))).isEmpty();
  }

  @Test
  void whatIsWrittenIsReadBack() {
    Random random = new Random(20260101);
    for (int round = 0; round < 500; round++) {
      JsonValue value = container(random, 5);

      assertThat(EmbeddedJson.parse(write(value))).contains(value);
    }
  }

  private static JsonValue container(Random random, int depth) {
    int count = random.nextInt(5);
    if (random.nextBoolean()) {
      List<Member> members = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        members.add(new Member(text(random), value(random, depth - 1)));
      }
      return new JsonObject(members);
    }
    List<JsonValue> elements = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      elements.add(value(random, depth - 1));
    }
    return new JsonArray(elements);
  }

  private static JsonValue value(Random random, int depth) {
    return switch (random.nextInt(depth > 0 ? 6 : 4)) {
      case 0 -> new JsonString(text(random));
      case 1 -> new JsonNumber(Double.toString(random.nextGaussian()));
      case 2 -> new JsonBoolean(random.nextBoolean());
      case 3 -> new JsonNull();
      default -> container(random, depth);
    };
  }

  private static String text(Random random) {
    return random
        .ints(random.nextInt(6), 0, 0x300)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  private static String write(JsonValue value) {
    return switch (value) {
      case JsonObject(List<Member> members) ->
          "{"
              + String.join(
                  ",", members.stream().map(m -> quote(m.name()) + ":" + write(m.value())).toList())
              + "}";
      case JsonArray(List<JsonValue> elements) ->
          "[" + String.join(" ,", elements.stream().map(EmbeddedJsonTest::write).toList()) + "]";
      case JsonString(String text) -> quote(text);
      case JsonNumber(String sourceText) -> sourceText;
      case JsonBoolean(boolean truth) -> Boolean.toString(truth);
      case JsonNull() -> "null";
    };
  }

  private static String quote(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    text.chars().forEach(each -> quoted.append("\\u%04x".formatted(each)));
    return quoted.append('"').toString();
  }
}
