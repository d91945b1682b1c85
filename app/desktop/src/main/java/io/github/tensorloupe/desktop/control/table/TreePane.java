package io.github.tensorloupe.desktop.control.table;

import module java.base;
import module javafx.controls;

import atlantafx.base.controls.Spacer;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import javafx.scene.control.Label;
import org.controlsfx.control.textfield.CustomTextField;
import org.kordamp.ikonli.feather.Feather;

/// A tree of names with columns, a filter field above and a count below.
public abstract class TreePane extends BorderPane {

  private static final double TIP_WIDTH = 420;

  protected final TreeTable table;
  protected final CustomTextField filter;

  /// Below the rows.
  protected final Label count;

  protected final Messages messages;
  private final String id;
  private final String words;

  /// @param id prefix of the ids of the parts
  /// @param words prefix of their message keys
  /// @param filterText the text of the filter field
  protected TreePane(
      String id, String words, TreeTable table, StringProperty filterText, Messages messages) {
    this.id = id;
    this.words = words;
    this.table = table;
    this.messages = messages;
    getStyleClass().add("tensor-tree");
    filter = PanelParts.searchField(id + "-filter", messages.text(words + "prompt"));
    filter.setAccessibleText(messages.text("command.filter"));
    Tips.explain(filter, messages.text(words + "tip"));
    filter.textProperty().bindBidirectional(filterText);
    filter.setOnKeyPressed(
        event -> {
          if (event.getCode() == KeyCode.ESCAPE) {
            filter.clear();
          } else if (event.getCode() == KeyCode.DOWN || event.getCode() == KeyCode.ENTER) {
            table.enter();
          }
        });
    count = PanelParts.named(new Label(), id + "-count", "caption");
    setCenter(table);
  }

  public void focusFilter() {
    filter.requestFocus();
    filter.selectAll();
  }

  public void focusRows() {
    table.requestFocus();
  }

  /// Creates a column with data of nodes. Its header is a separate node, because a column header
  /// has no tooltip.
  ///
  /// @param order the sort order of its header
  public static TableColumn<Integer, Integer> column(
      String name, Enum<?> order, Node head, String tip, Supplier<TreeCell> cells) {
    TableColumn<Integer, Integer> column = new TableColumn<>();
    column.setId("column-" + name);
    column.setUserData(order);
    column.setCellValueFactory(row -> new ReadOnlyObjectWrapper<>(row.getValue()));
    column.setCellFactory(_ -> cells.get());
    Tooltip shown = Tips.of(tip);
    shown.setMaxWidth(TIP_WIDTH);
    Tooltip.install(head, shown);
    head.setAccessibleHelp(tip);
    column.setGraphic(head);
    return column;
  }

  /// Returns items that show and hide the columns, except for the column of names.
  public static List<CheckMenuItem> columnItems(TableView<Integer> table, String idPrefix) {
    List<CheckMenuItem> items = new ArrayList<>();
    for (TableColumn<Integer, ?> column :
        table.getColumns().subList(1, table.getColumns().size())) {
      Node head = column.getGraphic();
      CheckMenuItem item =
          new CheckMenuItem(
              head instanceof Label label ? label.getText() : head.getAccessibleText());
      item.setMnemonicParsing(false);
      item.setId(idPrefix + column.getId());
      item.selectedProperty().bindBidirectional(column.visibleProperty());
      items.add(item);
    }
    return items;
  }

  protected MenuButton chooser(List<? extends MenuItem> columns) {
    MenuButton chooser =
        PanelParts.named(new MenuButton(), id + "-columns", "flat", "button-icon", "no-arrow");
    chooser.setGraphic(Icons.of(Feather.COLUMNS));
    chooser.getItems().setAll(columns);
    Tips.explain(chooser, messages.text(words + "columns"));
    chooser.setAccessibleText(messages.text("tree.columns"));
    return chooser;
  }

  /// Creates the label that is shown if there are no rows.
  protected Label placeholder() {
    Label label = PanelParts.named(new Label(), id + "-empty", "empty-state");
    label.setContentDisplay(ContentDisplay.TOP);
    label.setWrapText(true);
    label.setGraphic(Icons.of(Feather.BOX, "icon-large"));
    table.setPlaceholder(label);
    return label;
  }

  /// Creates the bar below the rows.
  ///
  /// @param aside shown at its right end
  protected HBox footer(Node... aside) {
    HBox footer = new HBox(count, new Spacer());
    footer.setAlignment(Pos.CENTER_LEFT);
    footer.getChildren().addAll(aside);
    footer.getStyleClass().add("tree-footer");
    return footer;
  }

  /// A row with a tooltip for text that its cells cut off.
  public static class TreeRow extends TableRow<Integer> {

    private static final PseudoClass GROUP = PseudoClass.getPseudoClass("group");

    private final IntPredicate isGroup;

    public TreeRow(IntFunction<String> tip, IntPredicate isGroup) {
      this.isGroup = isGroup;
      // Evaluated when the tooltip is shown, because more may be known then.
      Tips.setTooltip(this, () -> isEmpty() || getItem() == null ? "" : tip.apply(getItem()));
    }

    @Override
    protected void updateItem(Integer node, boolean empty) {
      super.updateItem(node, empty);
      pseudoClassStateChanged(GROUP, !empty && node != null && isGroup.test(node));
    }
  }
}
