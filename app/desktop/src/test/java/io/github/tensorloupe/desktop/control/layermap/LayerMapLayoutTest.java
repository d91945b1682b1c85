package io.github.tensorloupe.desktop.control.layermap;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.analysis.layers.LayerCell;
import io.github.tensorloupe.desktop.control.canvas.Glyphs;
import io.github.tensorloupe.desktop.control.layermap.LayerMapLayout.LabelRoom;
import io.github.tensorloupe.desktop.control.layermap.LayerMapLayout.Line;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LayerMapLayoutTest {

  private static LayerMapLayout layout(int rows, int columns) {
    return scrolled(rows, columns, 0, 0);
  }

  private static LayerMapLayout scrolled(int rows, int columns, double x, double y) {
    return new LayerMapLayout(
        Line.ofColumns(columns, 30, 300, Line.MIN_WIDTH, x),
        Line.ofRows(rows, 50, 240, y),
        labels(List.of("q"), 300, 240));
  }

  private static LabelRoom labels(List<String> names, double width, double height) {
    return LabelRoom.of(names, false, 7, 12, new Glyphs(7, 15, 12), width, height);
  }

  @Test
  void namesLieWhereTheyFitAndElseRise() {
    LabelRoom flat = labels(List.of("q_proj", "k_proj"), 400, 300);
    LabelRoom tilted = labels(List.of("q_proj", "post_attention_layernorm"), 400, 300);

    assertThat(flat.tilted()).isFalse();
    assertThat(flat.right()).isEqualTo(0);
    assertThat(tilted.tilted()).isTrue();
    assertThat(tilted.characters()).isBetween(12, 24);
    assertThat(tilted.top()).isBetween(80.0, 150.0);
  }

  @Test
  void namesAreHorizontalInALowPane() {
    LabelRoom low = labels(List.of("self_attn.q_proj", "mlp.up", "norm"), 320, 100);

    assertThat(low.tilted()).isFalse();
    assertThat(low.characters()).isEqualTo(10);
    assertThat(low.longest()).isLessThanOrEqualTo(80);
  }

  @Test
  void risingNamesStayInThePaneHoweverManyColumnsThereAre() {
    for (int count : new int[] {2, 9, 16}) {
      List<String> names =
          IntStream.range(0, count).mapToObj(i -> i + ".attention_layernorm").toList();
      LabelRoom labels = labels(names, 400, 300);
      Line columns =
          Line.ofColumns(
              count,
              labels.left(),
              400 - labels.left() - labels.right(),
              labels.minColumnWidth(),
              1e9);
      double end =
          columns.at(count - 1) + columns.cell() / 2 + labels.characters() * 7 * Math.sqrt(0.5);

      assertThat(labels.tilted()).isTrue();
      assertThat(end).isLessThanOrEqualTo(400);
      assertThat(labels.top()).isLessThanOrEqualTo(150);
    }
  }

  @Test
  void manyNamesAreHorizontalAboveGroups() {
    List<String> names = IntStream.range(0, 17).mapToObj(i -> i + ".attention_layernorm").toList();
    LabelRoom labels = labels(names, 900, 600);

    assertThat(labels.tilted()).isFalse();
    assertThat(labels.grouped()).isTrue();
    assertThat(labels.top()).isEqualTo(40);
  }

  @Test
  void numbersOfExpertsNeedNoMoreThanALine() {
    List<String> names = IntStream.range(0, 256).mapToObj(Integer::toString).toList();

    LabelRoom labels = LabelRoom.of(names, true, 7, 12, new Glyphs(7, 15, 12), 400, 300);

    assertThat(labels.tilted()).isFalse();
    assertThat(labels.minColumnWidth()).isEqualTo(Line.MIN_HEIGHT);
    assertThat(Line.ofColumns(256, 0, 400, labels.minColumnWidth(), 0).labelStep(labels.longest()))
        .isEqualTo(4);
  }

  private static LayerMapLayout flat(double scroll) {
    LabelRoom labels =
        LabelRoom.of(List.of("0", "9"), true, 7, 12, new Glyphs(7, 15, 12), 300, 240);
    return new LayerMapLayout(
        Line.ofColumns(60, 30, 300, Line.MIN_HEIGHT, scroll), Line.ofRows(200, 50, 240, 0), labels);
  }

  private static List<Integer> named(LayerMapLayout layout, int focusedColumn) {
    return IntStream.range(0, 13)
        .filter(column -> layout.isNamed(column, focusedColumn))
        .boxed()
        .toList();
  }

  @Test
  void namesNearTheFocusedColumnAreHidden() {
    assertThat(flat(0).labels().tilted()).isFalse();
    assertThat(named(flat(0), -1)).containsExactly(0, 2, 4, 6, 8, 10, 12);
    assertThat(named(flat(0), 5)).containsExactly(0, 2, 5, 8, 10, 12);
    List<Integer> numbered =
        IntStream.range(0, 7).filter(row -> flat(0).isNumbered(row, 3)).boxed().toList();
    assertThat(numbered).containsExactly(0, 3, 6);
  }

  @Test
  void nameThatWouldBeCutIsLeftOut() {
    assertThat(named(flat(10), -1)).containsExactly(2, 4, 6, 8, 10, 12);
    assertThat(named(flat(2), -1)).as("it may reach into the gap").contains(0);
    assertThat(named(flat(3), -1)).doesNotContain(0);
    LabelRoom tilted = labels(List.of("q_proj", "post_attention_layernorm"), 400, 300);
    LayerMapLayout rising =
        new LayerMapLayout(Line.ofColumns(20, 30, 200, 15, 10), Line.ofRows(2, 50, 99, 0), tilted);
    assertThat(named(rising, -1)).hasSize(13);
  }

  @Test
  void placesFillThePaneWithinLimits() {
    assertThat(layout(12, 10).columns().cell()).isEqualTo(30);
    assertThat(layout(12, 10).rows().cell()).isEqualTo(20);
    assertThat(layout(1, 1).columns().cell()).isEqualTo(80);
    assertThat(layout(200, 60).columns().cell()).isEqualTo(Line.MIN_WIDTH);
    assertThat(layout(200, 60).rows().cell()).isEqualTo(Line.MIN_HEIGHT);
  }

  @Test
  void onlyWhatDoesNotFitIsScrolled() {
    assertThat(layout(12, 10).columns().maxScroll()).isEqualTo(0);
    assertThat(layout(200, 60).columns().maxScroll()).isEqualTo(60 * 15 - 300);
    assertThat(layout(200, 60).columns().scrolled(-5).scroll()).isEqualTo(0);
    assertThat(layout(200, 60).rows().scrolled(1e9).scroll()).isEqualTo(200 * 8 - 240);
  }

  @Test
  void pointInsideAPlaceIsThatPlace() {
    LayerMapLayout layout = scrolled(200, 60, 100, 1000);
    Line columns = layout.columns();
    for (int row = layout.rows().first() + 1; row < layout.rows().end() - 1; row++) {
      for (int column = columns.first() + 1; column < columns.end() - 1; column++) {
        assertThat(layout.at(columns.at(column), layout.rows().at(row)))
            .contains(new LayerCell(row, column));
      }
    }
    assertThat(layout.at(29, 60)).isEmpty();
    assertThat(layout.at(40, 49)).isEmpty();
    assertThat(layout(2, 2).at(30 + 2 * 80, 60)).isEmpty();
  }

  @Test
  void placeIsShownAsAWholeWithLittleScrolling() {
    LayerMapLayout layout = scrolled(200, 60, 100, 1000);

    Line below = layout.showing(new LayerCell(170, 30)).rows();
    assertThat(below.at(170) + below.cell()).isEqualTo(50 + 240);
    LayerMapLayout above = layout.showing(new LayerCell(3, 0));
    assertThat(above.rows().at(3)).isEqualTo(50);
    assertThat(above.columns().at(0)).isEqualTo(30);
    assertThat(layout.showing(new LayerCell(130, 10))).isEqualTo(layout);
  }
}
