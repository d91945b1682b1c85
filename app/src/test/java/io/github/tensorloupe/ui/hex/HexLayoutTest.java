package io.github.tensorloupe.ui.hex;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HexLayoutTest {

  private static final HexLayout.Glyphs GLYPHS = new HexLayout.Glyphs(7.2, 15.8, 12.2);

  private static HexLayout fitting(double paneWidth) {
    return HexLayout.fitting(paneWidth, 8, GLYPHS);
  }

  @ParameterizedTest
  @ValueSource(doubles = {420, 600, 1100})
  void everyByteIsHitWhereItIsDrawn(double paneWidth) {
    HexLayout layout = fitting(paneWidth);
    for (int column = 0; column < 16; column++) {
      double digits = layout.byteLeft(column) + GLYPHS.width();
      double character = layout.characterLeft(column) + GLYPHS.width() / 2;
      HexLayout.Hit hit = new HexLayout.Hit(2, column);

      assertThat(layout.hit(digits, layout.rowTop(2) + 1)).contains(hit);
      assertThat(layout.hit(character, layout.rowTop(2) + 1)).contains(hit);
    }
  }

  @Test
  void groundsOfNeighboursTouch() {
    HexLayout layout = fitting(1100);
    for (int column = 1; column < 16; column++) {
      assertThat(layout.cellLeft(column)).isEqualTo(layout.cellRight(column - 1));
    }
  }

  @Test
  void offsetsColumnNumbersAndTheGapBetweenTheColumnsAreNoBytes() {
    HexLayout layout = fitting(1100);

    assertThat(layout.hit(layout.offsetLeft() + 1, layout.rowTop(0) + 1)).isEmpty();
    assertThat(layout.hit(layout.byteLeft(3), layout.rowTop(0) - 1)).isEmpty();
    assertThat(layout.hit(layout.cellRight(15) + 1, layout.rowTop(0) + 1)).isEmpty();
    assertThat(layout.hit(layout.characterLeft(16) + 1, layout.rowTop(0) + 1)).isEmpty();
  }

  @Test
  void bytesMoveTogetherBeforeTheCharactersAreLeftOut() {
    double airy = fitting(10_000).width();
    double tight = fitting(airy - 1).width();

    assertThat(tight).isLessThan(airy);
    assertThat(fitting(airy - 1).showsCharacters(airy - 1)).isTrue();
    assertThat(fitting(tight - 1).showsCharacters(tight - 1)).isFalse();
  }

  @Test
  void theBytesOfALargeFileFitIntoANarrowPane() {
    HexLayout layout = HexLayout.fitting(408, 10, GLYPHS);

    assertThat(layout.cellRight(15)).isLessThanOrEqualTo(408);
  }

  @Test
  void allBytesOfASmallFileFitIntoTheNarrowestPane() {
    HexLayout layout = HexLayout.fitting(328, 6, GLYPHS);

    assertThat(layout.cellRight(15)).isLessThanOrEqualTo(328);
    assertThat(layout.showsCharacters(328)).isFalse();
  }

  @Test
  void onlyRowsBelowTheColumnNumbersAreWhole() {
    HexLayout layout = fitting(1100);

    assertThat(layout.wholeRows(layout.rowTop(5))).isEqualTo(5);
    assertThat(layout.wholeRows(layout.rowTop(5) - 1)).isEqualTo(4);
    assertThat(layout.wholeRows(0)).isEqualTo(1);
  }
}
