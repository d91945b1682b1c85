package io.github.tensorloupe.desktop.pane.shortcuts;

import module javafx.controls;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.pane.shortcuts.ShortcutEditing.ShortcutRow;
import io.github.tensorloupe.desktop.pane.shortcuts.ShortcutEditing.ShortcutRow.Fixed;
import io.github.tensorloupe.desktop.pane.shortcuts.ShortcutEditing.ShortcutRow.Heading;
import io.github.tensorloupe.desktop.pane.shortcuts.ShortcutEditing.ShortcutRow.OfCommand;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import org.kordamp.ikonli.feather.Feather;

/// A command with its keys and buttons, or keys that cannot be changed.
final class ShortcutCell extends ListCell<ShortcutRow> {

  private static final PseudoClass HEADING = PseudoClass.getPseudoClass("heading");
  private static final PseudoClass RECORDED = PseudoClass.getPseudoClass("recorded");

  private final ShortcutEditing editing;
  private final Messages messages;

  ShortcutCell(ShortcutEditing editing, Messages messages) {
    this.editing = editing;
    this.messages = messages;
    getStyleClass().add("shortcut-cell");
    setPrefWidth(0);
    setOnMouseClicked(
        event -> {
          if (event.getButton() == MouseButton.PRIMARY
              && event.getClickCount() == 2
              && getItem() instanceof OfCommand row) {
            editing.record(row.command());
          }
        });
    Following.of(this).subscribe(editing.recordingProperty(), _ -> markRecorded());
  }

  private void markRecorded() {
    boolean recorded =
        getItem() instanceof OfCommand row
            && editing
                .recordingProperty()
                .get()
                .filter(now -> now.command() == row.command())
                .isPresent();
    pseudoClassStateChanged(RECORDED, recorded);
  }

  @Override
  protected void updateItem(ShortcutRow row, boolean empty) {
    super.updateItem(row, empty);
    pseudoClassStateChanged(HEADING, row instanceof Heading);
    setText(null);
    setGraphic(empty ? null : graphic(row));
    markRecorded();
    setAccessibleText(empty ? null : spoken(row));
  }

  private String spoken(ShortcutRow row) {
    return switch (row) {
      case Heading(var text) -> text;
      case OfCommand command ->
          command.text()
              + ": "
              + (command.keys().isEmpty() ? messages.text("shortcuts.none") : command.keys());
      case Fixed fixed -> fixed.text() + ": " + fixed.keys();
    };
  }

  private Node graphic(ShortcutRow row) {
    return switch (row) {
      case Heading(var text) -> label(text, "shortcut-heading");
      case OfCommand command -> row(command);
      case Fixed fixed ->
          row(label(fixed.text(), "shortcut-text"), label(fixed.keys(), "shortcut-fixed"));
    };
  }

  private HBox row(OfCommand row) {
    Command command = row.command();
    Label text = label(row.text(), "shortcut-text");
    text.setGraphic(Icons.of(command.icon(), "icon-small"));
    Label keys =
        row.keys().isEmpty()
            ? label(messages.text("shortcuts.none"), "shortcut-none")
            : label(row.keys(), "shortcut-keys");
    if (!row.usual()) {
      keys.getStyleClass().add("shortcut-changed");
    }
    HBox box = row(text, keys);
    Button change = button("change", Feather.EDIT_2, () -> editing.record(command));
    Button remove = button("remove", Feather.X, () -> editing.remove(command));
    remove.setVisible(!row.keys().isEmpty());
    Button reset = button("reset", Feather.ROTATE_CCW, () -> editing.reset(command));
    reset.setVisible(!row.usual());
    box.getChildren().addAll(change, remove, reset);
    return box;
  }

  private Button button(String word, Feather icon, Runnable action) {
    Button button = Icons.button(icon, messages.text("shortcuts." + word), action, "flat", "small");
    button.setFocusTraversable(false);
    return button;
  }

  private static HBox row(Label text, Label keys) {
    Region gap = new Region();
    HBox.setHgrow(gap, Priority.ALWAYS);
    text.setMinWidth(0);
    keys.setMinWidth(USE_PREF_SIZE);
    HBox box = new HBox(8, text, gap, keys);
    box.setAlignment(Pos.CENTER_LEFT);
    return box;
  }

  private static Label label(String text, String styleClass) {
    Label label = new Label(text);
    label.getStyleClass().add(styleClass);
    return label;
  }
}
