package io.github.tensorloupe.desktop.pane.filemap;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.filemap.FileMapViewModel.Coloring;
import io.github.tensorloupe.desktop.pane.filemap.MapColumns.ColumnKind;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.ScanResults.ScannedTensor;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.selection.Selection.VisibleBytes;
import io.github.tensorloupe.desktop.testing.OpenFiles;
import io.github.tensorloupe.desktop.testing.Painted;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.testing.SampleHealth;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import javafx.scene.Node;
import javafx.scene.layout.VBox;
import javafx.scene.paint.Color;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

@Tag("pixels")
@ExtendWith(StageExtension.class)
class MapPainterTest {

  private static final int HEIGHT = 16;

  /// Below the lines of the selection, above every pattern.
  private static final int PLAIN_Y = 3;

  private static final Color EDGE = Color.web("#101010");
  private static final Color HOLE = Color.web("#202020");
  private static final Color CARET = Color.web("#303030");
  private static final Color SELECTED = Color.web("#404040");

  @TempDir static Path folder;

  private final OpenFiles files = new OpenFiles();
  private final Selection selection = new Selection();
  private final ScanResults results = new ScanResults();
  private final FileMapViewModel model =
      new FileMapViewModel(
          selection, results, new Jobs(Runnable::run, Runnable::run), Messages.english());
  private FileDocument document;
  private MapStrip strip;

  @Start
  void show(Stage stage) throws IOException {
    strip = new MapStrip(model, Messages.english());
    strip.setStyle(style());
    model.coloring.set(Coloring.HEALTH);
    TestWindow.show(stage, new VBox(strip), 430, 40);
    TensorFiles tensors = new TensorFiles();
    for (String name : List.of("g.0", "g.1", "h.0", "h.1")) {
      tensors.tensor(name, Dtype.U8, new byte[8000], 8000);
    }
    open(tensors.write(Files.createTempFile(folder, "map", ".safetensors")));
  }

  private void open(Path path) throws IOException {
    document = files.open(path);
    results.begin(Optional.of(document));
    selection.show(new DocumentState.Open(document));
  }

  @AfterEach
  void close() throws IOException {
    files.close();
  }

  private static String style() {
    List<String> rules =
        new ArrayList<>(
            List.of(
                "-tl-drawn-edge: #101010",
                "-tl-drawn-hole: #202020",
                "-tl-drawn-caret: #303030",
                "-tl-drawn-selected: #404040"));
    for (ColumnKind kind : ColumnKind.values()) {
      rules.add("-tl-drawn-" + kind.name().toLowerCase(Locale.ROOT) + ": " + web(kind));
    }
    return String.join("; ", rules);
  }

  private static String web(ColumnKind kind) {
    return "#%02x80%02x".formatted(25 * kind.ordinal(), 255 - 25 * kind.ordinal());
  }

  private static Color color(ColumnKind kind) {
    return Color.web(web(kind));
  }

  private void found(FxRobot robot) {
    robot.interact(
        () ->
            results.addHealth(
                List.of(
                    new ScannedTensor(0, SampleHealth.healthy(), List.of()),
                    new ScannedTensor(1, SampleHealth.allZero(), List.of()),
                    new ScannedTensor(2, SampleHealth.nanAt(0), List.of()))));
  }

  private Painted painted(FxRobot robot) {
    Node canvas = strip.getChildrenUnmodifiable().getLast();
    return Painted.of(robot, canvas);
  }

  private MapColumns map() {
    return model.columns.get().orElseThrow();
  }

  /// Returns the columns of a kind that neither the start of a tensor nor the caret covers.
  private int[] columns(ColumnKind kind) {
    int caret = map().scale().column(model.caret().orElse(0L));
    int[] found =
        IntStream.range(0, map().count())
            .filter(column -> map().kind(column) == kind && !map().isEdge(column))
            .filter(column -> Math.abs(column - caret) > 4)
            .toArray();
    assertThat(found).as(kind.name()).isNotEmpty();
    return found;
  }

  private static void assertColor(Painted painted, int[] columns, int y, Color color) {
    assertThat(IntStream.of(columns).mapToObj(column -> painted.at(column, y)).distinct())
        .as("at height %d", y)
        .containsExactly(color);
  }

  @Test
  void columnsHaveTheColourOfTheirKind(FxRobot robot) {
    found(robot);
    Painted painted = painted(robot);

    for (ColumnKind kind :
        List.of(ColumnKind.HEALTHY, ColumnKind.WARNING, ColumnKind.ERROR, ColumnKind.UNKNOWN)) {
      assertColor(painted, columns(kind), PLAIN_Y, color(kind));
      assertColor(painted, columns(kind), HEIGHT - 2, color(kind));
    }
  }

  @Test
  void tensorsAreSetOffFromEachOther(FxRobot robot) {
    Painted painted = painted(robot);
    int[] edges =
        IntStream.range(10, map().count()).filter(column -> map().isEdge(column)).toArray();

    assertThat(edges).hasSize(3);
    assertColor(painted, edges, PLAIN_Y, EDGE);
    assertThat(painted.at(edges[0] + 1, PLAIN_Y)).isEqualTo(color(ColumnKind.UNKNOWN));
  }

  @Test
  void tinyTensorsAreNotSeparated(FxRobot robot) throws IOException {
    TensorFiles tensors = new TensorFiles();
    for (int i = 0; i < 400; i++) {
      tensors.tensor("t" + i, Dtype.U8, new byte[1000], 1000);
    }
    FileDocument many =
        files.open(tensors.write(Files.createTempFile(folder, "many", ".safetensors")));
    robot.interact(() -> selection.show(new DocumentState.Open(many)));
    Painted painted = painted(robot);

    assertThat(
            IntStream.range(100, map().count())
                .mapToObj(column -> painted.at(column, PLAIN_Y))
                .distinct())
        .containsExactly(color(ColumnKind.UNKNOWN));
  }

  @Test
  void problemsDifferByLineStyle(FxRobot robot) {
    found(robot);
    Painted painted = painted(robot);

    assertColor(painted, columns(ColumnKind.WARNING), 7, EDGE);
    assertColor(painted, columns(ColumnKind.WARNING), 4, color(ColumnKind.WARNING));
    assertColor(painted, columns(ColumnKind.WARNING), 10, color(ColumnKind.WARNING));
    assertColor(painted, columns(ColumnKind.ERROR), 4, EDGE);
    assertColor(painted, columns(ColumnKind.ERROR), 7, color(ColumnKind.ERROR));
    assertColor(painted, columns(ColumnKind.ERROR), 10, EDGE);
    assertColor(painted, columns(ColumnKind.HEALTHY), 7, color(ColumnKind.HEALTHY));
    assertColor(painted, columns(ColumnKind.UNKNOWN), 7, color(ColumnKind.UNKNOWN));
  }

  @Test
  void otherColoursLeaveProblemsAStripAtTheTop(FxRobot robot) {
    found(robot);
    robot.interact(() -> model.coloring.set(Coloring.DTYPE));
    Painted painted = painted(robot);
    Color dtype = painted.at(columns(ColumnKind.HEALTHY)[0], PLAIN_Y);
    assertThat(dtype).isNotEqualTo(color(ColumnKind.HEALTHY)).isNotEqualTo(Color.GRAY);

    assertColor(painted, columns(ColumnKind.WARNING), 3, color(ColumnKind.WARNING));
    assertColor(painted, columns(ColumnKind.WARNING), 4, dtype);
    assertColor(painted, columns(ColumnKind.ERROR), 7, color(ColumnKind.ERROR));
    assertColor(painted, columns(ColumnKind.ERROR), 8, dtype);
  }

  @Test
  void selectedTensorHasLinesAboveAndBelow(FxRobot robot) {
    robot.interact(() -> selection.select(document.checkpoint().tensors().get(1)));
    MapScale scale = map().scale();
    ByteRange range = document.checkpoint().tensors().get(1).data().orElseThrow().range();
    int first = scale.column(range.begin());
    int last = scale.lastColumn(range);
    Painted painted = painted(robot);

    for (int y : new int[] {0, 1, HEIGHT - 2, HEIGHT - 1}) {
      assertThat(painted.at(first - 8, y)).isNotEqualTo(SELECTED);
      assertThat(painted.at(first + 8, y)).isEqualTo(SELECTED);
      assertThat(painted.at(last, y)).isEqualTo(SELECTED);
      assertThat(painted.at(last + 1, y)).isNotEqualTo(SELECTED);
    }
    assertThat(painted.at(last, 2)).isEqualTo(EDGE);
    assertThat(painted.at(last, HEIGHT - 3)).isEqualTo(EDGE);
  }

  @Test
  void selectedGroupHasLinesFromItsFirstTensorToItsLast(FxRobot robot) {
    robot.interact(() -> selection.selectGroup(document.tree().find(List.of("h")).orElseThrow()));
    int first =
        map()
            .scale()
            .column(document.checkpoint().tensors().get(2).data().orElseThrow().range().begin());
    Painted painted = painted(robot);

    assertThat(painted.at(first - 1, 0)).isNotEqualTo(SELECTED);
    // The caret is at the first tensor.
    assertThat(painted.at(first + 3, 0)).isEqualTo(SELECTED);
    assertThat(painted.at(map().count() - 1, HEIGHT - 1)).isEqualTo(SELECTED);
  }

  @Test
  void bytesThatAnotherPaneShowsHaveAFrame(FxRobot robot) {
    ByteRange shown = new ByteRange(10_000, 14_000);
    robot.interact(
        () ->
            selection
                .visibleBytesProperty()
                .set(
                    Optional.of(
                        new VisibleBytes(document.checkpoint().files().getFirst(), shown))));
    int first = map().scale().column(shown.begin());
    int last = map().scale().lastColumn(shown);
    Painted painted = painted(robot);

    for (int y : new int[] {0, 8, HEIGHT - 1}) {
      assertThat(painted.at(first - 1, y)).isNotEqualTo(CARET);
      assertThat(painted.at(first, y)).isEqualTo(CARET);
      assertThat(painted.at(last, y)).isEqualTo(CARET);
      assertThat(painted.at(last + 1, y)).isNotEqualTo(CARET);
    }
    assertThat(painted.at(first + 1, 8)).isEqualTo(EDGE);
    assertThat(painted.at((first + last) / 2, PLAIN_Y)).isNotEqualTo(CARET).isNotEqualTo(EDGE);
  }

  @Test
  void caretIsThreeColumnsWideWithEdges(FxRobot robot) {
    robot.interact(() -> selection.placeCaret(document.checkpoint().files().getFirst(), 20_000));
    int caret = map().scale().column(20_000);
    Painted painted = painted(robot);

    assertThat(IntStream.rangeClosed(-3, 3).mapToObj(by -> painted.at(caret + by, 8)))
        .containsExactly(
            color(ColumnKind.UNKNOWN), EDGE, CARET, CARET, CARET, EDGE, color(ColumnKind.UNKNOWN));

    robot.interact(() -> selection.placeCaret(document.checkpoint().files().getFirst(), 30_000));
    assertThat(painted(robot).at(caret, 8)).isEqualTo(color(ColumnKind.UNKNOWN));
  }

  @Test
  void oneErrorIsFourColumnsWideAlsoAtTheEnd(FxRobot robot) throws IOException {
    TensorFiles tensors = new TensorFiles().tensor("a", Dtype.U8, new byte[100_000], 100_000);
    Path path =
        tensors
            .tensor("b", Dtype.U8, new byte[1], 1)
            .write(Files.createTempFile(folder, "end", ".safetensors"));
    FileDocument opened = files.open(path);
    robot.interact(
        () -> {
          results.begin(Optional.of(opened));
          selection.show(new DocumentState.Open(opened));
          results.addHealth(List.of(new ScannedTensor(1, SampleHealth.nanAt(0), List.of())));
        });
    int count = map().count();
    assertThat(map().kind(count - 1)).isEqualTo(ColumnKind.ERROR);
    assertThat(map().kind(count - 2)).isNotEqualTo(ColumnKind.ERROR);
    Painted painted = painted(robot);

    assertThat(IntStream.rangeClosed(1, 5).mapToObj(by -> painted.at(count - by, PLAIN_Y)))
        .startsWith(
            color(ColumnKind.ERROR),
            color(ColumnKind.ERROR),
            color(ColumnKind.ERROR),
            color(ColumnKind.ERROR))
        .last()
        .isNotEqualTo(color(ColumnKind.ERROR));
  }

  @Test
  void gapsAndOverlapsAreVisible(FxRobot robot) throws IOException {
    Path path =
        TensorFiles.raw(
            Files.createTempFile(folder, "odd", ".safetensors"),
            "{\"a\":{\"dtype\":\"U8\",\"shape\":[4000],\"data_offsets\":[0,4000]},"
                + "\"b\":{\"dtype\":\"U8\",\"shape\":[4000],\"data_offsets\":[2000,6000]},"
                + "\"c\":{\"dtype\":\"U8\",\"shape\":[4000],\"data_offsets\":[8000,12000]}}",
            9000);
    FileDocument opened = files.open(path);
    robot.interact(() -> selection.show(new DocumentState.Open(opened)));
    Painted painted = painted(robot);

    assertColor(painted, columns(ColumnKind.OVERLAP), PLAIN_Y, color(ColumnKind.OVERLAP));
    int[] overlap = columns(ColumnKind.OVERLAP);
    assertColor(painted, where(overlap, column -> column % 6 < 3), 7, EDGE);
    assertColor(painted, where(overlap, column -> column % 6 >= 3), 7, color(ColumnKind.OVERLAP));
    assertColor(painted, columns(ColumnKind.MISSING), PLAIN_Y, color(ColumnKind.MISSING));
    assertColor(painted, columns(ColumnKind.MISSING), 7, EDGE);
    robot.interact(() -> model.coloring.set(Coloring.GROUP));
    assertColor(painted(robot), overlap, PLAIN_Y, color(ColumnKind.OVERLAP));
    assertThat(painted(robot).at(overlap[0], PLAIN_Y + 1)).isNotEqualTo(color(ColumnKind.OVERLAP));
    int[] gaps = IntStream.range(0, map().count()).filter(map()::isGap).toArray();
    assertThat(gaps).isNotEmpty();
    assertColor(painted, gaps, 7, color(ColumnKind.UNCLAIMED));
  }

  private static int[] where(int[] columns, IntPredicate which) {
    return IntStream.of(columns).filter(which).toArray();
  }

  @Test
  void pagesOfZerosAreMarkedAtTheFoot(FxRobot robot) {
    robot.interact(
        () ->
            results.addHealth(
                List.of(new ScannedTensor(1, SampleHealth.zeroPageAt(12_288), List.of()))));
    Painted painted = painted(robot);
    int[] holes = IntStream.range(0, map().count()).filter(map()::isHole).toArray();
    assertThat(holes).isNotEmpty();

    assertColor(painted, holes, HEIGHT - 1, HOLE);
    assertColor(painted, holes, HEIGHT - 4, HOLE);
    assertThat(painted.at(holes[holes.length / 2], HEIGHT - 5)).isNotEqualTo(HOLE);
    assertThat(painted.at(holes[0] - 2, HEIGHT - 1)).isNotEqualTo(HOLE);
    assertThat(painted.at(holes[holes.length - 1] + 1, HEIGHT - 1)).isNotEqualTo(HOLE);
  }

  @Test
  void zoomedMapShowsWhereInTheFileItIs(FxRobot robot) {
    assertThat(painted(robot).at(200, HEIGHT - 1)).isEqualTo(color(ColumnKind.UNKNOWN));

    robot.interact(() -> model.zoom(map().count() / 2, 0.5));
    int count = map().count();
    Painted painted = painted(robot);

    assertThat(map().scale().isZoomed()).isTrue();
    assertThat(painted.at(count / 2, HEIGHT - 1)).isEqualTo(CARET);
    assertThat(painted.at(count / 8, HEIGHT - 1)).isEqualTo(EDGE);
    assertThat(painted.at(count - count / 8, HEIGHT - 1)).isEqualTo(EDGE);
  }

  @Test
  void otherColoursAreDrawnAtOnce(FxRobot robot) {
    robot.interact(
        () -> strip.setStyle(style() + "; -tl-drawn-unknown: white; -tl-drawn-edge: yellow"));
    Painted painted = painted(robot);

    assertColor(painted, columns(ColumnKind.UNKNOWN), PLAIN_Y, Color.WHITE);
    assertThat(painted.count(Color.YELLOW)).isPositive();
    assertThat(painted.count(EDGE)).isZero();
  }
}
