package io.github.tensorloupe.desktop.pane.metadata;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.notice.Tone;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.pane.metadata.EntrySelection.Detail;
import io.github.tensorloupe.desktop.pane.metadata.JsonEdit.JsonPath;
import io.github.tensorloupe.desktop.selection.MetadataEdits;
import io.github.tensorloupe.desktop.text.EditableText;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.edit.EmbeddedJson;
import io.github.tensorloupe.edit.JsonForm;
import io.github.tensorloupe.edit.JsonTextException;
import io.github.tensorloupe.edit.JsonValue;
import io.github.tensorloupe.edit.ReadableText;
import javafx.scene.control.Label;

/// A text editor for a value. A long value is truncated and read-only until the user requests all
/// of it, so that hidden text cannot be lost.
final class ValueEditor extends VBox {

  /// Longer values cannot be edited here, because laying them out would take too long.
  static final int EDITABLE_CHARACTERS = 200_000;

  private final EntryEditing editing;
  private final Messages messages;
  private final TextArea area = PanelParts.named(new TextArea(), "metadata-text");
  private final TypedText typed;
  private final Label cutNote = PanelParts.wrapping("", "caption");
  private final Button editAll;
  private final CheckBox keepLines;
  private final Label problem = PanelParts.named(new Label(), "metadata-json-problem");
  private final HBox problemLine;
  private final HBox cutLine;
  private ShownText before = ShownText.of(Detail.of(new MetadataRow(-1, "", "", false)), 0);

  ValueEditor(EntryEditing editing, Messages messages) {
    super(8);
    this.editing = editing;
    this.messages = messages;
    area.setAccessibleText(messages.text("metadata.column.value"));
    area.setWrapText(true);
    VBox.setVgrow(area, Priority.ALWAYS);
    typed = new TypedText(area, editing, this::apply);
    cutNote.setId("metadata-cut-note");
    PanelParts.grow(cutNote);
    editAll = PanelParts.button("metadata-edit-all", "", this::editAll);
    editAll.getStyleClass().add("small");
    cutLine = new HBox(8, cutNote, editAll);
    keepLines = new CheckBox(messages.text("metadata.json.keep-lines"));
    keepLines.setId("metadata-keep-lines");
    problem.setWrapText(true);
    problemLine = new HBox(8, Tone.WARNING.icon("icon-small"), problem);
    PanelParts.fill(this, area, problemLine, keepLines, cutLine);
    area.textProperty().subscribe(_ -> showProblem());
    WeakSubscriptions.of(this).subscribe(editing.editable, _ -> showEditable());
  }

  void show(Detail detail) {
    boolean same = before.detail().row().id() == detail.row().id();
    if (!same) {
      typed.commit();
    }
    before =
        ShownText.of(
            detail, same && before.isWhole() ? EDITABLE_CHARACTERS : ReadableText.MAX_CHARACTERS);
    if (!same) {
      keepLines.setSelected(before.isJson() && before.value().indexOf('\n') >= 0);
    }
    typed.show(before.form().text());
    area.getStyleClass().remove("mono");
    if (before.isJson()) {
      area.getStyleClass().add("mono");
    }
    showEditable();
    showProblem();
  }

  void setMinTextHeight(double pixels) {
    area.setMinHeight(pixels);
  }

  void focusText() {
    area.requestFocus();
    area.positionCaret(area.getLength());
  }

  private void editAll() {
    before = ShownText.of(before.detail(), EDITABLE_CHARACTERS);
    typed.show(before.form().text());
    showEditable();
    area.requestFocus();
    area.positionCaret(0);
  }

  private void showEditable() {
    boolean editable = editing.editable.get();
    area.setEditable(editable && before.isWhole());
    PanelParts.setShown(keepLines, editable && before.isJson());
    PanelParts.setShown(cutLine, !before.isWhole());
    int characters = before.value().length();
    boolean canBeWhole = characters <= EDITABLE_CHARACTERS;
    PanelParts.setShown(editAll, editable && canBeWhole);
    String total = messages.count(characters);
    editAll.setText(messages.text("metadata.edit-all", total));
    cutNote.setText(
        messages.text(
            canBeWhole || !editable ? "metadata.cut" : "metadata.cut.too-long",
            messages.count(before.detail().text().shownCharacters()),
            total));
  }

  private void apply(MetadataEdits edits, String text) {
    String value = before.value(text, keepLines.isSelected());
    edits.entry(before.detail().row().id()).ifPresent(entry -> edits.setValue(entry.id(), value));
  }

  private void showProblem() {
    String sentence = "";
    if (before.isJson() && before.isWhole()) {
      try {
        EmbeddedJson.read(before.form().value(area.getText()));
      } catch (JsonTextException e) {
        sentence = messages.text("metadata.json.broken", messages.sentence(e.sentence()));
      }
    }
    PanelParts.setShown(problemLine, !sentence.isEmpty());
    problem.setText(sentence);
  }

  /// A value as displayed text, and the conversion of typed text back to a value.
  ///
  /// @param form the format of the text; single-line JSON is pretty-printed
  /// @param isWhole false if the text is only the beginning of the value, for reading only
  private record ShownText(Detail detail, EditableText form, boolean isWhole) {

    /// @param limit longer values are truncated
    static ShownText of(Detail detail, int limit) {
      String value = detail.row().value();
      if (value.length() > limit) {
        return new ShownText(detail, new EditableText(detail.text().text(), false), false);
      }
      Optional<JsonEdit> oneLine = detail.json().filter(_ -> value.indexOf('\n') < 0);
      String text = oneLine.map(json -> JsonForm.PRETTY.write(json.tree())).orElse(value);
      return new ShownText(detail, EditableText.of(text), true);
    }

    String value() {
      return detail.row().value();
    }

    boolean isJson() {
      return detail.json().isPresent();
    }

    /// Returns the value that a typed text represents. Unchanged text represents exactly the
    /// original value.
    ///
    /// @param keepLines true to preserve the line breaks and spaces of typed JSON
    String value(String typed, boolean keepLines) {
      if (typed.equals(form.text())) {
        return value();
      }
      String newValue = form.value(typed);
      if (!isJson() || keepLines) {
        return newValue;
      }
      try {
        JsonValue edited = EmbeddedJson.read(newValue);
        return detail.json().get().replace(JsonPath.ROOT, edited).text();
      } catch (JsonTextException e) {
        // Text that is no longer JSON is kept as typed.
        return newValue;
      }
    }
  }
}
