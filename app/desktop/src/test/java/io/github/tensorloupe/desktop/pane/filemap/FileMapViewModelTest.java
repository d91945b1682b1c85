package io.github.tensorloupe.desktop.pane.filemap;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.analysis.health.TensorHealth;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.filemap.MapColumns.ColumnKind;
import io.github.tensorloupe.desktop.pane.filemap.MapStrip.MapText;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.ScanResults.ScanState;
import io.github.tensorloupe.desktop.selection.ScanResults.ScannedTensor;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.selection.Selection.VisibleBytes;
import io.github.tensorloupe.desktop.testing.OpenFiles;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.testing.SampleHealth;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileMapViewModelTest {

  private static final int COLUMNS = 500;
  private static final int TENSOR_BYTES = 40_000;

  @TempDir private Path folder;

  private final OpenFiles files = new OpenFiles();
  private final Selection selection = new Selection();
  private final ScanResults results = new ScanResults();
  private final FileMapViewModel model =
      new FileMapViewModel(
          selection, results, new Jobs(Runnable::run, Runnable::run), Messages.english());
  private Path path;

  @BeforeEach
  void openFile() throws IOException {
    TensorFiles file = new TensorFiles();
    for (String name : List.of("a", "b", "c", "d")) {
      file.tensor(name, Dtype.F32, new byte[TENSOR_BYTES], TENSOR_BYTES / 4);
    }
    path = file.write(folder.resolve("a.safetensors"));
    model.setColumnCount(COLUMNS);
    show();
  }

  @AfterEach
  void closeFiles() throws IOException {
    files.close();
  }

  private void show() throws IOException {
    FileDocument document = files.open(path);
    results.begin(Optional.of(document));
    selection.show(new DocumentState.Open(document));
  }

  private TensorFile file() {
    return selection.openDocument().orElseThrow().checkpoint().files().getFirst();
  }

  private MapColumns map() {
    return model.columns.get().orElseThrow();
  }

  private long begin(int tensor) {
    return file().reading().dataStart().orElseThrow() + (long) tensor * TENSOR_BYTES;
  }

  private int columnIn(int tensor) {
    return map().scale().column(begin(tensor) + TENSOR_BYTES / 2);
  }

  private void found(int tensor, TensorHealth health) {
    results.addHealth(List.of(new ScannedTensor(tensor, health, List.of())));
  }

  private long caret() {
    return model.caret().orElseThrow();
  }

  @Test
  void everyColumnRepresentsItsBytes() {
    assertThat(map().count()).isEqualTo(COLUMNS);
    assertThat(map().kind(0)).isEqualTo(ColumnKind.HEADER);
    assertThat(map().tensor(columnIn(2))).map(info -> info.name()).contains("c");
    assertThat(map().kind(columnIn(2))).isEqualTo(ColumnKind.UNKNOWN);
    assertThat(IntStream.range(0, COLUMNS).map(i -> map().scale().column(map().scale().begin(i))))
        .containsExactlyElementsOf(IntStream.range(0, COLUMNS).boxed().toList());
  }

  @Test
  void longScanRefreshesTheMapInStepsAndAtItsEnd() throws IOException {
    int count = 20_000;
    TensorFiles many = new TensorFiles();
    IntStream.range(0, count).forEach(i -> many.tensor("t" + i, Dtype.U8, new byte[1], 1));
    path = many.write(folder.resolve("many.safetensors"));
    show();
    MapColumns before = map();
    results.stateProperty().set(new ScanState.Running());

    found(0, SampleHealth.healthy());
    assertThat(map()).isSameAs(before);

    IntStream.range(1, count / 20).forEach(i -> found(i, SampleHealth.healthy()));
    MapColumns later = map();
    assertThat(later).isNotSameAs(before);

    found(count - 1, SampleHealth.healthy());
    results.stateProperty().set(new ScanState.Done());
    assertThat(map()).isNotSameAs(later);
  }

  @Test
  void findingsDuringMappingAreShownAfterwards() {
    Queue<Runnable> waiting = new ArrayDeque<>();
    FileMapViewModel slow =
        new FileMapViewModel(
            selection, results, new Jobs(waiting::add, Runnable::run), Messages.english());
    slow.setColumnCount(COLUMNS);
    assertThat(waiting).hasSize(1);

    found(0, SampleHealth.healthy());
    found(1, SampleHealth.nanAt(5));
    assertThat(waiting).hasSize(1);
    waiting.remove().run();
    assertThat(waiting).hasSize(1);
    waiting.remove().run();

    assertThat(waiting).isEmpty();
    assertThat(slow.columns.get().orElseThrow().kind(columnIn(1)))
        .isEqualTo(map().kind(columnIn(1)))
        .isNotEqualTo(ColumnKind.UNKNOWN);
  }

  @Test
  void tensorsTakeTheColourOfTheirHealthWhenItIsFound() {
    found(0, SampleHealth.healthy());
    found(1, SampleHealth.nanAt(5));
    found(2, SampleHealth.allZero());

    assertThat(map().kind(columnIn(0))).isEqualTo(ColumnKind.HEALTHY);
    assertThat(map().kind(columnIn(1))).isEqualTo(ColumnKind.ERROR);
    assertThat(map().kind(columnIn(2))).isEqualTo(ColumnKind.WARNING);
    assertThat(map().kind(columnIn(3))).isEqualTo(ColumnKind.UNKNOWN);
  }

  @Test
  void holesAreMarkedWhereTheyAre() {
    found(1, SampleHealth.zeroPageAt(begin(1)));

    assertThat(map().isHole(map().scale().column(begin(1)))).isTrue();
    assertThat(map().isHole(columnIn(1))).isFalse();
  }

  @Test
  void missingBytesAreShownAfterTheEnd() throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
      channel.truncate(begin(2));
    }
    show();

    assertThat(map().kind(COLUMNS - 1)).isEqualTo(ColumnKind.MISSING);
    assertThat(map().kind(COLUMNS / 2 - 10)).isEqualTo(ColumnKind.UNKNOWN);
    assertThat(new MapText(model, Messages.english()).of(map(), COLUMNS - 1))
        .as("where the file ends, wherever behind that one looks")
        .startsWith("Missing: the file ends after %,d bytes\nbyte ".formatted(begin(2)));
    long before = caret();
    model.goTo(COLUMNS - 1);
    assertThat(caret()).isEqualTo(before);
  }

  @Test
  void columnLeadsToItsBytes() {
    model.goTo(columnIn(2));

    assertThat(map().scale().column(caret())).isEqualTo(columnIn(2));
    assertThat(selection.tensorProperty().get()).map(tensor -> tensor.info().name()).contains("c");
  }

  @Test
  void columnOfSeveralTensorsLeadsToTheOneThatIsWrong() {
    found(3, SampleHealth.nanAt(5));
    model.setColumnCount(1);

    model.goTo(0);

    assertThat(caret()).isEqualTo(begin(3) + 5 * 4);
  }

  @Test
  void aClickNeverLeadsToBytesThatAreNotUnderIt() {
    found(1, SampleHealth.nanAt(9_000));
    model.setColumnCount(37);
    int column = map().scale().column(begin(1));
    assertThat(map().kind(column)).isEqualTo(ColumnKind.ERROR);
    assertThat(map().scale().begin(column)).as("the tensor begins inside").isLessThan(begin(1));

    model.goTo(column);

    assertThat(selectedName()).isEqualTo("b");
    assertThat(caret()).isEqualTo(begin(1));
    model.goToProblemAt(column);
    assertThat(caret()).isEqualTo(begin(1) + 9_000 * 4);
    model.goToProblemAt(columnIn(2));
    assertThat(selectedName()).as("where nothing is wrong, nothing happens").isEqualTo("b");
  }

  @Test
  void clickMovesToTheStartOfAnElement() {
    for (int column = columnIn(2); column < columnIn(2) + 8; column++) {
      model.goTo(column);

      assertThat((caret() - begin(2)) % 4).as("column %d", column).isZero();
      assertThat(map().scale().column(caret())).isEqualTo(column);
    }
  }

  @Test
  void keysGoFromProblemToProblem() {
    found(1, SampleHealth.nanAt(7));
    found(3, SampleHealth.zeroPageAt(begin(3) + 96));

    model.goToProblem(1);
    assertThat(caret()).isEqualTo(begin(1) + 7 * 4);
    model.goToProblem(1);
    assertThat(caret()).isEqualTo(begin(3) + 96);
    model.goToProblem(1);
    assertThat(caret()).isEqualTo(begin(3) + 96);
    model.goToProblem(-1);
    assertThat(caret()).isEqualTo(begin(1) + 7 * 4);
  }

  @Test
  void nothingIsShownWithoutAFile() {
    selection.show(new DocumentState.Empty());

    assertThat(model.columns.get()).isEmpty();
  }

  private String selectedName() {
    return selection.tensorProperty().get().map(tensor -> tensor.info().name()).orElse("");
  }

  @Test
  void keysGoFromTensorToTensor() {
    model.goToTensor(1);
    assertThat(selectedName()).isEqualTo("a");
    model.goToTensor(1);
    assertThat(selectedName()).isEqualTo("b");
    model.goToLastTensor();
    model.goToTensor(1);
    assertThat(selectedName()).isEqualTo("d");
    model.goToTensorAt(0);
    model.goToTensor(-1);
    assertThat(selectedName()).isEqualTo("a");
  }

  @Test
  void dragPutsTheCaretOnTheFirstByteOfTheColumnWhateverIsWrongThere() {
    found(2, SampleHealth.nanAt(5));
    int column = columnIn(2);

    model.scrub(column);

    assertThat(caret()).isEqualTo(map().scale().begin(column));
  }

  @Test
  void zoomKeepsTheByteUnderThePointerInItsColumn() {
    int column = columnIn(2);
    long byteOffset = map().scale().begin(column);

    model.zoom(column, 0.25);

    assertThat(map().scale().shownLength()).isLessThan(file().bytes().length() / 3);
    assertThat(map().scale().column(byteOffset)).isBetween(column - 1, column + 1);
    assertThat(map().tensor(column)).map(info -> info.name()).contains("c");
    model.showWhole();
    assertThat(map().scale().isZoomed()).isFalse();
  }

  @Test
  void zoomStopsWhereEachColumnIsAByte() {
    for (int i = 0; i < 100; i++) {
      model.zoom(COLUMNS / 2, 0.1);
    }

    assertThat(map().scale().shownLength()).isEqualTo(COLUMNS);
  }

  @Test
  void zoomedMapFollowsTheCaretAndEndsWithTheFile() {
    model.zoom(columnIn(0), 0.1);

    selection.placeCaret(file(), begin(4) - 1);

    assertThat(map().scale().shows(begin(4) - 1)).isTrue();
    assertThat(map().scale().begin() + map().scale().shownLength())
        .isEqualTo(file().bytes().length());
  }

  @Test
  void columnHasItsLargestTensor() {
    assertThat(map().mainTensor(columnIn(1))).map(info -> info.name()).contains("b");
    assertThat(map().mainTensor(0)).isEmpty();
    model.setColumnCount(1);
    assertThat(map().mainTensor(0)).isPresent();
    assertThat(map().kind(0)).isEqualTo(ColumnKind.HEADER);
  }

  @Test
  void groupsAreNumberedInFileOrder() {
    assertThat(map().group(columnIn(0))).isEqualTo(map().group(columnIn(0) + 1));
    assertThat(map().group(columnIn(0))).isNotEqualTo(map().group(columnIn(1)));
  }

  @Test
  void overlapsAndUnclaimedBytesAreReported() throws IOException {
    path =
        TensorFiles.raw(
            folder.resolve("odd.safetensors"),
            "{\"a\":{\"dtype\":\"I8\",\"shape\":[4000],\"data_offsets\":[0,4000]},"
                + "\"b\":{\"dtype\":\"I8\",\"shape\":[4000],\"data_offsets\":[2000,6000]},"
                + "\"c\":{\"dtype\":\"I8\",\"shape\":[1000],\"data_offsets\":[9000,10000]}}",
            10_000);
    show();
    long data = file().reading().dataStart().orElseThrow();

    assertThat(map().kind(map().scale().column(data + 1000))).isEqualTo(ColumnKind.UNKNOWN);
    assertThat(map().kind(map().scale().column(data + 3000))).isEqualTo(ColumnKind.OVERLAP);
    assertThat(map().kind(map().scale().column(data + 5000))).isEqualTo(ColumnKind.UNKNOWN);
    assertThat(map().isGap(map().scale().column(data + 7000))).isTrue();
    assertThat(map().isGap(map().scale().column(data + 5000))).isFalse();
    assertThat(map().kind(map().scale().column(data + 7000))).isEqualTo(ColumnKind.UNCLAIMED);
  }

  @Test
  void nextOfSeveralFilesIsShown() throws IOException {
    new TensorFiles().floats("e", 1, 2).write(folder.resolve("b.safetensors"));
    path = folder;
    show();

    model.goToFile(-1);
    assertThat(model.file()).contains(model.files().getFirst());
    model.goToFile(1);

    assertThat(model.file()).contains(model.files().getLast());
    assertThat(caret()).isZero();
    assertThat(map().file()).isSameAs(model.files().getLast());
  }

  @Test
  void selectedGroupIsMarkedWhereverItsTensorsAre() throws IOException {
    TensorFiles file = new TensorFiles();
    for (String name : List.of("x.a", "y", "x.b")) {
      file.tensor(name, Dtype.F32, new byte[TENSOR_BYTES], TENSOR_BYTES / 4);
    }
    path = file.write(folder.resolve("groups.safetensors"));
    show();

    selection.selectGroup(group("x"));

    assertThat(model.groupColumns.get().get(columnIn("x.a"))).isTrue();
    assertThat(model.groupColumns.get().get(columnIn("x.b"))).isTrue();
    assertThat(model.groupColumns.get().get(columnIn("y"))).isFalse();
    selection.placeCaret(file(), begin(1));
    assertThat(model.groupColumns.get().isEmpty()).isTrue();
  }

  private int columnIn(String name) {
    TensorInfo info = file().header().tensor(name).orElseThrow();
    return columnIn(file().header().indexOf(info));
  }

  private int group(String label) {
    return selection.openDocument().orElseThrow().tree().find(List.of(label)).orElseThrow();
  }

  @Test
  void visibleBytesOfAnotherFileAreNotShown() throws IOException {
    ByteRange bytes = new ByteRange(10, 20);
    TensorFile before = file();
    selection.visibleBytesProperty().set(Optional.of(new VisibleBytes(before, bytes)));
    assertThat(model.visible()).contains(bytes);

    show();

    assertThat(model.visible()).isEmpty();
  }

  @Test
  void eachByteOfASmallFileTakesAllOfItsColumns() throws IOException {
    path =
        TensorFiles.raw(
            folder.resolve("small.safetensors"),
            "{\"a\":{\"dtype\":\"I8\",\"shape\":[3],\"data_offsets\":[0,3]},"
                + "\"b\":{\"dtype\":\"I8\",\"shape\":[1],\"data_offsets\":[3,4]}}",
            4);
    show();
    int first = map().scale().column(file().reading().dataStart().orElseThrow());
    int second = map().scale().column(file().reading().dataStart().orElseThrow() + 3);

    assertThat(map().tensor(second - 1)).map(info -> info.name()).contains("a");
    assertThat(map().tensor(COLUMNS - 1)).map(info -> info.name()).contains("b");
    assertThat(map().kind(first - 1)).isEqualTo(ColumnKind.HEADER);
    model.goTo(second - 1);
    assertThat(selection.tensorProperty().get()).map(tensor -> tensor.info().name()).contains("a");
  }
}
