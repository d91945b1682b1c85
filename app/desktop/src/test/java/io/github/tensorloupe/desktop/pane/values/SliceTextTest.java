package io.github.tensorloupe.desktop.pane.values;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.analysis.slice.SliceAxes;
import io.github.tensorloupe.desktop.control.slice.AxisChoice;
import io.github.tensorloupe.format.Shape;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SliceTextTest {

  private static final Shape SHAPE = Shape.of(4, 5, 6, 7);

  private static SliceReading parse(String text) {
    return SliceText.parse(text, SHAPE);
  }

  private static SliceReading axes(int rowAxis, int columnAxis, Long... indexes) {
    return new SliceReading.Axes(new SliceAxes(rowAxis, columnAxis, List.of(indexes)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[3, :, :, 0]",
        "3,:,:,0",
        "  [ 3 ,  : ,:, 0 ]  ",
        "3, :, :, 0]",
        "[3, ..., 0]",
        "[3, …, 0]",
        "[-1, :, :, -7]",
        "[−1, :, :, 0]",
        "[+3, :, ..., :, 0]",
        "[3, :, :, 0, ]"
      })
  void spacesBracketsAndEllipsesAreAccepted(String text) {
    assertThat(parse(text)).isEqualTo(axes(1, 2, 3L, 0L, 0L, 0L));
  }

  @Test
  void colonsMarkTheShownAxes() {
    assertThat(parse("[:, 1, 2, :]")).isEqualTo(axes(0, 3, 0L, 1L, 2L, 0L));
    assertThat(parse("[..., 4, 5]")).isEqualTo(axes(0, 1, 0L, 0L, 4L, 5L));
    assertThat(parse("[2, 4, ...]")).isEqualTo(axes(2, 3, 2L, 4L, 0L, 0L));
  }

  @Test
  void anIndexForEveryAxisIsAnElement() {
    assertThat(parse("[3, 4, 5, 6]")).isEqualTo(new SliceReading.Element(839));
    assertThat(parse("-1, -1, -1, -2")).isEqualTo(new SliceReading.Element(838));
    assertThat(parse("839")).isEqualTo(new SliceReading.Element(839));
    assertThat(parse("-1")).isEqualTo(new SliceReading.Element(839));
    assertThat(parse("840")).isEqualTo(new SliceReading.ElementOutOfRange(840, 840));
    assertThat(parse("-841")).isEqualTo(new SliceReading.ElementOutOfRange(-841, 840));
  }

  @Test
  void shapesOfLowRankNeedFewerColons() {
    assertThat(SliceText.parse("[:]", Shape.of(9))).isEqualTo(axes(SliceAxes.NONE, 0, 0L));
    assertThat(SliceText.parse("8", Shape.of(9))).isEqualTo(new SliceReading.Element(8));
    assertThat(SliceText.parse("9", Shape.of(9))).isEqualTo(new SliceReading.OutOfRange(0, 9, 9));
    assertThat(SliceText.parse("[]", Shape.SCALAR)).isEqualTo(axes(SliceAxes.NONE, SliceAxes.NONE));
    assertThat(SliceText.parse("0", Shape.SCALAR)).isEqualTo(new SliceReading.Element(0));
    assertThat(SliceText.parse("...", Shape.of(2, 3))).isEqualTo(axes(0, 1, 0L, 0L));
  }

  @Test
  void wrongNumberOfAxesIsReported() {
    assertThat(parse("[3, :, :]")).isEqualTo(new SliceReading.WrongAxisCount(4, 3));
    assertThat(parse("[3]")).isEqualTo(new SliceReading.WrongAxisCount(4, 1));
    assertThat(parse("")).isEqualTo(new SliceReading.WrongAxisCount(4, 0));
    assertThat(parse("1, :, ..., :, 0, 0")).isEqualTo(new SliceReading.WrongAxisCount(4, 5));
  }

  @Test
  void indexOutOfRangeIsReported() {
    assertThat(parse("[4, :, :, 0]")).isEqualTo(new SliceReading.OutOfRange(0, 4, 4));
    assertThat(parse("[0, :, :, -8]")).isEqualTo(new SliceReading.OutOfRange(3, -8, 7));
    assertThat(SliceText.parse("[:, 0]", Shape.of(0, 0)))
        .isEqualTo(new SliceReading.OutOfRange(1, 0, 0));
  }

  @Test
  void wrongNumberOfColonsIsReported() {
    assertThat(parse("[:, 0, 0, 0]")).isEqualTo(new SliceReading.NotTwoColons(2, 1));
    assertThat(SliceText.parse("[...]", Shape.of(4, 5, 99, 7)))
        .isEqualTo(new SliceReading.NotTwoColons(2, 4));
  }

  @Test
  void ofKernelsFourColonsAreTiles() {
    Shape shape = Shape.of(8, 4, 2, 3, 3);
    SliceAxes tiles =
        new SliceAxes(3, 4, Optional.of(new SliceAxes.Tiles(0, 1)), List.of(0L, 0L, 1L, 0L, 0L));

    assertThat(SliceText.parse("[:, :, 1, :, :]", shape)).isEqualTo(new SliceReading.Axes(tiles));
    assertThat(tiles.text()).isEqualTo("[:, :, 1, :, :]");
  }

  @Test
  void theFirstLookIsAtKernelsAsTilesAndAtOtherTensorsAsAMatrix() {
    assertThat(AxisChoice.defaultFor(Shape.of(64, 3, 7, 7)).text()).isEqualTo("[:, :, :, :]");
    assertThat(AxisChoice.defaultFor(Shape.of(64, 3, 1, 1)).text()).isEqualTo("[:, :, 0, 0]");
    assertThat(AxisChoice.defaultFor(Shape.of(2, 3, 512, 512)).text()).isEqualTo("[0, 0, :, :]");
    assertThat(AxisChoice.defaultFor(Shape.of(64, 3, 2, 7, 7)).text()).isEqualTo("[:, :, 0, :, :]");
    assertThat(AxisChoice.defaultFor(Shape.of(2, 3, 4)).text()).isEqualTo("[0, :, :]");
    assertThat(AxisChoice.defaultFor(Shape.of()).text()).isEqualTo("[]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'[3, x, :, 0]'|5",
        "'  3;0'|3",
        "'[3, , :, 0]'|5",
        "'[3, 99999999999999999999, :, 0]'|5",
        "'[[3, :, :, 0]]'|2"
      })
  void syntaxErrorIsReportedWithItsPosition(String text, int character) {
    assertThat(parse(text)).isEqualTo(new SliceReading.NotUnderstood(character));
  }

  @Test
  void theTextOfAxesIsReadBackAsTheSameAxes() {
    Random random = new Random(3);
    for (int run = 0; run < 500; run++) {
      Shape shape = Shape.of(random.longs(2 + run % 5, 1, 9).toArray());
      int column = 1 + random.nextInt(shape.rank() - 1);
      int row = random.nextInt(column);
      Long[] indexes = new Long[shape.rank()];
      for (int axis = 0; axis < indexes.length; axis++) {
        indexes[axis] = random.nextLong(shape.dimension(axis));
      }
      SliceAxes axes = new SliceAxes(row, column, List.of(indexes));
      assertThat(SliceText.parse(axes.text(), shape)).isEqualTo(new SliceReading.Axes(axes));
    }
  }

  @Test
  void axisShownInTheOtherDirectionIsSwapped() {
    SliceAxes axes = SliceAxes.ofLast(Shape.of(3, 4, 5));

    assertThat(AxisChoice.showing(axes, 0, true))
        .isEqualTo(new SliceAxes(0, 2, List.of(0L, 0L, 0L)));
    assertThat(AxisChoice.showing(axes, 2, true))
        .isEqualTo(new SliceAxes(2, 1, List.of(0L, 0L, 0L)));
    assertThat(AxisChoice.showing(axes, 2, false)).isEqualTo(axes);
  }
}
