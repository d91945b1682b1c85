package io.github.tensorloupe.desktop.pane.tree;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.figures.Figure;
import io.github.tensorloupe.analysis.figures.FigureOrder;
import io.github.tensorloupe.analysis.health.TreeOrder;
import io.github.tensorloupe.analysis.health.TreeOrder.Key;
import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.control.table.TableColumns;
import io.github.tensorloupe.desktop.pane.tree.HealthCell.HealthText;
import io.github.tensorloupe.desktop.pane.tree.TreeCell.DtypeCell;
import io.github.tensorloupe.desktop.pane.tree.TreeCell.FigureCell;
import io.github.tensorloupe.desktop.pane.tree.TreeCell.NameCell;
import io.github.tensorloupe.desktop.selection.OpenDocument;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Themes;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.TensorInfo;
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
  private static final double MIN_FIGURE_WIDTH = 64;
  private static final double ROOM_FOR_BAR = 12;
  private static final double MIN_WIDTH = MIN_NAME_WIDTH + HEALTH_WIDTH + MIN_SIZE_WIDTH + 12;
  private static final double WIDTH_FOR_ALL = MIN_WIDTH + MIN_DTYPE_WIDTH + MIN_SHAPE_WIDTH;

  private final TensorTreeViewModel model;
  private final Messages messages;
  private final FilterBar filterBar;
  private final TableView<Integer> table = new TableView<>();
  private final TreeMenu menu;
  private final List<TableColumn<Integer, Integer>> figureColumns;
  private TableColumns<Integer> columns;
  private boolean followingSelection;

  /// True while a remembered arrangement is applied, for which no values are read.
  private boolean isRemembering;

  public TensorTreeView(TensorTreeViewModel model, Messages messages) {
    this.model = model;
    this.messages = messages;
    getStyleClass().add("tensor-tree");
    setMinWidth(MIN_WIDTH);
    Themes.style(this, TensorTreeView.class, "tree.css");
    menu = new TreeMenu(table, model, messages);
    figureColumns = Arrays.stream(Figure.values()).map(this::figureColumn).toList();
    buildTable();
    MenuButton chooser =
        PanelParts.named(new MenuButton(), "tree-columns", "flat", "button-icon", "no-arrow");
    chooser.setGraphic(Icons.of(Feather.COLUMNS));
    chooser.getItems().setAll(columnItems("choose-"));
    Tips.explain(chooser, messages.text("tree.columns.tip"));
    chooser.setAccessibleText(messages.text("tree.columns"));
    filterBar = new FilterBar(model, chooser, this::enterRows, messages);
    setTop(filterBar);
    setCenter(table);
    setBottom(footer());
  }

  public void focusFilter() {
    filterBar.focusField();
  }

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

  public void arrangeColumns(TableLayout layout) {
    isRemembering = true;
    columns.arrange(layout);
    isRemembering = false;
  }

  public void sortBy(TableLayout.Sort sort) {
    isRemembering = true;
    new TableColumns<>(table).sort(sort);
    isRemembering = false;
  }

  /// Lets people ask for the export of what is marked or shown, from the menu of the rows.
  ///
  /// @param onExport receives the tensors, in the order of the checkpoint
  /// @param places items that lead from the marked row to other panes
  public void setOnExport(Consumer<List<TensorRef>> onExport, List<MenuItem> places) {
    menu.offer(onExport, places);
  }

  /// The tensors at or below the marked row; where none is marked, all that are shown.
  public List<TensorRef> markedTensors() {
    Integer node = table.getSelectionModel().getSelectedItem();
    return node == null ? model.shownTensors() : model.shownTensors(node);
  }

  private HBox footer() {
    Label count = PanelParts.named(new Label(), "tree-count", "caption");
    count
        .textProperty()
        .bind(
            Bindings.createStringBinding(
                () -> {
                  int all = model.tensorCount();
                  int matching = model.matchCount.get();
                  String shown = messages.count(matching);
                  String words =
                      matching == all
                          ? messages.count("tree.count", all)
                          : messages.text("tree.count.filtered", shown, messages.count(all));
                  int absent = model.absentCount();
                  return absent == 0 ? words : words + messages.count("tree.count.absent", absent);
                },
                model.matchCount,
                model.document));
    Hyperlink state = PanelParts.named(new Hyperlink(), "tree-figures", "caption");
    Tips.explain(state, messages.text("tree.figures.tip"));
    state.setOnAction(_ -> model.figures.want());
    Runnable tellState =
        () -> {
          boolean isAsked = areFiguresShown() || model.asksForFigures();
          state.setText(isAsked ? model.figures.stateText() : "");
          PanelParts.setShown(state, !state.getText().isEmpty());
        };
    Following.of(this).subscribe(model.figures.revisionProperty(), _ -> tellState.run());
    Following.of(this).subscribe(model.filterText, _ -> tellState.run());
    Region space = new Region();
    HBox.setHgrow(space, Priority.ALWAYS);
    HBox footer = new HBox(count, space, state);
    footer.setAlignment(Pos.CENTER_LEFT);
    footer.getStyleClass().add("tree-footer");
    return footer;
  }

  private void buildTable() {
    HealthText health = new HealthText(model, messages);
    PanelParts.named(table, "tensor-tree", "dense", "edge-to-edge");
    table.setFixedCellSize(ROW_HEIGHT);
    table.setAccessibleText(messages.text("tree.column.name"));
    table.setColumnResizePolicy(this::resize);
    TableColumn<Integer, Integer> name =
        column("name", Key.NAME, MIN_NAME_WIDTH, 240, () -> new NameCell(model, messages));
    TableColumn<Integer, Integer> dtype =
        column("dtype", Key.DTYPE, MIN_DTYPE_WIDTH, 72, () -> new DtypeCell(model));
    Supplier<TreeCell> shapes = () -> TreeCell.of("shape-cell", this::shape);
    TableColumn<Integer, Integer> shape = column("shape", Key.SHAPE, MIN_SHAPE_WIDTH, 124, shapes);
    IntFunction<String> size =
        node -> model.isAbsent(node) ? "" : messages.bytes(model.tree().byteCount(node));
    Supplier<TreeCell> sizes = () -> TreeCell.of("bytes-cell", size);
    TableColumn<Integer, Integer> bytes = column("bytes", Key.BYTES, MIN_SIZE_WIDTH, 76, sizes);
    table.getColumns().setAll(List.of(name, healthColumn(health)));
    table.getColumns().addAll(figureColumns);
    table.getColumns().addAll(List.of(dtype, shape, bytes));
    figureColumns.forEach(
        column -> column.visibleProperty().subscribe((_, _) -> showFigures(column)));
    // Names and sizes are what is looked for most.
    columns =
        new TableColumns<>(
            table,
            List.of(dtype, shape),
            widthProperty()
                .map(width -> width.doubleValue() > 0 && width.doubleValue() < WIDTH_FOR_ALL));
    addColumnMenu();
    table.setItems(model.rows);
    table.setPlaceholder(placeholder());
    table.setSortPolicy(
        _ -> {
          sort();
          return true;
        });
    table.getSelectionModel().selectedItemProperty().subscribe(this::rowSelected);
    table.setRowFactory(_ -> new TensorRow(health));
    Following.of(this).subscribe(model.document, _ -> table.getSortOrder().clear());
    model.onSelection(Following.of(this).weakly(this::markSelected));
    // Ahead of the table, so that it takes no other row for the marked one, and behind it, since it
    // forgets what was marked when rows come to an empty list.
    Following.of(this).subscribe(model.rows, this::markSelected);
    Following.of(this).changes(model.rows, this::markSelected);
  }

  /// The tensor's shape, or how many tensors a group holds.
  private String shape(int node) {
    return model
        .tensorOf(node)
        .map(tensor -> messages.shape(tensor.info().shape()))
        .orElseGet(
            () ->
                model.isAbsent(node)
                    ? messages.text("tree.absent.shape")
                    : messages.count("tree.group.count", model.tree().tensorCount(node)));
  }

  /// The names stay, since rows without them say nothing.
  private void addColumnMenu() {
    ContextMenu shownColumns = new ContextMenu();
    shownColumns.getItems().setAll(columnItems("show-"));
    table.getColumns().forEach(column -> column.setContextMenu(shownColumns));
  }

  private List<MenuItem> columnItems(String idPrefix) {
    List<MenuItem> items = new ArrayList<>();
    for (TableColumn<Integer, ?> column :
        table.getColumns().subList(1, table.getColumns().size())) {
      String name = column.getId().substring("column-".length());
      CheckMenuItem item = new CheckMenuItem(messages.text("tree.column." + name));
      item.setId(idPrefix + column.getId());
      item.selectedProperty().bindBidirectional(column.visibleProperty());
      if (column == figureColumns.getFirst() || column.getId().equals("column-dtype")) {
        items.add(new SeparatorMenuItem());
      }
      items.add(item);
    }
    return items;
  }

  private boolean areFiguresShown() {
    return figureColumns.stream().anyMatch(TableColumn::isVisible);
  }

  /// Fits the columns into the table; those that are too many are scrolled.
  private boolean resize(TableView.ResizeFeatures<?> features) {
    double least =
        table.getVisibleLeafColumns().stream().mapToDouble(TableColumn::getMinWidth).sum();
    return least > table.getWidth() - ROOM_FOR_BAR
        ? TableView.UNCONSTRAINED_RESIZE_POLICY.call(features)
        : TableView.CONSTRAINED_RESIZE_POLICY_FLEX_LAST_COLUMN.call(features);
  }

  private void showFigures(TableColumn<Integer, Integer> changed) {
    model.figures.show(areFiguresShown());
    if (changed.isVisible() && !isRemembering) {
      model.figures.want();
    }
  }

  private Label placeholder() {
    Label label = PanelParts.named(new Label(), "tree-empty", "empty-state");
    label.setContentDisplay(ContentDisplay.TOP);
    label.setWrapText(true);
    label.setGraphic(Icons.of(Feather.BOX, "icon-large"));
    label
        .textProperty()
        .bind(
            Bindings.createStringBinding(
                () -> model.document.get().map(this::emptySentence).orElse(""),
                model.filterText,
                model.document));
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

  private TableColumn<Integer, Integer> figureColumn(Figure figure) {
    TableColumn<Integer, Integer> column =
        column(
            figure.word(),
            figure,
            MIN_FIGURE_WIDTH,
            figure.isCount() || figure == Figure.SPARSITY ? 64 : 92,
            () -> new FigureCell(model, figure, messages));
    column.getStyleClass().add("figure-column");
    column.setVisible(false);
    return column;
  }

  /// @param order a [Key] or a [Figure], by which its head sorts
  private TableColumn<Integer, Integer> column(
      String name, Enum<?> order, double minWidth, double width, Supplier<TreeCell> cells) {
    TableColumn<Integer, Integer> column = new TableColumn<>();
    column.setId("column-" + name);
    column.setUserData(order);
    column.setPrefWidth(width);
    column.setMinWidth(minWidth);
    column.setReorderable(order != Key.NAME);
    column.setCellValueFactory(row -> new ReadOnlyObjectWrapper<>(row.getValue()));
    column.setCellFactory(_ -> cells.get());
    setHeader(column, new Label(messages.text("tree.column." + name)), name);
    return column;
  }

  /// The header of a column has no tool tip of its own.
  private void setHeader(TableColumn<Integer, Integer> column, Node header, String name) {
    String sentence = messages.text("tree.column." + name + ".tip");
    Tooltip tip = Tips.of(sentence);
    tip.setMaxWidth(TIP_WIDTH);
    Tooltip.install(header, tip);
    header.setAccessibleHelp(sentence);
    column.setGraphic(header);
  }

  private TableColumn<Integer, Integer> healthColumn(HealthText text) {
    TableColumn<Integer, Integer> column =
        column("health", Key.HEALTH, HEALTH_WIDTH, HEALTH_WIDTH, () -> new HealthCell(model, text));
    FontIcon icon = Icons.of(Feather.ACTIVITY, "icon-small");
    icon.setAccessibleText(messages.text("tree.column.health"));
    setHeader(column, icon, "health");
    column.setMaxWidth(HEALTH_WIDTH);
    return column;
  }

  private void sort() {
    if (table.getSortOrder().isEmpty()) {
      model.sort(TreeOrder.NATURAL);
      return;
    }
    TableColumn<Integer, ?> column = table.getSortOrder().getFirst();
    boolean ascending = column.getSortType() == TableColumn.SortType.ASCENDING;
    if (column.getUserData() instanceof Figure figure) {
      model.sort(new FigureOrder(figure, ascending));
      if (!isRemembering) {
        model.figures.want();
      }
    } else {
      model.sort(new TreeOrder((Key) column.getUserData(), ascending));
    }
  }

  private void rowSelected(Integer node) {
    if (node != null && !followingSelection) {
      // The table must not be told what to mark while it is marking it.
      followingSelection = true;
      model.select(node);
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

  /// A row with a tool tip that says what the cells may have cut.
  private final class TensorRow extends TableRow<Integer> {

    private static final PseudoClass GROUP = PseudoClass.getPseudoClass("group");
    private static final PseudoClass ABSENT = PseudoClass.getPseudoClass("absent");

    private final HealthText health;

    TensorRow(HealthText health) {
      this.health = health;
      // What is wrong may have been found out after the row was filled.
      Tips.tell(this, this::text);
    }

    @Override
    protected void updateItem(Integer node, boolean empty) {
      super.updateItem(node, empty);
      boolean isNode = !empty && node != null && model.hasNode(node);
      pseudoClassStateChanged(GROUP, isNode && model.tree().isGroup(node));
      pseudoClassStateChanged(ABSENT, isNode && model.isAbsent(node));
    }

    private String text() {
      Integer node = getItem();
      if (isEmpty() || node == null || !model.hasNode(node)) {
        return "";
      }
      List<String> lines = new ArrayList<>();
      Optional<TensorInfo> tensor = model.tensorOf(node).map(TensorRef::info);
      lines.add(DisplayText.of(tensor.map(TensorInfo::name).orElse(model.tree().path(node))));
      tensor.ifPresent(
          info -> {
            lines.add(info.dtype() + "  " + messages.shape(info.shape()));
            lines.add(messages.exactBytes(Math.max(0, info.byteCount())));
            lines.add(messages.dtype(info.dtype()));
          });
      Stream.of(health.of(node)).filter(it -> !it.isEmpty()).forEach(lines::add);
      return String.join("\n", lines);
    }
  }
}
