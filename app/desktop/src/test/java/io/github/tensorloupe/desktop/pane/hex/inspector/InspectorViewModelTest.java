package io.github.tensorloupe.desktop.pane.hex.inspector;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.hex.inspector.InspectorViewModel.Inspection;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.testing.OpenFiles;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InspectorViewModelTest {

  @TempDir Path folder;

  private final Selection selection = new Selection();
  private final OpenFiles files = new OpenFiles();
  private final InspectorViewModel model =
      new InspectorViewModel(selection, new Jobs(Runnable::run, Runnable::run), Messages.english());
  private Path path;
  private TensorFile file;
  private long dataStart;

  @BeforeEach
  void openFile() throws IOException {
    path =
        new TensorFiles()
            .floats("numbers", 1, 2, 3)
            .tensor("codes", Dtype.F4, new byte[] {0x72, 0x21}, 4)
            .write(folder.resolve("a.safetensors"));
    file = files.show(path, selection).checkpoint().files().getFirst();
    dataStart = file.reading().dataStart().orElseThrow();
    model.active.set(true);
  }

  @AfterEach
  void closeFiles() throws IOException {
    files.close();
  }

  private Inspection at(long byteOffset) {
    selection.placeCaret(file, byteOffset);
    return model.reading.resultProperty().get().orElseThrow();
  }

  private String elementAt(long byteOffset) {
    return at(byteOffset).element().map(ElementBits::text).orElse("none");
  }

  @Test
  void theElementIsTheOneThatTheByteIsIn() {
    assertThat(elementAt(dataStart + 5)).isEqualTo("2");
    assertThat(elementAt(dataStart + 8)).isEqualTo("3");
    assertThat(elementAt(dataStart + 12)).isEqualTo("1");
  }

  @Test
  void theHeaderHasReadingsAndNoElement() {
    Inspection inspection = at(0);

    assertThat(inspection.element()).isEmpty();
    assertThat(inspection.readings())
        .filteredOn(reading -> reading.dtype() == Dtype.U64)
        .singleElement()
        .satisfies(reading -> assertThat(reading.little()).contains(Long.toString(dataStart - 8)));
  }

  @Test
  void theLastByteIsReadAlone() {
    Inspection inspection = at(file.bytes().length() - 1);

    assertThat(inspection.begin()).isEqualTo(file.bytes().length() - 1);

    assertThat(inspection.readings())
        .allSatisfy(
            reading ->
                assertThat(reading.little().isPresent()).isEqualTo(reading.dtype().bits() <= 8));
  }

  @Test
  void inactiveInspectorReadsNothing() {
    at(dataStart);
    Inspection before = model.reading.resultProperty().get().orElseThrow();
    model.active.set(false);

    assertThat(at(dataStart + 4)).isSameAs(before);

    model.active.set(true);
    assertThat(
            model
                .reading
                .resultProperty()
                .get()
                .flatMap(Inspection::element)
                .map(ElementBits::text))
        .contains("2");
  }

  @Test
  void aFileThatShrankSaysSo() throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
      channel.truncate(4);
    }

    selection.placeCaret(file, dataStart + 4);

    assertThat(model.reading.resultProperty().get()).isEmpty();
    assertThat(Failures.of(model.reading).getValue())
        .hasValueSatisfying(
            failed -> assertThat(failed.sentence().toString()).contains("is missing"));
  }

  @Test
  void withoutAFileThereIsNothing() {
    at(dataStart);
    selection.show(new DocumentState.Empty());

    assertThat(model.reading.resultProperty().get()).isEmpty();
  }
}
