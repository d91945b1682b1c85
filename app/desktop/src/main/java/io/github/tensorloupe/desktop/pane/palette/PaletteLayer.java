package io.github.tensorloupe.desktop.pane.palette;

import module java.base;
import module javafx.controls;

import atlantafx.base.controls.Spacer;
import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.control.FocusTraversal;
import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.pane.palette.PaletteItem.CommandItem;
import io.github.tensorloupe.desktop.pane.palette.PaletteItem.ComparisonItem;
import io.github.tensorloupe.desktop.pane.palette.PaletteItem.KeyItem;
import io.github.tensorloupe.desktop.pane.palette.PaletteItem.ModelItem;
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
import java.nio.file.Path;
import javafx.beans.binding.NumberBinding;
import javafx.scene.control.Label;
import org.kordamp.ikonli.Ikon;
import org.kordamp.ikonli.feather.Feather;

/// The overlay with the palette: a text field, the results and a hint. A click outside of the
/// palette or a change of focus closes it.
public final class PaletteLayer extends StackPane {

  private static final double WIDTH = 720;
  private static final double ROW_HEIGHT = 32;
  private static final int PAGE = 10;
  private static final int MAX_ROWS = 15;

  private final PaletteViewModel model;
  private final Commands commands;
  private final Messages messages;
  private final TextField field = PanelParts.named(new TextField(), "palette-text");
  private final ListView<PaletteRow> list = PanelParts.named(new ListView<>(), "palette-list");
  private Optional<Node> focusedBefore = Optional.empty();

  public PaletteLayer(PaletteViewModel model, Commands commands, Messages messages) {
    this.model = model;
    this.commands = commands;
    this.messages = messages;
    PanelParts.named(this, "palette-layer", "palette-layer");
    setAlignment(Pos.TOP_CENTER);
    setVisible(false);
    setOnMousePressed(
        event -> {
          event.consume();
          if (event.getTarget() == this) {
            model.close();
          }
        });
    WeakSubscriptions.of(this).subscribe(model.open, this::show);
    sceneProperty().flatMap(Scene::focusOwnerProperty).subscribe(this::onFocusMoved);
  }

  private void fill() {
    field.setPromptText(messages.text("palette.prompt"));
    field.setAccessibleText(messages.text("palette.prompt"));
    field.textProperty().bindBidirectional(model.textProperty());
    prepareList();
    Label hint = PanelParts.label(messages.text("palette.hint"), "palette-hint");
    hint.setId("palette-hint");
    hint.setMinWidth(0);
    HBox fieldRow = PanelParts.row(8, Icons.of(Feather.SEARCH), field);
    fieldRow.getStyleClass().add("palette-field");
    HBox.setHgrow(field, Priority.ALWAYS);
    VBox.setVgrow(list, Priority.SOMETIMES);
    VBox palette = PanelParts.named(new VBox(fieldRow, list, hint), "palette", "palette");
    palette.setMaxSize(WIDTH, USE_PREF_SIZE);
    palette.addEventFilter(KeyEvent.KEY_PRESSED, this::pressKey);
    // Prevents the window below from handling unused keys.
    palette.addEventHandler(KeyEvent.ANY, KeyEvent::consume);
    getChildren().setAll(palette);
  }

  private void prepareList() {
    list.setPlaceholder(PanelParts.label(messages.text("palette.nothing"), "muted"));
    list.setFocusTraversable(false);
    list.setFixedCellSize(ROW_HEIGHT);
    list.setItems(model.rows);
    list.setCellFactory(_ -> new PaletteCell());
    list.setMinHeight(ROW_HEIGHT);
    NumberBinding shown = Bindings.min(MAX_ROWS, Bindings.max(2, Bindings.size(model.rows)));
    list.prefHeightProperty().bind(shown.multiply(ROW_HEIGHT).add(2));
    WeakSubscriptions.of(this).subscribe(model.marked, _ -> showMarked());
    WeakSubscriptions.of(this).changes(model.rows, this::showMarked);
  }

  private void show(boolean open) {
    if (open == isVisible()) {
      return;
    }
    setVisible(open);
    Optional<Node> before = focusedBefore;
    focusedBefore = open ? FocusTraversal.focusOwnerOf(this) : Optional.empty();
    if (open) {
      if (getChildren().isEmpty()) {
        fill();
      }
      field.requestFocus();
      field.selectAll();
    } else {
      before.ifPresent(Node::requestFocus);
    }
  }

  /// Closes the palette when another node takes the focus. The focus is then not restored.
  private void onFocusMoved(Node owner) {
    if (owner != null && isVisible() && !FocusTraversal.isInside(owner, this)) {
      focusedBefore = Optional.empty();
      model.close();
    }
  }

  private void showMarked() {
    int index = model.marked.get();
    if (index < 0 || index >= list.getItems().size()) {
      list.getSelectionModel().clearSelection();
      field.setAccessibleHelp(null);
      return;
    }
    list.getSelectionModel().clearAndSelect(index);
    field.setAccessibleHelp(list.getItems().get(index).spoken(messages));
    reveal(index);
  }

  private void reveal(int index) {
    // Keeps the heading visible.
    int top = index == 1 ? 0 : index;
    if (list.lookup(".virtual-flow") instanceof VirtualFlow<?> flow
        && flow.getFirstVisibleCell() != null
        && flow.getLastVisibleCell() != null) {
      int shown = (int) (list.getHeight() / ROW_HEIGHT);
      if (top < flow.getFirstVisibleCell().getIndex() || index == 1) {
        list.scrollTo(top);
      } else if (index >= flow.getFirstVisibleCell().getIndex() + shown) {
        list.scrollTo(Math.max(0, index - shown + 1));
      }
    }
  }

  private void pressKey(KeyEvent event) {
    Optional<KeyCombination> toggle = commands.keymapProperty().get().keys(Command.PALETTE);
    if (toggle.filter(keys -> keys.match(event)).isPresent()) {
      event.consume();
      model.close();
      return;
    }
    switch (event.getCode()) {
      case ESCAPE -> model.close();
      case ENTER -> model.choose();
      case UP -> model.move(-1);
      case DOWN -> model.move(1);
      case PAGE_UP -> model.move(-PAGE);
      case PAGE_DOWN -> model.move(PAGE);
      case TAB -> model.move(event.isShiftDown() ? -1 : 1);
      default -> {
        return;
      }
    }
    event.consume();
  }

  private final class PaletteCell extends ListCell<PaletteRow> {

    private static final PseudoClass HEADING = PseudoClass.getPseudoClass("heading");
    private static final PseudoClass OFF = PseudoClass.getPseudoClass("off");
    private static final double RESERVED_WIDTH = 230;
    private static final double LETTER_WIDTH = 7;
    private static final int MIN_CHARACTERS = 24;
    private static final int VALUE_CHARACTERS = 36;

    PaletteCell() {
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
        case More more -> PanelParts.label(more.spoken(messages), "palette-more");
        case Found(CommandItem item, var _) ->
            row(row, item.command().icon(), item.why().orElse(item.menu()), item.keys());
        case Found(TensorItem(var tensor), var _) -> {
          TensorInfo info = tensor.info();
          yield row(row, Feather.BOX, info.dtype() + "  " + messages.shape(info.shape()), "");
        }
        case Found(KeyItem item, var _) ->
            row(row, Feather.TAG, DisplayText.of(item.value(), VALUE_CHARACTERS), "");
        case Found(ComparisonItem _, var _) ->
            row(row, Feather.GIT_PULL_REQUEST, messages.text("palette.comparison"), "");
        case Found(ModelItem(var _, var path), var _) ->
            row(row, Feather.PACKAGE, nameOf(path), "");
        case Found(RecentItem _, var _) ->
            row(row, Feather.FILE, messages.text("palette.recent-file"), "");
      };
    }

    private static String nameOf(Path path) {
      return DisplayText.of(String.valueOf(path.getFileName()), VALUE_CHARACTERS);
    }

    private HBox row(PaletteRow row, Ikon icon, String aside, String keys) {
      Label detail = PanelParts.label(aside, "palette-aside");
      detail.setMinWidth(0);
      HBox box = new HBox(8, Icons.of(icon, "icon-small"), name((Found) row), new Spacer(), detail);
      if (!keys.isEmpty()) {
        Label badge = PanelParts.uncut(keys, "palette-keys");
        box.getChildren().add(badge);
      }
      box.setAlignment(Pos.CENTER_LEFT);
      return box;
    }

    /// The name with highlighted matching letters. A long name is shown without its middle, except
    /// for the parts that distinguish it from similar names.
    private TextFlow name(Found found) {
      double room = getListView() == null ? 0 : getListView().getWidth() - RESERVED_WIDTH;
      int limit = Math.max(MIN_CHARACTERS, (int) (room / LETTER_WIDTH));
      String text = found.item().text();
      TextFlow flow = new TextFlow();
      flow.setMinWidth(Region.USE_PREF_SIZE);
      flow.setMaxHeight(Region.USE_PREF_SIZE);
      if (text.codePoints().anyMatch(DisplayText::mustEscape)) {
        addRun(flow, DisplayText.of(text, limit), false);
      } else if (text.length() <= limit) {
        addRuns(flow, found, 0, text.length());
      } else {
        int head = limit / 3;
        int tail = limit - head - 1;
        List<Integer> differences = PaletteItem.hiddenDifferences(text, texts(), head, tail);
        addRuns(flow, found, 0, head);
        int shown = head;
        if (!differences.isEmpty()) {
          // The differences use half of the space for the end.
          tail = tail / 2;
          int each = Math.max(2, tail / differences.size() - 1);
          for (int at : differences) {
            int from = Math.max(shown, at - each / 4);
            shown = addPart(flow, found, shown, from, Math.min(from + each, text.length() - tail));
          }
        }
        addPart(flow, found, shown, Math.max(shown, text.length() - tail), text.length());
      }
      return flow;
    }

    /// Adds a range of the name, with an ellipsis for skipped letters, and returns its end.
    private static int addPart(TextFlow flow, Found found, int shown, int begin, int end) {
      if (begin > shown) {
        addRun(flow, "…", false);
      }
      addRuns(flow, found, begin, Math.max(begin, end));
      return Math.max(begin, end);
    }

    private Stream<String> texts() {
      return model.rows.stream()
          .filter(Found.class::isInstance)
          .map(row -> ((Found) row).item().text());
    }

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
}
