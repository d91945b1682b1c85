package io.github.tensorloupe.desktop.pane.hex.inspector;

import module java.base;
import module javafx.controls;

import atlantafx.base.controls.Spacer;
import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.copy.CopyMenu;
import io.github.tensorloupe.desktop.control.copy.CopyText;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.error.DetailsButton;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.pane.hex.inspector.InspectorViewModel.Inspection;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.DtypeStyles;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.Dtype;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// The inspector next to the bytes: the offset of the first byte, the bits of the element there,
/// and a list with the value of the bytes as every dtype, the tensor's own dtype first.
public final class InspectorView extends ScrollPane {

  private static final double ROW_HEIGHT = 22;

  /// The number of bits that fit in a line of the narrowest inspector.
  private static final int LINE_BITS = 24;

  private final InspectorViewModel model;
  private final Messages messages;
  private final Label from = PanelParts.named(PanelParts.elastic(""), "inspector-from");
  private final VBox bits = PanelParts.named(new VBox(), "inspector-bits", "inspector-bits");
  private final ObservableList<DtypeReading> rows = FXCollections.observableArrayList();
  private final ListView<DtypeReading> list = new ListView<>(rows);
  private final Label note = new Label();
  private Optional<Dtype> own = Optional.empty();

  public InspectorView(InspectorViewModel model, Messages messages) {
    this.model = model;
    this.messages = messages;
    PanelParts.named(this, "inspector-view", "inspector-view");
    PanelParts.named(note, "inspector-note", "caption", "inspector-note");
    prepareList();
    note.setWrapText(true);
    setContent(new VBox(head(), bits, note, list));
    setFitToWidth(true);
    setHbarPolicy(ScrollBarPolicy.NEVER);
    setFocusTraversable(false);
    model.active.bind(visibleProperty());
    WeakSubscriptions.of(this).subscribe(model.reading.resultProperty(), this::show);
    WeakSubscriptions.of(this).subscribe(model.bigEndian, _ -> list.refresh());
    DetailsButton.showFailure(note, Failures.of(model.reading), messages);
  }

  private HBox head() {
    HBox.setHgrow(from, Priority.ALWAYS);
    from.setMaxWidth(Double.MAX_VALUE);
    ToggleButton order = toggle("order", null, model.bigEndian);
    order.textProperty().bind(Bindings.when(model.bigEndian).then("BE").otherwise("LE"));
    ToggleButton exact =
        toggle("exact", Icons.of(Feather.CROSSHAIR, "icon-small"), model.fromCaret);
    HBox head = new HBox(from, exact, order);
    head.getStyleClass().add("inspector-head");
    return head;
  }

  private ToggleButton toggle(String word, Node icon, BooleanProperty property) {
    ToggleButton button = new ToggleButton(null, icon);
    PanelParts.named(button, "inspector-" + word, "flat", "small");
    button.setMinWidth(USE_PREF_SIZE);
    Tips.name(button, messages.text("hex.inspector." + word));
    button.selectedProperty().bindBidirectional(property);
    return button;
  }

  private void prepareList() {
    PanelParts.named(list, "inspector-list", "dense", "edge-to-edge");
    list.setAccessibleText(messages.text("hex.inspector.list"));
    list.setFixedCellSize(ROW_HEIGHT);
    list.setPlaceholder(new Label());
    list.setCellFactory(_ -> new ReadingCell());
    ObservableValue<DtypeReading> selected = list.getSelectionModel().selectedItemProperty();
    Supplier<String> value =
        () ->
            Optional.ofNullable(selected.getValue())
                .flatMap(this::value)
                .map(CopyText::plain)
                .orElse("");
    new CopyMenu(messages).copies("hex.inspector.copy", value).installOn(list);
    // The list is not scrolled by itself, because a pane of usual height shows only a few rows.
    DoubleBinding height = Bindings.size(rows).multiply(ROW_HEIGHT).add(2);
    list.minHeightProperty().bind(height);
    list.prefHeightProperty().bind(height);
    list.getSelectionModel().selectedIndexProperty().subscribe(row -> reveal(row.intValue()));
  }

  /// Scrolls, if necessary, to a row that was selected in the list. Does not scroll if the
  /// selection only follows the caret.
  private void reveal(int row) {
    if (row < 0 || !list.isFocused()) {
      return;
    }
    double viewportHeight = getViewportBounds().getHeight();
    double hidden = getContent().getLayoutBounds().getHeight() - viewportHeight;
    if (hidden > 0) {
      double top = list.getLayoutY() + row * ROW_HEIGHT;
      double lowest = Math.max(0, top + ROW_HEIGHT - viewportHeight);
      setVvalue(Math.clamp(getVvalue() * hidden, lowest, Math.max(lowest, top)) / hidden);
    }
  }

  private Optional<String> value(DtypeReading reading) {
    return model.bigEndian.get() ? reading.big().or(reading::little) : reading.little();
  }

  private final class ReadingCell extends ListCell<DtypeReading> {

    private static final PseudoClass OWN = PseudoClass.getPseudoClass("own");

    ReadingCell() {
      getStyleClass().add("inspector-row");
      setPrefWidth(0);
    }

    @Override
    protected void updateItem(DtypeReading reading, boolean empty) {
      super.updateItem(reading, empty);
      setText(null);
      setGraphic(null);
      setAccessibleText(null);
      pseudoClassStateChanged(OWN, !empty && own.equals(Optional.of(reading.dtype())));
      if (!empty) {
        Dtype dtype = reading.dtype();
        String text =
            value(reading).map(messages::localized).orElse(messages.text("hex.inspector.beyond"));
        Label name = PanelParts.label(dtype.name(), "mono", "dtype", DtypeStyles.styleClass(dtype));
        Label value = PanelParts.label(text, "mono", "inspector-value");
        Stream.of(name, value).forEach(label -> label.setMinWidth(USE_PREF_SIZE));
        setGraphic(new HBox(name, new Spacer(), value));
        setAccessibleText(dtype + " " + text);
      }
    }
  }

  private void show(Optional<Inspection> inspection) {
    Optional<ElementBits> element = inspection.flatMap(Inspection::element);
    String place =
        inspection
            .map(it -> messages.text("hex.inspector.from", "0x%X".formatted(it.begin())))
            .orElse("");
    from.setText(place + element.map(bits -> "  " + bits.element().indexText()).orElse(""));
    bits.getChildren().clear();
    element.ifPresent(this::showBits);
    PanelParts.setShown(bits, element.isPresent());
    own = inspection.flatMap(Inspection::own);
    Optional<Dtype> selected =
        Optional.ofNullable(list.getSelectionModel().getSelectedItem()).map(DtypeReading::dtype);
    rows.setAll(inspection.map(Inspection::readings).orElse(List.of()));
    rows.stream()
        .filter(reading -> selected.equals(Optional.of(reading.dtype())))
        .forEach(list.getSelectionModel()::select);
  }

  private void showBits(ElementBits element) {
    for (int part = 0; part < element.codes().size(); part++) {
      FlowPane digits = flow();
      FlowPane meanings = flow();
      for (ElementBits.Field field : element.fields(part)) {
        String kind = field.kind().name().toLowerCase(Locale.ROOT);
        String value = Long.toUnsignedString(field.value());
        Label meaning = PanelParts.label(messages.text("hex.inspector." + kind, value), "caption");
        Label bit = PanelParts.label(grouped(field.digits()), "mono", "bit-digits", "bit-" + kind);
        bit.setAccessibleText(meaning.getText() + ", " + field.digits());
        digits.getChildren().add(bit);
        meanings.getChildren().add(meaning);
      }
      element
          .product(part)
          .map(text -> PanelParts.label(messages.localized(text), "mono", "caption"))
          .ifPresent(meanings.getChildren()::add);
      bits.getChildren().addAll(digits, meanings);
    }
  }

  private static FlowPane flow() {
    FlowPane flow = new FlowPane();
    flow.getStyleClass().add("inspector-fields");
    return flow;
  }

  /// Splits long fields into groups of four digits from the right, for counting and wrapping.
  private static String grouped(String digits) {
    StringBuilder text = new StringBuilder(digits);
    for (int right = 4; right < digits.length(); right += 4) {
      text.insert(digits.length() - right, right % LINE_BITS == 0 ? '\n' : ' ');
    }
    return text.toString();
  }
}
