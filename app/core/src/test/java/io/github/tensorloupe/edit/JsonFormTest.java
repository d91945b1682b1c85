package io.github.tensorloupe.edit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.edit.JsonValue.JsonArray;
import io.github.tensorloupe.edit.JsonValue.JsonBoolean;
import io.github.tensorloupe.edit.JsonValue.JsonNull;
import io.github.tensorloupe.edit.JsonValue.JsonNumber;
import io.github.tensorloupe.edit.JsonValue.JsonObject;
import io.github.tensorloupe.edit.JsonValue.JsonString;
import io.github.tensorloupe.edit.JsonValue.Member;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class JsonFormTest {

  @Test
  void compactFormHasNoWhiteSpace() {
    JsonValue value =
        new JsonObject(
            List.of(
                new Member("a", new JsonArray(List.of(new JsonNumber("1E+05"), new JsonNull()))),
                new Member("a", new JsonObject(List.of())),
                new Member("", new JsonBoolean(true))));

    assertThat(JsonForm.COMPACT.write(value)).isEqualTo("{\"a\":[1E+05,null],\"a\":{},\"\":true}");
  }

  @Test
  void controlCharactersAndLoneSurrogatesAreEscapedAndNothingElse() {
    assertThat(JsonForm.COMPACT.write(new JsonString("\0\u001f\n\"\\/\u007f\u2028😀\ud83d")))
        .isEqualTo("\"\\u0000\\u001f\\n\\\"\\\\/\u007f\u2028😀\\ud83d\"");
  }

  @ParameterizedTest
  @EnumSource
  void whatIsWrittenIsReadBack(JsonForm form) throws JsonTextException {
    Random random = new Random(3);
    for (int round = 0; round < 500; round++) {
      JsonValue value = value(random, 5);
      String text = new String(form.write(value).getBytes(UTF_8), UTF_8);

      assertThat(EmbeddedJson.read(text)).isEqualTo(value);
    }
  }

  private static JsonValue value(Random random, int depth) {
    return switch (random.nextInt(depth > 0 ? 6 : 4)) {
      case 0 -> new JsonString(text(random));
      case 1 -> new JsonNumber(Double.toString(random.nextGaussian()));
      case 2 -> new JsonBoolean(random.nextBoolean());
      case 3 -> new JsonNull();
      case 4 ->
          new JsonArray(
              Stream.generate(() -> value(random, depth - 1)).limit(random.nextInt(4)).toList());
      default ->
          new JsonObject(
              Stream.generate(() -> new Member(name(random), value(random, depth - 1)))
                  .limit(random.nextInt(4))
                  .toList());
    };
  }

  private static String name(Random random) {
    return random
        .ints(random.nextInt(5), 0, 0xd800)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  /// Returns arbitrary code units, including lone surrogates.
  private static String text(Random random) {
    return random
        .ints(random.nextInt(5))
        .map(unit -> (unit & 3) == 0 ? 0xd800 | unit >>> 8 & 0x7ff : unit >>> 8 & 0xffff)
        .collect(
            StringBuilder::new, (text, unit) -> text.append((char) unit), StringBuilder::append)
        .toString();
  }
}
