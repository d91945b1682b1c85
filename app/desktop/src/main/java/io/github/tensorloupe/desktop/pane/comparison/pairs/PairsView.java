package io.github.tensorloupe.desktop.pane.comparison.pairs;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.compare.TensorPair;
import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.copy.CopyMenu;
import io.github.tensorloupe.desktop.control.panel.MenuItems;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.control.panel.ToggleChoice;
import io.github.tensorloupe.desktop.control.table.TableColumns;
import io.github.tensorloupe.desktop.control.table.TreeCell.NameCell;
import io.github.tensorloupe.desktop.control.table.TreePane;
import io.github.tensorloupe.desktop.control.table.TreeTable;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.pane.comparison.pairs.PairFilter.Kind;
import io.github.tensorloupe.desktop.pane.comparison.pairs.PairListing.Order;
import io.github.tensorloupe.desktop.storage.WeightForm;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.DisplayText;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// The tree of pairs, with the filter and its chips above and the number of pairs below.
public final class PairsView extends TreePane {

  private static final int NAME_CHARACTERS = 40;
  private static final double ROOM_FOR_BAR = 14;
  private static final double MIN_NAME_WIDTH = 104;
  private static final double MIN_CHANGE_WIDTH = 80;
  private static final double MIN_FIGURE_WIDTH = 64;

  /// A narrower tree has room for names, changes and one figure.
  private static final double WIDTH_FOR_ALL = 620;

  private final PairsViewModel model;
  private final PairCells cells;
  private final Label nothing = placeholder();
  private Optional<TableColumn<Integer, ?>> sortedBy = Optional.empty();

  public PairsView(PairsViewModel model, PaneContext context) {
    super(
        "pairs",
        "compare.filter.",
        new TreeTable("pairs-tree", context.messages().text("compare.pairs"), model),
        model.filterText(),
        context.messages());
    this.model = model;
    cells = new PairCells(model, messages);
    getStyleClass().add("pairs-tree");
    setMinWidth(MIN_NAME_WIDTH + MIN_CHANGE_WIDTH + MIN_FIGURE_WIDTH + ROOM_FOR_BAR);
    buildTable();
    TableColumns.setRowMenu(table, menu(context.commands()));
    setTop(filterBar());
    context.compared().formTitle(context.messages()).ifPresent(this::addForms);
    setBottom(footer());
    WeakSubscriptions.of(this).subscribe(model.listing, this::show);
  }

  private VBox filterBar() {
    FlowPane chips = PanelParts.named(new FlowPane(4, 4), "pairs-chips");
    Stream.of(Kind.values()).map(this::chip).forEach(chips.getChildren()::add);
    HBox.setHgrow(filter, Priority.ALWAYS);
    VBox bar = new VBox(8, new HBox(6, filter, chooser(columnItems(table, "choose-"))), chips);
    bar.getStyleClass().add("filter-bar");
    return bar;
  }

  /// Adds the choice of the form in which quantized weights are compared. If they are dequantized,
  /// the pairs with the largest relative L2 norm come first.
  private void addForms(String formTitle) {
    boolean areDequantized = model.comparison().weights().areDequantized();
    ToggleChoice<Boolean> forms = new ToggleChoice<>();
    addForm(forms, "stored", WeightForm.CODES);
    addForm(forms, "dequantized", WeightForm.VALUES);
    forms.press(choice -> choice == areDequantized);
    Label title = PanelParts.named(PanelParts.elastic(formTitle, "muted"), "pairs-title");
    HBox line = new HBox(8, forms, title);
    line.getStyleClass().add("pairs-forms");
    ((VBox) getTop()).getChildren().addFirst(line);
    if (areDequantized) {
      TableColumn<Integer, ?> size = table.getColumns().get(PairColumn.L2.ordinal());
      table.getSortOrder().setAll(List.of(size));
    }
  }

  private void addForm(ToggleChoice<Boolean> forms, String word, WeightForm form) {
    forms.add(
        form == WeightForm.VALUES,
        "pairs-" + word,
        messages.text("compare.form." + word),
        messages.text("compare.form." + word + ".tip"),
        () -> model.compareAs(form));
  }

  /// Creates a chip. Chips without pairs are hidden, unless they are selected.
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
          chip.setSelected(model.isFilteredBy(kind));
          PanelParts.setShown(chip, count > 0 || chip.isSelected() || kind == Kind.CHANGED);
        };
    WeakSubscriptions.of(this).subscribe(model.listing, _ -> show.run());
    WeakSubscriptions.of(this).subscribe(model.filterText(), _ -> show.run());
    return chip;
  }

  private void buildTable() {
    Stream.of(PairColumn.values()).map(this::column).forEach(table.getColumns()::add);
    table.setColumnResizePolicy(TableView.CONSTRAINED_RESIZE_POLICY_FLEX_LAST_COLUMN);
    table.setSortPolicy(
        _ -> {
          Optional<TableColumn<Integer, ?>> by = table.getSortOrder().stream().findFirst();
          if (!by.equals(sortedBy)) {
            sortedBy = by;
            // The first click on a header sorts ascending, which is useless for differences.
            by.filter(column -> of(column).isFigure() && !of(column).isHigherBetter())
                .ifPresent(column -> column.setSortType(TableColumn.SortType.DESCENDING));
          }
          if (by.filter(column -> of(column) == PairColumn.NAME)
              .filter(column -> column.getSortType() == TableColumn.SortType.DESCENDING)
              .isPresent()) {
            // The tree has no reverse order, which an arrow would show.
            table.getSortOrder().clear();
          }
          model.sort(order());
          return true;
        });
    table.setRowFactory(_ -> new TreeRow(cells::explanation, node -> model.pairAt(node).isEmpty()));
    new TableColumns<>(
        table,
        table.getColumns().stream().filter(this::isOptional).toList(),
        widthProperty()
            .map(width -> width.doubleValue() > 0 && width.doubleValue() < WIDTH_FOR_ALL));
  }

  /// The change column is optional for dequantized weights, because only their dtype changes.
  private boolean isOptional(TableColumn<Integer, ?> column) {
    return model.comparison().weights().areDequantized()
        ? of(column) == PairColumn.CHANGE || of(column).compareTo(PairColumn.SQNR) > 0
        : of(column).compareTo(PairColumn.L2) > 0;
  }

  private Order order() {
    if (table.getSortOrder().isEmpty()) {
      return Order.TREE;
    }
    TableColumn<Integer, ?> column = table.getSortOrder().getFirst();
    boolean ascending = column.getSortType() == TableColumn.SortType.ASCENDING;
    return of(column) == PairColumn.NAME ? Order.TREE : new Order(of(column), ascending);
  }

  private static PairColumn of(TableColumn<Integer, ?> column) {
    return (PairColumn) column.getUserData();
  }

  private TableColumn<Integer, Integer> column(PairColumn by) {
    String name = Messages.word(by);
    boolean isName = by == PairColumn.NAME;
    boolean isFigure = by.isFigure();
    TableColumn<Integer, Integer> column =
        column(
            name,
            by,
            new Label(messages.text("compare.column." + name)),
            messages.text("compare.column.tip." + name),
            () -> isName ? new NameCell(model, messages.text("tree.empty-name")) : cells.of(by));
    column.setMinWidth(isName ? MIN_NAME_WIDTH : isFigure ? MIN_FIGURE_WIDTH : MIN_CHANGE_WIDTH);
    column.setPrefWidth(isName ? 240 : isFigure ? 84 : 124);
    column.setReorderable(!isName);
    if (isFigure) {
      column.getStyleClass().add("figure-column");
    }
    return column;
  }

  private void show(Optional<PairListing> listing) {
    int all = model.comparison().pairs().size();
    int matching = listing.map(PairListing::matchCount).orElse(all);
    count.setText(
        matching == all
            ? messages.count("compare.count", all)
            : messages.text(
                "compare.count.filtered", messages.count(matching), messages.count(all)));
    boolean isEqual =
        all > 0
            && model.isFilteredBy(Kind.CHANGED)
            && listing.filter(it -> it.count(Kind.CHANGED) == 0).isPresent();
    nothing.setGraphic(Icons.of(isEqual ? Feather.CHECK : Feather.BOX, "icon-large"));
    String key = isEqual ? "compare.all-equal" : all == 0 ? "tree.no-tensors" : "tree.no-match";
    nothing.setText(listing.isEmpty() ? "" : messages.text(key));
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
          String chosen = model.chosen().map(TensorPair::name).orElse("");
          pair.setText(messages.text("compare.pair.with", DisplayText.of(chosen, NAME_CHARACTERS)));
        });
    return menu;
  }

  private MenuItem item(String key, String id, Feather icon, IntConsumer action) {
    Runnable ofMarked = () -> table.marked().ifPresent(action::accept);
    MenuItem item = MenuItems.of(id, messages.text(key), icon, ofMarked);
    return item;
  }

  private String markedName() {
    return table.marked().map(node -> model.tree().path(node)).orElse("");
  }
}
