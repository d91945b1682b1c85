package io.github.tensorloupe.desktop.control.bars;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.control.bars.BarsCanvas.Bar;
import io.github.tensorloupe.desktop.control.bars.BarsCanvas.Bars;
import io.github.tensorloupe.desktop.control.bars.BarsCanvas.Tone;
import io.github.tensorloupe.desktop.testing.Painted;
import io.github.tensorloupe.desktop.testing.Pulses;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import javafx.geometry.Rectangle2D;
import javafx.scene.Node;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.Region;
import javafx.scene.paint.Color;
import javafx.stage.Stage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

@ExtendWith(StageExtension.class)
class ChartedTableTest {

  private record Row(String name, double figure) {}

  private static final Row MIDDLE = new Row("c", 2);
  private static final Row NONE = new Row("a", Double.NaN);
  private static final Row HIGH = new Row("b", 5);
  private static final List<Row> ROWS = List.of(MIDDLE, NONE, HIGH);

  /// The left edge of the first bar and the distance between bars, as in the style sheet and the
  /// canvas.
  private static final double LEFT = 48;

  private static final double STEP = 28;
  private static final double HEIGHT = 60;

  private ChartedTable<Row> charted;
  private TableColumn<Row, Row> figures;

  @Start
  void show(Stage stage) {
    charted =
        new ChartedTable<>(
            "list",
            "All rows",
            row -> "This is " + row.name(),
            row -> List.of(new Hyperlink("to " + row.name())));
    charted.addColumn("name", "Name", 150, Row::name);
    figures = charted.addFigures("figure", "Figure", 80, Row::figure, "%.0f"::formatted);
    charted.addChart("heights", "Heights", HEIGHT, ChartedTableTest::bars);
    charted.addChart("others", "Others", HEIGHT, _ -> Bars.NONE);
    TestWindow.show(stage, charted, 600, 500);
  }

  private static Bars bars(List<Row> rows) {
    List<Tone> tones = List.of(Tone.NORMAL, Tone.NOTABLE, Tone.BAD);
    List<Bar> bars =
        rows.stream()
            .map(row -> new Bar(row.figure() / 5, row == MIDDLE ? 0.8 : 0, tone(tones, row)))
            .toList();
    return new Bars(bars, new TreeMap<>(Map.of(0, "all")), new double[] {0.9, 0.9, 0.9}, "5", "0");
  }

  private static Tone tone(List<Tone> tones, Row row) {
    return tones.get(ROWS.indexOf(row));
  }

  private void showRows(FxRobot robot) {
    robot.interact(() -> charted.show(ROWS));
    Pulses.settle();
  }

  private static boolean isShown(FxRobot robot, String id) {
    for (Node node = robot.lookup(id).query(); node != null; node = node.getParent()) {
      if (!node.isVisible()) {
        return false;
      }
    }
    return true;
  }

  private static String text(FxRobot robot, String id) {
    return robot.lookup(id).queryAs(Label.class).getText();
  }

  private static BarsCanvas canvas(FxRobot robot) {
    return robot.lookup("#list-heights").queryAs(BarsCanvas.class);
  }

  private Row selected() {
    return charted.selectedProperty().get();
  }

  @Test
  void withoutRowsItSaysWhyAndWithThemItShowsTheChartsThatHaveBars(FxRobot robot) {
    robot.interact(() -> charted.setStatus("Looking …"));
    assertThat(isShown(robot, "#list-note")).isTrue();
    assertThat(isShown(robot, "#list")).isFalse();

    showRows(robot);
    assertThat(isShown(robot, "#list-note")).isFalse();
    assertThat(text(robot, "#list-said")).isEqualTo("Looking …");
    assertThat(isShown(robot, "#list-said")).isTrue();
    assertThat(isShown(robot, "#list-heights")).isTrue();
    assertThat(isShown(robot, "#list-others")).isFalse();
    assertThat(robot.lookup("#list-others").query().getParent().isManaged()).isFalse();

    robot.interact(() -> charted.setStatus(""));
    assertThat(isShown(robot, "#list-said")).isFalse();
    robot.interact(() -> charted.show(List.of()));
    assertThat(isShown(robot, "#list")).isFalse();
  }

  @Test
  void remarksTakeRoomOnlyWhereThereAreSome(FxRobot robot) {
    showRows(robot);
    robot.interact(() -> charted.setTitle("Three rows", List.of("One has", "no figure")));
    assertThat(text(robot, "#list-title")).isEqualTo("Three rows");
    assertThat(text(robot, "#list-remarks")).isEqualTo("One has\nno figure");
    assertThat(isShown(robot, "#list-remarks")).isTrue();

    robot.interact(() -> charted.setTitle("Three rows", List.of()));

    assertThat(isShown(robot, "#list-remarks")).isFalse();
  }

  private static void clickAt(FxRobot robot, double x) {
    robot.clickOn(canvas(robot).localToScreen(x, HEIGHT / 2));
  }

  @Test
  void clickOnABarSelectsAndDescribesItsRow(FxRobot robot) {
    showRows(robot);

    clickAt(robot, LEFT + 2.5 * STEP);
    assertThat(selected()).isEqualTo(HIGH);
    assertThat(text(robot, "#list-details")).isEqualTo("This is b");
    assertThat(robot.lookup("#list-links .hyperlink").queryAs(Hyperlink.class).getText())
        .isEqualTo("to b");
    assertThat(canvas(robot).selectedProperty().get()).isEqualTo(2);
    assertThat(canvas(robot).isFocused()).isTrue();

    clickAt(robot, LEFT - 1);
    clickAt(robot, LEFT + 3 * STEP + 1);
    assertThat(selected()).as("no bar is there").isEqualTo(HIGH);

    robot.interact(() -> charted.select(Optional.empty()));
    assertThat(canvas(robot).selectedProperty().get()).isEqualTo(-1);
    assertThat(text(robot, "#list-details")).isEmpty();
  }

  @Test
  void keysGoFromBarToBar(FxRobot robot) {
    showRows(robot);
    robot.interact(
        () -> {
          charted.select(Optional.of(NONE));
          canvas(robot).requestFocus();
        });

    assertThat(after(robot, KeyCode.LEFT)).isEqualTo(MIDDLE);
    assertThat(after(robot, KeyCode.LEFT)).as("the first stays").isEqualTo(MIDDLE);
    assertThat(after(robot, KeyCode.RIGHT)).isEqualTo(NONE);
    assertThat(after(robot, KeyCode.END)).isEqualTo(HIGH);
    assertThat(after(robot, KeyCode.RIGHT)).as("the last stays").isEqualTo(HIGH);
    assertThat(after(robot, KeyCode.HOME)).isEqualTo(MIDDLE);
    assertThat(after(robot, KeyCode.ALT, KeyCode.RIGHT)).as("another command").isEqualTo(MIDDLE);
  }

  private Row after(FxRobot robot, KeyCode... keys) {
    robot.push(keys);
    return selected();
  }

  @Test
  void sortingTheTableKeepsTheOrderOfTheBars(FxRobot robot) {
    showRows(robot);
    TableView<Row> table = robot.lookup("#list").queryTableView();
    robot.interact(() -> table.getSortOrder().add(figures));

    assertThat(table.getItems()).containsExactly(HIGH, MIDDLE, NONE);
    assertThat(robot.lookup(".figure-column.table-cell").queryAllAs(TableCell.class))
        .extracting(cell -> cell.getText())
        .containsOnlyOnce("5", "2", "");
    robot.interact(() -> charted.select(Optional.of(HIGH)));
    assertThat(canvas(robot).selectedProperty().get()).isEqualTo(2);
    assertThat(table.getColumns().getFirst().getWidth())
        .as("it wants more of the room")
        .isGreaterThan(figures.getWidth() + 30);
    assertThat(table.getColumns().stream().mapToDouble(TableColumn::getWidth).sum())
        .as("none of the room is left empty")
        .isBetween(table.getWidth() - 20, table.getWidth());
    robot.interact(() -> charted.show(ROWS));
    assertThat(table.getItems()).as("sorted still").containsExactly(HIGH, MIDDLE, NONE);
    assertThat(selected()).isNull();
  }

  @Test
  void partsBelowTheTableShareItsWidth(FxRobot robot) {
    showRows(robot);
    Label part = new Label("x".repeat(300));
    robot.interact(() -> charted.addToFoot(part));
    Pulses.settle();

    Region details = (Region) robot.lookup("#list-details").query().getParent();
    assertThat(part.getWidth()).isBetween(250.0, 300.0);
    assertThat(details.getWidth()).isEqualTo(part.getWidth());
  }

  @Test
  @Tag("pixels")
  void barsHaveTheirHeightsAndTones(FxRobot robot) {
    robot.interact(
        () ->
            canvas(robot)
                .setStyle(
                    "-fx-font-size: 13px; -tl-bars-normal: red; -tl-bars-notable: lime;"
                        + "-tl-bars-bad: blue; -tl-bars-other: yellow; -tl-bars-curve: cyan;"
                        + "-tl-bars-line: magenta; -tl-bars-text: black;"
                        + "-tl-bars-selected: orange"));
    showRows(robot);
    robot.interact(() -> charted.select(Optional.of(HIGH)));
    Painted painted = Painted.of(robot, canvas(robot));
    double top = 8;
    double base = HEIGHT - 16;
    double room = base - top;
    double middle = (STEP - 5) / 2;

    assertThat(painted.at(LEFT + middle, base - 0.3 * room)).isEqualTo(Color.RED);
    assertThat(painted.at(LEFT + middle, base - 0.6 * room)).isEqualTo(Color.YELLOW);
    assertThat(painted.at(LEFT + 1, base - 0.3 * room)).as("beside it").isEqualTo(Color.YELLOW);
    assertThat(painted.at(LEFT + STEP + middle, base - 2)).as("stub").isEqualTo(Color.LIME);
    assertThat(painted.at(LEFT + STEP + middle, base - 6)).isNotEqualTo(Color.LIME);
    assertThat(painted.at(LEFT + 2 * STEP + middle, top + 1)).isEqualTo(Color.BLUE);
    Rectangle2D labels = new Rectangle2D(LEFT, base + 2, 3 * STEP, 20);
    assertThat(painted.count(Color.BLACK, labels)).as("name of the group").isPositive();
    assertThat(painted.count(Color.BLACK, new Rectangle2D(0, 0, LEFT, HEIGHT))).isPositive();
    assertThat(painted.at(LEFT + 4 * STEP, base)).as("axis").isEqualTo(Color.MAGENTA);
    assertThat(painted.count(Color.ORANGE, new Rectangle2D(LEFT + 2 * STEP - 3, 0, 40, HEIGHT)))
        .isEqualTo(painted.count(Color.ORANGE))
        .isPositive();
    assertThat(painted.at(LEFT + STEP + middle, base - 0.9 * room)).isEqualTo(Color.CYAN);
  }
}
