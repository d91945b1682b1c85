package io.github.tensorloupe.desktop.pane.tree;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.control.panel.SaveTargets;
import io.github.tensorloupe.desktop.control.table.TreeCell;
import io.github.tensorloupe.desktop.control.table.TreeTable;
import io.github.tensorloupe.desktop.pane.tree.HealthCell.HealthText;
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

/// The tensor tree with its filter field above and its count below.
public final class TensorTreeView extends BorderPane {

  private final TensorTreeViewModel model;
  private final Messages messages;
  private final FilterBar filterBar;
  private final TreeTable table;
  private final TreeMenu menu;
  private final TreeColumns columns;
  private final MenuButton chooser;

  public TensorTreeView(TensorTreeViewModel model, Messages messages) {
    this.model = model;
    this.messages = messages;
    getStyleClass().add("tensor-tree");
    setMinWidth(TreeColumns.MIN_WIDTH);
    Themes.style(this, TreeCell.class, "tree.css");
    table = new TreeTable("tensor-tree", messages.text("tree.column.name"), model);
    menu = new TreeMenu(table, model, messages);
    HealthText health = new HealthText(model, messages);
    columns = new TreeColumns(table, model, health, messages);
    columns.hideSomeWhile(
        widthProperty()
            .map(
                width ->
                    width.doubleValue() > 0 && width.doubleValue() < TreeColumns.WIDTH_FOR_ALL));
    buildTable(health);
    chooser = columns.chooser();
    filterBar = new FilterBar(model, chooser, table::enter, messages);
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
    columns.arrange(layout);
  }

  public void sortBy(TableLayout.Sort sort) {
    columns.sort(sort);
  }

  /// Lets people ask for the export of what is marked or shown, from the menu of the rows.
  ///
  /// @param onExport receives the tensors, in the order of the checkpoint
  /// @param targets asks where to save the table of what is shown
  /// @param places items that lead from the marked row to other panes
  public void setOnExport(
      Consumer<List<TensorRef>> onExport, SaveTargets targets, List<MenuItem> places) {
    menu.offer(onExport, tableItems("tree-table-", targets), places);
    chooser.getItems().add(new SeparatorMenuItem());
    chooser.getItems().addAll(tableItems("choose-table-", targets));
  }

  private List<MenuItem> tableItems(String idPrefix, SaveTargets targets) {
    return Stream.of("csv", "json").map(format -> tableItem(idPrefix, format, targets)).toList();
  }

  private MenuItem tableItem(String idPrefix, String format, SaveTargets targets) {
    MenuItem item = new MenuItem(messages.text("tree.menu.table", format.toUpperCase(Locale.ROOT)));
    item.setId(idPrefix + format);
    item.disableProperty().bind(model.matchCount.isEqualTo(0));
    item.setOnAction(
        _ ->
            model
                .suggestedTable(format)
                .flatMap(targets::chooseTarget)
                .ifPresent(file -> model.saveTable(file, columns.shownFigures())));
    return item;
  }

  /// The tensors at or below the marked row; where none is marked, all that are shown.
  public List<TensorRef> markedTensors() {
    return table.marked().map(model::shownTensors).orElseGet(model::shownTensors);
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
          boolean isAsked = !columns.shownFigures().isEmpty() || model.asksForFigures();
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

  private void buildTable(HealthText health) {
    table.setPlaceholder(placeholder());
    table.setRowFactory(_ -> new TensorRow(health));
    Following.of(this).subscribe(model.document, _ -> table.getSortOrder().clear());
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
