package io.github.tensorloupe.desktop.pane.hex;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.pane.hex.ByteText.CharacterSet;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ByteTextTest {

  private static String characters(byte[] bytes) {
    ByteWindow window = new ByteWindow(100, bytes);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < bytes.length; i++) {
      text.append(ByteText.character(window, 100L + i, CharacterSet.UTF_8));
    }
    return text.toString();
  }

  @Test
  void multibyteCharactersAreShownAtTheirFirstByte() {
    assertThat(characters("aüb€c😀d".getBytes(StandardCharsets.UTF_8))).isEqualTo("aü b€  c😀   d");
  }

  @Test
  void bytesThatAreNoCharacterAreDots() {
    assertThat(characters(new byte[] {(byte) 0xc3, 'a', (byte) 0xbc, (byte) 0xe2, (byte) 0x82}))
        .isEqualTo("·a···");
    // An overlong encoding, and half of a surrogate pair.
    assertThat(characters(new byte[] {(byte) 0xc0, (byte) 0x80})).isEqualTo("··");
    assertThat(characters(new byte[] {(byte) 0xed, (byte) 0xa0, (byte) 0x80})).isEqualTo("···");
  }

  @Test
  void charactersThatChangeTheirNeighboursAreDots() {
    // A combining accent, and the right-to-left override.
    assertThat(characters("e\u0301\u202e".getBytes(StandardCharsets.UTF_8))).startsWith("e·");
    assertThat(characters("\u202e".getBytes(StandardCharsets.UTF_8))).startsWith("·");
  }

  @Test
  void inAsciiEveryOtherByteIsADot() {
    ByteWindow window = new ByteWindow(0, "ü".getBytes(StandardCharsets.UTF_8));

    assertThat(ByteText.character(window, 0, CharacterSet.ASCII)).isEqualTo("·");
    assertThat(ByteText.character(window, 1, CharacterSet.ASCII)).isEqualTo("·");
    assertThat(ByteText.character(window, 2, CharacterSet.UTF_8)).isEqualTo(" ");
  }
}
