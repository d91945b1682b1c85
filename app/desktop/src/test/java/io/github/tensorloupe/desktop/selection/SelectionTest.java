package io.github.tensorloupe.desktop.selection;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.selection.Selection.Caret;
import io.github.tensorloupe.desktop.session.RememberedPlace;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SelectionTest {

  private static final Duration PAUSE = Duration.ofSeconds(1);

  private long now;
  private final Selection selection = new Selection(() -> now, List::of, new LinkedState());
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
    selection.show(new DocumentState.Open(FileDocument.of(checkpoint, List.of(), List::of)));
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
  void fileWithoutTensorsHasNoneToShow(@TempDir Path folder) throws IOException {
    assertThat(selection.absence()).isEmpty();

    Path path = new TensorFiles().write(folder.resolve("empty.safetensors"));
    try (Checkpoint empty = Checkpoint.open(path, Cancellation.NEVER, Progress.NONE)) {
      selection.show(new DocumentState.Open(FileDocument.of(empty, List.of(), List::of)));

      assertThat(selection.absence()).isPresent();
    }
  }

  @Test
  void showingSomethingElseForgetsTheSelection() {
    selection.select(checkpoint.tensor("c").orElseThrow());
    selection.show(new DocumentState.Empty());

    assertThat(selectedName()).isEmpty();
    assertThat(selection.caretProperty().get()).isEmpty();
  }

  private void wait(Duration pause) {
    now += pause.toNanos();
  }

  private int group(String label) {
    return selection.openDocument().orElseThrow().tree().find(List.of(label)).orElseThrow();
  }

  @Test
  void selectedGroupReplacesTheTensorAndMovesTheCaretToItsFirstTensor() {
    selection.select(checkpoint.tensor("a").orElseThrow());

    selection.selectGroup(group("b"));

    assertThat(selectedName()).isEmpty();
    assertThat(selection.groupProperty().get()).hasValue(group("b"));
    assertThat(new ShownTensor(selection).get())
        .map(tensor -> new Caret(tensor.file(), tensor.data().orElseThrow().range().begin()))
        .isEqualTo(selection.caretProperty().get());
  }

  @Test
  void aTensorTakesThePlaceOfAGroup() {
    selection.selectGroup(group("b"));
    selection.select(checkpoint.tensor("c").orElseThrow());
    assertThat(selection.groupProperty().get()).isEmpty();

    selection.selectGroup(group("b"));
    selection.placeCaret(file, 0);
    assertThat(selection.groupProperty().get()).isEmpty();
  }

  @Test
  void backAndForwardRestoreTheSelection() {
    wait(PAUSE);
    selection.select(checkpoint.tensor("a").orElseThrow(), dataStart + 4);
    wait(PAUSE);
    selection.selectGroup(group("b"));
    wait(PAUSE);
    selection.select(checkpoint.tensor("c").orElseThrow());

    assertThat(selection.canGoBackProperty().get()).isTrue();
    selection.goBack();
    assertThat(selection.groupProperty().get()).hasValue(group("b"));
    assertThat(selection.canGoForwardProperty().get()).isTrue();
    assertThat(selectedName()).isEmpty();
    selection.goBack();
    assertThat(selectedName()).contains("a");
    assertThat(selection.caretProperty().get()).contains(new Caret(file, dataStart + 4));
    selection.goBack();
    assertThat(selectedName()).isEmpty();
    assertThat(selection.canGoBackProperty().get()).isFalse();

    selection.goForward();
    selection.goForward();
    selection.goForward();
    assertThat(selectedName()).contains("c");
    assertThat(selection.canGoForwardProperty().get()).isFalse();
  }

  @Test
  void backRestoresTheView() {
    selection.viewProperty().set("overview");
    selection.tensorProperty().subscribe(_ -> selection.viewProperty().set("histogram"));
    selection.viewProperty().set("overview");
    wait(PAUSE);
    selection.select(checkpoint.tensor("a").orElseThrow());
    assertThat(selection.viewProperty().get()).isEqualTo("histogram");

    selection.goBack();

    assertThat(selection.viewProperty().get()).isEqualTo("overview");
  }

  @Test
  void whatFollowsAJumpIsNoPlaceOfItsOwn() {
    selection
        .tensorProperty()
        .subscribe(tensor -> tensor.ifPresent(_ -> selection.placeCaret(file, dataStart + 3)));
    wait(PAUSE);
    selection.select(checkpoint.tensor("c").orElseThrow());

    selection.goBack();

    assertThat(selection.canGoBackProperty().get()).isFalse();
  }

  @Test
  void placesStayWhenTheSameFileIsOpenedAgain() throws IOException {
    wait(PAUSE);
    selection.select(checkpoint.tensor("c").orElseThrow());
    wait(PAUSE);
    selection.selectGroup(group("b"));
    RememberedPlace place = selection.place().orElseThrow();
    try (Checkpoint again = Checkpoint.open(checkpoint.path(), Cancellation.NEVER, Progress.NONE)) {
      selection.show(new DocumentState.Open(FileDocument.of(again, List.of(), List::of)));
      selection.goTo(place);
      assertThat(selection.groupProperty().get()).hasValue(group("b"));

      selection.goBack();

      assertThat(selectedName()).contains("c");
      assertThat(selection.caretProperty().get().orElseThrow().file())
          .isSameAs(again.files().getFirst());
    }
  }

  @Test
  void placesThatALaterFileDoesNotHaveAreForgotten(@TempDir Path folder) throws IOException {
    wait(PAUSE);
    selection.select(checkpoint.tensor("c").orElseThrow());
    wait(PAUSE);
    selection.placeCaret(file, 0);
    new TensorFiles().floats("a", 1).write(checkpoint.path());
    try (Checkpoint again = Checkpoint.open(checkpoint.path(), Cancellation.NEVER, Progress.NONE)) {
      selection.show(new DocumentState.Open(FileDocument.of(again, List.of(), List::of)));

      assertThat(selection.canGoBackProperty().get()).isFalse();
    }
  }

  @Test
  void caretFollowsItsTensorWhenTheHeaderGrows() throws IOException {
    wait(PAUSE);
    selection.placeCaret(file, dataStart + 5);
    wait(PAUSE);
    selection.placeCaret(file, dataStart + 10);
    RememberedPlace place = selection.place().orElseThrow();
    new TensorFiles()
        .floats("a", 1, 2)
        .tensor("b.empty", Dtype.F32, new byte[0], 0)
        .floats("c", 3)
        .metadata("note", "a header that is longer by now")
        .write(checkpoint.path());
    try (Checkpoint again = Checkpoint.open(checkpoint.path(), Cancellation.NEVER, Progress.NONE)) {
      selection.show(new DocumentState.Open(FileDocument.of(again, List.of(), List::of)));
      TensorFile now = again.files().getFirst();
      long begin = now.reading().dataStart().orElseThrow();

      selection.goTo(place);
      assertThat(selection.caretProperty().get()).contains(new Caret(now, begin + 10));
      assertThat(selectedName()).contains("c");
      selection.goBack();
      assertThat(selection.caretProperty().get()).contains(new Caret(now, begin + 5));
      assertThat(selectedName()).contains("a");
      selection.goForward();
      assertThat(selection.caretProperty().get()).contains(new Caret(now, begin + 10));
    }
  }

  @Test
  void backReturnsToAnEmptyTensorAtTheEndOfTheFile(@TempDir Path folder) throws IOException {
    Path path =
        new TensorFiles()
            .floats("a", 1)
            .tensor("last", Dtype.F32, new byte[0], 0)
            .write(folder.resolve("end.safetensors"));
    try (Checkpoint open = Checkpoint.open(path, Cancellation.NEVER, Progress.NONE)) {
      selection.show(new DocumentState.Open(FileDocument.of(open, List.of(), List::of)));
      wait(PAUSE);
      selection.select(open.tensor("last").orElseThrow());
      wait(PAUSE);
      selection.placeCaret(open.files().getFirst(), 0);

      selection.goBack();

      assertThat(selectedName()).contains("last");
    }
  }

  @Test
  void anotherDocumentForgetsThePlaces(@TempDir Path folder) throws IOException {
    wait(PAUSE);
    selection.select(checkpoint.tensor("c").orElseThrow());
    Path path = new TensorFiles().floats("a", 1, 2).write(folder.resolve("other.safetensors"));
    try (Checkpoint other = Checkpoint.open(path, Cancellation.NEVER, Progress.NONE)) {
      selection.show(new DocumentState.Open(FileDocument.of(other, List.of(), List::of)));

      assertThat(selection.canGoBackProperty().get()).isFalse();
    }
  }
}
