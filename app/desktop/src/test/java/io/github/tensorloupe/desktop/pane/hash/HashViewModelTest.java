package io.github.tensorloupe.desktop.pane.hash;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.testing.OpenFiles;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.integrity.expected.Check;
import io.github.tensorloupe.integrity.expected.Check.Result;
import io.github.tensorloupe.integrity.expected.ExpectedHash;
import io.github.tensorloupe.integrity.expected.ExpectedHashSource;
import io.github.tensorloupe.integrity.expected.Verifier.Examination;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.testing.HubRepositoryBuilder;
import io.github.tensorloupe.testing.SampleBytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HashViewModelTest {

  @TempDir Path folder;

  private final OpenFiles files = new OpenFiles();
  private final Selection selection = new Selection();
  private final ScanResults results = new ScanResults();
  private final Queue<Runnable> background = new ArrayDeque<>();
  private final Jobs jobs = new Jobs(background::add, Runnable::run);
  private final HashViewModel model =
      new HashViewModel(selection, results, jobs, Messages.english());

  @AfterEach
  void closeFiles() throws IOException {
    files.close();
  }

  private Path file(String name, float value) throws IOException {
    return SampleBytes.write(folder.resolve(name), SampleBytes.floats(value));
  }

  /// Shows a set of two files.
  private void showSet() throws IOException {
    file("a-1.safetensors", 1);
    file("a-2.safetensors", 2);
    Path index =
        SampleBytes.write(
            folder.resolve("model.safetensors.index.json"),
            SampleBytes.index("t", "a-1.safetensors", "u", "a-2.safetensors"));
    files.show(index, selection);
  }

  private void work() {
    while (!background.isEmpty()) {
      background.remove().run();
    }
  }

  private Examination known() {
    return model.file.get().flatMap(model::examination).orElseThrow();
  }

  @Test
  void smallFileIsHashedWhenThePaneIsActive() throws IOException {
    files.show(file("a.safetensors", 1), selection);
    assertThat(background).isEmpty();

    model.active.set(true);
    work();

    assertThat(known().hashes().sha256())
        .isEqualTo(HubRepositoryBuilder.sha256(SampleBytes.floats(1)));
    assertThat(model.running.getValue()).isEmpty();
  }

  @Test
  void largeFileIsHashedOnRequest() throws IOException {
    model.active.set(true);
    Path path = file("a.safetensors", 1);
    try (var channel = Files.newByteChannel(path, StandardOpenOption.WRITE)) {
      channel.position(HashViewModel.SMALL_BYTES);
      channel.write(ByteBuffer.allocate(1));
    }
    Path sums = folder.resolve("SHA256SUMS");
    Files.writeString(sums, "0".repeat(64) + "  a.safetensors\n");
    files.show(path, selection);
    work();
    assertThat(model.file.get().flatMap(model::examination)).isEmpty();
    assertThat(model.file.get().flatMap(model::pendingChecks).orElseThrow().waiting())
        .extracting(ExpectedHash::kind)
        .containsExactly(ExpectedHashSource.CHECKSUM_LIST);

    model.examineFile();
    assertThat(background).hasSize(1);
    model.stop();
    work();

    assertThat(model.running.getValue()).isEmpty();
    assertThat(model.file.get().flatMap(model::examination)).isEmpty();
  }

  @Test
  void selectedTensorShowsItsFile() throws IOException {
    showSet();
    TensorFile second = model.files().getLast();

    selection.placeCaret(second, 0);

    assertThat(model.file.get()).contains(second);
  }

  @Test
  void stoppedHashingIsNotRestartedAutomatically() throws IOException {
    model.active.set(true);
    files.show(file("a.safetensors", 1), selection);
    model.stop();
    work();
    assertThat(model.file.get().flatMap(model::examination)).isEmpty();

    model.active.set(false);
    model.active.set(true);

    assertThat(background).isEmpty();
    model.examineFile();
    work();
    assertThat(known().checks()).isEmpty();
  }

  @Test
  void knownFilesAreNotHashedAgain() throws IOException {
    showSet();
    model.examineFile();
    work();
    Examination first = known();

    model.examineAll();
    work();

    assertThat(model.files()).allMatch(file -> model.examination(file).isPresent());
    assertThat(model.examination(model.files().getFirst())).containsSame(first);
  }

  @Test
  void resultsForAClosedDocumentAreDropped() throws IOException {
    Queue<Runnable> foreground = new ArrayDeque<>();
    HashViewModel late =
        new HashViewModel(
            selection, results, new Jobs(Runnable::run, foreground::add), Messages.english());
    files.show(file("a.safetensors", 1), selection);
    late.examineFile();
    TensorFile old = late.files().getFirst();
    selection.show(new DocumentState.Empty());

    while (!foreground.isEmpty()) {
      foreground.remove().run();
    }

    assertThat(late.examination(old)).isEmpty();
    assertThat(late.file.get()).isEmpty();
    assertThat(late.running.getValue()).isEmpty();
  }

  @Test
  void readFailureIsReported() throws IOException {
    showSet();
    Files.write(folder.resolve("a-1.safetensors"), new byte[0]);

    model.examineAll();
    work();

    assertThat(model.failure.get()).isPresent();
    assertThat(model.running.getValue()).isEmpty();

    model.examineAll();
    assertThat(model.failure.get()).as("while it is tried again").isEmpty();
    work();
    assertThat(model.failure.get()).isPresent();
    files.show(file("b.safetensors", 3), selection);
    assertThat(model.failure.get()).as("of another document").isEmpty();
  }

  @Test
  void expectedHashesOfTheCacheAreCompared() throws IOException {
    model.active.set(true);
    Path link =
        HubRepositoryBuilder.repository(folder, "org", "name")
            .addLarge(HubRepositoryBuilder.commit("c"), "model.safetensors", SampleBytes.floats(1));
    HubRepositoryBuilder.flipBit(link, SampleBytes.floats(1).length - 1);
    files.show(link, selection);
    work();

    assertThat(Check.worst(known().checks())).isEqualTo(Result.MISMATCH);
    assertThat(VerifyOutcome.of(model.examination(model.files().getFirst())))
        .isEqualTo(VerifyOutcome.MISMATCH);
  }
}
