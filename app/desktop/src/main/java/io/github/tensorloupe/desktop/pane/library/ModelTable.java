package io.github.tensorloupe.desktop.pane.library;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.control.table.TableColumns;
import io.github.tensorloupe.desktop.pane.library.LibraryListing.LibrarySort;
import io.github.tensorloupe.desktop.pane.library.LibraryListing.Order;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.DtypeStyles;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Dtype;
import java.nio.file.Path;
import javafx.scene.control.Label;
import javafx.scene.control.TableColumn.SortType;

/// Models as a table. A click on a column header sorts by the column.
final class ModelTable extends TableView<LibraryItem> {

  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT);
  private static final double ROW_HEIGHT = 40;
  private static final double PICTURE_SIDE = 28;

  /// Orders for which the largest value comes first.
  private static final Set<LibrarySort> DESCENDING_ORDERS =
      EnumSet.of(LibrarySort.RANK, LibrarySort.EFFECTIVE_RANK, LibrarySort.SIZE, LibrarySort.DATE);

  private final LibraryViewModel model;
  private final ModelSelection selection;
  private final Messages messages;
  final TableColumns<LibraryItem> columns;

  /// By column, whether the table is wide enough for it.
  private final Map<TableColumn<LibraryItem, LibraryItem>, ObservableValue<Boolean>> optional =
      new HashMap<>();

  private boolean isShowing;

  ModelTable(
      LibraryViewModel model, Thumbnails thumbnails, ModelSelection selection, Messages messages) {
    this.model = model;
    this.selection = selection;
    this.messages = messages;
    // Ignores sort requests until construction is complete.
    isShowing = true;
    PanelParts.named(this, "library-table", "edge-to-edge");
    setAccessibleText(messages.text("library.list"));
    setFixedCellSize(ROW_HEIGHT);
    setColumnResizePolicy(CONSTRAINED_RESIZE_POLICY_FLEX_LAST_COLUMN);
    TableColumn<LibraryItem, LibraryItem> name = column(LibrarySort.NAME, 280, 0);
    name.setCellFactory(_ -> new NameCell(thumbnails));
    getColumns().add(name);
    getColumns().add(text(LibrarySort.KIND, 150, 420, LibraryItem::kind));
    getColumns().add(text(LibrarySort.FAMILY, 130, 540, LibraryItem::family));
    getColumns().add(text(LibrarySort.RANK, 64, 700, LibraryItem::rank));
    TableColumn<LibraryItem, LibraryItem> effective =
        text(LibrarySort.EFFECTIVE_RANK, 72, 900, this::effectiveRank);
    Label head = new Label(effective.getText());
    Tips.explain(head, messages.text("library.column.effective-rank.tip"));
    // The menu of columns shows the text, and the header only the graphic.
    effective.setGraphic(head);
    getColumns().add(effective);
    TableColumn<LibraryItem, LibraryItem> precision = column(LibrarySort.PRECISION, 84, 620);
    precision.setCellFactory(_ -> new DtypeCell());
    getColumns().add(precision);
    TableColumn<LibraryItem, LibraryItem> words = column(LibrarySort.TRIGGER_WORDS, 160, 760);
    words.setCellFactory(_ -> new WordsCell());
    getColumns().add(words);
    TableColumn<LibraryItem, LibraryItem> tags =
        text(LibrarySort.TAGS, 120, 0, item -> DisplayText.of(item.tagLine()));
    optional.put(
        tags,
        Bindings.createBooleanBinding(
            () -> getWidth() >= 980 && model.lists.hasTags(), widthProperty(), model.lists.marks));
    getColumns().add(tags);
    getColumns()
        .add(
            text(
                LibrarySort.SIZE,
                80,
                360,
                item -> item.byteLength() > 0 ? messages.bytes(item.byteLength()) : ""));
    TableColumn<LibraryItem, LibraryItem> health = column(LibrarySort.HEALTH, 112, 480);
    health.setCellFactory(_ -> new HealthCell());
    getColumns().add(health);
    getColumns().add(text(LibrarySort.DATE, 124, 860, ModelTable::day));
    columns = new TableColumns<>(this, optional);
    setTableMenuButtonVisible(true);
    setRowFactory(_ -> new ItemRow());
    setSortPolicy(_ -> applySortOrder());
    WeakSubscriptions.of(this).subscribe(model.order, this::showOrder);
    getSelectionModel().setSelectionMode(SelectionMode.MULTIPLE);
    getSelectionModel()
        .getSelectedItems()
        .subscribe(
            () -> {
              if (!isShowing) {
                selection.set(selectedPaths());
              }
            });
    selection.all.subscribe(_ -> showSelection());
  }

  private String effectiveRank(LibraryItem item) {
    return Double.isNaN(item.effectiveRank()) ? "" : messages.rounded(item.effectiveRank());
  }

  private static String day(LibraryItem item) {
    return item.modified().isAfter(Instant.EPOCH)
        ? DAY.format(item.modified().atZone(ZoneId.systemDefault()))
        : "";
  }

  /// @param minTableWidth the minimum table width at which the column is visible
  private TableColumn<LibraryItem, LibraryItem> column(
      LibrarySort sort, double width, double minTableWidth) {
    TableColumn<LibraryItem, LibraryItem> column =
        new TableColumn<>(messages.text("library.column." + Messages.word(sort)));
    column.setId("library-column-" + Messages.word(sort));
    column.getStyleClass().add("library-column-" + Messages.word(sort));
    column.setUserData(sort);
    column.setPrefWidth(width);
    column.setReorderable(false);
    column.setMinWidth(Math.min(width, 56));
    column.setSortType(DESCENDING_ORDERS.contains(sort) ? SortType.DESCENDING : SortType.ASCENDING);
    column.setCellValueFactory(row -> new ReadOnlyObjectWrapper<>(row.getValue()));
    if (minTableWidth > 0) {
      optional.put(column, widthProperty().greaterThanOrEqualTo(minTableWidth));
    }
    return column;
  }

  private TableColumn<LibraryItem, LibraryItem> text(
      LibrarySort sort, double width, double minTableWidth, Function<LibraryItem, String> text) {
    TableColumn<LibraryItem, LibraryItem> column = column(sort, width, minTableWidth);
    column.setCellFactory(_ -> TableColumns.textCell(text, OverrunStyle.ELLIPSIS));
    return column;
  }

  void show(List<LibraryItem> items) {
    isShowing = true;
    getItems().setAll(items);
    isShowing = false;
    showSelection();
  }

  private void showSelection() {
    if (selectedPaths().equals(Set.copyOf(selection.all.get()))) {
      return;
    }
    isShowing = true;
    getSelectionModel().clearSelection();
    for (int i = 0; i < getItems().size(); i++) {
      if (selection.contains(getItems().get(i).path())) {
        getSelectionModel().select(i);
      }
    }
    isShowing = false;
  }

  private Set<Path> selectedPaths() {
    return getSelectionModel().getSelectedItems().stream()
        .filter(Objects::nonNull)
        .map(LibraryItem::path)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /// Passes the order of a clicked column header to the model, which sorts.
  private boolean applySortOrder() {
    if (!isShowing) {
      Order order =
          getSortOrder().stream()
              .findFirst()
              .map(
                  column -> {
                    LibrarySort by = (LibrarySort) column.getUserData();
                    boolean isDescending = column.getSortType() == SortType.DESCENDING;
                    return new Order(by, isDescending != DESCENDING_ORDERS.contains(by));
                  })
              .orElse(Order.DEFAULT);
      model.order.set(order);
    }
    return true;
  }

  private void showOrder(Order order) {
    isShowing = true;
    List<TableColumn<LibraryItem, ?>> sorting =
        getColumns().stream().filter(it -> it.getUserData() == order.by()).toList();
    for (TableColumn<LibraryItem, ?> column : sorting) {
      boolean isDescending = DESCENDING_ORDERS.contains(order.by()) != order.isReversed();
      column.setSortType(isDescending ? SortType.DESCENDING : SortType.ASCENDING);
    }
    if (!getSortOrder().equals(sorting)) {
      getSortOrder().setAll(sorting);
    }
    isShowing = false;
  }

  private final class ItemRow extends TableRow<LibraryItem> {

    ItemRow() {
      Tips.setTooltip(this, () -> getItem() == null ? "" : getItem().description(messages));
    }

    @Override
    protected void updateItem(LibraryItem item, boolean empty) {
      super.updateItem(item, empty);
      setAccessibleText(empty || item == null ? null : item.description(messages));
      setOpacity(item != null && item.isDeleted() ? 0.6 : 1);
    }
  }

  private static final class NameCell extends TableCell<LibraryItem, LibraryItem> {

    private final Thumbnails thumbnails;
    private final ModelPicture picture = new ModelPicture();
    private final Label title = PanelParts.elastic("", "library-name");
    private final Label name = PanelParts.elastic("", "caption");
    private final HBox content;

    NameCell(Thumbnails thumbnails) {
      this.thumbnails = thumbnails;
      picture.setMinSize(PICTURE_SIDE, PICTURE_SIDE);
      picture.setMaxSize(PICTURE_SIDE, PICTURE_SIDE);
      VBox texts = new VBox(title, name);
      texts.setAlignment(Pos.CENTER_LEFT);
      texts.setMinWidth(0);
      HBox.setHgrow(texts, Priority.ALWAYS);
      content = PanelParts.row(10, picture, texts);
      setPrefWidth(0);
    }

    @Override
    protected void updateItem(LibraryItem item, boolean empty) {
      super.updateItem(item, empty);
      setGraphic(empty || item == null ? null : content);
      if (!empty && item != null) {
        picture.show(item, thumbnails);
        title.setText(item.title());
        name.setText(
            Stream.of(item.fit(), item.shownName())
                .filter(it -> !it.isEmpty())
                .collect(Collectors.joining(" · ")));
        PanelParts.setShown(name, !name.getText().isEmpty());
      }
    }
  }

  private static final class DtypeCell extends TableCell<LibraryItem, LibraryItem> {

    private final Label label = new Label();

    @Override
    protected void updateItem(LibraryItem item, boolean empty) {
      super.updateItem(item, empty);
      boolean isKnown = !empty && item != null && !item.precision().isEmpty();
      setGraphic(isKnown ? label : null);
      if (isKnown) {
        label.setText(item.precision());
        String color = DtypeStyles.styleClass(Dtype.valueOf(item.precision()));
        label.getStyleClass().setAll("label", "mono", "dtype", color);
      }
    }
  }

  private final class WordsCell extends TableCell<LibraryItem, LibraryItem> {

    private final WordsButton words = new WordsButton(messages);

    @Override
    protected void updateItem(LibraryItem item, boolean empty) {
      super.updateItem(item, empty);
      setGraphic(empty || item == null ? null : words);
      if (!empty && item != null) {
        words.show(item);
      }
    }
  }

  private final class HealthCell extends TableCell<LibraryItem, LibraryItem> {

    private final Label badge = new Label();

    @Override
    protected void updateItem(LibraryItem item, boolean empty) {
      super.updateItem(item, empty);
      setGraphic(empty || item == null ? null : badge);
      if (!empty && item != null) {
        badge.setText(messages.text(item.health().messageKey()));
        String style = item.health().isMarked() ? "badge" : "muted";
        badge.getStyleClass().setAll("label", style, "badge-" + item.health().tone);
      }
    }
  }
}
