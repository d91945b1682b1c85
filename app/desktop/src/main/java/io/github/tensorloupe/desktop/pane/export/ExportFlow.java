package io.github.tensorloupe.desktop.pane.export;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.control.panel.StagedPanel;
import io.github.tensorloupe.desktop.control.panel.StagedWork;
import io.github.tensorloupe.desktop.pane.FileDialogs;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.export.ExportFormat;
import io.github.tensorloupe.export.ExportOptions;
import io.github.tensorloupe.export.ExportOptions.UnsupportedDtypes;
import io.github.tensorloupe.export.TensorExport;
import io.github.tensorloupe.model.TensorRef;
import java.nio.file.Path;
import javafx.scene.control.Label;

/// Shows the panel that exports tensors. Belongs to the FX thread.
public final class ExportFlow {

  private final PaneContext context;
  private final TensorExport export;
  private Optional<StagedWork<?>> current = Optional.empty();

  public ExportFlow(PaneContext context, TensorExport export) {
    this.context = context;
    this.export = export;
  }

  /// Shows the panel for tensors of the open document, or a message if the list is empty.
  public void show(List<TensorRef> tensors) {
    if (isWriting() || context.selection().openDocument().isEmpty()) {
      return;
    }
    if (tensors.isEmpty()) {
      context.showMessage().accept(context.messages().text("export.none"));
      return;
    }
    ExportViewModel model = new ExportViewModel(context, export, tensors);
    model.work.onFinished(context.showMessage());
    current = Optional.of(model.work);
    String title = context.messages().text("export.title");
    context.panels().show("export", title, () -> new ExportPanel(model).staged.panel);
  }

  public boolean isWriting() {
    return current.filter(StagedWork::isRunning).isPresent();
  }

  private final class ExportPanel {

    private final ExportViewModel model;
    private final Messages messages = context.messages();
    private final StagedPanel<ExportOptions> staged;
    private final Button write;

    ExportPanel(ExportViewModel model) {
      this.model = model;
      staged =
          new StagedPanel<>(
              "export",
              messages.text("export.button.close"),
              model.work,
              context.panels(),
              messages);
      write = staged.button("write", messages.text("export.button.write"), this::write);
      FormatForm form = new FormatForm();
      Label facts = PanelParts.named(PanelParts.wrapping(model.facts()), "export-facts");
      staged.panel.setTitle(messages.text("export.title"), model.subject());
      staged.setForm(
          PanelParts.section(messages.text("export.what"), facts),
          PanelParts.section(messages.text("export.format"), form));
      staged.disableDuringRun(form);
      staged.begin(_ -> staged.showStep(List.of(), List.of(), List.of(staged.close, write)));
    }

    private void write() {
      FileDialogs dialogs = context.dialogs().get();
      Optional<Path> target =
          model.needsFolder()
              ? dialogs.choose(FileDialogs.Existing.FOLDER_OF_EXPORTS)
              : dialogs.chooseTarget(model.suggestedName());
      target.ifPresent(model::writeTo);
    }

    private final class FormatForm extends VBox {

      private final ComboBox<ExportFormat> format =
          PanelParts.named(new ComboBox<>(), "export-format");
      private final CheckBox asBits;
      private final CheckBox metadata;
      private final CheckBox partial;
      private final CheckBox replace;
      private final Label exactness =
          PanelParts.named(PanelParts.wrapping("", "muted"), "export-exactness");
      private final Label missing = PanelParts.named(PanelParts.wrapping(""), "export-missing");

      FormatForm() {
        super(8);
        ExportOptions now = model.options();
        format.setAccessibleText(messages.text("export.format"));
        format.getItems().setAll(ExportFormat.values());
        format.setMaxWidth(Double.MAX_VALUE);
        format.setConverter(
            PanelParts.choiceText(
                value -> messages.text("export.format." + value.name().toLowerCase(Locale.ROOT))));
        format.setValue(now.format());
        asBits = checkBox("as-bits", now.foreign() == UnsupportedDtypes.RAW);
        metadata = checkBox("metadata", now.keepsMetadata());
        partial = checkBox("partial", now.allowsPartial());
        replace = checkBox("replace", now.replaces());
        getChildren().addAll(format, exactness, missing, asBits, metadata, partial, replace);
        format.valueProperty().subscribe(this::decide);
        decide();
      }

      private CheckBox checkBox(String id, boolean selected) {
        CheckBox box = new CheckBox(messages.text("export.option." + id));
        box.setId("export-" + id);
        box.setWrapText(true);
        box.setSelected(selected);
        box.selectedProperty().subscribe(this::decide);
        return box;
      }

      private void decide() {
        ExportOptions options =
            new ExportOptions(
                format.getValue(),
                asBits.isSelected() ? UnsupportedDtypes.RAW : UnsupportedDtypes.F32,
                metadata.isSelected(),
                partial.isSelected(),
                replace.isSelected());
        model.setOptions(options);
        PanelParts.setShown(asBits, options.format() == ExportFormat.NPY && model.hasForeign());
        PanelParts.setShown(
            metadata, options.format() == ExportFormat.SAFETENSORS && model.hasMetadata());
        PanelParts.setShown(partial, options.format() == ExportFormat.RAW && model.hasPartial());
        PanelParts.setShown(replace, model.needsFolder());
        PanelParts.setShown(missing, model.hasPartial());
        exactness.setText(model.exactness(options));
        missing.setText(model.hasPartial() ? model.partial(options) : "");
      }
    }
  }
}
