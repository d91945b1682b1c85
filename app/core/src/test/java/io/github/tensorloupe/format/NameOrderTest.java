package io.github.tensorloupe.format;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class NameOrderTest {

  private static final List<String> NAMES =
      List.of(
          "",
          "a",
          "aa",
          "b",
          "\0",
          "\u007f",
          "\u0080",
          "\u07ff",
          "\u0800",
          "\ud7ff",
          "\ue000",
          "\uffff",
          "\ud800\udc00",
          "\udbff\udfff",
          "\uffffa",
          "\ud800\udc00a",
          "a\ue000",
          "a\ud800\udc00");

  @Test
  void orderIsThatOfTheUtf8Bytes() {
    for (String left : NAMES) {
      for (String right : NAMES) {
        int expected = Arrays.compareUnsigned(left.getBytes(UTF_8), right.getBytes(UTF_8));

        assertThat(Integer.signum(NameOrder.compare(left, right)))
            .as("%s and %s", left, right)
            .isEqualTo(Integer.signum(expected));
      }
    }
  }
}
