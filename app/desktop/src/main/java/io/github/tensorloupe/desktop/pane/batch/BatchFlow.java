package io.github.tensorloupe.desktop.pane.batch;

import module java.base;

import io.github.tensorloupe.batch.MetadataBatch;
import io.github.tensorloupe.desktop.control.panel.PanelHost;
import io.github.tensorloupe.desktop.control.panel.PanelSource;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.FileDialogs;
import io.github.tensorloupe.desktop.pane.batch.BatchViewModel.Stage;
import io.github.tensorloupe.desktop.pane.batch.BatchViewModel.WantedChange.Kind;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Messages;

/// Shows the panel that edits many files. Belongs to the FX thread.
public final class BatchFlow {

  /// The parts of the window that the batch uses.
  ///
  /// @param dialogs asked for each time
  /// @param onSaved called after files were written
  public record Tools(
      PanelHost panels,
      Jobs jobs,
      MetadataBatch batch,
      Selection selection,
      Supplier<FileDialogs> dialogs,
      Runnable onSaved,
      Messages messages) {}

  private final Tools tools;
  private Optional<BatchViewModel> current = Optional.empty();

  public BatchFlow(Tools tools) {
    this.tools = tools;
  }

  /// Shows the panel with the files of the open document.
  public void show() {
    show(Kind.SET);
  }

  /// Shows the panel with the change that writes the hashes of the data.
  public void showHashes() {
    show(Kind.HASHES);
  }

  private void show(Kind kind) {
    BatchViewModel model = new BatchViewModel(tools, kind);
    model
        .stageProperty()
        .subscribe(
            stage -> {
              if (stage == Stage.SAVED) {
                tools.onSaved().run();
              }
            });
    current = Optional.of(model);
    String title = tools.messages().text("batch.title");
    tools
        .panels()
        .show(new PanelSource("batch", title, () -> new BatchPanel(model, tools).panel()));
  }

  /// Returns true while files are being written.
  public boolean isSaving() {
    return current.filter(model -> model.stageProperty().get() == Stage.SAVING).isPresent();
  }
}
