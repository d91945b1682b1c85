package io.github.tensorloupe.desktop.pane.filemap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.tensorloupe.format.ByteRange;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MapScaleTest {

  /// Ten columns of ten bytes each.
  private static final MapScale TENS = new MapScale(100, 100, 0, 100, 10);

  /// The same columns with two bytes each, starting at byte 40.
  private static final MapScale ZOOMED = new MapScale(100, 100, 40, 20, 10);

  @Test
  void bytesFallIntoTheirColumns() {
    assertThat(TENS.column(0)).isZero();
    assertThat(TENS.column(9)).isZero();
    assertThat(TENS.column(10)).isEqualTo(1);
    assertThat(TENS.column(99)).isEqualTo(9);
    assertThat(ZOOMED.column(41)).isZero();
    assertThat(ZOOMED.column(42)).isEqualTo(1);
    assertThat(ZOOMED.column(59)).isEqualTo(9);
  }

  @Test
  void bytesOutOfSightAreInTheNearestColumn() {
    assertThat(ZOOMED.column(39)).isZero();
    assertThat(ZOOMED.column(0)).isZero();
    assertThat(ZOOMED.column(60)).isEqualTo(9);
    assertThat(TENS.column(1000)).isEqualTo(9);
  }

  @Test
  void columnsCoverTheBytesWithoutGaps() {
    assertThat(TENS.begin(3)).isEqualTo(30);
    assertThat(TENS.bytes(9)).isEqualTo(new ByteRange(90, 100));
    assertThat(ZOOMED.bytes(0)).isEqualTo(new ByteRange(40, 42));
    assertThat(ZOOMED.bytes(9)).isEqualTo(new ByteRange(58, 60));
    MapScale odd = new MapScale(101, 101, 0, 101, 7);
    for (int column = 1; column < 7; column++) {
      assertThat(odd.bytes(column).begin()).isEqualTo(odd.bytes(column - 1).end());
      assertThat(odd.column(odd.begin(column))).isEqualTo(column);
      assertThat(odd.column(odd.begin(column) - 1)).isEqualTo(column - 1);
    }
  }

  @Test
  void byteOfASmallFileTakesSeveralColumns() {
    MapScale small = new MapScale(4, 4, 0, 4, 12);

    assertThat(IntStream.range(0, 12).mapToObj(small::bytes).map(ByteRange::begin))
        .containsExactly(0L, 0L, 0L, 1L, 1L, 1L, 2L, 2L, 2L, 3L, 3L, 3L);
    assertThat(IntStream.range(0, 12).mapToObj(small::bytes).map(ByteRange::byteCount))
        .containsOnly(1L);
    assertThat(small.lastColumn(new ByteRange(1, 2))).isEqualTo(5);
    assertThat(small.lastColumn(new ByteRange(3, 4))).isEqualTo(11);
  }

  @ParameterizedTest
  @CsvSource({"0,10,0", "0,11,1", "0,9,0", "0,100,9", "95,100,9", "10,20,1"})
  void rangeEndsWithTheColumnOfItsLastByte(long begin, long end, int column) {
    assertThat(TENS.lastColumn(new ByteRange(begin, end))).isEqualTo(column);
  }

  @Test
  void rangeBeyondTheViewReachesTheLastColumn() {
    assertThat(ZOOMED.lastColumn(new ByteRange(0, 60))).isEqualTo(9);
    assertThat(ZOOMED.lastColumn(new ByteRange(0, 100))).isEqualTo(9);
    assertThat(ZOOMED.lastColumn(new ByteRange(0, 58))).isEqualTo(8);
  }

  @Test
  void rangesAndBytesAreShownFromTheFirstByteToTheLast() {
    assertThat(ZOOMED.shows(new ByteRange(30, 40))).isFalse();
    assertThat(ZOOMED.shows(new ByteRange(30, 41))).isTrue();
    assertThat(ZOOMED.shows(new ByteRange(59, 70))).isTrue();
    assertThat(ZOOMED.shows(new ByteRange(60, 70))).isFalse();
    assertThat(ZOOMED.shows(39)).isFalse();
    assertThat(ZOOMED.shows(40)).isTrue();
    assertThat(ZOOMED.shows(59)).isTrue();
    assertThat(ZOOMED.shows(60)).isFalse();
  }

  @Test
  void missingBytesStartAfterExistingBytes() {
    assertThat(TENS.firstMissing()).isEqualTo(10);
    assertThat(new MapScale(70, 100, 0, 100, 10).firstMissing()).isEqualTo(7);
    assertThat(new MapScale(60, 100, 40, 20, 10).firstMissing()).isEqualTo(10);
    assertThat(new MapScale(58, 100, 40, 20, 10).firstMissing()).isEqualTo(9);
    assertThat(new MapScale(30, 100, 40, 20, 10).firstMissing()).isZero();
  }

  @Test
  void zoomKeepsAByteInItsColumnAsFarAsTheEndsAllow() {
    MapScale middle = TENS.zoom(50, 50);
    assertThat(middle).isEqualTo(new MapScale(100, 100, 25, 50, 10));
    assertThat(middle.column(50)).isEqualTo(TENS.column(50));
    assertThat(TENS.zoom(0, 50).begin()).isZero();
    assertThat(TENS.zoom(99, 50).begin()).isEqualTo(50);
    assertThat(ZOOMED.zoom(50, 1000)).isEqualTo(TENS);
    assertThat(TENS.zoom(50, 1).shownLength()).as("a byte for each column").isEqualTo(10);
    assertThat(new MapScale(4, 4, 0, 4, 12).zoom(1, 1).shownLength()).isEqualTo(4);
  }

  @Test
  void zoomedIsWhatShowsLessThanTheWhole() {
    assertThat(TENS.isZoomed()).isFalse();
    assertThat(TENS.zoom(50, 99).isZoomed()).isTrue();
  }

  @Test
  void movingStopsAtTheEnds() {
    assertThat(ZOOMED.from(10).begin()).isEqualTo(10);
    assertThat(ZOOMED.from(-1).begin()).isZero();
    assertThat(ZOOMED.from(80).begin()).isEqualTo(80);
    assertThat(ZOOMED.from(81).begin()).isEqualTo(80);
    assertThat(ZOOMED.from(10).shownLength()).isEqualTo(20);
  }

  @ParameterizedTest
  @CsvSource({
    "100,99,0,99,10",
    "0,0,0,1,10",
    "100,100,0,100,0",
    "100,100,0,0,10",
    "100,100,-1,50,10",
    "100,100,51,50,10"
  })
  void scaleThatShowsWhatIsNotThereIsRefused(
      long fileLength, long wholeLength, long begin, long shownLength, int columns) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new MapScale(fileLength, wholeLength, begin, shownLength, columns));
  }

  @Test
  void scaleMayReachToTheLastByte() {
    assertThat(new MapScale(100, 100, 50, 50, 1).column(99)).isZero();
    assertThat(new MapScale(0, 1, 0, 1, 1).firstMissing()).isZero();
  }
}
