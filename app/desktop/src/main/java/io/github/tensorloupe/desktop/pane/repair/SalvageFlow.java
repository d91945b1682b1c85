package io.github.tensorloupe.desktop.pane.repair;

import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.export.Salvage;
import io.github.tensorloupe.export.SalvagePlan;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorFile;
import java.util.List;
import java.util.Optional;
import javafx.beans.binding.BooleanExpression;
import javafx.beans.property.ReadOnlyBooleanWrapper;

/// Saves the intact tensors of a damaged file to a new one. Belongs to the FX thread.
public final class SalvageFlow {

  private final ReadOnlyBooleanWrapper possible = new ReadOnlyBooleanWrapper();
  private final Selection selection;
  private final RepairTools tools;
  private final Salvage salvage;
  private Optional<FixViewModel<SalvagePlan>> current = Optional.empty();

  /// @param selection whose document is looked at
  public SalvageFlow(RepairTools tools, Salvage salvage, Selection selection) {
    this.selection = selection;
    this.tools = tools;
    this.salvage = salvage;
    selection.documentProperty().subscribe(this::look);
  }

  private void look(DocumentState state) {
    possible.set(!damaged().isEmpty());
  }

  private List<TensorFile> damaged() {
    return DamagedFiles.of(selection.openDocument(), SalvageFlow::mayHaveIntactTensors);
  }

  /// The first tensor that is whole decides, so this is quick where there is one.
  private static boolean mayHaveIntactTensors(TensorFile file) {
    return file.isRefused()
        && file.header().tensors().stream()
            .anyMatch(tensor -> file.data(tensor).filter(TensorData::isComplete).isPresent());
  }

  /// Whether there is anything to do for the open document.
  public BooleanExpression possible() {
    return possible.getReadOnlyProperty();
  }

  /// Whether a file is being written.
  public boolean isWriting() {
    return current.filter(model -> model.isWorking().get()).isPresent();
  }

  /// Shows the panel.
  public void show() {
    List<TensorFile> files = damaged();
    if (files.isEmpty() || isWriting()) {
      return;
    }
    Messages messages = tools.messages();
    SalvageFix fix = new SalvageFix(salvage, selection.openFiles(), messages);
    FixViewModel<SalvagePlan> model =
        new FixViewModel<>(
            fix, files, DamagedFiles.first(files, selection), tools.jobs(), messages);
    current = Optional.of(model);
    FixPanel.Words words =
        new FixPanel.Words(
            "salvage",
            messages.text("salvage.title"),
            messages.text("salvage.button.write"),
            Optional.empty(),
            SalvageFlow::suggestedName);
    FixPanel.show(model, fix, tools, words);
  }

  /// The name with a word before its ending.
  static String suggestedName(String name) {
    int dot = name.lastIndexOf('.');
    String stem = dot > 0 ? name.substring(0, dot) : name;
    return stem + ".intact.safetensors";
  }
}
