package io.github.tensorloupe.desktop.pane.palette;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.pane.palette.PaletteItem.CommandItem;
import io.github.tensorloupe.desktop.pane.palette.PaletteItem.KeyItem;
import io.github.tensorloupe.desktop.pane.palette.PaletteItem.RecentItem;
import io.github.tensorloupe.desktop.pane.palette.PaletteItem.TensorItem;
import io.github.tensorloupe.desktop.pane.palette.PaletteSearch.PaletteRow;
import io.github.tensorloupe.desktop.pane.palette.PaletteSearch.PaletteRow.Found;
import io.github.tensorloupe.desktop.pane.palette.PaletteSearch.PaletteRow.Heading;
import io.github.tensorloupe.desktop.pane.palette.PaletteSearch.PaletteRow.More;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.TensorInfo;
import javafx.scene.control.Label;
import org.kordamp.ikonli.Ikon;
import org.kordamp.ikonli.feather.Feather;

/// A row of the palette: name with matching letters, details and keys.
final class PaletteCell extends ListCell<PaletteRow> {

  private static final PseudoClass HEADING = PseudoClass.getPseudoClass("heading");
  private static final PseudoClass OFF = PseudoClass.getPseudoClass("off");
  private static final double ROOM_BESIDE = 230;
  private static final double LETTER_WIDTH = 7;
  private static final int MIN_CHARACTERS = 24;
  private static final int VALUE_CHARACTERS = 36;

  private final PaletteViewModel model;
  private final Messages messages;

  PaletteCell(PaletteViewModel model, Messages messages) {
    this.model = model;
    this.messages = messages;
    getStyleClass().add("palette-cell");
    setPrefWidth(0);
    setOnMouseClicked(
        event -> {
          if (event.getButton() == MouseButton.PRIMARY && !isEmpty() && getItem().isChoice()) {
            model.choose(getIndex());
          }
        });
  }

  @Override
  protected void updateItem(PaletteRow row, boolean empty) {
    super.updateItem(row, empty);
    boolean off = row instanceof Found(CommandItem item, var _) && item.why().isPresent();
    pseudoClassStateChanged(HEADING, row instanceof Heading);
    pseudoClassStateChanged(OFF, off);
    setText(null);
    setGraphic(empty ? null : graphic(row));
    setAccessibleText(empty ? null : row.spoken(messages));
  }

  private Node graphic(PaletteRow row) {
    return switch (row) {
      case Heading(var section) ->
          PanelParts.label(messages.text(section.messageKey()), "palette-heading");
      case More(var section, var count) ->
          PanelParts.label(messages.text("palette.more", messages.count(count)), "palette-more");
      case Found(CommandItem item, var _) ->
          row(row, item.command().icon(), item.why().orElse(item.menu()), item.keys());
      case Found(TensorItem(var tensor), var _) -> {
        TensorInfo info = tensor.info();
        yield row(row, Feather.BOX, info.dtype() + "  " + messages.shape(info.shape()), "");
      }
      case Found(KeyItem item, var _) ->
          row(row, Feather.TAG, DisplayText.of(item.value(), VALUE_CHARACTERS), "");
      case Found(RecentItem _, var _) -> row(row, Feather.FILE, "", "");
    };
  }

  private HBox row(PaletteRow row, Ikon icon, String aside, String keys) {
    Region gap = new Region();
    HBox.setHgrow(gap, Priority.ALWAYS);
    Label detail = PanelParts.label(aside, "palette-aside");
    detail.setMinWidth(0);
    HBox box = new HBox(8, Icons.of(icon, "icon-small"), name((Found) row), gap, detail);
    if (!keys.isEmpty()) {
      Label badge = PanelParts.label(keys, "palette-keys");
      badge.setMinWidth(USE_PREF_SIZE);
      box.getChildren().add(badge);
    }
    box.setAlignment(Pos.CENTER_LEFT);
    return box;
  }

  /// The name with its matching letters marked, without the middle if it is long.
  private TextFlow name(Found found) {
    double room = getListView() == null ? 0 : getListView().getWidth() - ROOM_BESIDE;
    int limit = Math.max(MIN_CHARACTERS, (int) (room / LETTER_WIDTH));
    String text = found.item().text();
    TextFlow flow = new TextFlow();
    flow.setMinWidth(Region.USE_PREF_SIZE);
    flow.setMaxHeight(Region.USE_PREF_SIZE);
    if (text.codePoints().anyMatch(DisplayText::isUnfit)) {
      addRun(flow, DisplayText.of(text, limit), false);
    } else if (text.length() <= limit) {
      addRuns(flow, found, 0, text.length());
    } else {
      int head = limit / 3;
      addRuns(flow, found, 0, head);
      addRun(flow, "…", false);
      addRuns(flow, found, text.length() - (limit - head - 1), text.length());
    }
    return flow;
  }

  /// Adds a part of a name in runs of matching and other letters.
  private static void addRuns(TextFlow flow, Found found, int begin, int end) {
    BitSet letters = found.letters();
    for (int at = begin; at < end; ) {
      boolean matches = letters.get(at);
      int next = matches ? letters.nextClearBit(at) : letters.nextSetBit(at);
      int stop = next < 0 ? end : Math.min(next, end);
      addRun(flow, found.item().text().substring(at, stop), matches);
      at = stop;
    }
  }

  private static void addRun(TextFlow flow, String letters, boolean matches) {
    Text text = new Text(letters);
    text.getStyleClass().add(matches ? "palette-found" : "palette-letter");
    flow.getChildren().add(text);
  }
}
