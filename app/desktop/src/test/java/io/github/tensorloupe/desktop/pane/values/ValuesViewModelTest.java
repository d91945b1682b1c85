package io.github.tensorloupe.desktop.pane.values;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.analysis.slice.SliceAxes;
import io.github.tensorloupe.analysis.slice.TensorSlice.Cell;
import io.github.tensorloupe.desktop.control.canvas.CaretMove;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.values.GridLoader.JsonTensor;
import io.github.tensorloupe.desktop.pane.values.GridPage.CellSummary;
import io.github.tensorloupe.desktop.pane.values.GridState.Viewport;
import io.github.tensorloupe.desktop.pane.values.TensorAdvice.Content;
import io.github.tensorloupe.desktop.pane.values.ValuesViewModel.Format;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.selection.Selection.ShownSlice;
import io.github.tensorloupe.desktop.testing.OpenFiles;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.model.CountedFile;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.testing.CodeBytes;
import io.github.tensorloupe.testing.SampleBytes;
import io.github.tensorloupe.testing.SharedFolder;
import io.github.tensorloupe.testing.SparseFiles;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ValuesViewModelTest {

  private static final int ROWS = 10;
  private static final int COLUMNS = 5;

  @TempDir Path folder;

  private final OpenFiles files = new OpenFiles();
  private final Selection selection = new Selection();
  private final ValuesViewModel model = model(new Jobs(Runnable::run, Runnable::run));
  private FileDocument document;

  private ValuesViewModel model(Jobs jobs) {
    ValuesViewModel created = new ValuesViewModel(selection, jobs, Messages.english());
    created.setWholeCells(ROWS, COLUMNS);
    created.active.set(true);
    return created;
  }

  @AfterEach
  void close() throws IOException {
    files.close();
  }

  /// Opens a file whose tensors contain the values 0, 1, 2 and so on; for `BOOL` 0, 1, 0, 1.
  private void open(TensorFiles tensors) throws IOException {
    document = files.show(tensors.write(folder.resolve("values.safetensors")), selection);
  }

  private static TensorFiles counting(String name, Dtype dtype, long... shape) {
    return counting(new TensorFiles(), name, dtype, shape);
  }

  private static TensorFiles counting(
      TensorFiles file, String name, Dtype dtype, long... dimensions) {
    ElementType type = ElementType.of(dtype);
    long count = Shape.of(dimensions).elementCount().orElseThrow();
    long[] codes =
        LongStream.range(0, count)
            .map(i -> dtype == Dtype.BOOL ? i % 2 : type.encode(i))
            .flatMap(code -> LongStream.of(code, 0).limit(type.partsPerElement()))
            .toArray();
    return file.tensor(name, dtype, CodeBytes.of(dtype, codes), dimensions);
  }

  @Test
  void ofATensorInAMissingShardThePaneNamesTheShard() throws IOException {
    new TensorFiles().floats("a", 1).write(folder.resolve("m-00001-of-00002.safetensors"));
    String index =
        """
        {"weight_map": {"a": "m-00001-of-00002.safetensors", "b": "m-00002-of-00002.safetensors"}}
        """;
    Path path = Files.writeString(folder.resolve("m.safetensors.index.json"), index);
    document = files.show(path, selection);

    selection.selectGroup(document.tree().size() - 1);

    assertThat(model.content.get())
        .isEqualTo(
            new Content.Nothing(
                "b is in the shard m-00002-of-00002.safetensors, which is missing or cannot be"
                    + " read. Download it again, then reload."));
    select("a");
    assertThat(model.content.get()).isInstanceOf(Content.Numbers.class);
  }

  private void select(String tensor) {
    selection.select(tensor(tensor));
  }

  private TensorRef tensor(String name) {
    return document.checkpoint().tensor(name).orElseThrow();
  }

  private static GridPage page(ValuesViewModel of) {
    return of.page.get().orElseThrow();
  }

  private GridPage page() {
    return page(model);
  }

  private String text(long row, long column) {
    return text(page(), row, column);
  }

  /// Returns the text of a cell, or an empty string if it has not arrived yet.
  private static String text(GridPage page, long row, long column) {
    return page.text()
        .filter(read -> read.contains(row, column))
        .map(read -> read.text(row, column))
        .orElse("");
  }

  private Optional<Cell> cursor() {
    return page().cursor();
  }

  private long caret() {
    return selection.caretProperty().get().orElseThrow().byteOffset();
  }

  /// Returns the offset of the caret from the first byte of a tensor.
  private long caretIn(String tensor) {
    return caret() - tensor(tensor).data().orElseThrow().range().begin();
  }

  private String axes() {
    return page().slice().axes().text();
  }

  private String nothing() {
    return model.content.get() instanceof Content.Nothing(String sentence) ? sentence : "";
  }

  @ParameterizedTest
  @EnumSource
  void countingValuesAreShownInOrder(Dtype dtype) throws IOException {
    open(counting("t", dtype, 2, 3, 4));
    select("t");

    ElementType type = ElementType.of(dtype);
    List<String> shown = new ArrayList<>();
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 24; i++) {
      model.hold(0, i / 12);
      shown.add(text(i % 12 / 4, i % 4));
      String number = type.displayText(dtype == Dtype.BOOL ? i % 2 : type.encode(i));
      expected.add(dtype == Dtype.C64 ? number + " + 0i" : number);
    }
    assertThat(shown).isEqualTo(expected);
    // Only the dtype for powers of two cannot represent 0, 1 and 2.
    if (dtype != Dtype.F8_E8M0 && dtype != Dtype.C64 && dtype != Dtype.BOOL) {
      assertThat(shown.stream().limit(3).map(Double::parseDouble)).containsExactly(0.0, 1.0, 2.0);
    }
  }

  @Test
  void theFileOfAnotherProgramThatCountsUpShowsItsNumbers() throws IOException {
    Path path = SharedFolder.file("real/fluxml-single/model.numpy.safetensors");
    document = files.show(path, selection);

    int tensors = 0;
    for (TensorRef tensor : document.checkpoint().tensors()) {
      selection.select(tensor);
      if (tensor.info().dtype() == Dtype.BOOL || model.page.get().isEmpty()) {
        continue;
      }
      long count = tensor.info().shape().elementCount().orElseThrow();
      for (long i = 0; i < count; i++) {
        assertThat(model.goTo(Long.toString(i))).isTrue();
        Cell at = cursor().orElseThrow();
        ElementType type = ElementType.of(tensor.info().dtype());
        assertThat(text(at.row(), at.column())).startsWith(type.displayText(type.encode(i)));
      }
      tensors++;
    }
    assertThat(tensors).isGreaterThan(20);
  }

  @Test
  void nothingIsReadWhileAnotherPaneIsTurnedTo() throws IOException {
    model.active.set(false);
    open(counting("t", Dtype.U8, 4, 4));
    select("t");
    assertThat(page().text()).isEmpty();

    model.active.set(true);
    assertThat(text(1, 1)).isEqualTo("5");
  }

  @Test
  void anywhereInAHugeTensorOnlyTheVisibleCellsAndHalfAPageAroundAreRead() throws IOException {
    long rows = 128_256;
    long columns = 16_384;
    Path path = SparseFiles.write(folder.resolve("huge"), Dtype.F32, Map.of(), rows, columns);
    Random random = new Random(1);
    try (CountedFile counted = CountedFile.open(path)) {
      selection.select(counted.tensor("t"));
      long maxBytes = (2L * ROWS + 3) * (2L * COLUMNS + 3) * 4;
      for (int i = 0; i < 100; i++) {
        long before = counted.bytesRead();
        model.scroll(viewport -> viewport.at(random.nextLong(rows), random.nextLong(columns)));
        assertThat(counted.bytesRead() - before).isBetween(0L, maxBytes);
        Viewport view = page().view();
        assertThat(text(view.firstRow() + ROWS - 1, view.firstColumn())).isEqualTo("0");
      }
      model.transpose();
      long before = counted.bytesRead();
      model.move(CaretMove.LAST, false);
      assertThat(counted.bytesRead() - before).isBetween(1L, maxBytes);
      assertThat(cursor()).contains(new Cell(columns - 1, rows - 1));
      before = counted.bytesRead();
      model.scroll(viewport -> viewport.at(viewport.firstRow() - 1, viewport.firstColumn()));
      assertThat(counted.bytesRead()).isEqualTo(before);
    }
  }

  @Test
  void aRowOfEightBillionCellsIsReachedAtItsEnd() throws IOException {
    long columns = 1L << 33;
    Path path =
        SparseFiles.write(
            folder.resolve("wide"), Dtype.U8, Map.of(columns - 1, new byte[] {42}), 1, columns);
    document = files.show(path, selection);
    select("t");

    model.move(CaretMove.ROW_END, false);

    assertThat(cursor()).contains(new Cell(0, columns - 1));
    assertThat(text(0, columns - 1)).isEqualTo("42");
    assertThat(caretIn("t")).isEqualTo(columns - 1);
    model.scroll(viewport -> viewport.at(Long.MAX_VALUE, Long.MAX_VALUE));
    assertThat(page().view().firstColumn()).isEqualTo(columns - COLUMNS);
  }

  @Test
  void theCursorPutsTheCaretOnItsElement() throws IOException {
    open(counting("t", Dtype.F32, 6, 7));
    select("t");

    model.placeCursor(new Cell(2, 3), false);
    assertThat(caretIn("t")).isEqualTo((2 * 7 + 3) * 4);
    model.move(CaretMove.DOWN, false);
    assertThat(caretIn("t")).isEqualTo((3 * 7 + 3) * 4);
    model.transpose();
    assertThat(cursor()).contains(new Cell(3, 3));
    model.move(CaretMove.DOWN, false);
    assertThat(caretIn("t")).isEqualTo((3 * 7 + 4) * 4);
  }

  @Test
  void theCursorStaysInSightWhenThereIsRoomForFewerCells() throws IOException {
    open(counting("t", Dtype.F32, 30, 30));
    select("t");
    model.goTo("[9, 4]");
    assertThat(page().view().firstColumn()).isZero();

    model.setWholeCells(4, 2);

    assertThat(page().view().shows(new Cell(9, 4))).isTrue();
  }

  @Test
  void cellsThatWereScrolledToStayWhenThereIsRoomForFewer() throws IOException {
    open(counting("t", Dtype.F32, 30, 30));
    select("t");
    model.goTo("[0, 0]");
    model.scroll(viewport -> viewport.at(12, 12));

    model.setWholeCells(4, 2);

    assertThat(page().view().firstRow()).isEqualTo(12);
    assertThat(page().view().firstColumn()).isEqualTo(12);
  }

  @Test
  void theCaretTakesTheGridToItsElementAlsoInAnotherSlice() throws IOException {
    open(counting("t", Dtype.I32, 3, 4, 50, 60));
    select("t");
    TensorFile file = tensor("t").file();
    long begin = caret();

    long element = ((2 * 4 + 3) * 50 + 41) * 60L + 33;
    selection.placeCaret(file, begin + element * 4 + 1);

    assertThat(axes()).isEqualTo("[2, 3, :, :]");
    assertThat(cursor()).contains(new Cell(41, 33));
    assertThat(text(41, 33)).isEqualTo(Long.toString(element));
    assertThat(caret()).isEqualTo(begin + element * 4 + 1);
  }

  @Test
  void whoFirstTurnsToTheValuesSeesWhatIsAroundTheCaret() throws IOException {
    ValuesViewModel later =
        new ValuesViewModel(selection, new Jobs(Runnable::run, Runnable::run), Messages.english());
    open(counting("t", Dtype.U16, 60, 60));
    selection.select(
        tensor("t"), tensor("t").data().orElseThrow().range().begin() + 2 * (30 * 60 + 40));

    later.active.set(true);
    later.setWholeCells(ROWS, COLUMNS);

    assertThat(page(later).cursor()).contains(new Cell(30, 40));
    assertThat(page(later).view().firstRow()).isEqualTo(28);
    assertThat(page(later).view().firstColumn()).isEqualTo(38);
  }

  @Test
  void thePlaceOfTheCaretIsFoundWhenTheTensorChangesWithIt() throws IOException {
    open(counting(counting("a", Dtype.U8, 9), "b", Dtype.U8, 3, 40, 30));
    select("a");
    TensorRef b = tensor("b");

    selection.placeCaret(b.file(), b.data().orElseThrow().range().begin() + 2000);

    assertThat(axes()).isEqualTo("[1, :, :]");
    assertThat(cursor()).contains(new Cell(800 / 30, 800 % 30));
  }

  @Test
  void ofElementsThatShareAByteTheOwnOneStays() throws IOException {
    open(counting("t", Dtype.F4, 4, 8));
    select("t");

    model.placeCursor(new Cell(1, 3), false);
    assertThat(caretIn("t")).isEqualTo(5);
    assertThat(cursor()).contains(new Cell(1, 3));
    selection.placeCaret(tensor("t").file(), caret() + 1);
    assertThat(cursor()).contains(new Cell(1, 4));
    selection.placeCaret(tensor("t").file(), caret() - 1);
    assertThat(cursor()).contains(new Cell(1, 2));
  }

  @Test
  void viewOfATensorIsRememberedAndNewOnesStartFresh() throws IOException {
    open(counting(counting("a", Dtype.U8, 3, 4, 5), "b", Dtype.U8, 3, 4, 5));
    select("a");
    model.showAxis(0, true);
    model.hold(1, 2);
    model.format.set(new CellFormat.Hexadecimal());
    assertThat(axes()).isEqualTo("[:, 2, :]");

    select("b");
    assertThat(axes()).isEqualTo("[0, :, :]");
    model.format.set(new CellFormat.Fixed(3));
    select("a");

    assertThat(axes()).isEqualTo("[:, 2, :]");
    assertThat(model.format.get()).isEqualTo(new CellFormat.Hexadecimal());
    assertThat(text(1, 1)).isEqualTo("1F");
    assertThat(caretIn("a")).isZero();
    selection.placeCaret(tensor("a").file(), caret() + 1);
    assertThat(axes()).isEqualTo("[:, 0, :]");
    assertThat(cursor()).contains(new Cell(0, 1));
  }

  @Test
  void choosingAnAxisKeepsTheElementInSight() throws IOException {
    open(counting("t", Dtype.U8, 3, 4, 5));
    select("t");
    model.goTo("[2, 3, 4]");

    model.showAxis(0, true);
    assertThat(axes()).isEqualTo("[:, 3, :]");
    assertThat(cursor()).contains(new Cell(2, 4));
    model.showAxis(0, false);
    assertThat(axes()).isEqualTo("[:, 3, :]");
    assertThat(page().slice().axes().rowAxis()).isEqualTo(2);
    assertThat(cursor()).contains(new Cell(4, 2));
    assertThat(caretIn("t")).isEqualTo(59);
  }

  @Test
  void holdingAnAxisElsewhereMovesTheCaretToThatSlice() throws IOException {
    open(counting("t", Dtype.U8, 3, 4, 5));
    select("t");
    model.placeCursor(new Cell(1, 2), false);

    model.hold(0, 2);
    assertThat(caretIn("t")).isEqualTo(47);
    model.hold(0, 99);
    assertThat(axes()).isEqualTo("[2, :, :]");
    model.hold(0, -5);
    assertThat(axes()).isEqualTo("[0, :, :]");
  }

  @Test
  void aTextLeadsToASliceOrAnElement() throws IOException {
    open(counting("t", Dtype.U8, 3, 4, 5));
    select("t");

    assertThat(model.goTo("[:, 1, :]")).isTrue();
    assertThat(axes()).isEqualTo("[:, 1, :]");
    assertThat(model.goTo("2, 3, 4")).isTrue();
    assertThat(caretIn("t")).isEqualTo(59);
    assertThat(axes()).isEqualTo("[:, 3, :]");
    assertThat(model.goTo("31")).isTrue();
    assertThat(caretIn("t")).isEqualTo(31);
    model.transpose();
    assertThat(model.goTo("[1, :, :]")).isTrue();
    assertThat(page().slice().axes().rowAxis()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[3, :, :]|Axis 0 has no index 3: it goes from 0 to 2.",
        "[0, 1]|This tensor has 3 axes, but the index has 2.",
        "[0, 0, :]|That has 1 colons; write 2,",
        "60|Element 60 does not exist: this tensor has 60.",
        "[0, x, :]|Character 5 is not part"
      })
  void aTextThatLeadsNowhereIsExplained(String text, String sentence) throws IOException {
    open(counting("t", Dtype.U8, 3, 4, 5));
    select("t");

    assertThat(model.goTo(text)).isFalse();

    assertThat(model.refusal.get().orElse("")).startsWith(sentence);
    assertThat(axes()).isEqualTo("[0, :, :]");
    model.refusal.set(Optional.empty());
    assertThat(model.refusal.get()).isEmpty();
  }

  @Test
  void cellsBeyondTheEndOfTheFileAreDashesAndCounted() throws IOException {
    Path path = counting("t", Dtype.I32, 10, 10).write(folder.resolve("whole"));
    byte[] bytes = Files.readAllBytes(path);
    Path cut = Files.write(folder.resolve("cut"), Arrays.copyOf(bytes, bytes.length - 42));
    document = files.show(cut, selection);
    select("t");

    assertThat(text(8, 0)).isEqualTo("80");
    model.goTo("[8, 9]");
    assertThat(text(8, 8)).isEqualTo("88");
    assertThat(text(8, 9)).isEqualTo("–");
    assertThat(text(9, 9)).isEqualTo("–");
    assertThat(model.whatIsMissing())
        .contains("11 of 100 values are missing: the file ends before them.");
    assertThat(cursor()).contains(new Cell(8, 9));
    assertThat(caretIn("t")).isZero();
    assertThat(CellSummary.of(page(), new Cell(8, 9)).isBeyondEnd()).isTrue();
  }

  @Test
  void aShapeThatCannotBeIsRefusedPolitely() throws IOException {
    String shape = "[1099511627776,1099511627776]";
    Path path = folder.resolve("bad");
    Files.write(path, SampleBytes.file(SampleBytes.entry("t", "F32", shape, 0, 8), new byte[8]));
    document = files.show(path, selection);
    select("t");

    assertThat(model.page.get()).isEmpty();
    assertThat(nothing()).contains("1099511627776 × 1099511627776").contains("hex pane");
    assertThat(model.goTo("0")).isFalse();
    model.move(CaretMove.DOWN, false);
    model.copy(Format.TSV, _ -> {});
    model.transpose();
  }

  @Test
  void whereThereIsNothingThereIsASentence() throws IOException {
    assertThat(nothing()).isEqualTo("Select a tensor to see its numbers.");

    open(counting("empty", Dtype.F32, 3, 0));
    select("empty");

    assertThat(nothing()).isEqualTo("This tensor has no elements: its shape is 3 × 0.");
  }

  @Test
  void aScalarIsOneCellAndAShortVectorARow() throws IOException {
    open(counting(counting("scalar", Dtype.F32), "vector", Dtype.F32, 12));
    select("scalar");
    assertThat(page().slice().rowCount()).isOne();
    assertThat(text(0, 0)).isEqualTo("0");

    select("vector");
    model.setWholeCells(ROWS, 12);
    assertThat(page().slice().rowCount()).isOne();
    assertThat(text(0, 4)).isEqualTo("4");
    model.transpose();
    assertThat(page().slice().columnCount()).isOne();
    assertThat(text(9, 0)).isEqualTo("9");
    model.goTo("7");
    assertThat(cursor()).contains(new Cell(7, 0));
  }

  @Test
  void vectorIsWrappedIntoRowsThatFitTheWidth() throws IOException {
    open(counting("vector", Dtype.I32, 12));
    model.setWholeCells(ROWS, 5);
    select("vector");
    assertThat(page().slice().columnCount()).isEqualTo(5);
    assertThat(text(2, 1)).isEqualTo("11");
    assertThat(text(1, 0)).isEqualTo("5");

    model.placeCursor(new Cell(0, 4), false);
    model.move(CaretMove.RIGHT, false);
    assertThat(cursor()).contains(new Cell(1, 0));
    model.move(CaretMove.ROW_END, false);
    model.move(CaretMove.DOWN, false);
    assertThat(cursor()).contains(new Cell(2, 1));
    model.setWholeCells(ROWS, 4);
    assertThat(cursor()).contains(new Cell(2, 3));
    assertThat(caretIn("vector")).isEqualTo(4 * 11);
  }

  @Test
  void ofAVectorInRowsTheElementsBetweenTwoAreSelected() throws IOException {
    open(counting("vector", Dtype.I32, 12));
    model.setWholeCells(ROWS, 5);
    select("vector");
    String[] copied = new String[1];

    model.placeCursor(new Cell(0, 3), false);
    model.placeCursor(new Cell(1, 1), true);
    model.copy(Format.TSV, text -> copied[0] = text);

    assertThat(copied[0]).isEqualTo("3\t4\t5\t6");
    assertThat(page().isSelected(0, 4)).isTrue();
    assertThat(page().isSelected(1, 2)).isFalse();
    model.selectAll();
    model.copy(Format.NUMPY, text -> copied[0] = text);
    assertThat(copied[0]).startsWith("array([0, 1, 2,").endsWith("11], dtype=int32)");
    assertThat(page().isSelected(2, 2)).isFalse();
  }

  @Test
  void ofAHugeVectorOnlyTheVisibleRowsAreRead() throws IOException {
    long count = 25_000_000_000L;
    Path path = SparseFiles.write(folder.resolve("vector"), Dtype.F32, Map.of(), count);
    try (CountedFile counted = CountedFile.open(path)) {
      long before = counted.bytesRead();
      selection.select(counted.tensor("t"));
      model.move(CaretMove.LAST, false);
      assertThat(counted.bytesRead() - before).isLessThan(8L * 4 * (2 * ROWS + 3) * COLUMNS);
      assertThat(page().cursor().map(Cell::row))
          .contains((count - 1) / page().slice().columnCount());
    }
  }

  @Test
  void kernelsOpenAsTilesAndOneOfThemIsShownAlone() throws IOException {
    open(counting("conv", Dtype.I32, 4, 3, 2, 5));
    select("conv");
    assertThat(axes()).isEqualTo("[:, :, :, :]");
    assertThat(page().slice().rowCount()).isEqualTo(8);

    model.goTo("[1, 2, 1, 3]");
    assertThat(text(3, 13)).isEqualTo(Integer.toString(((3 + 2) * 2 + 1) * 5 + 3));
    assertThat(cursor()).contains(new Cell(3, 13));
    model.showTiles(false);
    assertThat(axes()).isEqualTo("[1, 2, :, :]");
    assertThat(cursor()).contains(new Cell(1, 3));
    model.showTiles(true);
    assertThat(cursor()).contains(new Cell(3, 13));
    model.goTo("[0, 0, :, :]");
    assertThat(axes()).isEqualTo("[0, 0, :, :]");
    model.goTo("...");
    assertThat(axes()).isEqualTo("[:, :, :, :]");
  }

  @Test
  void theSliceThatAnotherPaneShowsIsFollowed() throws IOException {
    open(counting("t", Dtype.I32, 3, 4, 50));
    select("t");
    SliceAxes other = new SliceAxes(2, 0, List.of(0L, 3L, 0L));

    selection.sliceProperty().set(Optional.of(new ShownSlice(tensor("t"), other)));
    assertThat(page().slice().axes()).isEqualTo(other);
    model.transpose();
    assertThat(selection.axesOf(tensor("t"))).contains(other.transposed());
  }

  @Test
  void bytesThatAreJsonAreShownAsSuchAndAsNumbers() throws IOException {
    byte[] json = "{\"format\":\"float8_e4m3fn\",\"scale\":[1]}\0".getBytes(StandardCharsets.UTF_8);
    byte[] numbers = {'{', 1, 2};
    open(
        new TensorFiles()
            .tensor("a.comfy_quant", Dtype.U8, json, json.length)
            .tensor("b", Dtype.I8, numbers, 3));

    select("a.comfy_quant");
    assertThat(model.content.get())
        .isEqualTo(
            new Content.Json("{\n  \"format\": \"float8_e4m3fn\",\n  \"scale\": [\n    1\n  ]\n}"));
    model.numbers.set(true);
    assertThat(model.content.get()).isEqualTo(new Content.Numbers(true));
    assertThat(text(0, 0)).isEqualTo("123");

    select("b");
    assertThat(model.content.get()).isEqualTo(new Content.Numbers(false));
    select("a.comfy_quant");
    assertThat(model.content.get()).isEqualTo(new Content.Numbers(true));
  }

  @Test
  void ofALargeTensorOfBytesNoMoreIsReadToLookForJson() throws IOException {
    long count = JsonTensor.MAX_BYTES + 1L;
    Path path =
        SparseFiles.write(folder.resolve("bytes"), Dtype.U8, Map.of(0L, new byte[] {'{'}), count);
    try (CountedFile counted = CountedFile.open(path)) {
      long before = counted.bytesRead();
      selection.select(counted.tensor("t"));
      assertThat(counted.bytesRead() - before).isLessThan(100);
    }
  }

  @Test
  void cellsAreBlankUntilTheyArriveAndOlderOnesAreDropped() throws IOException {
    Queue<Runnable> waiting = new ArrayDeque<>();
    ValuesViewModel slow = model(new Jobs(waiting::add, Runnable::run));
    open(counting("t", Dtype.I32, 200, 200));
    select("t");
    Runnable first = waiting.remove();

    slow.scroll(viewport -> viewport.at(100, 100));
    assertThat(text(page(slow), 100, 100)).isEmpty();
    waiting.remove().run();
    assertThat(text(page(slow), 100, 100)).isEqualTo("20100");
    first.run();
    assertThat(text(page(slow), 100, 100)).isEqualTo("20100");
    slow.scroll(viewport -> viewport.at(viewport.firstRow() + 2, viewport.firstColumn() + 1));
    assertThat(waiting).isEmpty();
  }

  @Test
  void aSliceThatIsLeftBeforeItArrivesIsNotShownForAnother() throws IOException {
    Queue<Runnable> waiting = new ArrayDeque<>();
    ValuesViewModel slow = model(new Jobs(waiting::add, Runnable::run));
    open(counting("t", Dtype.I16, 2, 5, 5));
    select("t");
    waiting.remove().run();
    assertThat(text(page(slow), 0, 1)).isEqualTo("1");

    slow.hold(0, 1);
    slow.scroll(viewport -> viewport);
    assertThat(text(page(slow), 0, 1)).isEmpty();
    waiting.remove().run();
    assertThat(text(page(slow), 0, 1)).isEqualTo("26");
  }

  @Test
  void shiftedMovesSelectABlockThatIsCopied() throws IOException {
    open(counting("t", Dtype.F32, 6, 7));
    select("t");
    List<String> clipboard = new ArrayList<>();
    model.placeCursor(new Cell(1, 1), false);
    model.move(CaretMove.RIGHT, true);
    model.move(CaretMove.DOWN, true);

    model.copy(Format.TSV, clipboard::add);
    model.copy(Format.NUMPY, clipboard::add);

    assertThat(clipboard)
        .containsExactly(
            "8.0\t9.0\n15.0\t16.0", "array([[8.0, 9.0],\n       [15.0, 16.0]], dtype=float32)");
    assertThat(model.notice.get().orElseThrow().sentence()).startsWith("2 × 2 values");
    model.escape();
    assertThat(page().selected().orElseThrow().isSingle()).isTrue();
  }

  @Test
  void messagesAreClearedOnSelection() throws IOException {
    open(counting(counting("t", Dtype.F32, 2, 3), "u", Dtype.U8, 2, 2));
    select("t");
    model.copy(Format.TSV, _ -> {});
    model.refuse("There is no such index.");
    assertThat(model.notice.get()).isPresent();
    assertThat(model.refusal.get()).contains("There is no such index.");

    select("u");

    assertThat(model.notice.get()).isEmpty();
    assertThat(model.refusal.get()).isEmpty();
  }

  @Test
  void moreThanTheLimitIsNotCopied() throws IOException {
    Path path = SparseFiles.write(folder.resolve("wide"), Dtype.U8, Map.of(), 2, 1L << 33);
    document = files.show(path, selection);
    select("t");
    model.selectAll();

    model.copy(Format.TSV, text -> assertThat(text).isNull());

    assertThat(model.notice.get().orElseThrow().isRefusal()).isTrue();
    assertThat(model.notice.get().orElseThrow().sentence()).contains("At most 250,000");
  }

  @Test
  void copyingThatIsStoppedCopiesNothing() throws IOException {
    Queue<Runnable> waiting = new ArrayDeque<>();
    ValuesViewModel slow = model(new Jobs(waiting::add, Runnable::run));
    open(counting("t", Dtype.U8, 5, 5));
    select("t");
    List<String> clipboard = new ArrayList<>();
    slow.selectAll();
    slow.copy(Format.TSV, clipboard::add);

    slow.escape();
    waiting.forEach(Runnable::run);

    assertThat(clipboard).isEmpty();
    assertThat(page(slow).selected().orElseThrow().isSingle()).isFalse();
  }

  @Test
  void cellsThatAreNotInTheFileCannotBecomeAnArray() throws IOException {
    byte[] bytes = Files.readAllBytes(counting("t", Dtype.U8, 2, 2).write(folder.resolve("t")));
    Path cut = Files.write(folder.resolve("cut"), Arrays.copyOf(bytes, bytes.length - 1));
    document = files.show(cut, selection);
    select("t");
    model.selectAll();
    List<String> clipboard = new ArrayList<>();

    model.copy(Format.NUMPY, clipboard::add);
    assertThat(model.notice.get().orElseThrow().sentence()).contains("beyond the end");
    model.copy(Format.TSV, clipboard::add);

    assertThat(clipboard).containsExactly("0\t1\n2\t");
  }

  @Test
  void truncatedFileIsReported() throws IOException {
    open(counting("t", Dtype.F64, 100, 100));
    select("t");
    Path path = tensor("t").file().path();
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
      channel.truncate(1000);
    }

    model.move(CaretMove.LAST, false);

    assertThat(model.failureProperty().getValue().orElseThrow().sentence().toString())
        .contains("changed while it was open");
    assertThat(text(99, 99)).isEmpty();
  }

  @Test
  void aClosedDocumentLeavesNothing() throws IOException {
    open(counting("t", Dtype.U8, 4, 4));
    select("t");

    selection.show(new DocumentState.Empty());

    assertThat(model.page.get()).isEmpty();
    assertThat(model.tensor.get()).isEmpty();
  }
}
