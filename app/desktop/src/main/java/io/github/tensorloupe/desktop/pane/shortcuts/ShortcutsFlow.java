package io.github.tensorloupe.desktop.pane.shortcuts;

import module java.base;
import module javafx.controls;

import atlantafx.base.controls.Spacer;
import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.command.Keymap;
import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.notice.Tone;
import io.github.tensorloupe.desktop.control.panel.Panel;
import io.github.tensorloupe.desktop.control.panel.PanelHost;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.pane.shortcuts.ShortcutEditing.Recording;
import io.github.tensorloupe.desktop.pane.shortcuts.ShortcutEditing.ShortcutRow;
import io.github.tensorloupe.desktop.pane.shortcuts.ShortcutEditing.ShortcutRow.Fixed;
import io.github.tensorloupe.desktop.pane.shortcuts.ShortcutEditing.ShortcutRow.Heading;
import io.github.tensorloupe.desktop.pane.shortcuts.ShortcutEditing.ShortcutRow.OfCommand;
import io.github.tensorloupe.desktop.settings.ChosenSettings;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import javafx.scene.control.Label;
import org.controlsfx.control.textfield.CustomTextField;
import org.kordamp.ikonli.feather.Feather;

/// Shows the panel that changes keyboard shortcuts. Belongs to the FX thread.
public record ShortcutsFlow(
    Supplier<PanelHost> panels, ChosenSettings settings, Commands commands, Messages messages) {

  public void show() {
    show(() -> {});
  }

  /// @param onClosed called after the panel was closed
  public void show(Runnable onClosed) {
    String title = messages.text("shortcuts.title");
    panels.get().show("shortcuts", title, () -> panel(onClosed), onClosed);
  }

  private Panel panel(Runnable onClosed) {
    Panel panel = new Panel("shortcuts-panel");
    ShortcutEditing editing =
        new ShortcutEditing(settings, commands, WeakSubscriptions.of(panel), messages);
    Runnable closing =
        () -> {
          panels.get().hide(panel);
          onClosed.run();
        };
    ShortcutsBody body = new ShortcutsBody(editing, closing);
    panel.setTitle(messages.text("shortcuts.title"), messages.text("shortcuts.subtitle"));
    panel.setElasticBody(body);
    panel.setOnEscape(closing);
    panel.setButtons(
        List.of(button("reset-all", editing::resetAll)), List.of(button("close", closing)));
    panel.setBeginning(body.search);
    return panel;
  }

  private Button button(String word, Runnable action) {
    return PanelParts.button("shortcuts-" + word, messages.text("shortcuts." + word), action);
  }

  private final class ShortcutsBody extends VBox {

    private static final double ROW_HEIGHT = 32;
    private static final double LIST_HEIGHT = 12 * ROW_HEIGHT;

    private final ShortcutEditing editing;
    private final Runnable onEscape;
    private final CustomTextField search =
        PanelParts.searchField("shortcuts-search", messages.text("shortcuts.search"));
    private final ListView<ShortcutRow> list = PanelParts.named(new ListView<>(), "shortcuts-list");
    private final StackPane notice = PanelParts.named(new StackPane(), "shortcuts-notice");

    /// @param onEscape run when Escape is pressed while not recording
    ShortcutsBody(ShortcutEditing editing, Runnable onEscape) {
      super(12);
      this.editing = editing;
      this.onEscape = onEscape;
      search.textProperty().bindBidirectional(editing.query);
      prepareList();
      notice.setFocusTraversable(false);
      notice.setAlignment(Pos.TOP_LEFT);
      getChildren().setAll(search, list, new StackPane(roomOfNotice(), notice));
      addEventFilter(KeyEvent.KEY_PRESSED, this::pressKey);
      WeakSubscriptions.of(this).subscribe(editing.recording, _ -> showNotice());
      WeakSubscriptions.of(this).subscribe(editing.note, _ -> showNotice());
    }

    /// Reserves the height of the notice, so that rows do not move under the mouse pointer.
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
      list.setAccessibleText(messages.text("shortcuts.title"));
      list.setPlaceholder(PanelParts.label(messages.text("shortcuts.nothing"), "muted"));
      list.setFixedCellSize(ROW_HEIGHT);
      list.setPrefHeight(LIST_HEIGHT);
      list.setMinHeight(2 * ROW_HEIGHT);
      list.setItems(editing.rows);
      list.setCellFactory(_ -> new ShortcutCell());
      VBox.setVgrow(list, Priority.ALWAYS);
    }

    /// While recording, all keys belong to the recording.
    private void pressKey(KeyEvent event) {
      if (editing.recording.get().isPresent()) {
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
      Optional<Recording> recording = editing.recording.get();
      Optional<String> note = editing.note.get();
      notice.getChildren().clear();
      if (recording.isEmpty()) {
        note.map(sentence -> PanelParts.notice(Tone.INFO, sentence))
            .ifPresent(notice.getChildren()::add);
        return;
      }
      Recording now = recording.get();
      HBox buttons = new HBox(8);
      if (now.conflict().isPresent()) {
        buttons.getChildren().add(button("take", () -> andBack(editing::takeOver)));
      }
      buttons.getChildren().add(button("give-up", () -> andBack(editing::cancelRecording)));
      String press = messages.text("shortcuts.press", messages.text(now.command().messageKey()));
      Tone tone = note.isPresent() ? Tone.WARNING : Tone.INFO;
      notice.getChildren().add(PanelParts.notice(tone, note.orElse(press), buttons));
      (now.conflict().isPresent() ? buttons.getChildren().getFirst() : list).requestFocus();
    }

    private void andBack(Runnable action) {
      action.run();
      list.requestFocus();
    }

    private final class ShortcutCell extends ListCell<ShortcutRow> {

      private static final PseudoClass HEADING = PseudoClass.getPseudoClass("heading");
      private static final PseudoClass RECORDED = PseudoClass.getPseudoClass("recorded");

      ShortcutCell() {
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
        WeakSubscriptions.of(this).subscribe(editing.recording, _ -> markRecorded());
      }

      private void markRecorded() {
        Optional<Command> recorded = editing.recording.get().map(Recording::command);
        boolean isRecorded =
            getItem() instanceof OfCommand row
                && recorded.filter(row.command()::equals).isPresent();
        pseudoClassStateChanged(RECORDED, isRecorded);
      }

      @Override
      protected void updateItem(ShortcutRow row, boolean empty) {
        super.updateItem(row, empty);
        pseudoClassStateChanged(HEADING, row instanceof Heading);
        setText(null);
        setGraphic(
            switch (empty ? null : row) {
              case null -> null;
              case Heading(var text) -> PanelParts.label(text, "shortcut-heading");
              case OfCommand command -> row(command);
              case Fixed(var text, var keys) ->
                  row(text, PanelParts.label(keys, "shortcut-fixed"), null);
            });
        markRecorded();
        setAccessibleText(
            empty ? null : row.text() + (row instanceof Heading ? "" : ": " + keys(row)));
      }

      private String keys(ShortcutRow row) {
        return row.keys().isEmpty() ? messages.text("shortcuts.none") : row.keys();
      }

      private HBox row(OfCommand row) {
        Command command = row.command();
        boolean none = row.keys().isEmpty();
        Label keys = PanelParts.label(keys(row), none ? "shortcut-none" : "shortcut-keys");
        if (!row.isDefault()) {
          keys.getStyleClass().add("shortcut-changed");
        }
        Button change = iconButton("change", Feather.EDIT_2, () -> editing.record(command));
        Button remove = iconButton("remove", Feather.X, () -> editing.remove(command));
        remove.setVisible(!none);
        Button reset = iconButton("reset", Feather.ROTATE_CCW, () -> editing.reset(command));
        reset.setVisible(!row.isDefault());
        return row(row.text(), keys, Icons.of(command.icon(), "icon-small"), change, remove, reset);
      }

      private Button iconButton(String word, Feather icon, Runnable action) {
        Button button =
            Icons.button(icon, messages.text("shortcuts." + word), action, "flat", "small");
        button.setFocusTraversable(false);
        return button;
      }

      private static HBox row(String text, Label keys, Node icon, Button... buttons) {
        Label label = PanelParts.label(text, "shortcut-text");
        label.setGraphic(icon);
        label.setMinWidth(0);
        keys.setMinWidth(USE_PREF_SIZE);
        HBox box = PanelParts.row(8, label, new Spacer(), keys);
        box.getChildren().addAll(buttons);
        return box;
      }
    }
  }
}
