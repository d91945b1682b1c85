package io.github.tensorloupe.desktop.pane.export;

import io.github.tensorloupe.desktop.control.panel.Notices;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.export.ExportFormat;
import io.github.tensorloupe.export.ExportOptions;
import io.github.tensorloupe.export.ForeignDtypes;
import java.util.Locale;
import javafx.scene.Node;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.layout.VBox;
import javafx.util.StringConverter;

/// Where a person says what is written and how.
final class FormatForm extends VBox {

  private final ExportViewModel model;
  private final Messages messages;
  private final ComboBox<ExportFormat> format = new ComboBox<>();
  private final CheckBox asBits;
  private final CheckBox metadata;
  private final CheckBox partial;
  private final CheckBox replace;
  private final Label exactness = Notices.wrapping("", "muted");
  private final Label missing = Notices.wrapping("");

  FormatForm(ExportViewModel model, Messages messages) {
    super(8);
    this.model = model;
    this.messages = messages;
    ExportOptions now = model.optionsProperty().get();
    asBits = checkBox("as-bits", now.foreign() == ForeignDtypes.RAW);
    metadata = checkBox("metadata", now.keepsMetadata());
    partial = checkBox("partial", now.takesPartial());
    replace = checkBox("replace", now.replaces());
    buildFormat(now.format());
    exactness.setId("export-exactness");
    missing.setId("export-missing");
    missing.managedProperty().bind(missing.visibleProperty());
    getChildren().addAll(format, exactness, missing, asBits, metadata, partial, replace);
    decide();
  }

  private void buildFormat(ExportFormat now) {
    format.setId("export-format");
    format.setAccessibleText(messages.text("export.format"));
    format.getItems().setAll(ExportFormat.values());
    format.setMaxWidth(Double.MAX_VALUE);
    format.setConverter(new FormatConverter());
    format.setValue(now);
    format.valueProperty().subscribe(this::decide);
  }

  private CheckBox checkBox(String id, boolean selected) {
    CheckBox box = new CheckBox(messages.text("export.option." + id));
    box.setId("export-" + id);
    box.setWrapText(true);
    box.setSelected(selected);
    box.selectedProperty().subscribe(this::decide);
    box.managedProperty().bind(box.visibleProperty());
    return box;
  }

  private void decide() {
    if (format.getValue() == null) {
      return;
    }
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
    ExportWords words = model.words();
    show(asBits, options.format() == ExportFormat.NPY && words.hasForeign());
    show(metadata, options.format() == ExportFormat.SAFETENSORS && words.hasMetadata());
    show(partial, options.format() == ExportFormat.RAW && words.hasPartial());
    show(replace, model.goesIntoFolder());
    show(missing, words.hasPartial());
    exactness.setText(words.exactness(options));
    missing.setText(words.hasPartial() ? words.partial(options) : "");
  }

  private static void show(Node node, boolean shown) {
    node.setVisible(shown);
  }

  private final class FormatConverter extends StringConverter<ExportFormat> {
    @Override
    public String toString(ExportFormat value) {
      return value == null
          ? ""
          : messages.text("export.format." + value.name().toLowerCase(Locale.ROOT));
    }

    @Override
    public ExportFormat fromString(String text) {
      throw new UnsupportedOperationException("nothing is typed here");
    }
  }
}
