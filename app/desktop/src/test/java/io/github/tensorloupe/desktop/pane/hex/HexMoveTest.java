package io.github.tensorloupe.desktop.pane.hex;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HexMoveTest {

  /// Rows 0 to 5; the last has the bytes 80 to 84.
  private static final HexRows ROWS = new HexRows(85, 16, 0);

  @ParameterizedTest
  @CsvSource({
    "LEFT, 17, 16",
    "LEFT, 16, 15",
    "LEFT, 0, 0",
    "RIGHT, 15, 16",
    "RIGHT, 84, 84",
    "UP, 40, 24",
    "UP, 5, 5",
    "DOWN, 24, 40",
    "DOWN, 70, 84",
    "DOWN, 82, 82",
    "PAGE_UP, 70, 22",
    "PAGE_UP, 20, 4",
    "PAGE_DOWN, 20, 68",
    "PAGE_DOWN, 60, 84",
    "ROW_START, 37, 32",
    "ROW_END, 37, 47",
    "ROW_END, 81, 84",
    "FILE_START, 37, 0",
    "FILE_END, 37, 84"
  })
  void theCaretStaysInTheFileAndKeepsItsColumn(HexMove move, long caret, long target) {
    assertThat(move.from(caret, ROWS, 3)).isEqualTo(target);
  }
}
