package io.github.tensorloupe.desktop.pane.hex;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.control.canvas.Glyphs;
import io.github.tensorloupe.desktop.pane.hex.HexChoices.RowWidth;
import io.github.tensorloupe.desktop.pane.hex.HexLayout.RowCells;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class HexLayoutTest {

  private static final Glyphs GLYPHS = new Glyphs(7.2, 15.8, 12.2);

  private static HexLayout fitting(double paneWidth) {
    return HexLayout.fitting(paneWidth, RowWidth.SIXTEEN, 8, GLYPHS);
  }

  private static RowCells cells(HexLayout layout) {
    return RowCells.of(layout, HexPage.EMPTY, 0);
  }

  @ParameterizedTest
  @ValueSource(doubles = {420, 600, 1100})
  void everyByteIsHitWhereItIsDrawn(double paneWidth) {
    HexLayout layout = fitting(paneWidth);
    assertThat(layout.rowAt(layout.rowTop(2) + 1)).isEqualTo(2);
    for (int column = 0; column < 16; column++) {
      double digits = layout.byteLeft(column) + GLYPHS.width();
      double character = layout.characterLeft(column) + GLYPHS.width() / 2;

      assertThat(layout.hit(digits, layout.rowTop(2) + 1, cells(layout))).hasValue(column);
      assertThat(layout.hit(character, layout.rowTop(2) + 1, cells(layout))).hasValue(column);
    }
  }

  @Test
  void groundsOfNeighboursTouch() {
    HexLayout layout = fitting(1100);
    for (int column = 1; column < 16; column++) {
      assertThat(cells(layout).left(column)).isEqualTo(cells(layout).right(column - 1));
    }
  }

  @Test
  void offsetsColumnNumbersAndTheGapBetweenTheColumnsAreNoBytes() {
    HexLayout layout = fitting(1100);

    assertThat(layout.hit(layout.offsetLeft() + 1, layout.rowTop(0) + 1, cells(layout))).isEmpty();
    assertThat(layout.hit(layout.byteLeft(3), layout.rowTop(0) - 1, cells(layout))).isEmpty();
    assertThat(layout.hit(cells(layout).right(15) + 1, layout.rowTop(0) + 1, cells(layout)))
        .isEmpty();
    assertThat(layout.hit(layout.characterLeft(16) + 1, layout.rowTop(0) + 1, cells(layout)))
        .isEmpty();
  }

  @Test
  void bytesMoveTogetherBeforeTheCharactersAreLeftOut() {
    double airy = fitting(10_000).width();
    double tight = airy;
    for (int step = 0; step < 3; step++) {
      double tighter = fitting(tight - 1).width();
      assertThat(tighter).isLessThan(tight);
      assertThat(fitting(tight - 1).showsCharacters(tight - 1)).isTrue();
      tight = tighter;
    }
    assertThat(fitting(tight - 1).showsCharacters(tight - 1)).isFalse();
  }

  @Test
  void theBytesOfALargeFileFitIntoANarrowPane() {
    HexLayout layout = HexLayout.fitting(408, RowWidth.SIXTEEN, 10, GLYPHS);

    assertThat(cells(layout).right(15)).isLessThanOrEqualTo(408);
  }

  @Test
  void allBytesOfASmallFileFitIntoTheNarrowestPane() {
    HexLayout layout = HexLayout.fitting(328, RowWidth.SIXTEEN, 6, GLYPHS);

    assertThat(cells(layout).right(15)).isLessThanOrEqualTo(328);
    assertThat(layout.showsCharacters(328)).isFalse();
  }

  @Test
  void onlyRowsBelowTheColumnNumbersAreWhole() {
    HexLayout layout = fitting(1100);

    assertThat(layout.wholeRows(layout.rowTop(5))).isEqualTo(5);
    assertThat(layout.wholeRows(layout.rowTop(5) - 1)).isEqualTo(4);
    assertThat(layout.wholeRows(0)).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(RowWidth.class)
  void rowsBecomeShorterWhereTheirBytesDoNotFit(RowWidth wanted) {
    for (double paneWidth = 200; paneWidth < 2000; paneWidth += 50) {
      HexLayout layout = HexLayout.fitting(paneWidth, wanted, 8, GLYPHS);

      assertThat(layout.columns()).isBetween(8, wanted.maxBytes);
      if (layout.columns() > 8) {
        assertThat(cells(layout).right(layout.columns() - 1)).isLessThanOrEqualTo(paneWidth);
      }
    }
  }

  @Test
  void asManyBytesAsFitLeaveRoomForTheirCharacters() {
    HexLayout layout = HexLayout.fitting(1000, RowWidth.FITTING, 8, GLYPHS);

    assertThat(layout.columns()).isEqualTo(24);
    assertThat(layout.showsCharacters(1000)).isTrue();
    assertThat(HexLayout.fitting(300, RowWidth.FITTING, 8, GLYPHS).columns()).isEqualTo(8);
  }
}
