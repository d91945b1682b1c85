package io.github.tensorloupe.desktop.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class EditableTextTest {

  private static final String[] PIECES = {
    "a",
    "\n",
    "\r\n",
    "\r",
    "\t",
    "\u0000",
    "\u007F",
    "\u202E",
    "\\",
    "u",
    "{",
    "}",
    "\\u{41}",
    "\uD83D\uDE00",
    "\uD83D",
    "\uDE00",
    "ä",
    "\u2028",
    "{110000}"
  };

  @Test
  void everyValueRoundTrips() {
    Random random = new Random(7);
    for (int round = 0; round < 20_000; round++) {
      StringBuilder value = new StringBuilder();
      for (int i = random.nextInt(8); i > 0; i--) {
        value.append(PIECES[random.nextInt(PIECES.length)]);
      }
      String text = value.toString();
      EditableText lines = EditableText.of(text);
      EditableText line = EditableText.ofLine(text);

      assertThat(lines.value(lines.text())).isEqualTo(text);
      assertThat(line.value(line.text())).isEqualTo(text);
    }
  }

  @Test
  void unsafeCharactersAreEscaped() {
    assertThat(EditableText.of("a\u0007b\u202Ec").text()).isEqualTo("a\\u{7}b\\u{202E}c");
    assertThat(EditableText.ofLine("a\nb\tc").text()).isEqualTo("a\\u{A}b\\u{9}c");
    assertThat(EditableText.of("a\nb\tc").text()).isEqualTo("a\nb\tc");
  }

  @Test
  void crLfLineEndsArePreserved() {
    EditableText text = EditableText.of("a\r\nb");

    assertThat(text.text()).isEqualTo("a\nb");
    assertThat(text.value("a\nb\nc")).isEqualTo("a\r\nb\r\nc");
  }

  @Test
  void crAmongOtherLineEndsIsEscaped() {
    assertThat(EditableText.of("a\r\nb\nc").text()).isEqualTo("a\\u{D}\nb\nc");
  }

  @Test
  void invalidEscapesAreLiteralText() {
    assertThat(EditableText.of("").value("\\u{110000} \\u{}")).isEqualTo("\\u{110000} \\u{}");
  }
}
