package io.github.tensorloupe.desktop.pane.export;

import module java.base;

import io.github.tensorloupe.desktop.control.panel.PanelHost;
import io.github.tensorloupe.desktop.control.panel.PanelSource;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.FileDialogs;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.export.TensorExport;
import io.github.tensorloupe.model.TensorRef;

/// Shows the panel that exports tensors. Belongs to the FX thread.
public final class ExportFlow {

  /// The parts of the window that the export uses.
  ///
  /// @param tell shows the result after the panel is closed
  public record Tools(
      PanelHost panels,
      Jobs jobs,
      TensorExport export,
      Supplier<FileDialogs> dialogs,
      Consumer<String> tell,
      Messages messages) {}

  private final Tools tools;
  private final Selection selection;
  private Optional<ExportViewModel> current = Optional.empty();

  public ExportFlow(Tools tools, Selection selection) {
    this.tools = tools;
    this.selection = selection;
  }

  /// Shows the panel for tensors of the open document, or a message if there are none.
  public void show(List<TensorRef> tensors) {
    if (isWriting() || selection.openDocument().isEmpty()) {
      return;
    }
    if (tensors.isEmpty()) {
      tools.tell().accept(tools.messages().text("export.none"));
      return;
    }
    ExportViewModel model =
        new ExportViewModel(
            tensors, selection::openFiles, tools.export(), tools.jobs(), tools.messages());
    current = Optional.of(model);
    tools
        .panels()
        .show(
            new PanelSource(
                "export",
                tools.messages().text("export.title"),
                () -> new ExportPanel(model, tools).panel()));
  }

  /// Returns true while files are being written.
  public boolean isWriting() {
    return current.filter(model -> model.writingProperty().get()).isPresent();
  }
}
