package io.github.tensorloupe.desktop.pane.metadata;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.selection.MetadataEdits;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.edit.Entry;
import io.github.tensorloupe.format.DisplayText;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// A list of words as chips, followed by a field for new words. Enter, a comma or leaving the field
/// adds the typed word; Backspace in the empty field removes the last word.
final class TagsField extends FlowPane {

  private static final int MAX_CHIPS = 100;
  private static final int CHIP_CHARACTERS = 48;
  private static final double CHIP_MARGIN = 12;

  private final String key;
  private final EntryEditing editing;
  private final Messages messages;
  private final TextField input = new TextField();
  private final TypedText typed;
  private TagList shown = TagList.of("");

  /// @param id the id of the field for new words
  TagsField(String id, String key, String name, EntryEditing editing, Messages messages) {
    super(6, 6);
    this.key = key;
    this.editing = editing;
    this.messages = messages;
    getStyleClass().add("tags-field");
    setMinSize(0, 0);
    // An HBox computes the height before it sets the width.
    widthProperty()
        .subscribe(width -> setPrefWrapLength(width.doubleValue() > 0 ? width.doubleValue() : 400));
    PanelParts.named(input, id, "tags-input").setAccessibleText(name);
    input.setPromptText(messages.text("metadata.tags.add"));
    input.addEventFilter(KeyEvent.KEY_PRESSED, this::keyPressed);
    input.addEventFilter(KeyEvent.KEY_TYPED, this::keyTyped);
    typed = new TypedText(input, editing, this::add);
    getChildren().setAll(input);
    setOnMouseClicked(_ -> input.requestFocus());
  }

  private void keyPressed(KeyEvent event) {
    if (event.getCode() == KeyCode.BACK_SPACE && input.getText().isEmpty()) {
      if (!shown.parts().isEmpty()) {
        remove(shown.parts().size() - 1);
      }
      event.consume();
    }
  }

  private void keyTyped(KeyEvent event) {
    if (event.getCharacter().equals(",")) {
      typed.commit();
      event.consume();
    }
  }

  private void add(MetadataEdits edits, String text) {
    String before = value(edits);
    TagList after = TagList.of(before).with(text);
    if (!after.value().equals(before)) {
      EntryEditing.set(edits, key, Optional.of(after.value()));
    }
    // Clears the field for the next word, even before the chips are updated.
    typed.show("");
  }

  private void remove(int index) {
    TagList before = shown;
    editing.change(
        edits -> {
          if (value(edits).equals(before.value())) {
            String after = before.without(index).value();
            EntryEditing.set(edits, key, Optional.of(after).filter(each -> !each.isEmpty()));
          }
        });
    input.requestFocus();
  }

  private String value(MetadataEdits edits) {
    return EntryEditing.entry(edits, key).map(Entry::value).orElse("");
  }

  /// Shows the words of a value, and preserves the text being typed.
  void show(String value) {
    shown = TagList.of(value);
    boolean editable = editing.editable.get();
    PanelParts.setShown(input, editable);
    List<Node> chips = new ArrayList<>();
    List<String> tags = shown.tags();
    for (int i = 0; i < Math.min(MAX_CHIPS, tags.size()); i++) {
      chips.add(chip(i, tags.get(i), editable));
    }
    if (tags.size() > MAX_CHIPS) {
      String more = messages.count(tags.size() - MAX_CHIPS);
      chips.add(PanelParts.label(messages.text("metadata.tags.more", more), "muted"));
    }
    // The field for new words is not removed, so that it keeps the focus.
    getChildren().remove(0, getChildren().size() - 1);
    getChildren().addAll(0, chips);
    typed.show("");
  }

  private Node chip(int index, String tag, boolean editable) {
    String name = tag.isEmpty() ? messages.text("metadata.empty-value") : DisplayText.of(tag, 200);
    Label text = PanelParts.label(DisplayText.of(tag.isEmpty() ? name : tag, CHIP_CHARACTERS));
    text.setMinWidth(0);
    HBox chip = PanelParts.row(2, text);
    chip.getStyleClass().add("tag-chip");
    chip.setMinWidth(0);
    chip.maxWidthProperty().bind(widthProperty().subtract(CHIP_MARGIN));
    if (tag.length() > CHIP_CHARACTERS) {
      Tips.setTooltip(chip, () -> name);
    }
    if (editable) {
      String removeText = messages.text("metadata.tags.remove", name);
      chip.getChildren()
          .add(Icons.button(Feather.X, removeText, () -> remove(index), "flat", "small"));
    } else {
      chip.getStyleClass().add("tag-chip-alone");
    }
    return chip;
  }

  /// A value that is a comma-separated list of words. Unchanged words retain their spelling and the
  /// surrounding spaces.
  ///
  /// @param parts the text between the commas
  record TagList(List<String> parts) {

    /// Parses a value; an empty value results in an empty list.
    static TagList of(String value) {
      return new TagList(value.isEmpty() ? List.of() : List.of(value.split(",", -1)));
    }

    /// Returns the words without surrounding spaces.
    List<String> tags() {
      return parts.stream().map(String::strip).toList();
    }

    /// Returns the list with the words of a text appended, except words that it already contains.
    ///
    /// @param typed one or more comma-separated words
    TagList with(String typed) {
      List<String> newParts = new ArrayList<>(parts);
      Set<String> present = new HashSet<>(tags());
      boolean spaced = parts.size() < 2 || parts.get(1).startsWith(" ");
      for (String tag : TagList.of(typed).tags()) {
        if (!tag.isEmpty() && present.add(tag)) {
          newParts.add(spaced && !newParts.isEmpty() ? " " + tag : tag);
        }
      }
      return new TagList(newParts);
    }

    /// Returns the list without the word at an index.
    TagList without(int index) {
      List<String> newParts = new ArrayList<>(parts);
      newParts.remove(index);
      if (index == 0 && !newParts.isEmpty()) {
        newParts.set(0, newParts.getFirst().stripLeading());
      }
      return new TagList(newParts);
    }

    String value() {
      return String.join(",", parts);
    }
  }
}
