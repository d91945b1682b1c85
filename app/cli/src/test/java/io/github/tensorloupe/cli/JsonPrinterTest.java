package io.github.tensorloupe.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tensorloupe.format.Shape;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class JsonPrinterTest {

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final JsonPrinter printer = new JsonPrinter(out);

  private String printed(JsonObject result) {
    printer.print(result);
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void longsAreUnsignedAndNumbersAreSigned() {
    JsonObject numbers =
        new JsonObject()
            .with("unsigned", -1)
            .with("signed", Long.valueOf(-1))
            .with("some", OptionalLong.of(-2))
            .with("none", OptionalLong.empty());

    assertThat(printed(numbers))
        .isEqualTo(
            "{\"unsigned\":18446744073709551615,\"signed\":-1,\"some\":18446744073709551614,"
                + "\"none\":null}\n");
  }

  @Test
  void numberThatIsNotFiniteIsNull() {
    List<Number> values =
        Arrays.asList(Double.NaN, Double.NEGATIVE_INFINITY, 0.5, BigInteger.TWO, null);

    assertThat(
            printed(
                new JsonObject()
                    .with("values", values)
                    .with("named", Map.of("0.5", Double.POSITIVE_INFINITY))))
        .isEqualTo("{\"values\":[null,null,0.5,2,null],\"named\":{\"0.5\":null}}\n");
  }

  @Test
  void emptyOptionalIsNullAndAConstantIsItsWord() {
    JsonObject object =
        new JsonObject()
            .with("some", Optional.of("a"))
            .with("none", Optional.empty())
            .with("absent", null)
            .with("constant", Thread.State.TIMED_WAITING);

    assertThat(printed(object))
        .isEqualTo(
            "{\"some\":\"a\",\"none\":null,\"absent\":null,\"constant\":\"timed-waiting\"}\n");
  }

  @Test
  void streamIsWrittenElementByElement() {
    int[] pendingCounts = {0, 0};
    Stream<JsonObject> tensors =
        Stream.generate(() -> new JsonObject().with("name", "t").with("shape", Shape.of(-1, 2)))
            .limit(100_000)
            .peek(
                _ ->
                    pendingCounts[0] =
                        Math.max(pendingCounts[0], ++pendingCounts[1] - out.size() / 40));

    assertThat(printed(new JsonObject().with("tensors", tensors)))
        .startsWith("{\"tensors\":[{\"name\":\"t\",\"shape\":[18446744073709551615,2]},{")
        .endsWith("}]}\n");
    assertThat(pendingCounts[0]).as("elements that wait to be written").isLessThan(10_000);
  }

  private static JsonObject text(String text) {
    return new JsonObject().with("text", text);
  }

  @Test
  void charactersThatSteerATerminalAreEscaped() {
    assertThat(printed(text("\u001b\u009b\u202e\u2028é")))
        .isEqualTo("{\"text\":\"\\u001B\\u009B\\u202E\\u2028é\"}\n");
  }

  @Test
  void lineForEachResult() {
    printer.print(text("a"));

    assertThat(printed(text("b"))).isEqualTo("{\"text\":\"a\"}\n{\"text\":\"b\"}\n");
  }

  @Test
  void lineOfAnyLengthIsComplete() {
    String name = "n".repeat(1 << 16);

    assertThat(new String(JsonPrinter.line(text(name).with("more", 1)), StandardCharsets.UTF_8))
        .isEqualTo("{\"text\":\"" + name + "\",\"more\":1}\n");
  }

  @Test
  void valueWithoutAFormIsRefused() {
    JsonObject unknown = new JsonObject().with("value", new Object());

    assertThatThrownBy(() -> printer.print(unknown)).isInstanceOf(IllegalArgumentException.class);
  }
}
