package io.github.tensorloupe.desktop.selection;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.analysis.slice.SliceAxes;
import io.github.tensorloupe.desktop.selection.Selection.ShownSlice;
import io.github.tensorloupe.desktop.testing.Comparisons;
import io.github.tensorloupe.desktop.testing.OpenFiles;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PairSelectionTest {

  private final OpenFiles files = new OpenFiles();
  private ComparisonDocument comparison;
  private PairSelection selection;

  @BeforeEach
  void open(@TempDir Path folder) throws IOException {
    Path a =
        new TensorFiles()
            .floats("x", 1, 2, 3)
            .floats("w", 1, 2, 3, 4)
            .write(folder.resolve("a.safetensors"));
    Path b =
        new TensorFiles()
            .tensor("w", Dtype.F16, new byte[8], 4)
            .floats("z", 1)
            .write(folder.resolve("b.safetensors"));
    comparison = Comparisons.open(files, a, b);
    selection = new PairSelection(comparison);
  }

  @AfterEach
  void close() throws IOException {
    files.close();
  }

  private int pair(String name) {
    return comparison.pairNamed(name).orElseThrow();
  }

  private static TensorRef tensor(Selection side) {
    return side.tensorProperty().get().orElseThrow();
  }

  /// Returns the offset of the caret from the first byte of the tensor.
  private static long caret(Selection side) {
    return side.caretProperty().get().orElseThrow().byteOffset()
        - tensor(side).data().orElseThrow().range().begin();
  }

  @Test
  void caretOfOneSideMovesThatOfTheOtherToTheSameElement() {
    selection.select(pair("w"));

    selection
        .a()
        .select(
            tensor(selection.a()), tensor(selection.a()).data().orElseThrow().range().begin() + 9);

    assertThat(selection.elementProperty().get()).isEqualTo(OptionalLong.of(2));
    assertThat(caret(selection.b())).isEqualTo(4);
    assertThat(caret(selection.a())).isEqualTo(9);
  }

  @Test
  void elementIsSelectedOnBothSides() {
    selection.select(pair("w"), 3);

    assertThat(caret(selection.a())).isEqualTo(12);
    assertThat(caret(selection.b())).isEqualTo(6);
    selection.elementProperty().set(OptionalLong.of(1));
    assertThat(caret(selection.b())).isEqualTo(2);
  }

  @Test
  void tensorThatIsChosenOnOneSideSelectsItsPair() {
    TensorRef w = comparison.b().checkpoint().tensor("w").orElseThrow();

    selection.b().select(w);

    assertThat(selection.pairProperty().get()).hasValue(pair("w"));
    assertThat(tensor(selection.a()).info().name()).isEqualTo("w");
  }

  @Test
  void sideWithoutTheTensorShowsNone() {
    selection.select(pair("w"));
    selection.select(pair("x"));

    assertThat(selection.b().tensorProperty().get()).isEmpty();
    assertThat(tensor(selection.a()).info().name()).isEqualTo("x");
  }

  @Test
  void sliceOfOneSideIsTheSliceOfTheOther() {
    selection.select(pair("w"));
    SliceAxes axes = SliceAxes.ofLast(tensor(selection.a()).info().shape());

    selection.a().sliceProperty().set(Optional.of(new ShownSlice(tensor(selection.a()), axes)));

    assertThat(selection.b().axesOf(tensor(selection.b()))).contains(axes);
  }
}
