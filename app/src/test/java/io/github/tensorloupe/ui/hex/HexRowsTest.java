package io.github.tensorloupe.ui.hex;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.format.ByteRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HexRowsTest {

  @ParameterizedTest
  @CsvSource({"0, 0", "1, 1", "16, 1", "17, 2", "9223372036854775807, 576460752303423488"})
  void rowsAreCountedUp(long fileLength, long rowCount) {
    assertThat(new HexRows(fileLength).count()).isEqualTo(rowCount);
  }

  @Test
  void thePlaceBehindTheLastByteIsInTheLastRow() {
    assertThat(new HexRows(32).rowOf(31)).isEqualTo(1);
    assertThat(new HexRows(32).rowOf(32)).isEqualTo(1);
    assertThat(new HexRows(0).rowOf(0)).isZero();
  }

  @Test
  void theLastRowEndsWithTheFile() {
    assertThat(new HexRows(20).bytes(1, 1)).isEqualTo(new ByteRange(16, 20));
  }

  @Test
  void rowsOutsideTheFileAreLeftOut() {
    assertThat(new HexRows(40).bytes(-2, 4)).isEqualTo(new ByteRange(0, 32));
    assertThat(new HexRows(40).bytes(2, 100)).isEqualTo(new ByteRange(32, 40));
    assertThat(new HexRows(40).bytes(7, 1).byteCount()).isZero();
  }

  @Test
  void theLastRowOfTheLongestFileHasItsBytes() {
    HexRows rows = new HexRows(Long.MAX_VALUE);

    assertThat(rows.bytes(rows.count() - 1, 3))
        .isEqualTo(new ByteRange(Long.MAX_VALUE - 15, Long.MAX_VALUE));
  }
}
