package io.github.tensorloupe.desktop.pane.palette;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.palette.PaletteItem.CommandItem;
import io.github.tensorloupe.desktop.pane.palette.PaletteItem.KeyItem;
import io.github.tensorloupe.desktop.pane.palette.PaletteSearch.PaletteRow.Found;
import io.github.tensorloupe.desktop.pane.palette.PaletteSearch.PaletteRow.Heading;
import io.github.tensorloupe.desktop.pane.palette.PaletteSearch.PaletteRow.More;
import io.github.tensorloupe.desktop.pane.palette.PaletteViewModel.PaletteSources;
import io.github.tensorloupe.desktop.testing.OpenFiles;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PaletteViewModelTest {

  private static final class FakeSources implements PaletteSources {
    private final List<CommandItem> commands =
        List.of(
            command(Command.SAVE, "Save…", "Nothing was changed."),
            command(Command.RELOAD, "Reload from disk", null),
            command(Command.SHOW_LAYERS, "Layers", null));
    private final List<PaletteItem> chosen = new ArrayList<>();
    private List<TensorRef> tensors = List.of();
    private List<Path> recent = List.of(Path.of("/models/layers.safetensors"));

    private static CommandItem command(Command command, String text, String why) {
      String synonyms =
          switch (command) {
            case RELOAD -> "read again, refresh";
            case SAVE -> "again";
            default -> "";
          };
      return new CommandItem(command, text, synonyms, "File", "", Optional.ofNullable(why));
    }

    @Override
    public List<CommandItem> commands() {
      return commands;
    }

    @Override
    public List<TensorRef> tensors() {
      return tensors;
    }

    @Override
    public List<KeyItem> keys() {
      return List.of(new KeyItem("modelspec.title", "a title"), new KeyItem("format", "pt"));
    }

    @Override
    public List<Path> recent() {
      return recent;
    }

    @Override
    public void choose(PaletteItem item) {
      chosen.add(item);
    }
  }

  private final OpenFiles files = new OpenFiles();
  private final FakeSources sources = new FakeSources();
  private final PaletteViewModel model =
      new PaletteViewModel(sources, new Jobs(Runnable::run, Runnable::run), Messages.english());

  @TempDir private Path folder;

  @BeforeEach
  void openCheckpoint() throws IOException {
    TensorFiles file = new TensorFiles();
    for (int layer = 0; layer < 30; layer++) {
      file.floats("layers." + layer + ".weight", 1);
    }
    sources.tensors =
        files.open(file.write(folder.resolve("a.safetensors"))).checkpoint().tensors();
  }

  @AfterEach
  void closeFiles() throws IOException {
    files.close();
  }

  private List<String> texts() {
    return texts(model);
  }

  private static List<String> texts(PaletteViewModel model) {
    return model.rows.stream()
        .map(
            row ->
                switch (row) {
                  case Heading(var section) -> "[" + section + "]";
                  case Found(var item, var _) -> item.text();
                  case More(var _, var count) -> "+" + count;
                })
        .toList();
  }

  private String marked() {
    return texts().get(model.marked.get());
  }

  @Test
  void anEmptyFieldListsTheCommands() {
    model.open();

    assertThat(texts()).containsExactly("[COMMANDS]", "Save…", "Reload from disk", "Layers");
    assertThat(marked()).isEqualTo("Save…");
  }

  @Test
  void kindsAreMixedByHowWellTheyMatchAndOfEachThereIsAShare() {
    model.open();
    model.textProperty().set("layers");

    assertThat(texts().subList(0, 3))
        .containsExactly("Layers", "layers.0.weight", "layers.1.weight");
    assertThat(texts()).contains("/models/layers.safetensors").endsWith("+21");
  }

  @Test
  void wholeWordsRankFirstAndScatteredLettersAreOmitted() throws IOException {
    TensorFiles file = new TensorFiles();
    IntStream.range(0, 12).forEach(layer -> file.floats("text_in.tile." + layer, 1));
    sources.tensors =
        files.open(file.write(folder.resolve("b.safetensors"))).checkpoint().tensors();
    model.open();

    model.textProperty().set("title");
    assertThat(texts()).containsExactly("modelspec.title");

    model.textProperty().set("tile");
    assertThat(texts()).startsWith("text_in.tile.0").doesNotContain("modelspec.title");
  }

  @Test
  void aRecentFileIsFoundByItsNameBeforeByItsFolder() {
    sources.recent = List.of(Path.of("/layers/other.bin"), Path.of("/models/layers.safetensors"));
    model.open();
    model.textProperty().set("layers");

    assertThat(texts().indexOf("/models/layers.safetensors"))
        .isBetween(0, texts().indexOf("/layers/other.bin"));
  }

  @Test
  void resultsAppearDuringTheSearchAndTheMovedMarkStays() throws IOException {
    TensorFiles file = new TensorFiles();
    IntStream.range(0, 600).forEach(layer -> file.floats("blocks." + layer + ".weight", 1));
    file.floats("weight", 1);
    sources.tensors =
        files.open(file.write(folder.resolve("b.safetensors"))).checkpoint().tensors();
    Deque<Runnable> inWindow = new ArrayDeque<>();
    PaletteViewModel slow =
        new PaletteViewModel(sources, new Jobs(Runnable::run, inWindow::add), Messages.english());
    slow.open();
    inWindow.clear();
    slow.textProperty().set("weight");

    inWindow.pop().run();
    assertThat(texts(slow)).as("so far").contains("blocks.3.weight").doesNotContain("weight");
    slow.move(1);
    String chosen = texts(slow).get(slow.marked.get());

    inWindow.forEach(Runnable::run);
    assertThat(texts(slow)).startsWith("weight");
    assertThat(texts(slow).get(slow.marked.get())).isEqualTo(chosen);
  }

  @Test
  void aCommandIsFoundByWhatElsePeopleCallIt() {
    model.open();
    model.textProperty().set("again");

    assertThat(texts())
        .as("what can be done comes first")
        .containsExactly("Reload from disk", "Save…");
  }

  @Test
  void prefixLimitsResultsToOneKind() {
    model.open();
    model.textProperty().set("#title");
    assertThat(texts()).containsExactly("[KEYS]", "modelspec.title");

    model.textProperty().set(">layers");
    assertThat(texts()).containsExactly("[COMMANDS]", "Layers");

    model.textProperty().set("@");
    assertThat(texts()).hasSize(31).startsWith("[TENSORS]", "layers.0.weight");
  }

  @Test
  void choosingMoreResultsSearchesTheirKind() {
    model.open();
    model.textProperty().set("layers");
    model.mark(texts().indexOf("+21"));

    model.choose();

    assertThat(model.textProperty().get()).isEqualTo("@layers");
    assertThat(texts()).hasSize(31);
    assertThat(sources.chosen).isEmpty();
  }

  @Test
  void arrowsSkipTitlesAndGoRoundAtTheEnds() {
    model.open();
    model.textProperty().set("title");
    assertThat(marked()).isEqualTo("modelspec.title");
    model.textProperty().set("");

    model.move(-1);
    assertThat(marked()).isEqualTo("Layers");
    model.move(1);
    assertThat(marked()).isEqualTo("Save…");
    model.move(10);
    assertThat(marked()).isEqualTo("Layers");
    model.move(-10);
    assertThat(marked()).isEqualTo("Save…");
  }

  @Test
  void whatIsChosenIsDoneOnceItIsClosed() {
    model.open();
    model.textProperty().set("reload");

    model.choose();

    assertThat(sources.chosen).extracting(PaletteItem::text).containsExactly("Reload from disk");
    assertThat(model.open.get()).isFalse();
    assertThat(model.rows).isEmpty();
  }

  @Test
  void whatCannotBeDoneNowStaysMarked() {
    model.open();

    model.choose();

    assertThat(sources.chosen).isEmpty();
    assertThat(model.open.get()).isTrue();
  }

  @Test
  void recentCommandsAreListedFirst() {
    model.open();
    model.textProperty().set("layers");
    model.choose();

    model.open();

    assertThat(texts()).containsExactly("[COMMANDS]", "Layers", "Save…", "Reload from disk");
  }

  @Test
  void onlyWhatWasTypedLastIsShownAndEnterWaitsForIt() {
    Deque<Runnable> waiting = new ArrayDeque<>();
    PaletteViewModel slow =
        new PaletteViewModel(sources, new Jobs(waiting::add, Runnable::run), Messages.english());
    slow.open();
    slow.textProperty().set("title");
    slow.textProperty().set("reload");

    slow.choose();
    assertThat(sources.chosen).isEmpty();
    while (!waiting.isEmpty()) {
      waiting.pop().run();
    }

    assertThat(sources.chosen).extracting(PaletteItem::text).containsExactly("Reload from disk");
  }

  @Test
  void aClickOnARowOfAnEarlierSearchDoesNotChooseWhatIsFoundLater() {
    Deque<Runnable> waiting = new ArrayDeque<>();
    PaletteViewModel slow =
        new PaletteViewModel(sources, new Jobs(waiting::add, Runnable::run), Messages.english());
    slow.open();
    waiting.pop().run();
    int layers = texts(slow).indexOf("Layers");
    slow.textProperty().set("reload");

    slow.choose(layers);
    while (!waiting.isEmpty()) {
      waiting.pop().run();
    }
    assertThat(sources.chosen).isEmpty();

    slow.choose(texts(slow).indexOf("Reload from disk"));
    assertThat(sources.chosen).extracting(PaletteItem::text).containsExactly("Reload from disk");
  }
}
