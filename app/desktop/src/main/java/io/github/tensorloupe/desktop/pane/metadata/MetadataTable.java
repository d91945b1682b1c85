package io.github.tensorloupe.desktop.pane.metadata;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.notice.Tone;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.control.table.RowSelection;
import io.github.tensorloupe.desktop.pane.metadata.EntryCell.KeyCell;
import io.github.tensorloupe.desktop.pane.metadata.EntryCell.ValueCell;
import io.github.tensorloupe.desktop.pane.metadata.MetadataRow.Arrangement.Order;
import io.github.tensorloupe.desktop.selection.MetadataEdits.State;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.edit.EditProblem;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/// The table of entries: key and value, each on one line with in-place editing.
final class MetadataTable extends TableView<MetadataRow> {

  private static final double ROW_HEIGHT = 30;
  private static final double MARK_WIDTH = 28;
  private static final PseudoClass CHANGED = PseudoClass.getPseudoClass("changed");
  private static final PseudoClass ADDED = PseudoClass.getPseudoClass("added");

  private final MetadataViewModel model;
  private final Messages messages;
  private final Runnable onLongValue;
  private final TableColumn<MetadataRow, MetadataRow> keyColumn;
  private final TableColumn<MetadataRow, MetadataRow> valueColumn;
  private boolean isUpdating;

  /// @param onLongValue moves to the editor for values that do not fit into a cell
  MetadataTable(MetadataViewModel model, Messages messages, Runnable onLongValue) {
    this.model = model;
    this.messages = messages;
    this.onLongValue = onLongValue;
    setId("metadata-table");
    setAccessibleText(messages.text("metadata.table"));
    getStyleClass().addAll("dense", "edge-to-edge");
    setFixedCellSize(ROW_HEIGHT);
    setColumnResizePolicy(CONSTRAINED_RESIZE_POLICY_FLEX_LAST_COLUMN);
    keyColumn =
        column(messages.text("metadata.column.key"), 210, () -> new KeyCell(this, model, messages));
    keyColumn.setId("key");
    valueColumn =
        column(
            messages.text("metadata.column.value"),
            260,
            () -> new ValueCell(this, model, messages));
    valueColumn.setId("value");
    valueColumn.setSortable(false);
    getColumns().setAll(List.of(markColumn(), keyColumn, valueColumn));
    setRowFactory(_ -> new EntryTableRow());
    setPlaceholder(PanelParts.wrapping(messages.text("metadata.no-match"), "muted"));
    setItems(model.rows.shown);
    RowSelection.install(this);
    setSortPolicy(_ -> applySortOrder());
    editableProperty().bind(model.editing.editable);
    getSelectionModel()
        .getSelectedItems()
        .addListener((ListChangeListener<MetadataRow>) _ -> selectInModel());
    WeakSubscriptions.of(this)
        .subscribe(model.selected.row, row -> row.ifPresent(this::selectHere));
  }

  private TableColumn<MetadataRow, MetadataRow> markColumn() {
    TableColumn<MetadataRow, MetadataRow> mark = column("", MARK_WIDTH, StateCell::new);
    mark.setMinWidth(MARK_WIDTH);
    mark.setMaxWidth(MARK_WIDTH);
    mark.setResizable(false);
    mark.setSortable(false);
    return mark;
  }

  private static TableColumn<MetadataRow, MetadataRow> column(
      String title, double prefWidth, Supplier<TableCell<MetadataRow, MetadataRow>> cells) {
    TableColumn<MetadataRow, MetadataRow> column = new TableColumn<>(title);
    column.setCellValueFactory(row -> new ReadOnlyObjectWrapper<>(row.getValue()));
    column.setCellFactory(_ -> cells.get());
    column.setPrefWidth(prefWidth);
    column.setMinWidth(80);
    column.setReorderable(false);
    return column;
  }

  private boolean applySortOrder() {
    boolean ascending = keyColumn.getSortType() == TableColumn.SortType.ASCENDING;
    Order byKey = ascending ? Order.KEY_ASCENDING : Order.KEY_DESCENDING;
    model.rows.order.set(getSortOrder().contains(keyColumn) ? byKey : Order.FILE);
    return true;
  }

  private void selectInModel() {
    if (isUpdating || getSelectionModel().getSelectedItem() == null) {
      return;
    }
    Set<Long> ids = new HashSet<>();
    getSelectionModel().getSelectedItems().forEach(row -> ids.add(row.id()));
    model.selected.select(getSelectionModel().getSelectedItem(), ids);
  }

  private void selectHere(MetadataRow row) {
    int count = getSelectionModel().getSelectedItems().size();
    int index = getItems().indexOf(row);
    boolean isShown = row.equals(getSelectionModel().getSelectedItem());
    if (count > 1 && isShown || count == 1 && getSelectionModel().getSelectedIndex() == index) {
      return;
    }
    isUpdating = true;
    try {
      getSelectionModel().clearAndSelect(index);
      reveal(index);
    } finally {
      isUpdating = false;
    }
  }

  /// Scrolls to a row that is not visible, so that some rows above it are visible too.
  private void reveal(int index) {
    for (Node node : lookupAll(".table-row-cell")) {
      if (node instanceof EntryTableRow row && row.getIndex() == index && !row.isEmpty()) {
        return;
      }
    }
    scrollTo(Math.max(0, index - 2));
  }

  void editKeyOf(long id) {
    select(id);
    layout();
    editKey();
  }

  void select(long id) {
    for (int i = 0; i < getItems().size(); i++) {
      if (getItems().get(i).id() == id) {
        getSelectionModel().clearAndSelect(i);
        scrollTo(i);
        return;
      }
    }
  }

  void selectOne() {
    if (getSelectionModel().getSelectedIndices().size() > 1) {
      getSelectionModel().clearAndSelect(getSelectionModel().getSelectedIndex());
    }
  }

  void editKey() {
    startEditing(getSelectionModel().getSelectedIndex(), keyColumn);
  }

  void editValue() {
    startEditing(getSelectionModel().getSelectedIndex(), valueColumn);
  }

  /// Moves from the key to the value: with Tab, and with Enter if the entry is new.
  void editNext(int index, TableColumn<?, ?> column, KeyCode key) {
    requestFocus();
    boolean isEnter = key == KeyCode.ENTER && isNewWithoutValue(getItems().get(index));
    if (column == keyColumn && (key == KeyCode.TAB || isEnter)) {
      // Renaming a key replaced the row, whose cells do not exist yet.
      layout();
      startEditing(index, valueColumn);
    }
  }

  private boolean isNewWithoutValue(MetadataRow row) {
    return row.value().isEmpty() && model.editing.state(row.id()) == State.ADDED;
  }

  /// Edits one cell, or moves to the editor for values that do not fit into it.
  void startEditing(int index, TableColumn<MetadataRow, ?> column) {
    if (!isEditable() || index < 0 || index >= getItems().size()) {
      return;
    }
    if (column == valueColumn && !ValueCell.isEditedInPlace(getItems().get(index))) {
      onLongValue.run();
      return;
    }
    super.edit(-1, null);
    super.edit(index, column);
  }

  // Only ends editing: by default, a second click on a selected row would start editing, which is
  // rarely intended.
  @Override
  public void edit(int row, TableColumn<MetadataRow, ?> column) {
    if (row < 0) {
      super.edit(row, column);
    }
  }

  private final class EntryTableRow extends TableRow<MetadataRow> {

    EntryTableRow() {
      WeakSubscriptions.of(this).subscribe(model.problems.checks, _ -> showState());
    }

    @Override
    protected void updateItem(MetadataRow row, boolean empty) {
      super.updateItem(row, empty);
      showState();
    }

    private void showState() {
      State state = getItem() == null ? State.UNCHANGED : model.editing.state(getItem().id());
      pseudoClassStateChanged(CHANGED, state == State.CHANGED);
      pseudoClassStateChanged(ADDED, state == State.ADDED);
    }
  }

  /// The state of an entry as an icon: changed, added or with problems. The tooltip and the
  /// accessible text contain the details.
  private final class StateCell extends TableCell<MetadataRow, MetadataRow> {

    StateCell() {
      getStyleClass().add("metadata-mark");
      Tips.setTooltip(this, () -> Objects.requireNonNullElse(getAccessibleText(), ""));
      WeakSubscriptions.of(this).subscribe(model.problems.checks, _ -> showMarks());
    }

    @Override
    protected void updateItem(MetadataRow row, boolean empty) {
      super.updateItem(row, empty);
      showMarks();
    }

    private void showMarks() {
      setGraphic(null);
      setAccessibleText(null);
      if (getItem() == null) {
        return;
      }
      State state = model.editing.state(getItem().id());
      List<EditProblem> problems = model.problems.of(getItem().id());
      if (state != State.UNCHANGED || !problems.isEmpty()) {
        setGraphic(icon(state, problems));
        setAccessibleText(sentences(state, problems));
      }
    }

    private static FontIcon icon(State state, List<EditProblem> problems) {
      if (!problems.isEmpty()) {
        boolean blocks = problems.stream().anyMatch(EditProblem::isBlocking);
        return (blocks ? Tone.DANGER : Tone.WARNING).icon("icon-small");
      }
      return state == State.ADDED
          ? Icons.of(Feather.PLUS, "icon-small", "icon-success")
          : Icons.of(Feather.EDIT_2, "icon-small", "icon-info");
    }

    private String sentences(State state, List<EditProblem> problems) {
      List<String> sentences = new ArrayList<>();
      if (state != State.UNCHANGED) {
        sentences.add(messages.text("metadata.state." + Messages.word(state)));
      }
      problems.forEach(problem -> sentences.add(messages.sentence(problem.sentence())));
      return String.join("\n", sentences);
    }
  }
}
