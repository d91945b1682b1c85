package io.github.tensorloupe.desktop.pane.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.metadata.EntrySelection.Detail;
import io.github.tensorloupe.desktop.pane.metadata.MetadataRow.Arrangement.Order;
import io.github.tensorloupe.desktop.pane.metadata.SharedMetadata.Content;
import io.github.tensorloupe.desktop.selection.DocumentEdits;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.testing.OpenFiles;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MetadataViewModelTest {

  @TempDir Path folder;

  private final OpenFiles files = new OpenFiles();
  private final Selection selection = new Selection();
  private final MetadataViewModel model =
      new MetadataViewModel(
          selection,
          new DocumentEdits(selection),
          new Jobs(Runnable::run, Runnable::run),
          Messages.english());

  @AfterEach
  void closeFiles() throws IOException {
    files.close();
  }

  private FileDocument show(String name, String header) throws IOException {
    return files.show(TensorFiles.raw(folder.resolve(name), header, 0), selection);
  }

  private List<String> keys() {
    return model.rows.shown.stream().map(MetadataRow::key).toList();
  }

  private Detail detail() {
    return model.selected.detail.get().orElseThrow();
  }

  private void select(String key) {
    model.selected.row.set(
        model.rows.shown.stream().filter(row -> row.key().equals(key)).findFirst());
  }

  @Test
  void entriesHaveTheOrderOfTheFile() throws IOException {
    show("a.safetensors", "{\"__metadata__\":{\"z\":\"1\",\"a\":\"2\",\"m\":\"3\"}}");

    assertThat(keys()).containsExactly("z", "a", "m");
    assertThat(model.rows.count.get()).isEqualTo(3);
  }

  @Test
  void theFirstEntryIsSelectedAndDescribed() throws IOException {
    show("a.safetensors", "{\"__metadata__\":{\"format\":\"pt\",\"a\":\"2\"}}");

    assertThat(detail().row().key()).isEqualTo("format");
    assertThat(detail().text().text()).isEqualTo("pt");
    assertThat(model.explanation("format")).contains(explanation("format"));
  }

  @Test
  void findingFiltersAndKeepsTheSelectionWhileItIsShown() throws IOException {
    show("a.safetensors", "{\"__metadata__\":{\"a\":\"x\",\"b\":\"Yes\",\"yes\":\"z\"}}");
    select("yes");

    model.rows.findText.set(" YES ");
    assertThat(keys()).containsExactly("b", "yes");
    assertThat(detail().row().key()).isEqualTo("yes");

    model.rows.findText.set("b");
    assertThat(detail().row().key()).isEqualTo("b");

    model.rows.findText.set("nowhere");
    assertThat(model.rows.shown).isEmpty();
    assertThat(model.selected.detail.get()).isEmpty();
    assertThat(model.rows.count.get()).isEqualTo(3);
  }

  @Test
  void theKeyThatIsChosenIsTheOneInTheBytesAndTheOneShownAtFirstIsNot() throws IOException {
    String header = "{\"__metadata__\":{\"a\":\"x\", \"k\\n\":\"2\",\"c\":\"k\"}}";
    show("a.safetensors", header);
    assertThat(selection.caretProperty().get().orElseThrow().byteOffset()).isZero();

    MetadataRow row = model.rows.shown.get(1);
    model.selected.select(row, Set.of(row.id()));
    assertThat(selection.caretProperty().get().orElseThrow().byteOffset())
        .isEqualTo(8 + header.indexOf("\"k\\n"));

    model.showKey("c");
    assertThat(selection.caretProperty().get().orElseThrow().byteOffset())
        .isEqualTo(8 + header.indexOf("\"c\""));
  }

  @Test
  void orderingByKeyLeavesTheSelection() throws IOException {
    show("a.safetensors", "{\"__metadata__\":{\"c\":\"\",\"a\":\"\",\"b\":\"\"}}");

    model.rows.order.set(Order.KEY_ASCENDING);

    assertThat(keys()).containsExactly("a", "b", "c");
    assertThat(detail().row().key()).isEqualTo("c");
  }

  @Test
  void jsonHeldInAStringIsMarkedAndParsed() throws IOException {
    show("a.safetensors", "{\"__metadata__\":{\"json\":\"{\\\"a\\\": 1}\",\"none\":\"None\"}}");

    assertThat(model.rows.shown).extracting(MetadataRow::json).containsExactly(true, false);
    assertThat(detail().json()).isPresent();
    select("none");
    assertThat(detail().json()).isEmpty();
  }

  @Test
  void absentNullEmptyAndUnreadableMetadataDiffer() throws IOException {
    show("absent.safetensors", "{}");
    assertThat(content()).contains(Content.ABSENT);
    show("null.safetensors", "{\"__metadata__\":null}");
    assertThat(content()).contains(Content.ABSENT);
    show("empty.safetensors", "{\"__metadata__\":{}}");
    assertThat(content()).contains(Content.EMPTY_MAP);
    show("broken.safetensors", "{\"a\":");
    assertThat(content()).contains(Content.UNREADABLE);
  }

  private Optional<Content> content() {
    return model.source.get().map(SharedMetadata::content);
  }

  @Test
  void closingTheDocumentEmptiesThePane() throws IOException {
    show("a.safetensors", "{\"__metadata__\":{\"a\":\"b\"}}");

    selection.show(new DocumentState.Empty());

    assertThat(model.source.get()).isEmpty();
    assertThat(model.rows.shown).isEmpty();
    assertThat(model.selected.detail.get()).isEmpty();
  }

  @Test
  void filesWithTheSameMetadataAreShownOnce() throws IOException {
    writeTensor("a", "1", "pt");
    writeTensor("b", "1", "pt");
    files.show(folder, selection);

    assertThat(model.sources).hasSize(1);
    assertThat(model.source.get().orElseThrow().files()).hasSize(2);
  }

  @Test
  void theMetadataOfTheSelectedTensorsFileIsShown() throws IOException {
    writeTensor("a", "1", "pt");
    writeTensor("b", "2", "pt");
    writeTensor("c", "1", "pt");
    FileDocument document = files.show(folder, selection);
    TensorRef tensor = document.checkpoint().tensor("b").orElseThrow();

    assertThat(model.sources).hasSize(2);
    assertThat(model.filesOf(model.source.get().orElseThrow()))
        .isEqualTo("a.safetensors and 1 more");
    selection.select(tensor);

    assertThat(model.filesOf(model.source.get().orElseThrow())).isEqualTo("b.safetensors");
    assertThat(model.rows.shown).contains(new MetadataRow(1, "number", "2", false));
  }

  private void writeTensor(String name, String number, String format) throws IOException {
    new TensorFiles()
        .floats(name, 1)
        .metadata("format", format)
        .metadata("number", number)
        .write(folder.resolve(name + ".safetensors"));
  }

  @Test
  void aNewDocumentForgetsWhatWasFound() throws IOException {
    show("a.safetensors", "{\"__metadata__\":{\"a\":\"b\"}}");
    model.rows.findText.set("nowhere");

    show("b.safetensors", "{\"__metadata__\":{\"c\":\"d\"}}");

    assertThat(keys()).containsExactly("c");
    assertThat(model.rows.findText.get()).isEmpty();
  }

  private static String explanation(String key) {
    return Messages.english().text("metadata.known." + key);
  }

  @Test
  void everyExplanationIsASentence() throws IOException {
    Properties texts = new Properties();
    try (InputStream stream = Messages.class.getResourceAsStream("messages.properties")) {
      texts.load(stream);
    }

    assertThat(texts.stringPropertyNames())
        .filteredOn(key -> key.startsWith("metadata.known."))
        .hasSizeGreaterThan(80)
        .allSatisfy(
            key ->
                assertThat(Messages.english().text(key))
                    .isNotBlank()
                    .endsWith(".")
                    .doesNotContain("''"));
  }

  @Test
  void keysWithoutAnExplanationHaveThatOfTheirFamily() {
    assertThat(model.explanation("ss_steps")).hasValueSatisfying(startingWith("The step"));
    assertThat(model.explanation("ss_some_new_setting")).contains(explanation("ss_"));
    assertThat(model.explanation("modelspec.unheard_of")).contains(explanation("modelspec."));
  }

  @Test
  void keysThatNameTensorsAreLeftUnexplained() {
    assertThat(model.explanation("lm_head.weight")).isEmpty();
    assertThat(model.explanation("formats")).isEmpty();
  }

  private static Consumer<String> startingWith(String beginning) {
    return text -> assertThat(text).startsWith(beginning);
  }
}
