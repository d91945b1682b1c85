package io.github.tensorloupe.desktop.pane.export;

import io.github.tensorloupe.desktop.control.panel.PanelHost;
import io.github.tensorloupe.desktop.control.panel.PanelSource;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.export.TensorExport;
import io.github.tensorloupe.model.TensorRef;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Shows the panel that writes tensors into files. Belongs to the FX thread.
public final class ExportFlow {

  /// Asks a person where to.
  public interface Targets {
    /// A file; empty where the person changed their mind. Whether a file that is there gives way
    /// has been asked then.
    Optional<Path> chooseFile(String suggestedName);

    /// A folder; empty where the person changed their mind.
    Optional<Path> chooseFolder();
  }

  /// What an export works with.
  ///
  /// @param panels shows the panel
  /// @param jobs writes the files
  /// @param tell tells what came of it when the panel is gone
  public record Tools(
      PanelHost panels,
      Jobs jobs,
      TensorExport export,
      Targets targets,
      Consumer<String> tell,
      Messages messages) {}

  private final Tools tools;
  private final Selection selection;
  private Optional<ExportViewModel> current = Optional.empty();

  public ExportFlow(Tools tools, Selection selection) {
    this.tools = tools;
    this.selection = selection;
  }

  /// Shows the panel for tensors of the open document; where there are none, that is told.
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

  /// Whether files are being written.
  public boolean isWriting() {
    return current.filter(model -> model.isWriting().get()).isPresent();
  }
}
