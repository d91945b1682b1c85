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

  private String printed(Record result) {
    printer.print(result);
    return out.toString(StandardCharsets.UTF_8);
  }

  private record Numbers(long unsigned, Long signed, OptionalLong some, OptionalLong none) {}

  @Test
  void longsAreUnsignedAndNumbersAreSigned() {
    assertThat(printed(new Numbers(-1, -1L, OptionalLong.of(-2), OptionalLong.empty())))
        .isEqualTo(
            "{\"unsigned\":18446744073709551615,\"signed\":-1,\"some\":18446744073709551614,"
                + "\"none\":null}\n");
  }

  private record Values(List<Number> values, Map<String, Number> named) {}

  @Test
  void numberThatIsNotFiniteIsNull() {
    List<Number> values =
        Arrays.asList(Double.NaN, Double.NEGATIVE_INFINITY, 0.5, BigInteger.TWO, null);

    assertThat(printed(new Values(values, Map.of("0.5", Double.POSITIVE_INFINITY))))
        .isEqualTo("{\"values\":[null,null,0.5,2,null],\"named\":{\"0.5\":null}}\n");
  }

  private record Member(Optional<String> some, Optional<String> none, String absent, int new_) {}

  @Test
  void emptyOptionalIsLeftOutAndNullIsNot() {
    assertThat(printed(new Member(Optional.of("a"), Optional.empty(), null, 1)))
        .isEqualTo("{\"some\":\"a\",\"absent\":null,\"new\":1}\n");
  }

  private record Tensor(String name, Shape shape) {}

  private record Tensors(Stream<Tensor> tensors) {}

  @Test
  void streamIsWrittenElementByElement() {
    int[] most = {0, 0};
    Stream<Tensor> tensors =
        Stream.generate(() -> new Tensor("t", Shape.of(-1, 2)))
            .limit(100_000)
            .peek(_ -> most[0] = Math.max(most[0], ++most[1] - out.size() / 40));

    assertThat(printed(new Tensors(tensors)))
        .startsWith("{\"tensors\":[{\"name\":\"t\",\"shape\":[18446744073709551615,2]},{")
        .endsWith("}]}\n");
    assertThat(most[0]).as("elements that wait to be written").isLessThan(10_000);
  }

  private record Text(String text) {}

  @Test
  void charactersThatSteerATerminalAreEscaped() {
    assertThat(printed(new Text("\u001b\u009b\u202e\u2028é")))
        .isEqualTo("{\"text\":\"\\u001B\\u009B\\u202E\\u2028é\"}\n");
  }

  @Test
  void lineForEachResult() {
    printer.print(new Text("a"));

    assertThat(printed(new Text("b"))).isEqualTo("{\"text\":\"a\"}\n{\"text\":\"b\"}\n");
  }

  private record Unknown(Object value) {}

  @Test
  void valueWithoutAFormIsRefused() {
    Unknown unknown = new Unknown(new Object());

    assertThatThrownBy(() -> printer.print(unknown)).isInstanceOf(IllegalArgumentException.class);
  }
}
