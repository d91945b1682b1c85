package io.github.tensorloupe.desktop.pane.tree;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.table.ColumnMenu;
import io.github.tensorloupe.desktop.control.table.OptionalColumns;
import io.github.tensorloupe.desktop.control.table.TableColumns;
import io.github.tensorloupe.desktop.pane.tree.HealthCell.HealthText;
import io.github.tensorloupe.desktop.pane.tree.RowList.TreeRow;
import io.github.tensorloupe.desktop.pane.tree.TreeCell.BytesCell;
import io.github.tensorloupe.desktop.pane.tree.TreeCell.DtypeCell;
import io.github.tensorloupe.desktop.pane.tree.TreeCell.ShapeCell;
import io.github.tensorloupe.desktop.pane.tree.TreeMenu.TreeKeys;
import io.github.tensorloupe.desktop.selection.OpenDocument;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.storage.session.TableLayout;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/// The tensor tree with its filter field above and its count below.
public final class TensorTreeView extends BorderPane {

  private static final double TIP_WIDTH = 420;
  private static final double ROW_HEIGHT = 26;
  private static final double MIN_NAME_WIDTH = 136;
  private static final double HEALTH_WIDTH = 28;
  private static final double MIN_DTYPE_WIDTH = 58;
  private static final double MIN_SHAPE_WIDTH = 84;
  private static final double MIN_SIZE_WIDTH = 66;
  private static final double MIN_WIDTH = MIN_NAME_WIDTH + HEALTH_WIDTH + MIN_SIZE_WIDTH + 12;
  private static final double WIDTH_FOR_ALL = MIN_WIDTH + MIN_DTYPE_WIDTH + MIN_SHAPE_WIDTH;

  private final TensorTreeViewModel model;
  private final Messages messages;
  private final FilterBar filterBar;
  private final TableView<TreeRow> table = new TableView<>();
  private OptionalColumns<TreeRow> columns;
  private boolean followingSelection;

  /// @param model the state that is shown
  public TensorTreeView(TensorTreeViewModel model, Messages messages) {
    this.model = model;
    this.messages = messages;
    getStyleClass().add("tensor-tree");
    setMinWidth(MIN_WIDTH);
    getStylesheets()
        .add(Objects.requireNonNull(TensorTreeView.class.getResource("tree.css")).toExternalForm());
    filterBar = new FilterBar(model, this::enterRows, messages);
    buildTable();
    setTop(filterBar);
    setCenter(table);
    setBottom(footer());
  }

  /// Moves the keyboard focus into the filter field.
  public void focusFilter() {
    filterBar.focusField();
  }

  /// Moves the keyboard focus to the rows.
  public void focusRows() {
    table.requestFocus();
  }

  private void enterRows() {
    table.requestFocus();
    if (table.getSelectionModel().isEmpty()) {
      table.getSelectionModel().selectFirst();
    }
  }

  /// Shows the row of what is selected, whatever the filter hides, and moves the keyboard focus
  /// there.
  public void showSelected() {
    model.unhideSelected();
    focusRows();
  }

  /// The arrangement of the columns and the sort order of the rows.
  public TableLayout columns() {
    return columns.layout();
  }

  /// Arranges the columns; the rows stay as they are.
  public void arrangeColumns(TableLayout layout) {
    columns.arrange(layout);
  }

  /// Sorts the rows of the open document.
  public void sortBy(TableLayout.Sort sort) {
    new TableColumns<>(table).sort(sort);
  }

  /// Lets people ask for the export of what is marked or shown, from the menu of the rows.
  ///
  /// @param onExport receives the tensors, in the order of the checkpoint
  /// @param places items that lead from the marked row to other panes
  public void setOnExport(Consumer<List<TensorRef>> onExport, List<MenuItem> places) {
    TreeMenu menu = new TreeMenu(table, model, messages, onExport);
    menu.add(places);
    table.setContextMenu(menu);
    table.addEventHandler(KeyEvent.KEY_PRESSED, menu::pressKey);
  }

  /// The tensors at or below the marked row; where none is marked, all that are shown.
  public List<TensorRef> markedTensors() {
    TreeRow row = table.getSelectionModel().getSelectedItem();
    return row == null ? model.shownTensors() : model.shownTensors(row.node());
  }

  private HBox footer() {
    Label count = new Label();
    count.setId("tree-count");
    count.getStyleClass().add("caption");
    count
        .textProperty()
        .bind(
            Bindings.createStringBinding(
                this::countText, model.matchCountProperty(), model.documentProperty()));
    HBox footer = new HBox(count);
    footer.getStyleClass().add("tree-footer");
    return footer;
  }

  private String countText() {
    int all = model.documentProperty().get().map(d -> d.checkpoint().tensors().size()).orElse(0);
    int matching = model.matchCountProperty().get();
    if (matching != all) {
      return messages.text("tree.count.filtered", Figures.count(matching), Figures.count(all));
    }
    return all == 1
        ? messages.text("tree.count.one")
        : messages.text("tree.count", Figures.count(all));
  }

  private void buildTable() {
    HealthText health = new HealthText(model, messages);
    table.setId("tensor-tree");
    table.setFixedCellSize(ROW_HEIGHT);
    table.getStyleClass().addAll("dense", "edge-to-edge");
    table.setAccessibleText(messages.text("tree.column.name"));
    table.setColumnResizePolicy(TableView.CONSTRAINED_RESIZE_POLICY_FLEX_LAST_COLUMN);
    table
        .getColumns()
        .add(column("name", 240, TreeOrder.Key.NAME, () -> new NameCell(model, messages)));
    table.getColumns().add(healthColumn(health));
    TableColumn<TreeRow, TreeRow> dtype =
        column("dtype", 72, TreeOrder.Key.DTYPE, () -> new DtypeCell(model));
    TableColumn<TreeRow, TreeRow> shape =
        column("shape", 124, TreeOrder.Key.SHAPE, () -> new ShapeCell(model, messages));
    table.getColumns().add(dtype);
    table.getColumns().add(shape);
    // Names and sizes are what is looked for most.
    columns = new OptionalColumns<>(table, List.of(dtype, shape), narrow());
    table.getColumns().add(column("bytes", 76, TreeOrder.Key.BYTES, () -> new BytesCell(model)));
    addColumnMenu();
    table.setItems(model.rows());
    table.setPlaceholder(placeholder());
    table.setSortPolicy(
        _ -> {
          model.sort(wantedOrder());
          return true;
        });
    table.getSelectionModel().selectedItemProperty().subscribe(this::rowSelected);
    table.addEventFilter(KeyEvent.KEY_PRESSED, new TreeKeys(table, model)::press);
    table.setRowFactory(_ -> new TensorRow(model, health, messages));
    Following.of(this).subscribe(model.documentProperty(), _ -> table.getSortOrder().clear());
    model.onSelection(Following.of(this).weakly(this::markSelected));
    // Ahead of the table, so that it takes no other row for the marked one, and behind it, since it
    // forgets what was marked when rows come to an empty list.
    Following.of(this).subscribe(model.rows(), this::markSelected);
    Following.of(this).changes(model.rows(), this::markSelected);
  }

  private ObservableValue<Boolean> narrow() {
    return widthProperty()
        .map(width -> width.doubleValue() > 0 && width.doubleValue() < WIDTH_FOR_ALL);
  }

  /// The names stay, since rows without them say nothing.
  private void addColumnMenu() {
    List<ColumnMenu.Choice> choices =
        table.getColumns().stream()
            .skip(1)
            .map(
                column ->
                    new ColumnMenu.Choice(
                        column,
                        messages.text(
                            "tree.column." + column.getId().substring("column-".length()))))
            .toList();
    ColumnMenu menu = new ColumnMenu(choices);
    table.getColumns().forEach(column -> column.setContextMenu(menu));
  }

  private Label placeholder() {
    Label label = new Label();
    label.setId("tree-empty");
    label.getStyleClass().add("empty-state");
    label.setContentDisplay(ContentDisplay.TOP);
    label.setWrapText(true);
    label.setGraphic(Icons.of(Feather.BOX, "icon-large"));
    label
        .textProperty()
        .bind(
            Bindings.createStringBinding(
                () -> model.documentProperty().get().map(this::emptySentence).orElse(""),
                model.filterTextProperty(),
                model.documentProperty()));
    return label;
  }

  private String emptySentence(OpenDocument document) {
    if (!document.checkpoint().tensors().isEmpty()) {
      return messages.text("tree.no-match");
    }
    boolean unreadable =
        document.checkpoint().files().stream().anyMatch(file -> !file.reading().headerParsed());
    return messages.text(unreadable ? "tree.no-readable-tensors" : "tree.no-tensors");
  }

  private TableColumn<TreeRow, TreeRow> column(
      String key, double width, TreeOrder.Key order, Supplier<TableCell<TreeRow, TreeRow>> cells) {
    TableColumn<TreeRow, TreeRow> column = new TableColumn<>(messages.text("tree.column." + key));
    column.setId("column-" + key);
    column.setUserData(order);
    column.setPrefWidth(width);
    column.setMinWidth(
        switch (order) {
          case NAME -> MIN_NAME_WIDTH;
          case SHAPE -> MIN_SHAPE_WIDTH;
          case HEALTH -> HEALTH_WIDTH;
          case DTYPE -> MIN_DTYPE_WIDTH;
          case BYTES -> MIN_SIZE_WIDTH;
        });
    column.setReorderable(order != TreeOrder.Key.NAME);
    column.setCellValueFactory(row -> new ReadOnlyObjectWrapper<>(row.getValue()));
    column.setCellFactory(_ -> cells.get());
    explain(column, column.getText(), messages.text("tree.column." + key + ".tip"));
    return column;
  }

  /// The header of a column has no tool tip of its own.
  private static void explain(TableColumn<TreeRow, TreeRow> column, String title, String tip) {
    Label header = new Label(title);
    header.setTooltip(teaching(tip));
    header.setAccessibleHelp(tip);
    column.setText(null);
    column.setGraphic(header);
  }

  private static Tooltip teaching(String sentence) {
    Tooltip tip = Tips.of(sentence);
    tip.setWrapText(true);
    tip.setMaxWidth(TIP_WIDTH);
    return tip;
  }

  private TableColumn<TreeRow, TreeRow> healthColumn(HealthText text) {
    TableColumn<TreeRow, TreeRow> column =
        column("health", HEALTH_WIDTH, TreeOrder.Key.HEALTH, () -> new HealthCell(model, text));
    FontIcon icon = Icons.of(Feather.ACTIVITY, "icon-small");
    String tip = messages.text("tree.column.health.tip");
    Tooltip.install(icon, teaching(tip));
    icon.setAccessibleText(messages.text("tree.column.health"));
    icon.setAccessibleHelp(tip);
    column.setGraphic(icon);
    column.setMaxWidth(HEALTH_WIDTH);
    return column;
  }

  private TreeOrder wantedOrder() {
    if (table.getSortOrder().isEmpty()) {
      return TreeOrder.NATURAL;
    }
    TableColumn<TreeRow, ?> column = table.getSortOrder().getFirst();
    return new TreeOrder(
        (TreeOrder.Key) column.getUserData(),
        column.getSortType() == TableColumn.SortType.ASCENDING);
  }

  private void rowSelected(TreeRow row) {
    if (row != null && !followingSelection) {
      // The table must not be told what to mark while it is marking it.
      followingSelection = true;
      model.select(row);
      followingSelection = false;
    }
  }

  /// Marks the row of the tensor or group that is selected, wherever it was selected; none where a
  /// filter hides it.
  private void markSelected() {
    int index = model.indexOfNode(model.selectedNode());
    if (followingSelection || table.getSelectionModel().getSelectedIndex() == index) {
      return;
    }
    followingSelection = true;
    if (index < 0) {
      table.getSelectionModel().clearSelection();
    } else {
      table.getSelectionModel().clearAndSelect(index);
      table.scrollTo(Math.max(0, index - 4));
    }
    followingSelection = false;
  }
}
