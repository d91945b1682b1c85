package io.github.tensorloupe.ui.selection;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SelectionTest {

  private final Selection selection = new Selection();
  private Checkpoint checkpoint;
  private TensorFile file;
  private long dataStart;

  @BeforeEach
  void openCheckpoint(@TempDir Path folder) throws IOException {
    Path path =
        new TensorFiles()
            .floats("a", 1, 2)
            .tensor("b.empty", Dtype.F32, new byte[0], 0)
            .floats("c", 3)
            .write(folder.resolve("a.safetensors"));
    checkpoint = Checkpoint.open(path, Cancellation.NEVER, Progress.NONE);
    file = checkpoint.files().getFirst();
    dataStart = file.reading().dataStart().orElseThrow();
    selection.show(new DocumentState.Open(OpenDocument.of(checkpoint)));
  }

  @AfterEach
  void closeCheckpoint() throws IOException {
    checkpoint.close();
  }

  private Optional<String> selectedName() {
    return selection.tensorProperty().get().map(tensor -> tensor.info().name());
  }

  @Test
  void anOpenedDocumentHasItsCaretOnTheFirstByte() {
    assertThat(selection.caretProperty().get()).contains(new Caret(file, 0));
    assertThat(selectedName()).isEmpty();
  }

  @Test
  void selectingATensorPutsTheCaretOnItsFirstByte() {
    selection.select(checkpoint.tensor("c").orElseThrow());

    assertThat(selection.caretProperty().get()).contains(new Caret(file, dataStart + 8));
  }

  @Test
  void theCaretSelectsTheTensorOfItsByte() {
    selection.placeCaret(file, dataStart + 7);
    assertThat(selectedName()).contains("a");

    selection.placeCaret(file, dataStart + 8);
    assertThat(selectedName()).contains("c");
  }

  @Test
  void theCaretInTheHeaderSelectsNoTensor() {
    selection.placeCaret(file, dataStart + 8);
    selection.placeCaret(file, dataStart - 1);

    assertThat(selectedName()).isEmpty();
  }

  @Test
  void showingSomethingElseForgetsTheSelection() {
    selection.select(checkpoint.tensor("c").orElseThrow());
    selection.show(new DocumentState.Empty());

    assertThat(selectedName()).isEmpty();
    assertThat(selection.caretProperty().get()).isEmpty();
  }
}
