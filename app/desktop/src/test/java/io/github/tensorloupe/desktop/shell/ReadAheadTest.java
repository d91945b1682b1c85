package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.save.Recovery;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadAheadTest {

  private static final int MAX_COLLECTIONS = 50;
  private static final FileOperations DISK = FileOperations.ofThisComputer();

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void writeFile() throws IOException {
    file = new TensorFiles().floats("a", 1).write(folder.resolve("a.safetensors"));
  }

  private static LoadedDocument read(
      LoadedDocument.Reader reader, Path path, Cancellation cancellation) throws IOException {
    return reader.read(path, new Recovery(DISK), cancellation, Progress.NONE);
  }

  @Test
  void reopenedFirstPathIsReadAgain() throws IOException {
    ReadAhead ahead = new ReadAhead(file, DISK);

    try (var first = read(ahead, file, Cancellation.NEVER).document();
        var again = read(ahead, file, Cancellation.NEVER).document()) {
      assertThat(first.checkpoint().tensors()).hasSize(1);
      assertThat(again.checkpoint()).isNotSameAs(first.checkpoint());
    }
  }

  @Test
  void anotherPathIsReadInItsPlace() throws IOException {
    Path other = new TensorFiles().floats("b", 1, 2).write(folder.resolve("b.safetensors"));
    ReadAhead ahead = new ReadAhead(file, DISK);

    try (var document = read(ahead, other, Cancellation.NEVER).document()) {
      assertThat(document.checkpoint().path()).isEqualTo(other);
    }
  }

  @Test
  void whatFailedAheadFailsAsIfItHadBeenReadThen() {
    Path missing = folder.resolve("missing.safetensors");
    ReadAhead ahead = new ReadAhead(missing, DISK);

    assertThatThrownBy(() -> read(ahead, missing, Cancellation.NEVER))
        .isInstanceOf(IOException.class)
        .satisfies(
            failure ->
                assertThat(failure)
                    .hasSameClassAs(
                        catchThrowable(
                            () -> read(LoadedDocument::read, missing, Cancellation.NEVER))));
  }

  @Test
  void documentIsNotHeldOnceItWasRead() throws IOException {
    ReadAhead ahead = new ReadAhead(file, DISK);
    WeakReference<?> document = new WeakReference<>(readAndClose(ahead));

    for (int i = 0; i < MAX_COLLECTIONS && document.get() != null; i++) {
      System.gc();
    }

    assertThat(document.get()).isNull();
    read(ahead, file, Cancellation.NEVER).document().close();
  }

  private Object readAndClose(ReadAhead ahead) throws IOException {
    try (var document = read(ahead, file, Cancellation.NEVER).document()) {
      return document;
    }
  }
}
