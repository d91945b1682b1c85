package io.github.tensorloupe.desktop.pane.tree;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.table.TableColumns;
import io.github.tensorloupe.desktop.control.table.TreeCell;
import io.github.tensorloupe.desktop.control.table.TreeCell.NameCell;
import io.github.tensorloupe.desktop.control.table.TreePane;
import io.github.tensorloupe.desktop.pane.tree.HealthCell.HealthText;
import io.github.tensorloupe.desktop.pane.tree.TensorCells.DtypeCell;
import io.github.tensorloupe.desktop.pane.tree.TensorCells.FigureCell;
import io.github.tensorloupe.desktop.pane.tree.TreeOrder.Key;
import io.github.tensorloupe.desktop.selection.figures.Figure;
import io.github.tensorloupe.desktop.selection.figures.FigureOrder;
import io.github.tensorloupe.desktop.session.TableLayout;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/// The columns of the tensor tree: their contents and visibility, and sorting by their headers.
/// Belongs to the FX thread.
final class TreeColumns {

  private static final double MIN_NAME_WIDTH = 136;
  private static final double NAME_WIDTH = 240;
  private static final double SHARE_OF_NAMES = 0.4;
  private static final double HEALTH_WIDTH = 28;
  private static final double MIN_DTYPE_WIDTH = 58;
  private static final double MIN_SHAPE_WIDTH = 84;
  private static final double MIN_SIZE_WIDTH = 66;
  private static final double MIN_COUNT_WIDTH = 56;
  private static final double MIN_VALUE_WIDTH = 86;
  private static final double ROOM_FOR_BAR = 12;

  static final double MIN_WIDTH = MIN_NAME_WIDTH + HEALTH_WIDTH + MIN_SIZE_WIDTH + 12;

  /// A narrower tree has no room for all default columns.
  static final double WIDTH_FOR_ALL = MIN_WIDTH + MIN_DTYPE_WIDTH + MIN_SHAPE_WIDTH;

  private final TableView<Integer> table;
  private final TensorTreeViewModel model;
  private final Messages messages;
  private final List<TableColumn<Integer, Integer>> figureColumns;
  private final TableColumn<Integer, Integer> name;
  private final TableColumn<Integer, Integer> dtype;
  private final TableColumn<Integer, Integer> shape;
  private TableColumns<Integer> columns;

  /// True while a stored column layout is restored, which must not start measuring values.
  private boolean isRemembering;

  TreeColumns(
      TableView<Integer> table, TensorTreeViewModel model, HealthText health, Messages messages) {
    this.table = table;
    this.model = model;
    this.messages = messages;
    name =
        column(
            "name",
            Key.NAME,
            MIN_NAME_WIDTH,
            NAME_WIDTH,
            () -> new NameCell(model, messages.text("tree.empty-name")));
    dtype = column("dtype", Key.DTYPE, MIN_DTYPE_WIDTH, 72, () -> new DtypeCell(model, messages));
    Supplier<TreeCell> shapes = () -> TreeCell.of("shape-cell", this::shape);
    shape = column("shape", Key.SHAPE, MIN_SHAPE_WIDTH, 124, shapes);
    IntFunction<String> size =
        node -> model.isAbsent(node) ? "" : messages.bytes(model.byteCount(node));
    Supplier<TreeCell> sizes = () -> TreeCell.of("bytes-cell", size);
    TableColumn<Integer, Integer> bytes = column("bytes", Key.BYTES, MIN_SIZE_WIDTH, 76, sizes);
    figureColumns = Arrays.stream(Figure.values()).map(this::figureColumn).toList();
    table.getColumns().setAll(List.of(name, healthColumn(health)));
    table.getColumns().addAll(figureColumns);
    table.getColumns().addAll(List.of(dtype, shape, bytes));
    figureColumns.forEach(
        column -> column.visibleProperty().subscribe((_, _) -> showFigures(column)));
    columns = new TableColumns<>(table);
    ContextMenu shownColumns = new ContextMenu();
    shownColumns.getItems().setAll(columnItems("show-"));
    table.getColumns().forEach(column -> column.setContextMenu(shownColumns));
    table.setColumnResizePolicy(this::resize);
    table.setSortPolicy(
        _ -> {
          sort();
          return true;
        });
  }

  /// Hides the less important columns, dtype and shape, while the tree is too narrow.
  void hideSomeWhile(ObservableValue<Boolean> narrow) {
    columns = new TableColumns<>(table, List.of(dtype, shape), narrow);
  }

  /// Returns the column layout and the sort order of the rows.
  TableLayout layout() {
    return columns.layout();
  }

  void arrange(TableLayout layout) {
    isRemembering = true;
    columns.arrange(layout);
    isRemembering = false;
  }

  void sort(TableLayout.Sort sort) {
    isRemembering = true;
    columns.sort(sort);
    isRemembering = false;
  }

  /// Creates items that show and hide the columns, with figures in a separate section.
  List<MenuItem> columnItems(String idPrefix) {
    List<MenuItem> items = new ArrayList<>();
    for (CheckMenuItem item : TreePane.columnItems(table, idPrefix)) {
      String id = item.getId().substring(idPrefix.length());
      if (id.equals(figureColumns.getFirst().getId()) || id.equals(dtype.getId())) {
        items.add(new SeparatorMenuItem());
      }
      items.add(item);
    }
    return items;
  }

  /// Returns the figures with visible columns, from left to right.
  List<Figure> shownFigures() {
    return table.getVisibleLeafColumns().stream()
        .map(TableColumn::getUserData)
        .filter(Figure.class::isInstance)
        .map(Figure.class::cast)
        .toList();
  }

  // Fits the columns into the table. If there are too many, the table scrolls.
  private boolean resize(TableView.ResizeFeatures<?> features) {
    return areTooMany()
        ? TableView.UNCONSTRAINED_RESIZE_POLICY.call(features)
        : TableView.CONSTRAINED_RESIZE_POLICY_FLEX_LAST_COLUMN.call(features);
  }

  private boolean areTooMany() {
    double minTableWidth =
        table.getVisibleLeafColumns().stream().mapToDouble(TableColumn::getMinWidth).sum();
    return minTableWidth > table.getWidth() - ROOM_FOR_BAR;
  }

  private void showFigures(TableColumn<Integer, Integer> changed) {
    if (changed.isVisible() && !isRemembering && table.getWidth() > 0 && areTooMany()) {
      // A figure that the user just added must be visible.
      name.setPrefWidth(Math.clamp(table.getWidth() * SHARE_OF_NAMES, MIN_NAME_WIDTH, NAME_WIDTH));
    }
    model.figures.show(figureColumns.stream().anyMatch(TableColumn::isVisible));
    if (changed.isVisible() && !isRemembering) {
      model.figures.want();
    }
  }

  private String shape(int node) {
    return model
        .joinedAt(node)
        .flatMap(TensorUnit::shape)
        .or(() -> model.tensorOf(node).map(tensor -> tensor.info().shape()))
        .map(messages::shape)
        .orElseGet(
            () ->
                model.isAbsent(node)
                    ? messages.text("tree.absent.shape")
                    : messages.count("tree.group.count", model.tree().tensorCount(node)));
  }

  private TableColumn<Integer, Integer> figureColumn(Figure figure) {
    boolean isShort = figure.isCount() || figure == Figure.SPARSITY;
    TableColumn<Integer, Integer> column =
        column(
            figure.word(),
            figure,
            isShort ? MIN_COUNT_WIDTH : MIN_VALUE_WIDTH,
            isShort ? 64 : 92,
            () -> new FigureCell(model, figure, messages));
    column.getStyleClass().add("figure-column");
    column.setVisible(false);
    return column;
  }

  /// @param order a [Key] or a [Figure] by which the column sorts
  private TableColumn<Integer, Integer> column(
      String name, Enum<?> order, double minWidth, double width, Supplier<TreeCell> cells) {
    return column(name, order, minWidth, width, new Label(header(name)), cells);
  }

  private String header(String name) {
    return messages.text("tree.column." + name);
  }

  private TableColumn<Integer, Integer> column(
      String name,
      Enum<?> order,
      double minWidth,
      double width,
      Node head,
      Supplier<TreeCell> cells) {
    TableColumn<Integer, Integer> column =
        TreePane.column(name, order, head, header(name + ".tip"), cells);
    column.setPrefWidth(width);
    column.setMinWidth(minWidth);
    column.setReorderable(order != Key.NAME);
    return column;
  }

  private TableColumn<Integer, Integer> healthColumn(HealthText text) {
    FontIcon icon = Icons.of(Feather.ACTIVITY, "icon-small");
    icon.setAccessibleText(header("health"));
    Supplier<TreeCell> cells = () -> new HealthCell(model, text);
    TableColumn<Integer, Integer> column =
        column("health", Key.HEALTH, HEALTH_WIDTH, HEALTH_WIDTH, icon, cells);
    column.setMaxWidth(HEALTH_WIDTH);
    return column;
  }

  private void sort() {
    if (table.getSortOrder().isEmpty()) {
      model.order.sort(TreeOrder.NATURAL);
      return;
    }
    TableColumn<Integer, ?> column = table.getSortOrder().getFirst();
    boolean ascending = column.getSortType() == TableColumn.SortType.ASCENDING;
    if (column.getUserData() instanceof Figure figure) {
      model.order.sort(new FigureOrder(figure, ascending));
      if (!isRemembering) {
        model.figures.want();
      }
    } else {
      model.order.sort(new TreeOrder((Key) column.getUserData(), ascending));
    }
  }
}
