package io.github.tensorloupe.desktop.pane.library;

import io.github.tensorloupe.desktop.pane.library.LibraryRow.Heading;
import io.github.tensorloupe.desktop.pane.library.LibraryRow.Item;
import io.github.tensorloupe.desktop.pane.library.LibraryRow.Note;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import java.util.function.Consumer;
import java.util.function.Function;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.OverrunStyle;
import javafx.scene.control.Tooltip;
import javafx.scene.input.MouseButton;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import org.kordamp.ikonli.feather.Feather;

/// One row of the library.
final class LibraryCell extends ListCell<LibraryRow> {

  /// What the list does for its rows.
  ///
  /// @param onOpen opens an item
  /// @param onRemove takes the place of a heading from the library
  /// @param menu makes the menu of an item
  record Wishes(
      Consumer<Item> onOpen, Consumer<Heading> onRemove, Function<Item, ContextMenu> menu) {}

  private final Wishes wishes;
  private final ItemPane itemPane;
  private final Label title = new Label();
  private final Label caption = new Label();
  private final Label note = new Label();
  private final Button remove;
  private final HBox heading;
  private final Tooltip tip = Tips.of("");

  LibraryCell(ItemPane itemPane, Wishes wishes, Messages messages) {
    this.itemPane = itemPane;
    this.wishes = wishes;
    getStyleClass().add("library-cell");
    title.getStyleClass().add("strong");
    title.setMinWidth(USE_PREF_SIZE);
    caption.getStyleClass().add("caption");
    caption.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
    caption.setMinWidth(0);
    HBox.setHgrow(caption, Priority.ALWAYS);
    caption.setMaxWidth(Double.MAX_VALUE);
    note.getStyleClass().add("muted");
    remove = new Button(null, Icons.of(Feather.X, "icon-small"));
    remove.getStyleClass().addAll("flat", "button-icon", "small", "library-remove");
    remove.setAccessibleText(messages.text("library.remove-folder"));
    Tips.explain(remove, messages.text("library.remove-folder"));
    remove.setOnAction(_ -> removePlace());
    heading = new HBox(12, title, caption, remove);
    heading.setAlignment(Pos.BOTTOM_LEFT);
    tip.setWrapText(true);
    tip.setMaxWidth(640);
    setPrefWidth(0);
    setOnMouseClicked(
        event -> {
          if (event.getButton() == MouseButton.PRIMARY
              && event.getClickCount() == 2
              && getItem() instanceof Item item) {
            wishes.onOpen().accept(item);
          }
        });
    setOnContextMenuRequested(
        event -> {
          if (getItem() instanceof Item item) {
            wishes.menu().apply(item).show(this, event.getScreenX(), event.getScreenY());
            event.consume();
          }
        });
  }

  private void removePlace() {
    if (getItem() instanceof Heading shown) {
      wishes.onRemove().accept(shown);
    }
  }

  @Override
  protected void updateItem(LibraryRow row, boolean empty) {
    super.updateItem(row, empty);
    getStyleClass().removeAll("library-heading", "library-note");
    setTooltip(null);
    setAccessibleText(null);
    if (empty || row == null) {
      setGraphic(null);
      return;
    }
    switch (row) {
      case Heading shown -> show(shown);
      case Note(String sentence, boolean isProblem) -> {
        getStyleClass().add("library-note");
        note.setText(sentence);
        note.setGraphic(isProblem ? Icons.of(Feather.ALERT_TRIANGLE, "icon-warning") : null);
        setGraphic(note);
        setAccessibleText(sentence);
      }
      case Item item -> {
        itemPane.show(item);
        tip.setText(itemPane.describe(item));
        setTooltip(tip);
        setAccessibleText(itemPane.describe(item));
        setGraphic(itemPane);
      }
    }
  }

  private void show(Heading shown) {
    getStyleClass().add("library-heading");
    title.setText(shown.title());
    caption.setText(shown.caption());
    remove.setVisible(shown.isRemovable());
    setAccessibleText(shown.title() + " " + shown.caption());
    setGraphic(heading);
  }
}
