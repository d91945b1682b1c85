package io.github.tensorloupe.ui;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.model.FileClosedException;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.save.Recovery;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.ui.job.Jobs;
import io.github.tensorloupe.ui.save.RecoveryQuestion;
import io.github.tensorloupe.ui.selection.DocumentState;
import io.github.tensorloupe.ui.selection.OpenDocument;
import io.github.tensorloupe.ui.selection.Selection;
import io.github.tensorloupe.ui.text.Messages;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Queue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DocumentOpenerTest {

  @TempDir Path folder;

  private final Queue<Runnable> background = new ArrayDeque<>();
  private final Queue<Runnable> foreground = new ArrayDeque<>();
  private final Jobs jobs = new Jobs(background::add, foreground::add);
  private final Selection selection = new Selection();
  private final DocumentOpener opener =
      new DocumentOpener(
          selection, jobs, new Recovery(FileOperations.ofThisComputer()), Messages.english());
  private final DocumentOpener.Surroundings surroundings =
      new DocumentOpener.Surroundings(RecoveryQuestion.NEVER, _ -> {});
  private Path first;
  private Path second;

  @BeforeEach
  void writeFiles() throws IOException {
    first = new TensorFiles().floats("first", 1).write(folder.resolve("first.safetensors"));
    second = new TensorFiles().floats("second", 2).write(folder.resolve("second.safetensors"));
  }

  private void runAll() {
    while (!background.isEmpty() || !foreground.isEmpty()) {
      (background.isEmpty() ? foreground : background).remove().run();
    }
  }

  private String tensorName() {
    return selection.openDocument().orElseThrow().checkpoint().tensors().getFirst().info().name();
  }

  private DocumentState state() {
    return selection.documentProperty().get();
  }

  @Test
  void aFileIsShownAsSoonAsItIsRead() {
    opener.open(first, surroundings);
    assertThat(state()).isEqualTo(new DocumentState.Opening(first));

    runAll();
    assertThat(tensorName()).isEqualTo("first");
    opener.close();
    runAll();
  }

  @Test
  void theFileThatWasOpenedLastIsShown() {
    opener.open(first, surroundings);
    background.remove().run();
    opener.open(second, surroundings);
    runAll();

    assertThat(tensorName()).isEqualTo("second");
    opener.close();
    runAll();
  }

  @Test
  void stoppingFromOutsideLeadsBackToTheBeginning() {
    opener.open(first, surroundings);
    jobs.cancelAll();
    runAll();

    assertThat(state()).isInstanceOf(DocumentState.Empty.class);
  }

  @Test
  void closingWhileAFileIsBeingReadStopsThat() {
    opener.open(first, surroundings);
    background.remove().run();
    opener.close();
    runAll();

    assertThat(state()).isInstanceOf(DocumentState.Empty.class);
  }

  @Test
  void theFilesOfTheDocumentBeforeAreClosed() {
    opener.open(first, surroundings);
    runAll();
    OpenDocument before = selection.openDocument().orElseThrow();
    opener.open(second, surroundings);
    runAll();

    assertThatThrownBy(() -> before.checkpoint().files().getFirst().bytes().read(0, 1))
        .isInstanceOf(FileClosedException.class);
    opener.close();
    runAll();
  }

  @Test
  void aFileThatIsNotThereIsAFinding() {
    opener.open(folder.resolve("nothing.safetensors"), surroundings);
    runAll();

    assertThat(state())
        .isInstanceOfSatisfying(
            DocumentState.Failed.class,
            failed -> assertThat(failed.finding().code()).isNotEqualTo(FindingCode.WRONG_KIND));
  }
}
