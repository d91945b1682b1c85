package io.github.tensorloupe.desktop.pane.hex.find;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.hex.find.QueryReader.FindKind;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.testing.OpenFiles;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FindViewModelTest {

  @TempDir Path folder;

  private final OpenFiles files = new OpenFiles();
  private final Selection selection = new Selection();
  private FindViewModel model = model(new Jobs(Runnable::run, Runnable::run));
  private FileDocument document;
  private TensorFile file;

  private FindViewModel model(Jobs jobs) {
    return new FindViewModel(selection, jobs, Messages.english());
  }

  @BeforeEach
  void open() throws IOException {
    byte[] bytes = new byte[2000];
    bytes[10] = 0x7f;
    bytes[500] = 0x7f;
    bytes[501] = 0x7f;
    document =
        files.show(
            new TensorFiles()
                .floats("floats", 1, Float.NaN, 0.1f, Float.NEGATIVE_INFINITY, -0f, 3)
                .tensor("bytes", Dtype.U8, bytes, 2000)
                .write(folder.resolve("a.safetensors")),
            selection);
    file = document.checkpoint().files().getFirst();
  }

  @AfterEach
  void close() throws IOException {
    files.close();
  }

  private TensorRef tensor(String name) {
    return document.checkpoint().tensor(name).orElseThrow();
  }

  private long begin(String name) {
    return tensor(name).data().orElseThrow().range().begin();
  }

  private long caret() {
    return selection.caretProperty().get().orElseThrow().byteOffset();
  }

  private void want(FindKind kind, String text) {
    model.kind.set(kind);
    model.text.set(text);
  }

  private String note() {
    return model.note.get().note().sentence();
  }

  @Test
  void bytesAreFoundOneAfterTheOtherAndAgainFromTheTop() {
    want(FindKind.BYTES, "7f");
    selection.select(tensor("bytes"));
    long begin = begin("bytes");

    model.findNext();
    assertThat(caret()).isEqualTo(begin + 10);
    assertThat(model.matchProperty().get()).contains(new ByteRange(begin + 10, begin + 11));
    assertThat(note()).isEmpty();
    model.findNext();
    model.findNext();
    assertThat(caret()).isEqualTo(begin + 501);

    model.inTensor.set(true);
    model.findNext();
    assertThat(caret()).isEqualTo(begin + 501);
    model.findNext();

    assertThat(caret()).isEqualTo(begin + 10);
    assertThat(note()).isEqualTo("Continued from the top.");
    model.findPrevious();
    assertThat(caret()).isEqualTo(begin + 501);
    assertThat(note()).isEqualTo("Continued from the end.");
    model.findPrevious();
    assertThat(caret()).isEqualTo(begin + 500);
    assertThat(note()).isEmpty();
  }

  @Test
  void matchesAreCountedAndMarked() {
    want(FindKind.BYTES, "7f");
    model.inTensor.set(true);
    selection.select(tensor("bytes"));
    model.findNext();
    assertThat(model.count.get()).isEqualTo("1 of 3");
    model.findPrevious();
    assertThat(model.count.get()).isEqualTo("3 of 3");
    assertThat(model.marksProperty().get()).isNotEmpty();
    assertThat(model.marksProperty().get()[0] * file.bytes().length())
        .isBetween((double) begin("bytes"), begin("bytes") + 10.0);

    want(FindKind.BYTES, "7e");

    assertThat(model.count.get()).isEmpty();
    assertThat(model.marksProperty().get()).isEmpty();
    assertThat(model.matchProperty().get()).isEmpty();
  }

  @Test
  void textIsFoundInTheHeaderWithAnyCase() {
    want(FindKind.TEXT, "DTYPE");
    model.findNext();
    assertThat(note()).isEqualTo("Not found in this file.");
    assertThat(model.matchProperty().get()).isEmpty();

    model.ignoreCase.set(true);
    model.findNext();

    assertThat(model.matchProperty().get()).isPresent();
    assertThat(caret()).isGreaterThan(0).isLessThan(begin("floats"));
  }

  @Test
  void elementsAreFoundByWhatTheyAre() {
    long begin = begin("floats");
    want(FindKind.NAN, "");
    model.findNext();
    assertThat(caret()).isEqualTo(begin + 4);
    assertThat(model.count.get()).isEqualTo("1 of 1");
    want(FindKind.INFINITY, "");
    model.findNext();
    assertThat(caret()).isEqualTo(begin + 12);
    want(FindKind.VALUE, "0.1");
    model.findNext();
    assertThat(caret()).isEqualTo(begin + 8);
    want(FindKind.NON_ZERO, "");
    model.inTensor.set(true);
    selection.select(tensor("floats"), begin + 16);
    model.findNext();
    assertThat(caret()).isEqualTo(begin + 20);
    want(FindKind.VALUE, "0");
    model.findNext();
    assertThat(caret()).isEqualTo(begin + 16);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "BYTES | xy | “x” is not a hexadecimal digit",
        "BYTES | abc | “abc” ends in half a byte",
        "BYTES | ?? | at least one digit",
        "VALUE | many | “many” is not a number.",
        "VALUE | 300 | U8 has no 300; nearest 255.",
        "VALUE | nan | U8 has no nan.",
        "NAN | x | U8 has no NaN.",
        "INFINITY | x | U8 has no infinity."
      })
  void whatCannotBeFoundIsRefusedWhileItIsTyped(FindKind kind, String text, String sentence) {
    selection.select(tensor("bytes"));
    model.inTensor.set(true);

    want(kind, text);

    assertThat(note()).contains(sentence);
    assertThat(model.note.get().note().isRefusal()).isTrue();
    model.findNext();
    assertThat(note()).contains(sentence);
    assertThat(caret()).isEqualTo(begin("bytes"));
  }

  @Test
  void acceptedNearestNumberIsEntered() {
    selection.select(tensor("bytes"));
    model.inTensor.set(true);
    want(FindKind.VALUE, "300");

    model.text.set(model.note.get().offer().orElseThrow());

    assertThat(model.text.get()).isEqualTo("255");
    assertThat(note()).isEmpty();
  }

  @Test
  void missingInputIsReportedOnSearch() {
    model.findNext();
    assertThat(note()).isEqualTo("Enter a search term.");

    model.inTensor.set(true);
    model.findNext();
    assertThat(note()).startsWith("No tensor is selected");
  }

  @Test
  void aSearchThatIsStoppedFindsNothing() {
    Queue<Runnable> waiting = new ArrayDeque<>();
    model = model(new Jobs(waiting::add, Runnable::run));
    want(FindKind.BYTES, "7f");
    model.findNext();
    assertThat(model.busy.getValue()).isTrue();

    assertThat(model.stop()).isTrue();
    assertThat(model.stop()).isFalse();
    waiting.remove().run();

    assertThat(note()).isEqualTo("Search canceled.");
    assertThat(model.busy.getValue()).isFalse();
    assertThat(caret()).isZero();
  }

  @Test
  void aSearchThatSomeoneElseStopsIsOver() {
    Queue<Runnable> waiting = new ArrayDeque<>();
    Jobs jobs = new Jobs(waiting::add, Runnable::run);
    model = model(jobs);
    want(FindKind.BYTES, "7f");
    model.findNext();

    jobs.cancelAll();
    waiting.remove().run();

    assertThat(model.busy.getValue()).isFalse();
  }

  @Test
  void whatWasFoundIsForgottenInAnotherFile() throws IOException {
    want(FindKind.NAN, "");
    model.findNext();
    assertThat(model.matchProperty().get()).isPresent();

    files.show(new TensorFiles().floats("t", 1).write(folder.resolve("b.safetensors")), selection);

    assertThat(model.matchProperty().get()).isEqualTo(Optional.empty());
    assertThat(model.marksProperty().get()).isEmpty();
    model.findNext();
    assertThat(note()).isEqualTo("Not found in this file.");
  }

  @Test
  void unreadableFileIsReportedAsAFailure() throws IOException {
    want(FindKind.BYTES, "7f");
    Files.write(file.path(), new byte[0]);

    model.findNext();

    assertThat(model.note.get().note().isRefusal()).isTrue();
    assertThat(note()).isNotEmpty();
  }

  @Test
  void anExpressionFindsMatchesOfAnyLengthAndCountsThem() {
    selection.select(tensor("bytes"));
    model.inTensor.set(true);
    want(FindKind.EXPRESSION, "\\x7f+");

    model.findNext();
    assertThat(model.matchProperty().get()).map(ByteRange::byteCount).contains(1L);
    model.findNext();
    assertThat(caret()).isEqualTo(begin("bytes") + 500);
    assertThat(model.matchProperty().get()).map(ByteRange::byteCount).contains(2L);
    assertThat(model.count.get()).isEqualTo("2 of 2");

    model.findNext();
    assertThat(caret()).as("on from the top, not within the match").isEqualTo(begin("bytes") + 10);
    model.findPrevious();
    assertThat(caret()).isEqualTo(begin("bytes") + 500);
  }

  @Test
  void expressionErrorsAreReportedWhileTyping() {
    want(FindKind.EXPRESSION, "lora_(up");

    assertThat(model.note.get().note().isRefusal()).isTrue();
    assertThat(model.note.get().note().sentence())
        .contains("Unclosed group")
        .contains("character 9")
        .contains("lora_(up");

    model.text.set("x*");
    assertThat(model.note.get().note().sentence()).contains("zero bytes");
    model.text.set("x+");
    assertThat(model.note.get().note().sentence()).isEmpty();
  }
}
