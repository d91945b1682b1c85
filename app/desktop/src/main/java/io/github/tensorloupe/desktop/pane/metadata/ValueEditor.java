package io.github.tensorloupe.desktop.pane.metadata;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.pane.metadata.EntrySelection.Detail;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.edit.EditableText;
import io.github.tensorloupe.edit.EmbeddedJson;
import io.github.tensorloupe.edit.JsonForm;
import io.github.tensorloupe.edit.JsonTextException;
import io.github.tensorloupe.edit.ReadableText;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// The text of a value, which is edited here. The text is committed when the focus leaves; Escape
/// drops it. A long value is cut for reading and not editable until all of it was asked for, so
/// that what is not shown can never be lost.
final class ValueEditor extends VBox {

  /// Longer values are not edited here: laying them out would take too long.
  static final int EDITABLE_CHARACTERS = 200_000;

  private static final KeyCombination COMMIT =
      new KeyCodeCombination(KeyCode.ENTER, KeyCombination.SHORTCUT_DOWN);

  private final EntryEditing editing;
  private final Messages messages;
  private final TextArea area = new TextArea();
  private final Label cutNote = new Label();
  private final Button editAll = new Button();
  private final CheckBox keepLines = new CheckBox();
  private final Label problem = new Label();
  private final HBox problemLine =
      new HBox(8, Icons.of(Feather.ALERT_TRIANGLE, "icon-small", "icon-warning"), problem);
  private final HBox cutLine = new HBox(8, cutNote, editAll);
  private Optional<Detail> shown = Optional.empty();
  private ShownText before = ShownText.NONE;
  private String settled = "";
  private boolean typing;

  ValueEditor(EntryEditing editing, Messages messages) {
    super(8);
    this.editing = editing;
    this.messages = messages;
    area.setId("metadata-text");
    area.setAccessibleText(messages.text("metadata.column.value"));
    area.setWrapText(true);
    VBox.setVgrow(area, Priority.ALWAYS);
    cutNote.setId("metadata-cut-note");
    cutNote.getStyleClass().add("caption");
    cutNote.setWrapText(true);
    HBox.setHgrow(cutNote, Priority.ALWAYS);
    cutNote.setMaxWidth(Double.MAX_VALUE);
    cutNote.setMinWidth(0);
    editAll.setId("metadata-edit-all");
    editAll.getStyleClass().add("small");
    editAll.setMinWidth(Region.USE_PREF_SIZE);
    editAll.setOnAction(_ -> editAll());
    keepLines.setId("metadata-keep-lines");
    keepLines.setText(messages.text("metadata.json.keep-lines"));
    problem.setId("metadata-json-problem");
    problem.setWrapText(true);
    getChildren().setAll(area, problemLine, keepLines, cutLine);
    area.textProperty().addListener((_, old, _) -> typed(old));
    area.focusedProperty()
        .addListener(
            (_, _, focused) -> {
              if (!focused) {
                commit();
              }
            });
    area.addEventFilter(KeyEvent.KEY_PRESSED, this::keyPressed);
    Following.of(this).subscribe(editing.editableProperty(), _ -> showEditable());
  }

  private void keyPressed(KeyEvent event) {
    if (COMMIT.match(event)) {
      commit();
      event.consume();
    } else if (event.getCode() == KeyCode.ESCAPE && typing) {
      editing.dropDraft();
      event.consume();
    }
  }

  /// Makes what was typed part of the edits.
  void commit() {
    if (typing) {
      editing.commitDraft();
    }
  }

  /// Shows the value of an entry as text.
  void show(Detail detail) {
    boolean same = shown.filter(each -> each.row().id() == detail.row().id()).isPresent();
    if (!same) {
      commit();
    }
    ShownText now =
        ShownText.of(detail, same && before.isWhole() ? EDITABLE_CHARACTERS : ReadableText.LIMIT);
    shown = Optional.of(detail);
    before = now;
    if (!same) {
      keepLines.setSelected(detail.json().isPresent() && now.hadLines());
    }
    // Who types on while the value is taken over keeps what they typed.
    if (!typing) {
      settle(now.text());
    }
    area.getStyleClass().remove("mono");
    if (detail.json().isPresent()) {
      area.getStyleClass().add("mono");
    }
    showEditable();
    showProblem();
  }

  private void settle(String text) {
    settled = text;
    if (!area.getText().equals(text)) {
      area.setText(text);
    }
  }

  /// Sets the minimum height of the text.
  void setLeastHeight(double pixels) {
    area.setMinHeight(pixels);
  }

  /// Puts the caret into the text.
  void focusText() {
    area.requestFocus();
    area.positionCaret(area.getLength());
  }

  private void editAll() {
    shown.ifPresent(
        detail -> {
          before = ShownText.of(detail, EDITABLE_CHARACTERS);
          settle(before.text());
          showEditable();
          area.requestFocus();
          area.positionCaret(0);
        });
  }

  private void showEditable() {
    boolean editable = editing.editableProperty().get();
    area.setEditable(editable && before.isWhole());
    Nodes.show(keepLines, editable && before.isJson());
    Nodes.show(cutLine, !before.isWhole());
    boolean canBeWhole = before.characters() <= EDITABLE_CHARACTERS;
    Nodes.show(editAll, editable && canBeWhole);
    String total = Figures.count(before.characters());
    editAll.setText(messages.text("metadata.edit-all", total));
    cutNote.setText(
        messages.text(
            canBeWhole || !editable ? "metadata.cut" : "metadata.cut.too-long",
            Figures.count(before.shownCharacters()),
            total));
  }

  private void typed(String old) {
    if (!typing && area.isEditable() && old.equals(settled) && shown.isPresent()) {
      typing = true;
      Detail detail = shown.get();
      editing.startDraft(() -> take(detail.row().id()), this::revert);
    }
    showProblem();
  }

  private void take(long id) {
    typing = false;
    // Who types on before the value is shown again begins from here.
    settled = area.getText();
    String value = before.value(area.getText(), keepLines.isSelected());
    editing.setValue(id, value);
  }

  private void revert() {
    settle(before.text());
    typing = false;
  }

  private void showProblem() {
    Optional<String> sentence =
        before.isJson() && before.isWhole() ? problemOf(area.getText()) : Optional.empty();
    Nodes.show(problemLine, sentence.isPresent());
    problem.setText(sentence.orElse(""));
  }

  private Optional<String> problemOf(String text) {
    try {
      EmbeddedJson.read(before.form().value(text));
      return Optional.empty();
    } catch (JsonTextException e) {
      return Optional.of(messages.text("metadata.json.broken", messages.sentence(e.sentence())));
    }
  }

  /// A value as text on the screen, and the way back from what is typed there.
  ///
  /// @param value as it is in the entry
  /// @param form of the text; JSON on one line is spread over several for the eye
  /// @param isJson true where the value is a JSON object or array
  /// @param isWhole false where the text is only the beginning of the value, for reading alone
  /// @param shownCharacters number of characters of the value that the text stands for
  private record ShownText(
      String value, EditableText form, boolean isJson, boolean isWhole, int shownCharacters) {

    /// Nothing.
    static final ShownText NONE = new ShownText("", EditableText.of(""), false, true, 0);

    /// The text of a value.
    ///
    /// @param limit longer values are cut
    static ShownText of(Detail detail, int limit) {
      String value = detail.row().value();
      if (value.length() > limit) {
        ReadableText cut = detail.text();
        return new ShownText(
            value,
            new EditableText(cut.text(), false),
            detail.json().isPresent(),
            false,
            cut.shownCharacters());
      }
      String text =
          detail
              .json()
              .filter(_ -> !hasLines(value))
              .map(json -> JsonForm.PRETTY.write(json.tree()))
              .orElse(value);
      return new ShownText(
          value, EditableText.of(text), detail.json().isPresent(), true, value.length());
    }

    private static boolean hasLines(String value) {
      return value.indexOf('\n') >= 0;
    }

    String text() {
      return form.text();
    }

    /// True where the value itself has several lines.
    boolean hadLines() {
      return hasLines(value);
    }

    int characters() {
      return value.length();
    }

    /// The value that a text means which was typed in place of this one. Text that was not changed
    /// means the value exactly as it is.
    ///
    /// @param keepLines true to keep the line breaks and spaces of typed JSON
    String value(String typed, boolean keepLines) {
      if (typed.equals(text())) {
        return value;
      }
      String meant = form.value(typed);
      if (!isJson || keepLines) {
        return meant;
      }
      try {
        return JsonForm.COMPACT.write(EmbeddedJson.read(meant));
      } catch (JsonTextException e) {
        // What is no JSON any more is text like any other, and kept as it was typed.
        return meant;
      }
    }
  }
}
