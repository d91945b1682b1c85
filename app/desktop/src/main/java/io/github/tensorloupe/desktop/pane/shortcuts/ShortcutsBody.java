package io.github.tensorloupe.desktop.pane.shortcuts;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.command.Keymap;
import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.notice.Tone;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.pane.shortcuts.ShortcutEditing.Recording;
import io.github.tensorloupe.desktop.pane.shortcuts.ShortcutEditing.ShortcutRow;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Themes;
import javafx.scene.control.Label;
import org.controlsfx.control.textfield.CustomTextField;
import org.controlsfx.control.textfield.TextFields;
import org.kordamp.ikonli.feather.Feather;

/// The body of the panel: search field, list and recording.
final class ShortcutsBody extends VBox {

  private static final double ROW_HEIGHT = 32;
  private static final double LIST_HEIGHT = 12 * ROW_HEIGHT;

  private final ShortcutEditing editing;
  private final Messages messages;
  private final CustomTextField search = (CustomTextField) TextFields.createClearableTextField();
  private final ListView<ShortcutRow> list = new ListView<>();
  private final StackPane notice = new StackPane();
  private Runnable onEscape = () -> {};

  ShortcutsBody(ShortcutEditing editing, Messages messages) {
    super(12);
    this.editing = editing;
    this.messages = messages;
    Themes.style(this, ShortcutsBody.class, "shortcuts.css");
    search.setId("shortcuts-search");
    search.setLeft(Icons.of(Feather.SEARCH, "icon-small"));
    search.setPromptText(messages.text("shortcuts.search"));
    search.setAccessibleText(messages.text("shortcuts.search"));
    search.textProperty().bindBidirectional(editing.queryProperty());
    prepareList();
    notice.setId("shortcuts-notice");
    notice.setFocusTraversable(false);
    notice.setAlignment(Pos.TOP_LEFT);
    getChildren().setAll(search, list, new StackPane(roomOfNotice(), notice));
    addEventFilter(KeyEvent.KEY_PRESSED, this::pressKey);
    Following.of(this).subscribe(editing.recordingProperty(), _ -> showNotice());
    Following.of(this).subscribe(editing.noteProperty(), _ -> showNotice());
  }

  /// Reserves the height of the notice, so that rows do not move under the mouse.
  private Node roomOfNotice() {
    Region room =
        PanelParts.notice(
            Tone.WARNING, editing.longestNote(), new Button(messages.text("shortcuts.give-up")));
    room.setVisible(false);
    // In a low window the list has priority.
    room.setMinHeight(0);
    return room;
  }

  private void prepareList() {
    Label nothing = new Label(messages.text("shortcuts.nothing"));
    nothing.getStyleClass().add("muted");
    list.setId("shortcuts-list");
    list.setAccessibleText(messages.text("shortcuts.title"));
    list.setPlaceholder(nothing);
    list.setFixedCellSize(ROW_HEIGHT);
    list.setPrefHeight(LIST_HEIGHT);
    list.setMinHeight(4 * ROW_HEIGHT);
    list.setItems(editing.rows());
    list.setCellFactory(_ -> new ShortcutCell(editing, messages));
    VBox.setVgrow(list, Priority.ALWAYS);
  }

  /// While recording, all keys belong to the recording.
  private void pressKey(KeyEvent event) {
    if (editing.recordingProperty().get().isPresent()) {
      record(event);
    } else if (event.getCode() == KeyCode.ESCAPE) {
      // The list would consume it.
      event.consume();
      onEscape.run();
    } else if (event.getTarget() == list
        && list.getSelectionModel().getSelectedItem() instanceof ShortcutRow.OfCommand row) {
      switch (event.getCode()) {
        case ENTER, F2 -> editing.record(row.command());
        case DELETE -> editing.remove(row.command());
        case BACK_SPACE -> editing.reset(row.command());
        default -> {
          return;
        }
      }
      event.consume();
    } else if (event.getTarget() == search && event.getCode() == KeyCode.DOWN) {
      event.consume();
      list.requestFocus();
      list.getSelectionModel().selectFirst();
    }
  }

  private void record(KeyEvent event) {
    boolean onButton = event.getTarget() instanceof Button;
    if (onButton && (event.getCode() == KeyCode.ENTER || event.getCode() == KeyCode.SPACE)
        || event.getCode() == KeyCode.TAB) {
      return;
    }
    event.consume();
    if (event.getCode() == KeyCode.ESCAPE) {
      editing.cancelRecording();
      list.requestFocus();
    } else {
      Keymap.pressed(event).ifPresent(editing::press);
    }
  }

  private void showNotice() {
    Optional<Recording> recording = editing.recordingProperty().get();
    Optional<String> note = editing.noteProperty().get();
    notice.getChildren().clear();
    if (recording.isPresent()) {
      Recording now = recording.get();
      String text = messages.text(now.command().messageKey());
      Button stop = button("shortcuts-give-up", "shortcuts.give-up", editing::cancelRecording);
      HBox buttons = new HBox(8, stop);
      now.conflict()
          .ifPresent(
              _ ->
                  buttons
                      .getChildren()
                      .addFirst(button("shortcuts-take", "shortcuts.take", editing::takeOver)));
      String sentence = note.orElse(messages.text("shortcuts.press", text));
      notice
          .getChildren()
          .setAll(
              PanelParts.notice(note.isPresent() ? Tone.WARNING : Tone.INFO, sentence, buttons));
      (now.conflict().isPresent() ? buttons.getChildren().getFirst() : list).requestFocus();
    } else {
      note.ifPresent(
          sentence -> notice.getChildren().setAll(PanelParts.notice(Tone.INFO, sentence)));
    }
  }

  private Button button(String id, String key, Runnable action) {
    return PanelParts.button(
        id,
        messages.text(key),
        () -> {
          action.run();
          list.requestFocus();
        });
  }

  /// Sets the action of Escape while not recording.
  void setOnEscape(Runnable action) {
    onEscape = action;
  }

  Node search() {
    return search;
  }
}
