package io.github.tensorloupe.desktop.pane.repair;

import io.github.tensorloupe.desktop.control.panel.PanelHost;
import io.github.tensorloupe.desktop.control.panel.PanelSource;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.OpenDocument;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.export.IndexFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javafx.beans.binding.BooleanExpression;
import javafx.beans.property.ReadOnlyBooleanWrapper;

/// Writes a correct index for a set of shards. Belongs to the FX thread.
public final class IndexFlow {

  /// What writing an index works with.
  ///
  /// @param panels shows the panel
  /// @param jobs looks at the shards and writes the index
  /// @param reopen reads the open document again
  /// @param tell tells what came of it when the panel is gone
  public record Tools(
      PanelHost panels,
      Jobs jobs,
      IndexFile writer,
      Runnable reopen,
      Consumer<String> tell,
      Messages messages) {}

  private final Supplier<Tools> tools;
  private final ReadOnlyBooleanWrapper possible = new ReadOnlyBooleanWrapper();
  private List<Path> candidates = List.of();
  private Optional<OpenDocument> document = Optional.empty();
  private Optional<IndexViewModel> current = Optional.empty();

  /// @param selection whose document is looked at
  /// @param tools asked for when the panel is shown
  public IndexFlow(Selection selection, Supplier<Tools> tools) {
    this.tools = tools;
    selection.documentProperty().subscribe(this::follow);
  }

  private void follow(DocumentState state) {
    document =
        state instanceof DocumentState.Open(OpenDocument open)
            ? Optional.of(open)
            : Optional.empty();
    candidates = document.map(IndexCandidates::of).orElse(List.of());
    possible.set(!candidates.isEmpty());
  }

  /// Whether there is anything to do for the open document: the index doctor has found something
  /// that an index can cure, or there are shards without an index.
  public BooleanExpression possible() {
    return possible.getReadOnlyProperty();
  }

  /// Shows the panel, and looks at the shards meanwhile.
  public void show() {
    if (isWriting() || candidates.isEmpty() || document.isEmpty()) {
      return;
    }
    Tools now = tools.get();
    IndexViewModel model = new IndexViewModel(candidates, now.writer(), now.jobs(), now.messages());
    current = Optional.of(model);
    String name = document.get().name();
    now.panels()
        .show(
            new PanelSource(
                "repair",
                now.messages().text("index.title"),
                () -> new IndexPanel(model, name, now).panel()));
    model.look();
  }

  /// Whether an index is being written.
  public boolean isWriting() {
    return current
        .filter(model -> model.stageProperty().get() instanceof IndexStage.Writing)
        .isPresent();
  }
}
