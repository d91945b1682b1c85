package io.github.tensorloupe.desktop.pane.comparison.pairs;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.copy.CopyMenu;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.control.table.TableColumns;
import io.github.tensorloupe.desktop.control.table.TreeCell;
import io.github.tensorloupe.desktop.control.table.TreeCell.NameCell;
import io.github.tensorloupe.desktop.control.table.TreeTable;
import io.github.tensorloupe.desktop.pane.ComparisonContext;
import io.github.tensorloupe.desktop.pane.comparison.pairs.PairListing.Order;
import io.github.tensorloupe.desktop.pane.comparison.pairs.PairStates.Column;
import io.github.tensorloupe.desktop.pane.comparison.pairs.PairStates.Kind;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Themes;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.DisplayText;
import javafx.scene.control.Label;
import org.controlsfx.control.textfield.CustomTextField;
import org.kordamp.ikonli.feather.Feather;

/// The tree of pairs: what is wrong with a side above it, then the filter with its chips, and their
/// number below.
public final class PairsView extends BorderPane {

  private static final int NAME_CHARACTERS = 40;
  private static final double TIP_WIDTH = 420;
  private static final double ROOM_FOR_BAR = 14;
  private static final double MIN_NAME_WIDTH = 104;
  private static final double MIN_CHANGE_WIDTH = 80;
  private static final double MIN_FIGURE_WIDTH = 64;

  /// A narrower tree has room for names, changes and one figure.
  private static final double WIDTH_FOR_ALL = 620;

  private final PairsViewModel model;
  private final Messages messages;
  private final PairCells cells;
  private final TreeTable table;
  private final CustomTextField filter;
  private Optional<TableColumn<Integer, ?>> sortedBy = Optional.empty();

  public PairsView(PairsViewModel model, ComparisonContext context) {
    this.model = model;
    messages = context.messages();
    cells = new PairCells(model, messages);
    table = new TreeTable("pairs-tree", messages.text("compare.pairs"), model);
    getStyleClass().addAll("tensor-tree", "pairs-tree");
    setMinWidth(MIN_NAME_WIDTH + MIN_CHANGE_WIDTH + MIN_FIGURE_WIDTH + ROOM_FOR_BAR);
    Themes.style(this, TreeCell.class, "tree.css");
    Themes.addSheet(this, "pairs.css");
    filter = PanelParts.searchField("pairs-filter", messages.text("compare.filter.prompt"));
    buildTable();
    table.setContextMenu(menu(context.commands()));
    setTop(filterBar());
    setCenter(table);
    setBottom(footer());
  }

  private VBox filterBar() {
    filter.setAccessibleText(messages.text("command.filter"));
    Tips.explain(filter, messages.text("compare.filter.tip"));
    filter.textProperty().bindBidirectional(model.filterText());
    filter.setOnKeyPressed(
        event -> {
          if (event.getCode() == KeyCode.ESCAPE) {
            filter.clear();
          } else if (event.getCode() == KeyCode.DOWN || event.getCode() == KeyCode.ENTER) {
            table.enter();
          }
        });
    FlowPane chips = PanelParts.named(new FlowPane(4, 4), "pairs-chips");
    Stream.of(Kind.values()).map(this::chip).forEach(chips.getChildren()::add);
    HBox.setHgrow(filter, Priority.ALWAYS);
    VBox bar = new VBox(8, new HBox(6, filter, chooser()), chips);
    bar.getStyleClass().add("filter-bar");
    return bar;
  }

  /// One that would show nothing is not there, unless it is chosen.
  private ToggleButton chip(Kind kind) {
    ToggleButton chip = new ToggleButton();
    PanelParts.named(chip, "pairs-chip-" + Messages.word(kind), "small", "pairs-chip");
    String name = messages.text("compare.chip." + Messages.word(kind));
    Tips.explain(chip, messages.text("compare.chip.tip." + Messages.word(kind)));
    chip.setOnAction(_ -> model.toggle(kind));
    Runnable show =
        () -> {
          int count = model.listing.get().map(it -> it.count(kind)).orElse(0);
          chip.setText(name + "  " + messages.count(count));
          chip.setSelected(model.asksFor(kind));
          PanelParts.setShown(chip, count > 0 || chip.isSelected() || kind == Kind.CHANGED);
        };
    Following.of(this).subscribe(model.listing, _ -> show.run());
    Following.of(this).subscribe(model.filterText(), _ -> show.run());
    return chip;
  }

  private MenuButton chooser() {
    MenuButton chooser =
        PanelParts.named(new MenuButton(), "pairs-columns", "flat", "button-icon", "no-arrow");
    chooser.setGraphic(Icons.of(Feather.COLUMNS));
    chooser.setAccessibleText(messages.text("tree.columns"));
    Tips.explain(chooser, messages.text("compare.columns.tip"));
    for (TableColumn<Integer, ?> column : table.getColumns().subList(1, Column.values().length)) {
      CheckMenuItem item = new CheckMenuItem(messages.text(headKey(column)));
      item.setId("choose-" + column.getId());
      item.selectedProperty().bindBidirectional(column.visibleProperty());
      chooser.getItems().add(item);
    }
    return chooser;
  }

  private static String headKey(TableColumn<Integer, ?> column) {
    return "compare.column." + Messages.word((Column) column.getUserData());
  }

  private void buildTable() {
    Stream.of(Column.values()).map(this::column).forEach(table.getColumns()::add);
    table.setColumnResizePolicy(TableView.CONSTRAINED_RESIZE_POLICY_FLEX_LAST_COLUMN);
    table.setSortPolicy(
        _ -> {
          Optional<TableColumn<Integer, ?>> by = table.getSortOrder().stream().findFirst();
          if (!by.equals(sortedBy)) {
            sortedBy = by;
            // A click on a head asks for the smallest first, and of a difference nobody wants that.
            by.filter(PairsView::isFigure)
                .ifPresent(column -> column.setSortType(TableColumn.SortType.DESCENDING));
          }
          model.sort(order());
          return true;
        });
    table.setPlaceholder(placeholder());
    table.setRowFactory(_ -> new PairRow());
    List<TableColumn<Integer, ?>> wide =
        table.getColumns().stream()
            .filter(column -> ((Column) column.getUserData()).compareTo(Column.L2) > 0)
            .<TableColumn<Integer, ?>>map(column -> column)
            .toList();
    new TableColumns<>(
        table,
        wide,
        widthProperty()
            .map(width -> width.doubleValue() > 0 && width.doubleValue() < WIDTH_FOR_ALL));
  }

  private Order order() {
    if (table.getSortOrder().isEmpty()) {
      return Order.TREE;
    }
    TableColumn<Integer, ?> column = table.getSortOrder().getFirst();
    boolean ascending = column.getSortType() == TableColumn.SortType.ASCENDING;
    Column by = (Column) column.getUserData();
    return by == Column.NAME ? Order.TREE : new Order(by, ascending);
  }

  private static boolean isFigure(TableColumn<Integer, ?> column) {
    Column by = (Column) column.getUserData();
    return by.compareTo(Column.L2) >= 0 && by != Column.BY;
  }

  private TableColumn<Integer, Integer> column(Column by) {
    String name = Messages.word(by);
    TableColumn<Integer, Integer> column = new TableColumn<>();
    column.setId("column-" + name);
    column.setUserData(by);
    boolean isFigure = isFigure(column);
    column.setMinWidth(
        by == Column.NAME ? MIN_NAME_WIDTH : isFigure ? MIN_FIGURE_WIDTH : MIN_CHANGE_WIDTH);
    column.setPrefWidth(by == Column.NAME ? 240 : isFigure ? 84 : 124);
    column.setReorderable(by != Column.NAME);
    column.setCellValueFactory(row -> new ReadOnlyObjectWrapper<>(row.getValue()));
    column.setCellFactory(
        _ ->
            by == Column.NAME
                ? new NameCell(model, messages.text("tree.empty-name"))
                : cells.of(by));
    Label head = new Label(messages.text(headKey(column)));
    Tooltip tip = Tips.of(messages.text("compare.column.tip." + name));
    tip.setMaxWidth(TIP_WIDTH);
    Tooltip.install(head, tip);
    head.setAccessibleHelp(tip.getText());
    column.setGraphic(head);
    if (isFigure) {
      column.getStyleClass().add("figure-column");
    }
    return column;
  }

  private Label placeholder() {
    Label label = PanelParts.named(new Label(), "pairs-empty", "empty-state");
    label.setContentDisplay(ContentDisplay.TOP);
    label.setWrapText(true);
    Following.of(this)
        .subscribe(
            model.listing,
            listing -> {
              boolean isEqual =
                  listing.filter(it -> it.count(Kind.CHANGED) == 0).isPresent()
                      && !model.comparison().pairs().isEmpty()
                      && model.asksFor(Kind.CHANGED);
              boolean isNothing = model.comparison().pairs().isEmpty();
              label.setGraphic(Icons.of(isEqual ? Feather.CHECK : Feather.BOX, "icon-large"));
              String key =
                  isEqual ? "compare.all-equal" : isNothing ? "tree.no-tensors" : "tree.no-match";
              label.setText(listing.isEmpty() ? "" : messages.text(key));
            });
    return label;
  }

  private HBox footer() {
    Label count = PanelParts.named(new Label(), "pairs-count", "caption");
    Following.of(this)
        .subscribe(
            model.listing,
            listing -> {
              int all = model.comparison().pairs().size();
              int matching = listing.map(PairListing::matchCount).orElse(all);
              count.setText(
                  matching == all
                      ? messages.count("compare.count", all)
                      : messages.text(
                          "compare.count.filtered", messages.count(matching), messages.count(all)));
            });
    HBox footer = new HBox(count);
    footer.getStyleClass().add("tree-footer");
    return footer;
  }

  private ContextMenu menu(Commands commands) {
    CopyMenu copies = new CopyMenu(messages);
    copies.copies("copy.tensor.name", this::markedName);
    MenuItem unpair = item("compare.unpair", "pairs-unpair", Feather.SCISSORS, model::unpair);
    MenuItem choose =
        item("compare.pair.choose", "pairs-choose", Feather.LINK, model::choosePartner);
    MenuItem pair = item("compare.pair.with", "pairs-pair", Feather.LINK, model::pairWithChosen);
    ContextMenu menu = new ContextMenu();
    menu.getItems().addAll(List.copyOf(copies.menu().getItems()));
    menu.getItems().addAll(new SeparatorMenuItem(), unpair, choose, pair);
    menu.getItems().add(new SeparatorMenuItem());
    Stream.of(Command.SHOW_VALUES, Command.SHOW_HISTOGRAM, Command.SHOW_HEATMAP)
        .map(command -> commands.contextItem(command, "pairs-"))
        .forEach(menu.getItems()::add);
    menu.setOnShowing(
        _ -> {
          Optional<Integer> node = table.marked();
          unpair.setDisable(node.filter(model::canUnpair).isEmpty());
          choose.setDisable(node.filter(model::isAlone).isEmpty());
          pair.setVisible(node.filter(model::canPair).isPresent());
          String chosen =
              model.partner.get().stream()
                  .mapToObj(index -> model.comparison().pairs().get(index).name())
                  .findFirst()
                  .orElse("");
          pair.setText(messages.text("compare.pair.with", DisplayText.of(chosen, NAME_CHARACTERS)));
        });
    return menu;
  }

  private MenuItem item(String key, String id, Feather icon, IntConsumer action) {
    MenuItem item = new MenuItem(messages.text(key), Icons.of(icon));
    item.setId(id);
    item.setMnemonicParsing(false);
    item.setOnAction(_ -> table.marked().ifPresent(action::accept));
    return item;
  }

  private String markedName() {
    return table.marked().map(node -> model.tree().path(node)).orElse("");
  }

  public void focusFilter() {
    filter.requestFocus();
    filter.selectAll();
  }

  public void focusRows() {
    table.requestFocus();
  }

  /// A row with a tool tip that says what the cells may have cut.
  private final class PairRow extends TableRow<Integer> {

    private static final PseudoClass GROUP = PseudoClass.getPseudoClass("group");

    PairRow() {
      Tips.tell(this, () -> isEmpty() || getItem() == null ? "" : cells.explanation(getItem()));
    }

    @Override
    protected void updateItem(Integer node, boolean empty) {
      super.updateItem(node, empty);
      pseudoClassStateChanged(GROUP, !empty && node != null && model.pairAt(node).isEmpty());
    }
  }
}
