package io.github.tensorloupe.desktop.pane.shortcuts;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.pane.shortcuts.ShortcutEditing.Recording;
import io.github.tensorloupe.desktop.pane.shortcuts.ShortcutEditing.ShortcutRow;
import io.github.tensorloupe.desktop.pane.shortcuts.ShortcutEditing.ShortcutRow.Fixed;
import io.github.tensorloupe.desktop.pane.shortcuts.ShortcutEditing.ShortcutRow.Heading;
import io.github.tensorloupe.desktop.pane.shortcuts.ShortcutEditing.ShortcutRow.OfCommand;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import javafx.scene.control.Label;
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
    Optional<Command> recorded = editing.recordingProperty().get().map(Recording::command);
    pseudoClassStateChanged(
        RECORDED,
        getItem() instanceof OfCommand row && recorded.filter(row.command()::equals).isPresent());
  }

  @Override
  protected void updateItem(ShortcutRow row, boolean empty) {
    super.updateItem(row, empty);
    pseudoClassStateChanged(HEADING, row instanceof Heading);
    setText(null);
    setGraphic(empty ? null : graphic(row));
    markRecorded();
    setAccessibleText(empty ? null : row.text() + (row instanceof Heading ? "" : ": " + keys(row)));
  }

  private String keys(ShortcutRow row) {
    return row.keys().isEmpty() ? messages.text("shortcuts.none") : row.keys();
  }

  private Node graphic(ShortcutRow row) {
    return switch (row) {
      case Heading(var text) -> PanelParts.label(text, "shortcut-heading");
      case OfCommand command -> row(command);
      case Fixed(var text, var keys) -> row(text, PanelParts.label(keys, "shortcut-fixed"), null);
    };
  }

  private HBox row(OfCommand row) {
    Command command = row.command();
    boolean none = row.keys().isEmpty();
    Label keys = PanelParts.label(keys(row), none ? "shortcut-none" : "shortcut-keys");
    if (!row.usual()) {
      keys.getStyleClass().add("shortcut-changed");
    }
    Button change = button("change", Feather.EDIT_2, () -> editing.record(command));
    Button remove = button("remove", Feather.X, () -> editing.remove(command));
    remove.setVisible(!none);
    Button reset = button("reset", Feather.ROTATE_CCW, () -> editing.reset(command));
    reset.setVisible(!row.usual());
    return row(row.text(), keys, Icons.of(command.icon(), "icon-small"), change, remove, reset);
  }

  private Button button(String word, Feather icon, Runnable action) {
    Button button = Icons.button(icon, messages.text("shortcuts." + word), action, "flat", "small");
    button.setFocusTraversable(false);
    return button;
  }

  private static HBox row(String text, Label keys, Node icon, Button... buttons) {
    Label label = PanelParts.label(text, "shortcut-text");
    label.setGraphic(icon);
    label.setMinWidth(0);
    Region gap = new Region();
    HBox.setHgrow(gap, Priority.ALWAYS);
    keys.setMinWidth(USE_PREF_SIZE);
    HBox box = new HBox(8, label, gap, keys);
    box.getChildren().addAll(buttons);
    box.setAlignment(Pos.CENTER_LEFT);
    return box;
  }
}
