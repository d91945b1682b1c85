package io.github.tensorloupe.desktop.pane.overview;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.testing.OpenFiles;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Queue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OverviewViewModelTest {

  @TempDir Path folder;

  private final OpenFiles files = new OpenFiles();
  private final Selection selection = new Selection();
  private final Queue<Runnable> waiting = new ArrayDeque<>();
  private final OverviewViewModel model =
      new OverviewViewModel(
          selection, new ScanResults(), new Jobs(waiting::add, Runnable::run), Messages.english());

  @AfterEach
  void closeFiles() throws IOException {
    files.close();
  }

  private Path file(String name) throws IOException {
    return new TensorFiles().floats("t", 1).write(folder.resolve(name));
  }

  private void work() {
    while (!waiting.isEmpty()) {
      waiting.remove().run();
    }
  }

  @Test
  void nothingIsShownUntilItIsSummedUp() throws IOException {
    files.show(file("a.safetensors"), selection);
    assertThat(model.overview.get()).isEmpty();

    work();
    assertThat(model.overview.get()).isPresent();
  }

  @Test
  void theLatestDocumentWins() throws IOException {
    files.show(file("a.safetensors"), selection);
    files.show(file("b.safetensors"), selection);

    work();

    assertThat(model.overview.get().orElseThrow().checkpoint().path())
        .isEqualTo(folder.resolve("b.safetensors"));
  }

  @Test
  void closingEmptiesThePage() throws IOException {
    files.show(file("a.safetensors"), selection);
    work();

    selection.show(new DocumentState.Empty());
    work();

    assertThat(model.overview.get()).isEmpty();
  }

  @Test
  void closingWhileItIsSummedUpDropsTheResult() throws IOException {
    files.show(file("a.safetensors"), selection);

    selection.show(new DocumentState.Empty());
    work();

    assertThat(model.overview.get()).isEmpty();
  }

  @Test
  void aTensorCanBeSelected() throws IOException {
    files.show(file("a.safetensors"), selection);
    work();

    model.select(model.overview.get().orElseThrow().largestTensors().getFirst());

    assertThat(selection.tensorProperty().get()).isPresent();
  }
}
