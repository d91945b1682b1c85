package io.github.tensorloupe.desktop.pane.hex;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.control.canvas.CaretMove;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.hex.HexChoices.OffsetBase;
import io.github.tensorloupe.desktop.pane.hex.HexPainter.ByteColors;
import io.github.tensorloupe.desktop.pane.hex.HexPainter.HexColor;
import io.github.tensorloupe.desktop.selection.PairSelection;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.testing.OpenPairs;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.testing.CodeBytes;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The bytes of both sides of a comparison.
class HexSidesTest {

  private static final int COUNT = 4000;
  private static final int CHANGED = 1001;

  @TempDir Path folder;

  private final OpenPairs files = new OpenPairs();
  private HexViewModel a;
  private HexViewModel b;
  private HexViewModel delta;

  /// @param codeOfB the code of the element that differs
  private PairSelection open(Dtype ofA, Dtype ofB, long codeOfB) throws IOException {
    // The tensors start in different columns.
    TensorFiles inA = new TensorFiles().tensor("z", Dtype.U8, new byte[3], 3);
    PairSelection selection =
        files.open(
            folder,
            inA.tensor("m", ofA, bytes(ofA, 0), COUNT),
            new TensorFiles().tensor("m", ofB, bytes(ofB, codeOfB), COUNT));
    a = model(selection.a());
    b = model(selection.b());
    delta = model(selection.delta());
    files.select("m");
    selection.elementProperty().set(OptionalLong.of(CHANGED));
    return selection;
  }

  private static byte[] bytes(Dtype dtype, long code) {
    ElementType type = ElementType.of(dtype);
    return CodeBytes.of(
        dtype,
        LongStream.range(0, COUNT)
            .map(i -> i == CHANGED && code != 0 ? code : type.encode(i % 3))
            .toArray());
  }

  private static HexViewModel model(Selection selection) {
    HexViewModel model =
        new HexViewModel(
            selection,
            new ScanResults(),
            new Jobs(Runnable::run, Runnable::run),
            Messages.english());
    model.setRoom(16, 20);
    return model;
  }

  @AfterEach
  void close() throws IOException {
    files.close();
  }

  private static long begin(HexViewModel model) {
    return model.page.get().marks().tensor().begin();
  }

  private static ByteColors inks(HexViewModel model) {
    HexPage page = model.page.get();
    return new ByteColors(page, page.structure().orElseThrow());
  }

  private static boolean isMarked(HexViewModel model, long byteInTensor) {
    long at = begin(model) + byteInTensor;
    boolean marked = model.page.get().marks().changed().contains(at);
    assertThat(inks(model).line(at).filter(HexColor.CHANGED_LINE::equals).isPresent())
        .isEqualTo(marked);
    assertThat(inks(model).ground(at).filter(HexColor.CHANGED_GROUND::equals).isPresent())
        .isEqualTo(marked);
    return marked;
  }

  @Test
  void onlyTheByteWithTheFlippedBitIsMarked() throws IOException {
    long code = ElementType.of(Dtype.F32).encode(CHANGED % 3);
    open(Dtype.F32, Dtype.F32, code ^ 1 << 22);
    for (HexViewModel side : new HexViewModel[] {a, b}) {
      assertThat(isMarked(side, 4 * CHANGED + 2)).isTrue();
      assertThat(isMarked(side, 4 * CHANGED + 1)).isFalse();
      assertThat(isMarked(side, 4 * CHANGED + 3)).isFalse();
      assertThat(isMarked(side, 4 * CHANGED + 6)).isFalse();
    }
  }

  @Test
  void ofOtherDtypesAllBytesOfTheElementAreMarked() throws IOException {
    open(Dtype.F32, Dtype.BF16, ElementType.of(Dtype.BF16).encode(-9));
    for (int at = 0; at < 4; at++) {
      assertThat(isMarked(a, 4 * CHANGED + at)).isTrue();
    }
    assertThat(isMarked(b, 2 * CHANGED)).isTrue();
    assertThat(isMarked(b, 2 * CHANGED + 1)).isTrue();
    assertThat(isMarked(a, 4 * CHANGED + 4)).isFalse();
    assertThat(isMarked(b, 2 * CHANGED - 1)).isFalse();
  }

  @Test
  void ofElementsInOneByteItIsMarkedWhereOneDiffers() throws IOException {
    open(Dtype.F4, Dtype.F4, 0xf);
    assertThat(isMarked(a, CHANGED / 2)).isTrue();
    assertThat(isMarked(b, CHANGED / 2)).isTrue();
    assertThat(isMarked(b, CHANGED / 2 + 1)).isFalse();
  }

  @Test
  void rowsBeginAtTheSameElementsAndScrollTogether() throws IOException {
    open(Dtype.F32, Dtype.BF16, 1);
    a.scrollTo(a.scroll.rows.rowOf(begin(a) + 4 * 800));
    assertThat(firstElement(a, 4)).isEqualTo(800);
    assertThat(firstElement(b, 2)).isEqualTo(800);
    assertThat(firstElement(delta, 4)).isEqualTo(800);
    b.scrollBy(1);
    assertThat(firstElement(a, 4)).isEqualTo(808);
  }

  private static long firstElement(HexViewModel model, int width) {
    HexRows.Scroll scroll = model.scroll;
    return (scroll.rows.beginOf(scroll.firstRow) - begin(model)) / width;
  }

  @Test
  void ofTheDifferenceOnlyItsValuesAreShown() throws IOException {
    open(Dtype.F32, Dtype.F32, 1);
    delta.scrollTo(0);
    delta.move(CaretMove.FIRST, false);

    assertThat(delta.page.get().rows().bytes(0, 1).begin()).isEqualTo(begin(delta));
    assertThat(delta.page.get().marks().caret()).hasValue(begin(delta));
    assertThat(delta.caretLine.get().decimal()).isEqualTo("0");
    assertThat(delta.caretLine.get().length()).isEqualTo("of 16,000 bytes");
    delta.selectAll();
    assertThat(delta.selectedBytes().orElseThrow().byteCount()).isEqualTo(4 * COUNT);
    delta.choices.offsets().set(OffsetBase.FILE);
    assertThat(delta.page.get().rowText(0)).startsWith(" 000000");
  }

  @Test
  void offsetsCountFromTheTensorSoThatRowsCompare() throws IOException {
    open(Dtype.F32, Dtype.F32, 1);
    assertThat(a.scroll.rows.columnOf(begin(a))).isZero();
    assertThat(b.scroll.rows.columnOf(begin(b))).isZero();
  }
}
