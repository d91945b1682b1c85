package io.github.tensorloupe.desktop.pane.reload;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.testing.OpenFiles;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReloadViewModelTest {

  @TempDir private Path folder;

  private final OpenFiles files = new OpenFiles();
  private final Selection selection = new Selection();
  private boolean isWriting;
  private ReloadViewModel model;
  private Path file;

  @BeforeEach
  void openFile() throws IOException {
    file = new TensorFiles().floats("a", 1, 2, 3).write(folder.resolve("m.safetensors"));
    model =
        new ReloadViewModel(
            selection,
            new Jobs(Runnable::run, Runnable::run),
            () -> isWriting,
            Duration.ofDays(1),
            Messages.english());
    files.show(file, selection);
  }

  @AfterEach
  void close() throws IOException {
    model.close();
    files.close();
  }

  private String pollMessage() {
    model.lookNow();
    return model.sentence.get();
  }

  private void append(int byteCount) throws IOException {
    Files.write(file, new byte[byteCount], StandardOpenOption.APPEND);
  }

  @Test
  void unchangedFilesAreNotReported() {
    assertThat(pollMessage()).isEmpty();
    assertThat(pollMessage()).isEmpty();
  }

  @Test
  void kindsOfFileChangesAreDistinguished() throws IOException {
    append(5);
    assertThat(pollMessage())
        .isEqualTo("m.safetensors was changed by another program and has become longer.");

    Files.write(file, new byte[9]);
    assertThat(pollMessage()).startsWith("m.safetensors has become shorter");

    Path other = new TensorFiles().floats("b", 1).write(folder.resolve("other"));
    Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
    assertThat(pollMessage()).isEqualTo("m.safetensors was replaced by another file.");

    Files.delete(file);
    assertThat(pollMessage()).startsWith("m.safetensors was deleted");
  }

  @Test
  void aFileOfTheSameLengthWrittenLaterHasChanged() throws IOException {
    Files.setLastModifiedTime(file, FileTime.fromMillis(1_000_000));

    assertThat(pollMessage()).isEqualTo("m.safetensors was changed by another program.");
  }

  @Test
  void changeBeforeTheFirstPollIsDetected() throws IOException {
    append(1);

    assertThat(pollMessage()).isNotEmpty();
  }

  @Test
  void whatThisProgramWritesIsNoSurprise() throws IOException {
    isWriting = true;
    append(1);
    assertThat(pollMessage()).isEmpty();

    files.show(file, selection);
    isWriting = false;

    assertThat(pollMessage()).isEmpty();
  }

  @Test
  void onlyTheChangeAfterAnIgnoredOneIsReported() throws IOException {
    append(1);
    pollMessage();
    model.ignore();
    assertThat(model.sentence.get()).isEmpty();
    assertThat(pollMessage()).isEmpty();

    append(1);

    assertThat(pollMessage())
        .isEqualTo("m.safetensors was changed by another program and has become longer.");
  }

  @Test
  void restoredFileIsReportedAfterItsIgnoredDeletion() throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    Files.delete(file);
    pollMessage();
    model.ignore();
    assertThat(pollMessage()).isEmpty();

    Files.write(file, bytes);

    assertThat(pollMessage()).isEqualTo("m.safetensors was added to the folder.");
  }

  @Test
  void newFileInAnOpenFolderIsReported() throws IOException {
    files.show(folder, selection);
    assertThat(pollMessage()).isEmpty();

    new TensorFiles().floats("b", 1).write(folder.resolve("n.safetensors"));
    Files.writeString(folder.resolve("notes.txt"), "no business of ours");

    assertThat(pollMessage()).isEqualTo("n.safetensors was added to the folder.");
  }

  @Test
  void onlyNewShardsNextToASetAreReported() throws IOException {
    for (int i = 1; i <= 2; i++) {
      new TensorFiles()
          .floats("t" + i, 1)
          .write(folder.resolve("s-0000%d-of-00002.safetensors".formatted(i)));
    }
    Path index =
        Files.writeString(
            folder.resolve("s.safetensors.index.json"),
            """
            {"weight_map": {"t1": "s-00001-of-00002.safetensors",
                            "t2": "s-00002-of-00002.safetensors"}}
            """);
    files.show(index, selection);
    assertThat(pollMessage()).isEmpty();

    new TensorFiles().floats("b", 1).write(folder.resolve("s-bf16.safetensors"));
    assertThat(pollMessage()).isEmpty();

    new TensorFiles().floats("b", 1).write(folder.resolve("s-00003-of-00003.safetensors"));
    assertThat(pollMessage()).isEqualTo("s-00003-of-00003.safetensors was added to the folder.");
  }

  @Test
  void severalChangesAreOneSentence() throws IOException {
    Path second = new TensorFiles().floats("b", 1).write(folder.resolve("n.safetensors"));
    files.show(folder, selection);
    append(1);
    Files.delete(second);

    assertThat(pollMessage()).isEqualTo("n.safetensors was deleted or moved. And 1 more.");
  }

  @Test
  void aClosedDocumentIsNotWatched() throws IOException {
    append(1);
    pollMessage();
    selection.show(new DocumentState.Empty());

    assertThat(pollMessage()).isEmpty();
  }
}
