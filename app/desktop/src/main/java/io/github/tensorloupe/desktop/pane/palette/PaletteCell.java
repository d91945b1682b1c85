package io.github.tensorloupe.desktop.pane.palette;

import module java.base;
import module javafx.controls;

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
      case Heading(var section) -> label(messages.text(section.messageKey()), "palette-heading");
      case More(var section, var count) ->
          label(messages.text("palette.more", messages.count(count)), "palette-more");
      case Found(CommandItem item, var _) ->
          row(row, item.command().icon(), item.why().orElse(item.menu()), item.keys());
      case Found(TensorItem item, var _) -> row(row, Feather.BOX, factsOf(item), "");
      case Found(KeyItem item, var _) ->
          row(row, Feather.TAG, DisplayText.of(item.value(), VALUE_CHARACTERS), "");
      case Found(RecentItem _, var _) -> row(row, Feather.FILE, "", "");
    };
  }

  private String factsOf(TensorItem item) {
    TensorInfo info = item.tensor().info();
    return info.dtype() + "  " + messages.shape(info.shape());
  }

  private static Label label(String text, String styleClass) {
    Label label = new Label(text);
    label.getStyleClass().add(styleClass);
    return label;
  }

  private HBox row(PaletteRow row, Ikon icon, String aside, String keys) {
    Region gap = new Region();
    HBox.setHgrow(gap, Priority.ALWAYS);
    Label detail = label(aside, "palette-aside");
    detail.setMinWidth(0);
    HBox box = new HBox(8, Icons.of(icon, "icon-small"), name((Found) row), gap, detail);
    if (!keys.isEmpty()) {
      Label badge = label(keys, "palette-keys");
      badge.setMinWidth(USE_PREF_SIZE);
      box.getChildren().add(badge);
    }
    box.setAlignment(Pos.CENTER_LEFT);
    return box;
  }

  private TextFlow name(Found found) {
    double room = getListView() == null ? 0 : getListView().getWidth() - ROOM_BESIDE;
    int limit = Math.max(MIN_CHARACTERS, (int) (room / LETTER_WIDTH));
    TextFlow flow = new TextFlow();
    flow.setMinWidth(Region.USE_PREF_SIZE);
    flow.setMaxHeight(Region.USE_PREF_SIZE);
    for (ShownName.Run run : ShownName.of(found.item().text(), found.letters(), limit).runs()) {
      Text text = new Text(run.text());
      text.getStyleClass().add(run.found() ? "palette-found" : "palette-letter");
      flow.getChildren().add(text);
    }
    return flow;
  }

  /// A name shortened to a row, in runs of matching and other letters.
  record ShownName(List<Run> runs) {

    record Run(String text, boolean found) {}

    private static final String GAP = "…";

    /// Leaves out the middle of a long name.
    static ShownName of(String text, BitSet letters, int limit) {
      if (text.codePoints().anyMatch(DisplayText::isUnfit)) {
        return new ShownName(List.of(new Run(DisplayText.of(text, limit), false)));
      }
      if (text.length() <= limit) {
        return new ShownName(runs(text, letters, 0, text.length()));
      }
      int head = limit / 3;
      int tail = text.length() - (limit - head - 1);
      List<Run> runs = new ArrayList<>(runs(text, letters, 0, head));
      runs.add(new Run(GAP, false));
      runs.addAll(runs(text, letters, tail, text.length()));
      return new ShownName(runs);
    }

    private static List<Run> runs(String text, BitSet letters, int begin, int end) {
      List<Run> runs = new ArrayList<>();
      for (int at = begin; at < end; ) {
        boolean found = letters.get(at);
        int next = found ? letters.nextClearBit(at) : letters.nextSetBit(at);
        int stop = next < 0 ? end : Math.min(next, end);
        runs.add(new Run(text.substring(at, stop), found));
        at = stop;
      }
      return runs;
    }
  }
}
