package io.github.tensorloupe.desktop.pane.export;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.panel.ByteProgress;
import io.github.tensorloupe.desktop.control.panel.Panel;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.pane.FileDialogs;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.export.ExportFormat;
import io.github.tensorloupe.export.ExportOptions;
import io.github.tensorloupe.export.ForeignDtypes;
import java.nio.file.Path;
import javafx.scene.control.Label;

/// Asks for format and target, and exports tensors.
final class ExportPanel {

  private final ExportViewModel model;
  private final ExportFlow.Tools tools;
  private final Messages messages;
  private final Panel panel = new Panel("export");
  private final Button close;
  private final Button stop;
  private final Button write;
  private final VBox notice = new VBox();
  private final ByteProgress progress;

  ExportPanel(ExportViewModel model, ExportFlow.Tools tools) {
    this.model = model;
    this.tools = tools;
    this.messages = tools.messages();
    close = button("close", this::close);
    stop = button("stop", model::cancel);
    write = button("write", this::write);
    panel.setTitle(messages.text("export.title"), model.text().subject());
    progress = new ByteProgress("export-progress", messages.text("export.job"), messages);
    panel.setBody(body());
    panel.setOnEscape(this::close);
    Following following = Following.of(panel);
    following.subscribe(model.writingProperty(), this::showStage);
    following.subscribe(model.problemProperty(), this::showProblem);
    following.subscribe(model.throughputProperty(), progress::show);
    following.subscribe(model.successProperty(), sentence -> sentence.ifPresent(this::end));
  }

  /// The panel to be shown.
  Panel panel() {
    return panel;
  }

  private Button button(String id, Runnable action) {
    return PanelParts.button("export-" + id, messages.text("export.button." + id), action);
  }

  private VBox body() {
    Label facts = PanelParts.wrapping(model.text().facts());
    facts.setId("export-facts");
    progress.visibleProperty().bind(model.writingProperty());
    progress.managedProperty().bind(progress.visibleProperty());
    notice.setId("export-notice");
    FormatForm form = new FormatForm(model, messages);
    form.disableProperty().bind(model.writingProperty());
    return new VBox(
        20,
        PanelParts.section(messages.text("export.what"), facts),
        PanelParts.section(messages.text("export.format"), form),
        progress,
        notice);
  }

  private void close() {
    if (!model.writingProperty().get()) {
      tools.panels().hide(panel);
    }
  }

  private void write() {
    FileDialogs dialogs = tools.dialogs().get();
    Optional<Path> target =
        model.goesIntoFolder()
            ? dialogs.choose(FileDialogs.Existing.FOLDER_OF_EXPORTS)
            : dialogs.chooseTarget(model.suggestedName());
    target.ifPresent(model::writeTo);
  }

  private void showStage(boolean writing) {
    if (writing) {
      panel.setStopButton(stop);
      panel.showEnd();
    } else {
      panel.setButtons(List.of(), List.of(close, write));
    }
  }

  private void showProblem(Optional<Failure> problem) {
    notice
        .getChildren()
        .setAll(problem.stream().map(failure -> PanelParts.notice(failure, messages)).toList());
    PanelParts.setShown(notice, problem.isPresent());
    if (problem.isPresent()) {
      panel.showEnd();
    }
  }

  private void end(String sentence) {
    tools.panels().hide(panel);
    tools.tell().accept(sentence);
  }

  /// The form for format and options.
  private static final class FormatForm extends VBox {

    private final ExportViewModel model;
    private final Messages messages;
    private final ComboBox<ExportFormat> format = new ComboBox<>();
    private final CheckBox asBits;
    private final CheckBox metadata;
    private final CheckBox partial;
    private final CheckBox replace;
    private final Label exactness = PanelParts.wrapping("", "muted");
    private final Label missing = PanelParts.wrapping("");

    FormatForm(ExportViewModel model, Messages messages) {
      super(8);
      this.model = model;
      this.messages = messages;
      ExportOptions now = model.optionsProperty().get();
      format.setId("export-format");
      format.setAccessibleText(messages.text("export.format"));
      format.getItems().setAll(ExportFormat.values());
      format.setMaxWidth(Double.MAX_VALUE);
      format.setConverter(
          PanelParts.choiceText(
              value -> messages.text("export.format." + value.name().toLowerCase(Locale.ROOT))));
      format.setValue(now.format());
      asBits = checkBox("as-bits", now.foreign() == ForeignDtypes.RAW);
      metadata = checkBox("metadata", now.keepsMetadata());
      partial = checkBox("partial", now.takesPartial());
      replace = checkBox("replace", now.replaces());
      exactness.setId("export-exactness");
      missing.setId("export-missing");
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
              asBits.isSelected() ? ForeignDtypes.RAW : ForeignDtypes.F32,
              metadata.isSelected(),
              partial.isSelected(),
              replace.isSelected());
      model.optionsProperty().set(options);
      show(options);
    }

    private void show(ExportOptions options) {
      ExportText text = model.text();
      PanelParts.setShown(asBits, options.format() == ExportFormat.NPY && text.hasForeign());
      PanelParts.setShown(
          metadata, options.format() == ExportFormat.SAFETENSORS && text.hasMetadata());
      PanelParts.setShown(partial, options.format() == ExportFormat.RAW && text.hasPartial());
      PanelParts.setShown(replace, model.goesIntoFolder());
      PanelParts.setShown(missing, text.hasPartial());
      exactness.setText(text.exactness(options));
      missing.setText(text.hasPartial() ? text.partial(options) : "");
    }
  }
}
