package io.github.tensorloupe.desktop.pane.hex;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.control.canvas.CaretMove;
import io.github.tensorloupe.format.ByteRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HexRowsTest {

  @ParameterizedTest
  @CsvSource({"0, 0", "1, 1", "16, 1", "17, 2", "9223372036854775807, 576460752303423488"})
  void rowsAreCountedUp(long fileLength, long rowCount) {
    assertThat(new HexRows(fileLength, 16, 0).count()).isEqualTo(rowCount);
  }

  @Test
  void offsetAfterTheLastByteIsInTheLastRow() {
    assertThat(new HexRows(32, 16, 0).rowOf(31)).isEqualTo(1);
    assertThat(new HexRows(32, 16, 0).rowOf(32)).isEqualTo(1);
    assertThat(new HexRows(0, 16, 0).rowOf(0)).isZero();
  }

  @Test
  void theLastRowEndsWithTheFile() {
    assertThat(new HexRows(20, 16, 0).bytes(1, 1)).isEqualTo(new ByteRange(16, 20));
  }

  @Test
  void rowsOutsideTheFileAreLeftOut() {
    assertThat(new HexRows(40, 16, 0).bytes(-2, 4)).isEqualTo(new ByteRange(0, 32));
    assertThat(new HexRows(40, 16, 0).bytes(2, 100)).isEqualTo(new ByteRange(32, 40));
    assertThat(new HexRows(40, 16, 0).bytes(7, 1).byteCount()).isZero();
  }

  @Test
  void theLastRowOfTheLongestFileHasItsBytes() {
    HexRows rows = new HexRows(Long.MAX_VALUE, 16, 0);

    assertThat(rows.bytes(rows.count() - 1, 3))
        .isEqualTo(new ByteRange(Long.MAX_VALUE - 15, Long.MAX_VALUE));
  }

  @ParameterizedTest
  @CsvSource({
    "1, 8, 3",
    "5, 8, 3",
    "6, 8, 3",
    "100, 8, 5",
    "100, 32, 0",
    "99, 24, 23",
    "99, 8, -72",
    "72, 8, -72"
  })
  void rowsFollowEachOtherWithoutHolesAndBytesKnowTheirRow(
      long fileLength, int bytesPerRow, int blanks) {
    HexRows rows = new HexRows(fileLength, bytesPerRow, blanks);
    long end = Math.max(0, -blanks);
    for (long row = 0; row < rows.count(); row++) {
      ByteRange bytes = rows.bytes(row, 1);
      assertThat(bytes.begin()).isEqualTo(end);
      for (long at = bytes.begin(); at < bytes.end(); at++) {
        assertThat(rows.rowOf(at)).isEqualTo(row);
        assertThat(rows.beginOf(row) + rows.columnOf(at)).isEqualTo(at);
      }
      end = bytes.end();
    }
    assertThat(end).isEqualTo(fileLength);
  }

  /// Rows 0 to 5; the last row has the bytes 80 to 84.
  private static final HexRows SIX_ROWS = new HexRows(85, 16, 0);

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
    "FIRST, 37, 0",
    "LAST, 37, 84"
  })
  void theCaretStaysInTheFileAndKeepsItsColumn(CaretMove move, long caret, long target) {
    assertThat(SIX_ROWS.moved(move, caret, 3)).isEqualTo(target);
  }
}
