package io.github.tensorloupe.desktop.pane.hex.inspector;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.copy.CopyMenu;
import io.github.tensorloupe.desktop.control.copy.CopyText;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.error.DetailsButton;
import io.github.tensorloupe.desktop.pane.hex.inspector.InspectorViewModel.Inspection;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.DtypeStyles;
import io.github.tensorloupe.desktop.theme.Themes;
import io.github.tensorloupe.element.DtypeReading;
import io.github.tensorloupe.element.ElementBits;
import io.github.tensorloupe.format.Dtype;
import javafx.scene.control.Label;

/// The inspector beside the bytes: the bits of the element under the caret, and the bytes there as
/// every dtype in both byte orders.
public final class InspectorView extends ScrollPane {

  private static final double ROW_HEIGHT = 22;
  private static final double HEAD_HEIGHT = 26;

  private final Messages messages;
  private final VBox bits = new VBox();
  private final ObservableList<DtypeReading> rows = FXCollections.observableArrayList();
  private final TableView<DtypeReading> table = new TableView<>(rows);
  private final Label note = new Label();

  public InspectorView(InspectorViewModel model, Messages messages) {
    this.messages = messages;
    PanelParts.named(this, "inspector-view", "inspector-view");
    Themes.style(this, InspectorView.class, "inspector.css");
    PanelParts.named(bits, "inspector-bits", "inspector-bits");
    PanelParts.named(note, "inspector-note", "caption", "inspector-note");
    prepareTable();
    note.setWrapText(true);
    setContent(new VBox(bits, note, table));
    setFitToWidth(true);
    setHbarPolicy(ScrollBarPolicy.NEVER);
    setFocusTraversable(false);
    model.active.bind(visibleProperty());
    Following.of(this).subscribe(model.loader.valueProperty(), this::show);
    DetailsButton.tell(note, model.loader.failureProperty(), messages);
  }

  private void prepareTable() {
    PanelParts.named(table, "inspector-table", "dense", "edge-to-edge");
    table.setAccessibleText(messages.text("hex.inspector.table"));
    table.setFixedCellSize(ROW_HEIGHT);
    table.setColumnResizePolicy(TableView.CONSTRAINED_RESIZE_POLICY_FLEX_LAST_COLUMN);
    table.setPlaceholder(new Label());
    String beyond = messages.text("hex.inspector.beyond");
    TableColumn<DtypeReading, String> dtype = column("dtype", reading -> reading.dtype().name());
    dtype.setMinWidth(96);
    dtype.setMaxWidth(96);
    dtype.setCellFactory(_ -> new DtypeCell());
    table.getColumns().add(dtype);
    table
        .getColumns()
        .add(column("little", reading -> reading.little().map(messages::localized).orElse(beyond)));
    table
        .getColumns()
        .add(column("big", reading -> reading.big().map(messages::localized).orElse("")));
    ObservableValue<DtypeReading> selected = table.getSelectionModel().selectedItemProperty();
    Supplier<String> value =
        () -> selected.map(it -> CopyText.plain(it.little().orElse(""))).orElse("").getValue();
    new CopyMenu(messages).copies("hex.inspector.copy", value).installOn(table);
    // All of it is scrolled together with the bits, for a pane of usual height has few rows' room.
    DoubleBinding height = Bindings.size(rows).multiply(ROW_HEIGHT).add(HEAD_HEIGHT);
    table.minHeightProperty().bind(height);
    table.prefHeightProperty().bind(height);
    table.getSelectionModel().selectedIndexProperty().subscribe(row -> reveal(row.intValue()));
  }

  /// Scrolls, if need be, so that a row is seen that was chosen in the table; one that only follows
  /// the caret stays where it is.
  private void reveal(int row) {
    if (row < 0 || !table.isFocused()) {
      return;
    }
    double seen = getViewportBounds().getHeight();
    double hidden = getContent().getLayoutBounds().getHeight() - seen;
    if (hidden > 0) {
      double top = table.getLayoutY() + HEAD_HEIGHT + row * ROW_HEIGHT;
      double lowest = Math.max(0, top + ROW_HEIGHT - seen);
      setVvalue(Math.clamp(getVvalue() * hidden, lowest, Math.max(lowest, top)) / hidden);
    }
  }

  private TableColumn<DtypeReading, String> column(
      String name, Function<DtypeReading, String> text) {
    TableColumn<DtypeReading, String> column =
        new TableColumn<>(messages.text("hex.inspector.column." + name));
    column.setCellValueFactory(row -> new ReadOnlyObjectWrapper<>(text.apply(row.getValue())));
    column.getStyleClass().add("mono");
    column.setSortable(false);
    column.setReorderable(false);
    return column;
  }

  private static final class DtypeCell extends TableCell<DtypeReading, String> {
    @Override
    protected void updateItem(String item, boolean empty) {
      super.updateItem(item, empty);
      setText(empty ? null : item);
      getStyleClass().removeAll(DtypeStyles.STYLE_CLASSES);
      getStyleClass().remove("dtype");
      DtypeReading reading = empty ? null : getTableRow().getItem();
      if (reading != null) {
        getStyleClass().addAll("dtype", DtypeStyles.styleClass(reading.dtype()));
      }
    }
  }

  private void show(Optional<Inspection> inspection) {
    Label none = PanelParts.label(messages.text("hex.inspector.no-element"), "caption");
    bits.getChildren().setAll(none);
    inspection.flatMap(Inspection::element).ifPresent(this::showBits);
    int selected = table.getSelectionModel().getSelectedIndex();
    rows.setAll(inspection.map(Inspection::readings).orElse(List.of()));
    if (selected >= 0 && selected < rows.size()) {
      table.getSelectionModel().select(selected);
    }
  }

  /// Shows the bits of an element, each field in its color with what it holds.
  private void showBits(ElementBits element) {
    Dtype dtype = element.element().info().dtype();
    HBox head =
        new HBox(
            PanelParts.label(dtype.name(), "strong", "dtype", DtypeStyles.styleClass(dtype)),
            PanelParts.label(element.element().indexText(), "mono", "muted"),
            PanelParts.label(messages.localized(element.text()), "mono", "inspector-value"));
    head.getStyleClass().add("inspector-head");
    bits.getChildren().setAll(head);
    for (int part = 0; part < element.codes().size(); part++) {
      FlowPane fields = new FlowPane();
      fields.getStyleClass().add("inspector-fields");
      element.fields(part).forEach(field -> fields.getChildren().add(fieldView(field)));
      bits.getChildren().add(fields);
      Optional<Label> product =
          element
              .product(part)
              .map(text -> PanelParts.label(messages.localized(text), "mono", "caption"));
      product.ifPresent(bits.getChildren()::add);
    }
  }

  private VBox fieldView(ElementBits.Field field) {
    String kind = field.kind().name().toLowerCase(Locale.ROOT);
    String value = Long.toUnsignedString(field.value());
    Label caption = PanelParts.label(messages.text("hex.inspector." + kind, value), "caption");
    VBox view = new VBox(PanelParts.label(grouped(field.digits()), "mono", "bit-digits"), caption);
    view.getStyleClass().addAll("bit-field", "bit-" + kind);
    view.setAccessibleText(caption.getText() + ", " + field.digits());
    return view;
  }

  /// Long fields are cut into fours from the right, so that they can be counted and wrapped.
  private static String grouped(String digits) {
    StringBuilder text = new StringBuilder(digits);
    for (int right = 4; right < digits.length(); right += 4) {
      text.insert(digits.length() - right, right % 32 == 0 ? '\n' : ' ');
    }
    return text.toString();
  }
}
