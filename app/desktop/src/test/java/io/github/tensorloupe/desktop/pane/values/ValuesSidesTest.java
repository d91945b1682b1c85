package io.github.tensorloupe.desktop.pane.values;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.selection.PairSelection;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.testing.OpenPairs;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.testing.CodeBytes;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The grids of both sides of a comparison.
class ValuesSidesTest {

  private static final int ROWS = 40;
  private static final int COLUMNS = 30;
  private static final int CHANGED = 25 * COLUMNS + 3;

  @TempDir Path folder;

  private final OpenPairs files = new OpenPairs();
  private ValuesViewModel a;
  private ValuesViewModel b;
  private ValuesViewModel delta;

  private PairSelection open(Dtype ofB) throws IOException {
    PairSelection selection = files.open(folder, counting(Dtype.F32, -1), counting(ofB, CHANGED));
    a = model(selection.a());
    b = model(selection.b());
    delta = model(selection.delta());
    files.select("m");
    return selection;
  }

  /// Returns a tensor that repeats the values 0 to 3. One element is 100 instead.
  private static TensorFiles counting(Dtype dtype, int changed) {
    ElementType type = ElementType.of(dtype);
    long[] codes =
        LongStream.range(0, ROWS * COLUMNS)
            .map(i -> type.encode(i == changed ? 100 : i % 4))
            .toArray();
    return new TensorFiles().tensor("m", dtype, CodeBytes.of(dtype, codes), ROWS, COLUMNS);
  }

  private static ValuesViewModel model(Selection selection) {
    ValuesViewModel model =
        new ValuesViewModel(selection, new Jobs(Runnable::run, Runnable::run), Messages.english());
    model.setWholeCells(10, 5);
    model.active.set(true);
    return model;
  }

  @AfterEach
  void close() throws IOException {
    files.close();
  }

  private static GridPage page(ValuesViewModel model) {
    return model.page.get().orElseThrow();
  }

  private static boolean isMarked(ValuesViewModel model, int element) {
    return page(model).text().orElseThrow().isChanged(element / COLUMNS, element % COLUMNS);
  }

  @Test
  void theElementThatDiffersIsMarkedOnBothSidesWhateverTheDtypes() throws IOException {
    for (Dtype dtype : new Dtype[] {Dtype.F32, Dtype.BF16, Dtype.I64}) {
      PairSelection selection = open(dtype);
      selection.elementProperty().set(java.util.OptionalLong.of(CHANGED));
      for (ValuesViewModel side : new ValuesViewModel[] {a, b}) {
        assertThat(isMarked(side, CHANGED)).as("%s", dtype).isTrue();
        assertThat(isMarked(side, CHANGED - 1)).isFalse();
      }
      assertThat(page(delta).text().orElseThrow().text(25, 3)).isEqualTo("99");
      assertThat(page(delta).text().orElseThrow().text(25, 2)).isEqualTo("0");
    }
  }

  @Test
  void scrollingOneGridScrollsTheOthers() throws IOException {
    open(Dtype.BF16);
    b.scroll(view -> view.at(17, 11));
    for (ValuesViewModel side : new ValuesViewModel[] {a, b, delta}) {
      assertThat(page(side).view().firstRow()).isEqualTo(17);
      assertThat(page(side).view().firstColumn()).isEqualTo(11);
    }
  }

  @Test
  void gridThatShowsMoreStaysWithinItsCellsAndLeavesTheOthersWhereTheyAre() throws IOException {
    open(Dtype.F32);
    delta.setWholeCells(20, 10);
    a.scroll(view -> view.at(30, 25));
    assertThat(page(a).view().firstRow()).isEqualTo(30);
    assertThat(page(delta).view().firstRow()).isEqualTo(20);
  }

  @Test
  void cursorAndSliceAndFormatAreOne() throws IOException {
    open(Dtype.BF16);
    a.placeCursor(new io.github.tensorloupe.analysis.slice.TensorSlice.Cell(4, 2), false);
    assertThat(page(delta).cursor()).isEqualTo(page(a).cursor());
    b.transpose();
    assertThat(page(delta).slice().axes()).isEqualTo(page(b).slice().axes());
    a.format.set(new CellFormat.Hexadecimal());
    assertThat(b.format.get()).isEqualTo(new CellFormat.Hexadecimal());
  }

  @Test
  void bothSidesHaveOneColorScaleAndTheDifferenceItsOwn() throws IOException {
    PairSelection selection = open(Dtype.F32);
    selection.elementProperty().set(java.util.OptionalLong.of(CHANGED));
    a.colored.set(true);
    assertThat(page(a).scale().orElseThrow().limit()).isEqualTo(100);
    assertThat(page(b).scale().orElseThrow().limit()).isEqualTo(100);
    assertThat(page(delta).scale().orElseThrow().limit()).isEqualTo(99);
  }

  @Test
  void laterGridShowsTheSameViewAsTheOthers() throws IOException {
    PairSelection selection = open(Dtype.BF16);
    a.format.set(new CellFormat.Hexadecimal());
    a.scroll(view -> view.at(17, 11));
    ValuesViewModel later = model(selection.b());
    assertThat(page(later).view()).isEqualTo(page(a).view());
    assertThat(later.format.get()).isEqualTo(new CellFormat.Hexadecimal());
  }

  @Test
  void pairWithAMissingSideIsShownAlone() throws IOException {
    PairSelection selection =
        files.open(folder, counting(Dtype.F32, -1), new TensorFiles().floats("other", 1, 2, 3));
    a = model(selection.a());
    b = model(selection.b());
    delta = model(selection.delta());
    files.select("m");
    assertThat(a.page.get()).isPresent();
    assertThat(b.page.get()).isEmpty();
    assertThat(delta.page.get()).isEmpty();
    files.select("other");
    assertThat(a.page.get()).isEmpty();
    assertThat(b.page.get()).isPresent();
  }
}
