package io.github.tensorloupe.desktop.pane.export;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.panel.ByteProgress;
import io.github.tensorloupe.desktop.control.panel.Panel;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.control.panel.PanelSource;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.pane.FileDialogs;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.pane.export.ExportViewModel.Stage;
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
  private Optional<ExportViewModel> current = Optional.empty();

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
    current = Optional.of(model);
    String title = context.messages().text("export.title");
    context.panels().show(new PanelSource("export", title, () -> new ExportPanel(model).panel));
  }

  public boolean isWriting() {
    return current.filter(ExportViewModel::isWriting).isPresent();
  }

  private final class ExportPanel {

    private final ExportViewModel model;
    private final Messages messages = context.messages();
    private final Panel panel = new Panel("export");
    private final Button close = button("close", this::close);
    private final Button stop;
    private final Button write = button("write", this::write);
    private final VBox notice = PanelParts.named(new VBox(), "export-notice");
    private final FormatForm form;
    private final ByteProgress progress;

    ExportPanel(ExportViewModel model) {
      this.model = model;
      stop = button("stop", model::cancel);
      form = new FormatForm();
      progress = new ByteProgress("export-progress", messages.text("export.job"), messages);
      Label facts = PanelParts.named(PanelParts.wrapping(model.facts()), "export-facts");
      panel.setTitle(messages.text("export.title"), model.subject());
      panel.setBody(
          new VBox(
              20,
              PanelParts.section(messages.text("export.what"), facts),
              PanelParts.section(messages.text("export.format"), form),
              progress,
              notice));
      panel.setOnEscape(this::close);
      WeakSubscriptions.of(panel).subscribe(model.stage, this::show);
      WeakSubscriptions.of(panel).subscribe(model.running, progress::follow);
    }

    private Button button(String id, Runnable action) {
      return PanelParts.button("export-" + id, messages.text("export.button." + id), action);
    }

    private void close() {
      if (!model.isWriting()) {
        context.panels().hide(panel);
      }
    }

    private void write() {
      FileDialogs dialogs = context.dialogs().get();
      Optional<Path> target =
          model.needsFolder()
              ? dialogs.choose(FileDialogs.Existing.FOLDER_OF_EXPORTS)
              : dialogs.chooseTarget(model.suggestedName());
      target.ifPresent(model::writeTo);
    }

    private void show(Stage stage) {
      form.setDisable(model.isWriting());
      PanelParts.setShown(progress, model.isWriting());
      notice.getChildren().clear();
      switch (stage) {
        case Stage.Choosing(Optional<Failure> problem) -> {
          panel.setButtons(List.of(), List.of(close, write));
          problem.ifPresent(
              failure -> {
                notice.getChildren().add(PanelParts.notice(failure, messages));
                panel.showEnd();
              });
        }
        case Stage.Writing() -> {
          panel.setStopButton(stop);
          panel.showEnd();
        }
        case Stage.Written(String sentence) -> {
          context.panels().hide(panel);
          context.showMessage().accept(sentence);
        }
      }
      PanelParts.setShown(notice, !notice.getChildren().isEmpty());
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
        ExportOptions now = model.options.get();
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
        model.options.set(options);
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
