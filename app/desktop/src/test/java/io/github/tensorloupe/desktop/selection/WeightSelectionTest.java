package io.github.tensorloupe.desktop.selection;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.storage.WeightForm;
import io.github.tensorloupe.desktop.testing.OpenFiles;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.quantization.Quantization;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WeightSelectionTest {

  private final OpenFiles files = new OpenFiles();
  private final Selection main = new Selection();
  private final WeightSelection weights = new WeightSelection(main);
  private FileDocument document;

  /// Opens a file whose weights have one scale for each of their two rows.
  @BeforeEach
  void open(@TempDir Path folder) throws IOException {
    TensorFiles file = new TensorFiles();
    for (String name : new String[] {"a.weight", "b.weight"}) {
      ByteBuffer scales = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
      byte[] codes = {0x38, 0x3c, 0x40, 0x38, 0x3c, 0x40};
      file.tensor(name, Dtype.F8_E4M3, codes, 2, 3)
          .tensor(name + "_scale", Dtype.F32, scales.putFloat(2).putFloat(4).array(), 2, 1);
    }
    show(file.floats("norm", 1, 2).write(folder.resolve("q.safetensors")));
  }

  private void show(Path path) throws IOException {
    document = files.show(path, main);
    main.quantizationProperty()
        .set(Optional.of(Quantization.of(document.checkpoint(), Cancellation.NEVER)));
  }

  @AfterEach
  void close() throws IOException {
    files.close();
  }

  private TensorRef stored(String name) {
    return document.checkpoint().tensor(name).orElseThrow();
  }

  private static String name(Selection selection) {
    return selection.tensorProperty().get().map(tensor -> tensor.info().name()).orElse("");
  }

  private static long caret(Selection selection) {
    TensorRef tensor = selection.tensorProperty().get().orElseThrow();
    return selection.caretProperty().get().orElseThrow().byteOffset()
        - tensor.data().orElseThrow().range().begin();
  }

  private FileDocument showAll() throws IOException {
    Quantization found = main.quantizationProperty().get().orElseThrow();
    FileDocument all = FileDocument.of(found.dequantized(document.checkpoint()).orElseThrow());
    weights.setAll(Optional.of(all));
    return all;
  }

  @Test
  void chosenFormIsShownOfWhatHasIt() throws IOException {
    assertThat(weights.shownForm()).as("nothing is selected").isEqualTo(WeightForm.CODES);
    main.select(stored("a.weight_scale"));
    assertThat(weights.shownForm()).isEqualTo(WeightForm.VALUES);
    assertThat(weights.has(WeightForm.SCALES)).isTrue();
    assertThat(weights.has(WeightForm.CODES)).isTrue();
    weights.formProperty().set(WeightForm.SCALES);
    assertThat(weights.shownForm()).isEqualTo(WeightForm.SCALES);
    main.select(stored("norm"));
    assertThat(weights.shownForm()).as("no weight").isEqualTo(WeightForm.CODES);
    assertThat(weights.has(WeightForm.CODES)).isFalse();

    weights.formProperty().set(WeightForm.VALUES);
    assertThat(weights.formOfAll()).as("before it is known").isEqualTo(WeightForm.CODES);
    showAll();
    assertThat(weights.formOfAll()).isEqualTo(WeightForm.VALUES);
    weights.formProperty().set(WeightForm.SCALES);
    assertThat(weights.formOfAll()).isEqualTo(WeightForm.CODES);
  }

  @Test
  void weightIsThereOnceItIsKnownThatItIsQuantized() {
    Optional<Quantization> found = main.quantizationProperty().get();
    main.quantizationProperty().set(Optional.empty());
    main.select(stored("a.weight"));
    assertThat(weights.weightProperty().get()).isEmpty();

    main.quantizationProperty().set(found);

    assertThat(weights.weightProperty().get()).isPresent();
  }

  @Test
  void whatIsSelectedAmongTheValuesOfAllIsSelectedWhereItIsStored() throws IOException {
    FileDocument all = showAll();
    Selection values = weights.of(WeightForm.VALUES);
    main.select(stored("a.weight"));
    assertThat(values.openDocument()).contains(all);
    assertThat(values.tensorProperty().get()).isEqualTo(all.checkpoint().tensor("a.weight"));

    values.select(all.checkpoint().tensor("b.weight").orElseThrow());
    assertThat(main.tensorProperty().get()).contains(stored("b.weight"));
    values.select(all.checkpoint().tensor("norm").orElseThrow());
    assertThat(main.tensorProperty().get()).contains(stored("norm"));
    main.select(stored("b.weight_scale"));
    assertThat(name(values)).isEqualTo("b.weight");
    assertThat(weights.areAll(values)).isTrue();
    assertThat(weights.areAll(main)).isFalse();
  }

  @Test
  void valuesAreSelectedWhereTheirCodesAreUnderAnotherName(@TempDir Path folder)
      throws IOException {
    TensorFiles file = new TensorFiles();
    file.tensor("a.qweight", Dtype.I32, new byte[8 * 16 * 4], 8, 16)
        .tensor("a.qzeros", Dtype.I32, new byte[2 * 2 * 4], 2, 2)
        .tensor("a.scales", Dtype.F16, new byte[2 * 16 * 2], 2, 16);
    show(file.write(folder.resolve("gptq.safetensors")));
    FileDocument all = showAll();

    weights.of(WeightForm.VALUES).select(all.checkpoint().tensor("a.weight").orElseThrow());

    assertThat(main.tensorProperty().get()).contains(stored("a.qweight"));
  }

  @Test
  void caretsOfCodesValuesAndScalesLeadEachOther() {
    main.select(stored("a.weight"));
    Selection values = weights.of(WeightForm.VALUES);
    Selection scales = weights.of(WeightForm.SCALES);
    assertThat(weights.of(WeightForm.CODES)).isSameAs(main);
    assertThat(name(scales)).isEqualTo("a.weight_scale");

    TensorRef logical = values.tensorProperty().get().orElseThrow();
    long valueBytes = logical.data().orElseThrow().range().byteCount() / 6;
    values.select(logical, logical.data().orElseThrow().range().begin() + 4 * valueBytes);
    assertThat(weights.element()).isEqualTo(OptionalLong.of(4));
    assertThat(weights.code().orElseThrow().part()).isEqualTo(stored("a.weight"));
    assertThat(caret(main)).isEqualTo(4);

    long codes = stored("a.weight").data().orElseThrow().range().begin();
    main.placeCaret(stored("a.weight").file(), codes + 1);
    assertThat(weights.element()).isEqualTo(OptionalLong.of(1));
    assertThat(caret(values)).isEqualTo(valueBytes);

    long others = stored("b.weight").data().orElseThrow().range().begin();
    main.placeCaret(stored("b.weight").file(), others + 4);
    assertThat(caret(main)).as("of another weight").isEqualTo(4);
    assertThat(weights.element()).isEqualTo(OptionalLong.of(4));
    main.placeCaret(stored("a.weight").file(), codes + 1);

    TensorRef scale = stored("a.weight_scale");
    scales.select(scale, scale.data().orElseThrow().range().begin() + 4);
    assertThat(main.tensorProperty().get()).contains(scale);
    assertThat(caret(main)).isEqualTo(4);
    assertThat(weights.element()).as("stays").isEqualTo(OptionalLong.of(1));
    weights.goTo(weights.code().orElseThrow());
    assertThat(caret(main)).isEqualTo(1);
  }

  @Test
  void nothingIsLeftOfADocumentThatWasClosed() throws IOException {
    showAll();
    main.select(stored("a.weight"));
    Selection values = weights.of(WeightForm.VALUES);

    main.show(new DocumentState.Empty());

    assertThat(weights.weightProperty().get()).isEmpty();
    assertThat(weights.allProperty().get()).isEmpty();
    assertThat(name(values)).isEmpty();
    assertThat(values.documentProperty().get()).isEqualTo(new DocumentState.Empty());
    assertThat(weights.element()).isEmpty();
  }
}
