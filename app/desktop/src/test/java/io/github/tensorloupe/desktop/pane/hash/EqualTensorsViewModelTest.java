package io.github.tensorloupe.desktop.pane.hash;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import io.github.tensorloupe.desktop.control.notice.Tone;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.hash.TensorTask.ContentRow;
import io.github.tensorloupe.desktop.pane.hash.TensorTask.ContentRow.Heading;
import io.github.tensorloupe.desktop.pane.hash.TensorTask.ContentRow.Named;
import io.github.tensorloupe.desktop.pane.hash.TensorTask.Outcome;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.testing.OpenFiles;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.testing.TensorFiles;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EqualTensorsViewModelTest {

  @TempDir Path folder;

  private final OpenFiles files = new OpenFiles();
  private final Selection selection = new Selection();
  private final Queue<Runnable> waiting = new ArrayDeque<>();
  private final EqualTensorsViewModel model =
      new EqualTensorsViewModel(
          selection, new Jobs(waiting::add, Runnable::run), Messages.english());

  @AfterEach
  void close() throws IOException {
    files.close();
  }

  private Path open(TensorFiles tensors) throws IOException {
    Path path = tensors.write(folder.resolve("a.safetensors"));
    files.show(path, selection);
    return path;
  }

  private static byte[] varied(int first) {
    byte[] bytes = new byte[8];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (first + i);
    }
    return bytes;
  }

  private void look() {
    model.search();
    waiting.remove().run();
  }

  private Outcome currentOutcome() {
    return model.outcome.get().orElseThrow();
  }

  private List<String> texts() {
    return model.rows.stream().map(ContentRow::text).toList();
  }

  private Heading heading(int index) {
    return (Heading) model.rows.get(index);
  }

  @Test
  void equalTensorsAreWaste() throws IOException {
    open(
        new TensorFiles()
            .tensor("a", Dtype.U8, varied(1), 8)
            .tensor("b", Dtype.U8, varied(1), 2, 4)
            .tensor("c", Dtype.U8, varied(2), 8));

    look();

    assertThat(currentOutcome().tone()).isEqualTo(Tone.WARNING);
    assertThat(currentOutcome().sentence()).startsWith("8 B could be saved");
    assertThat(heading(0))
        .isEqualTo(new Heading("2 equal tensors of 8 B: 8 B wasted", Tone.WARNING));
    assertThat(model.rows.subList(1, 3))
        .extracting(row -> ((Named) row).text() + ": " + ((Named) row).detail())
        .containsExactly("a: U8  8", "b: U8  2 × 4");
    assertThat(model.rows).hasSize(3);
    assertThat(model.job.getValue()).isEmpty();
  }

  @Test
  void differentDtypesAreReported() throws IOException {
    open(new TensorFiles().tensor("a", Dtype.U8, varied(1), 8).tensor("b", Dtype.I8, varied(1), 8));

    look();

    assertThat(texts().getFirst())
        .isEqualTo("2 tensors with the same bytes, 8 B each, in several dtypes: 8 B wasted");
  }

  @Test
  void constantTensorsAndZerosAreNoWaste() throws IOException {
    byte[] fives = {5, 5, 5, 5, 5, 5, 5, 5};
    open(
        new TensorFiles()
            .tensor("a", Dtype.U8, fives, 8)
            .tensor("b", Dtype.U8, fives, 8)
            .tensor("c", Dtype.U8, new byte[8], 8)
            .tensor("d", Dtype.U8, new byte[8], 8)
            .tensor("e", Dtype.U8, new byte[8], 8));

    look();

    assertThat(currentOutcome())
        .isEqualTo(
            new Outcome(
                Tone.SUCCESS,
                "Only constant tensors have the same bytes, which wastes no space.",
                Optional.empty()));
    assertThat(model.rows.stream().filter(Heading.class::isInstance))
        .containsExactlyInAnyOrder(
            new Heading("2 constant tensors with the same bytes, 8 B each", Tone.INFO),
            new Heading("3 tensors of zeros, 8 B each", Tone.INFO));
  }

  @Test
  void differentTensorsAreFine() throws IOException {
    open(new TensorFiles().tensor("a", Dtype.U8, varied(1), 8).tensor("b", Dtype.U8, varied(2), 8));

    look();

    assertThat(currentOutcome())
        .isEqualTo(
            new Outcome(Tone.SUCCESS, "No two tensors have the same bytes.", Optional.empty()));
    assertThat(model.rows).isEmpty();
  }

  @Test
  void fileOfATensorIsShownAndSelectable() throws IOException {
    open(new TensorFiles().tensor("w", Dtype.U8, varied(1), 8));
    new TensorFiles().tensor("w", Dtype.U8, varied(1), 8).write(folder.resolve("b.safetensors"));
    files.show(folder, selection);

    look();
    model.selectTensor(model.rows.get(0));
    assertThat(selection.tensorProperty().get()).isEmpty();
    model.selectTensor(model.rows.get(2));

    assertThat(((Named) model.rows.get(1)).detail()).endsWith("  a.safetensors");
    assertThat(((Named) model.rows.get(2)).detail()).endsWith("  b.safetensors");
    assertThat(selection.tensorProperty().get().orElseThrow().file().path())
        .isEqualTo(folder.resolve("b.safetensors"));
  }

  @Test
  void omittedNamesLinkToTheStoredTensor() throws IOException {
    open(
        new TensorFiles()
            .metadata("lm_head.weight", "embed.weight")
            .tensor("embed.weight", Dtype.U8, varied(1), 8));

    look();

    assertThat(texts())
        .containsExactly(
            "Shared tensors left out of the file, according to its metadata", "lm_head.weight");
    assertThat(((Named) model.rows.get(1)).detail()).isEqualTo("is embed.weight");
    model.selectTensor(model.rows.get(1));
    assertThat(selection.tensorProperty().get().orElseThrow().info().name())
        .isEqualTo("embed.weight");
  }

  @Test
  void truncatedFileIsReported() throws IOException {
    Path path =
        open(
            new TensorFiles()
                .tensor("a", Dtype.U8, varied(1), 8)
                .tensor("b", Dtype.U8, varied(1), 8));
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
      channel.truncate(16);
    }

    look();

    assertThat(currentOutcome().tone()).isEqualTo(Tone.DANGER);
    assertThat(model.rows).isEmpty();
    assertThat(model.job.getValue()).isEmpty();
  }

  @Test
  void truncatedTensorsAreOmitted() throws IOException {
    String entry = "\"%s\":{\"dtype\":\"U8\",\"shape\":[8],\"data_offsets\":[%d,%d]}";
    Path path =
        TensorFiles.raw(
            folder.resolve("cut.safetensors"),
            "{%s,%s,%s}"
                .formatted(
                    entry.formatted("a", 0, 8),
                    entry.formatted("b", 8, 16),
                    entry.formatted("c", 16, 24)),
            20);
    files.show(path, selection);

    look();

    assertThat(currentOutcome())
        .isEqualTo(
            new Outcome(
                Tone.SUCCESS,
                "Only constant tensors have the same bytes, which wastes no space.",
                Optional.empty()));
    assertThat(texts()).containsExactly("2 tensors of zeros, 8 B each", "a", "b");
  }

  @Test
  void searchStartsOnceAndEndsWithItsDocument() throws IOException {
    model.search();
    assertThat(waiting).as("nothing is open").isEmpty();
    open(new TensorFiles().tensor("a", Dtype.U8, varied(1), 8).tensor("b", Dtype.U8, varied(1), 8));

    model.search();
    model.search();
    assertThat(waiting).hasSize(1);
    assertThat(model.job.getValue()).isPresent();
    selection.show(new DocumentState.Empty());
    waiting.remove().run();

    assertThat(model.outcome.get()).isEqualTo(Optional.empty());
    assertThat(model.rows).isEmpty();
    assertThat(model.job.getValue()).isEmpty();
  }
}
