package io.github.tensorloupe.desktop.pane.library;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.FocusTraversal;
import io.github.tensorloupe.desktop.control.copy.ContextMenuAnchor;
import io.github.tensorloupe.desktop.text.Messages;
import java.nio.file.Path;
import javafx.scene.control.skin.VirtualFlow;

/// Models as cards, with as many columns as fit. Only visible rows have nodes. The arrow keys move
/// the selection, or extend it if the Shift key is pressed.
final class GalleryList extends ListView<Integer> {

  private static final double CARD_WIDTH = 204;
  private static final double GAP = 12;

  /// A lower list would not show a whole card.
  private static final double LOW = 300;

  private static final double ROOM_FOR_BAR = 18;

  private final Thumbnails thumbnails;
  private final Messages messages;
  private final ModelSelection selection;
  private final List<RowCell> cells = new ArrayList<>();
  private List<LibraryItem> items = List.of();
  private int columnCount = 1;

  GalleryList(Thumbnails thumbnails, ModelSelection selection, Messages messages) {
    this.thumbnails = thumbnails;
    this.selection = selection;
    this.messages = messages;
    getStyleClass().addAll("edge-to-edge", "gallery");
    setId("library-gallery");
    setAccessibleText(messages.text("library.list"));
    setCellFactory(
        _ -> {
          RowCell cell = new RowCell();
          cells.add(cell);
          return cell;
        });
    widthProperty().subscribe(_ -> arrange());
    heightProperty().subscribe(_ -> arrange());
    selection.all.subscribe(_ -> showSelection());
    ContextMenuAnchor.set(this, this::pointOfSelected);
    arrange();
  }

  void show(List<LibraryItem> newItems) {
    items = newItems;
    arrange();
    cells.forEach(RowCell::show);
    showSelection();
  }

  private void arrange() {
    columnCount = Math.max(1, (int) ((getWidth() - ROOM_FOR_BAR - GAP) / (CARD_WIDTH + GAP)));
    double card = getHeight() > 0 && getHeight() < LOW ? ModelCard.LOW_HEIGHT : ModelCard.HEIGHT;
    setFixedCellSize(card + GAP);
    int rowCount = Math.ceilDiv(items.size(), columnCount);
    int before = getItems().size();
    if (rowCount < before) {
      getItems().remove(rowCount, before);
    } else if (rowCount > before) {
      getItems().addAll(IntStream.range(before, rowCount).boxed().toList());
    }
    cells.forEach(RowCell::show);
  }

  private void showSelection() {
    cells.forEach(RowCell::show);
    String text = selectedItem().map(item -> item.description(messages)).orElse("");
    String count = messages.count("library.selected", selection.all.get().size()) + "\n";
    setAccessibleText(
        text.isEmpty()
            ? messages.text("library.list")
            : selection.isMultiple() ? count + text : text);
  }

  private Optional<LibraryItem> selectedItem() {
    return selectedIndex() < 0 ? Optional.empty() : Optional.of(items.get(selectedIndex()));
  }

  private int selectedIndex() {
    Optional<Path> path = selection.current.getValue();
    for (int i = 0; path.isPresent() && i < items.size(); i++) {
      if (items.get(i).path().equals(path.get())) {
        return i;
      }
    }
    return -1;
  }

  private void select(int index, boolean isRange) {
    int at = Math.clamp(index, 0, items.size() - 1);
    Path path = items.get(at).path();
    if (isRange) {
      selection.extendTo(path, items);
    } else {
      selection.select(path);
    }
    if (lookup(".virtual-flow") instanceof VirtualFlow<?> flow) {
      scrollIntoView(flow, at / columnCount);
    }
  }

  /// Scrolls the minimum distance that makes the whole row visible.
  private void scrollIntoView(VirtualFlow<?> flow, int row) {
    IndexedCell<?> first = flow.getFirstVisibleCell();
    if (first == null) {
      return;
    }
    double height = getFixedCellSize();
    double top = row * height - (first.getIndex() * height - first.getLayoutY());
    double below = top + height - flow.getHeight();
    if (top < 0 || below > 0) {
      flow.scrollPixels(top < 0 ? top : Math.min(below, top));
    }
  }

  /// @param isRange true to extend the selection
  /// @return true if the key is a navigation key and there is a card to move to
  boolean move(KeyCode key, boolean isRange) {
    int at = selectedIndex();
    int page = columnCount * Math.max(1, (int) (getHeight() / getFixedCellSize()));
    int to =
        switch (key) {
          case LEFT -> at - 1;
          case RIGHT -> at + 1;
          case UP -> at - columnCount;
          case DOWN -> at < 0 ? 0 : Math.min(at + columnCount, Math.max(at, items.size() - 1));
          case PAGE_UP -> Math.max(0, at - page);
          case PAGE_DOWN -> Math.min(items.size() - 1, at + page);
          case HOME -> 0;
          case END -> items.size() - 1;
          default -> -1;
        };
    if (to < 0 || items.isEmpty()) {
      return false;
    }
    select(to, isRange);
    return true;
  }

  /// Returns the model of the card that contains the event target.
  Optional<LibraryItem> itemAt(Object target) {
    return cardAt(target).flatMap(ModelCard::shown);
  }

  /// Returns true if the event target is a button on a card, which handles mouse events itself.
  static boolean isOnButton(Object target) {
    return target instanceof Node node
        && FocusTraversal.upFrom(node).anyMatch(WordsButton.class::isInstance);
  }

  private static Optional<ModelCard> cardAt(Object target) {
    return target instanceof Node node
        ? FocusTraversal.upFrom(node)
            .filter(ModelCard.class::isInstance)
            .map(ModelCard.class::cast)
            .findFirst()
        : Optional.empty();
  }

  private Optional<Point2D> pointOfSelected() {
    return cells.stream()
        .flatMap(cell -> cell.cards.stream())
        .filter(card -> card.isVisible() && card.getScene() != null)
        .filter(card -> card.shown().map(LibraryItem::path).equals(selection.current.getValue()))
        .findFirst()
        .map(card -> sceneToLocal(card.localToScene(card.getWidth() / 2, card.getHeight() / 2)));
  }

  private void press(MouseEvent event, Path path) {
    if (event.isShiftDown()) {
      selection.extendTo(path, items);
    } else if (event.isShortcutDown()) {
      selection.toggle(path);
    } else if (event.getButton() == MouseButton.PRIMARY || !selection.contains(path)) {
      selection.select(path);
    }
  }

  /// A row of cards. Mouse presses select a card instead of the row.
  private final class RowCell extends ListCell<Integer> {

    final List<ModelCard> cards = new ArrayList<>();
    private final HBox row = new HBox(GAP);

    RowCell() {
      getStyleClass().add("gallery-row");
      setPrefWidth(0);
      addEventFilter(
          MouseEvent.MOUSE_PRESSED,
          event -> {
            if (isOnButton(event.getTarget())) {
              return;
            }
            itemAt(event.getTarget()).ifPresent(item -> press(event, item.path()));
            GalleryList.this.requestFocus();
            event.consume();
          });
    }

    @Override
    protected void updateItem(Integer number, boolean empty) {
      super.updateItem(number, empty);
      show();
    }

    void show() {
      int first = isEmpty() || getItem() == null ? items.size() : getItem() * columnCount;
      int count = Math.clamp((long) items.size() - first, 0, columnCount);
      setGraphic(count == 0 ? null : row);
      setAccessibleText(null);
      if (count == 0) {
        return;
      }
      while (cards.size() < columnCount) {
        ModelCard card = new ModelCard(thumbnails, messages);
        HBox.setHgrow(card, Priority.ALWAYS);
        card.setPrefWidth(CARD_WIDTH);
        card.setMinWidth(0);
        card.setMaxWidth(Double.MAX_VALUE);
        cards.add(card);
      }
      if (row.getChildren().size() != columnCount) {
        row.getChildren().setAll(cards.subList(0, columnCount));
      }
      for (int i = 0; i < columnCount; i++) {
        ModelCard card = cards.get(i);
        // In the last row, missing cards keep their space.
        card.setVisible(i < count);
        if (i < count) {
          LibraryItem item = items.get(first + i);
          card.show(item, selection.contains(item.path()));
        }
      }
    }
  }
}
