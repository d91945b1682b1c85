package io.github.tensorloupe.desktop.pane.hex;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.pane.hex.ByteText.CharacterSet;
import io.github.tensorloupe.desktop.pane.hex.HexPage.Offsets;
import io.github.tensorloupe.format.ByteRange;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HexPageTest {

  private static HexPage page(long fileLength, ByteWindow window) {
    HexPage.Look look =
        new HexPage.Look(new Offsets(fileLength, 0), CharacterSet.ASCII, false, "  ", "");
    HexRows rows = new HexRows(fileLength, 16, 0);
    return new HexPage(rows, 0, window, Optional.empty(), HexPage.Marks.NONE, look);
  }

  @Test
  void aRowHasOffsetBytesAndCharacters() {
    byte[] bytes = "0123456789ABCDEFstone\u0000\u007f".getBytes(StandardCharsets.US_ASCII);
    HexPage page = page(bytes.length, new ByteWindow(0, bytes));

    assertThat(page.rowText(0))
        .isEqualTo("000000  30 31 32 33 34 35 36 37  38 39 41 42 43 44 45 46  0123456789ABCDEF");
    assertThat(page.rowText(1))
        .isEqualTo("000010  73 74 6F 6E 65 00 7F" + " ".repeat(30) + "stone··");
  }

  @Test
  void bytesThatHaveNotArrivedAreBlank() {
    HexPage page = page(32, new ByteWindow(18, new byte[] {65, 66}));

    assertThat(page.rowText(0)).isEqualTo("000000");
    assertThat(page.rowText(1)).isEqualTo("000010        41 42" + " ".repeat(41) + "AB");
  }

  @Test
  void thereIsNothingAfterTheLastRow() {
    assertThat(page(16, ByteWindow.EMPTY).rowText(1)).isEmpty();
    assertThat(page(16, ByteWindow.EMPTY).rowText(-1)).isEmpty();
  }

  @Test
  void offsetsHaveAsManyDigitsAsTheFileNeeds() {
    assertThat(new Offsets(0, 0).text(1)).isEqualTo("000001");
    assertThat(new Offsets(1L << 24, 0).text(1)).isEqualTo("000001");
    assertThat(new Offsets((1L << 24) + 1, 0).text(1)).isEqualTo("00000001");
    assertThat(new Offsets(Long.MAX_VALUE, 0).text(Long.MAX_VALUE - 1))
        .isEqualTo("7FFFFFFFFFFFFFFE");
  }

  @Test
  void aNumberNeedsAllItsBytes() {
    ByteWindow window = new ByteWindow(4, new byte[] {1, 2, (byte) 0xff});

    assertThat(window.littleEndian(4, 3)).hasValue(0xff0201);
    assertThat(window.littleEndian(4, 4)).isEmpty();
    assertThat(window.littleEndian(3, 2)).isEmpty();
    assertThat(window.range()).isEqualTo(new ByteRange(4, 7));
  }
}
