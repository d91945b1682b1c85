package io.github.tensorloupe.desktop.pane.layers;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.layers.LayerCell;
import io.github.tensorloupe.analysis.layers.Outliers;
import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.copy.CopyMenu;
import io.github.tensorloupe.desktop.control.copy.CopyText;
import io.github.tensorloupe.desktop.control.copy.TensorCopies;
import io.github.tensorloupe.desktop.control.layermap.LayerMapCanvas;
import io.github.tensorloupe.desktop.control.layermap.LayerMapLegend;
import io.github.tensorloupe.desktop.control.layermap.StackChoice;
import io.github.tensorloupe.desktop.control.layermap.StackStatistic;
import io.github.tensorloupe.desktop.control.layermap.StackStatistic.Scaling;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.pane.DocumentPane;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.pane.PaneDescriptor;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.TensorRef;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.util.Duration;
import org.kordamp.ikonli.feather.Feather;

/// The layer map pane: the controls, the scan status and outliers, the map, its legend, and a
/// description of the cell at the mouse pointer or the keyboard cursor.
public final class LayerMapView extends StackPane {

  private static final double TIP_WIDTH = 420;
  private static final double MIN_CHOICE_WIDTH = 50;

  public static final PaneDescriptor DESCRIPTOR =
      new PaneDescriptor("layers", Command.SHOW_LAYERS, LayerMapView::pane);

  private final LayerMapViewModel model;
  private final Messages messages;
  private final StackChoice stacks;
  private final ComboBox<LayerStatistic> statistics = new ComboBox<>();
  private final ComboBox<Scaling> scalings = new ComboBox<>();
  private final LayerMapCanvas canvas;
  private final LayerMapLegend legend;
  private final Label unknown = new Label(null, Icons.of(Feather.INFO, "icon-small", "icon-info"));
  private final Button scan;
  private final HBox scanNotice;
  private final Label outlierCount = PanelParts.named(new Label(), "layers-outlier-count");
  private final Button nextOutlier;
  private final ToggleButton why;
  private final HBox outlierLine;
  private final Label readout = PanelParts.named(PanelParts.elastic(""), "layers-readout");
  private final Label tensorName =
      PanelParts.named(PanelParts.elastic(""), "layers-tensor", "mono", "caption");
  private final Label note = new Label(null, Icons.of(Feather.GRID, "icon-large"));
  private final VBox content = new VBox();
  private Optional<LayerCell> pointed = Optional.empty();

  /// @param onScan starts a scan of the document's values
  LayerMapView(LayerMapViewModel model, Runnable onScan, Messages messages) {
    this.model = model;
    this.messages = messages;
    this.canvas = new LayerMapCanvas(model.shown, messages);
    this.stacks = new StackChoice("layers-stack", model.shown, messages);
    HBox.setHgrow(stacks, Priority.ALWAYS);
    this.legend = new LayerMapLegend("layers.legend.", messages);
    this.scan = PanelParts.button("layers-scan", messages.text("layers.scan"), onScan);
    this.nextOutlier =
        PanelParts.button(
            "layers-outlier-next", messages.text("layers.outliers.next"), model::selectNextOutlier);
    this.why =
        PanelParts.named(
            new ToggleButton(messages.text("layers.outliers.why")), "layers-outlier-why");
    Stream.of(scan, nextOutlier, why).forEach(each -> each.getStyleClass().add("small"));
    outlierCount.setMinWidth(0);
    Tips.setTooltip(outlierCount, outlierCount::getText);
    Stream.of(nextOutlier, why).forEach(each -> each.setMinWidth(USE_PREF_SIZE));
    this.scanNotice = PanelParts.named(new HBox(unknown, scan), "layers-notice", "layers-line");
    this.outlierLine =
        PanelParts.named(
            new HBox(outlierCount, nextOutlier, why), "layers-outliers", "layers-line");
    PanelParts.named(this, "layers-view", "layers-view");
    assemble();
    copyMenu();
    WeakSubscriptions.of(this).subscribe(model.shown.noteProperty(), this::showNote);
    prepareChoices();
    WeakSubscriptions.of(this).subscribe(model.shown.heatMapProperty(), _ -> showMap());
    WeakSubscriptions.of(this).subscribe(model.scanProperty(), _ -> showMap());
    canvas.emphasizedPlaceProperty().subscribe(_ -> showReadout());
    heightProperty().subscribe(_ -> showMap());
  }

  private static DocumentPane pane(PaneContext context) {
    LayerMapViewModel model =
        new LayerMapViewModel(
            context.selection(), context.results(), context.jobs(), context.messages());
    // No computation before the view exists.
    model.shown.activeProperty().set(false);
    return shown -> {
      model.shown.activeProperty().bind(shown);
      Runnable scan = () -> context.commands().run(Command.SCAN_VALUES);
      return new LayerMapView(model, scan, context.messages());
    };
  }

  private void assemble() {
    VBox.setVgrow(canvas, Priority.ALWAYS);
    FlowPane notices = new FlowPane(scanNotice, outlierLine);
    notices.getStyleClass().add("layers-told");
    // Truncated at the width of the pane.
    notices.setMinWidth(0);
    outlierLine.maxWidthProperty().bind(notices.widthProperty());
    notices.managedProperty().bind(scanNotice.visibleProperty().or(outlierLine.visibleProperty()));
    content.getStyleClass().add("layers-content");
    content
        .getChildren()
        .addAll(bar(), notices, outlierRule(), canvas, legend, new VBox(readout, tensorName));
    PanelParts.named(note, "layers-note", "empty-state", "layers-note");
    note.setWrapText(true);
    PanelParts.fill(this, content, note);
  }

  private HBox bar() {
    Node icon = Icons.of(Feather.COPY);
    String text = messages.text("layers.copy");
    Button copy = PanelParts.iconButton("layers-copy", icon, text, () -> CopyMenu.copy(table()));
    copy.disableProperty()
        .bind(
            model
                .shown
                .heatMapProperty()
                .map(map -> map.filter(StackStatistic::fitsTable).isEmpty()));
    HBox bar = new HBox(stacks, statistics, scalings, copy);
    bar.getStyleClass().add("layers-bar");
    return bar;
  }

  private void prepareChoices() {
    prepare(statistics, "layers-statistic", messages.text("layers.statistic"), model::name);
    statistics.getItems().setAll(LayerStatistic.values());
    statistics.valueProperty().bindBidirectional(model.statistic);
    prepare(scalings, "layers-scaling", messages.text("layers.scaling"), model::name);
    scalings.getItems().setAll(Scaling.values());
    scalings.valueProperty().bindBidirectional(model.scaling);
  }

  private static <T> void prepare(
      ComboBox<T> box, String id, String accessibleText, Function<T, String> text) {
    PanelParts.named(box, id, "small");
    Tips.name(box, accessibleText);
    box.setConverter(PanelParts.choiceText(text));
    box.setMinWidth(MIN_CHOICE_WIDTH);
  }

  private Label outlierRule() {
    String score = messages.value(Outliers.MIN_SCORE);
    String factor = messages.value(Outliers.MIN_FACTOR);
    String maxSiblings = Integer.toString(Outliers.MIN_TENSORS - 1);
    String text = messages.text("layers.outliers.rule", score, factor, maxSiblings);
    Label rule = PanelParts.named(PanelParts.wrapping(text, "muted"), "layers-outlier-rule");
    rule.visibleProperty()
        .bind(why.selectedProperty().and(why.visibleProperty()).and(outlierLine.visibleProperty()));
    rule.managedProperty().bind(rule.visibleProperty());
    Tooltip tip = Tips.of(rule.getText());
    tip.setMaxWidth(TIP_WIDTH);
    tip.setShowDuration(Duration.INDEFINITE);
    outlierCount.setTooltip(tip);
    return rule;
  }

  private void showNote(String whyNone) {
    content.setVisible(whyNone.isEmpty());
    note.setVisible(!whyNone.isEmpty());
    note.setText(whyNone);
  }

  private void showMap() {
    boolean roomy = !PanelParts.isLow(this);
    map()
        .ifPresent(
            map -> {
              showMissing(map, roomy);
              showOutliers(map, roomy);
              legend.show(map, !roomy, model::shortValue);
            });
    PanelParts.setShown(legend, roomy);
    PanelParts.setShown(tensorName, roomy);
    showReadout();
  }

  private void showMissing(StackStatistic map, boolean roomy) {
    PanelParts.setShown(scanNotice, map.missingCount() > 0);
    PanelParts.setShown(unknown, roomy || map.outliers().isEmpty());
    PanelParts.setShown(scan, model.scanProperty().getValue().canStart());
    unknown.setText(model.missingText(map));
  }

  private void showOutliers(StackStatistic map, boolean roomy) {
    int found = map.outliers().size();
    int elsewhere = model.outliersElsewhere();
    PanelParts.setShown(outlierLine, found + elsewhere > 0 || roomy && model.isCompared());
    String here =
        switch (found) {
          case 0 ->
              messages.text(
                  map.hasNotFinite() ? "layers.outliers.none-finite" : "layers.outliers.none");
          case 1 -> messages.text("layers.outliers.one");
          default -> messages.text("layers.outliers", messages.count(found));
        };
    outlierCount.setText(
        elsewhere == 0
            ? here
            : messages.text("layers.outliers.elsewhere", here, messages.count(elsewhere)));
    outlierCount.setGraphic(
        found + elsewhere == 0 && !map.hasNotFinite()
            ? Icons.of(Feather.CHECK, "icon-small", "icon-success")
            : Icons.of(Feather.ALERT_TRIANGLE, "icon-small", "icon-warning"));
    PanelParts.setShown(nextOutlier, found + elsewhere > 0);
    PanelParts.setShown(why, roomy);
  }

  private void copyMenu() {
    CopyMenu menu =
        new CopyMenu(messages).onOpen(_ -> pointed = canvas.emphasizedPlaceProperty().get());
    menu.copies("layers.copy.place", () -> text(pointedPlace()).map(CopyText::plain).orElse(""));
    TensorCopies.addTo(menu, this::pointedTensor);
    Runnable go = () -> pointedPlace().ifPresent(model.shown::select);
    menu.copies("layers.copy", this::table)
        .line()
        .does("layers.go", go, () -> pointedTensor().isPresent())
        .installOn(canvas);
  }

  private String table() {
    Optional<StackStatistic> fitting = map().filter(StackStatistic::fitsTable);
    return fitting.map(map -> map.table(messages.text("layers.table.layer"))).orElse("");
  }

  private Optional<StackStatistic> map() {
    return model.shown.heatMapProperty().get();
  }

  private Optional<LayerCell> pointedPlace() {
    return pointed.or(() -> canvas.emphasizedPlaceProperty().get()).filter(this::isThere);
  }

  private Optional<TensorRef> pointedTensor() {
    return pointedPlace().flatMap(this::tensor);
  }

  // The cell may belong to a previous map.
  private boolean isThere(LayerCell place) {
    return map().filter(map -> map.contains(place)).isPresent();
  }

  private Optional<TensorRef> tensor(LayerCell place) {
    return map().flatMap(map -> map.tensor(place)).map(model::tensor);
  }

  private Optional<String> text(Optional<LayerCell> place) {
    return place.flatMap(at -> map().map(map -> model.text(map, at)));
  }

  private void showReadout() {
    Optional<LayerCell> place = canvas.emphasizedPlaceProperty().get().filter(this::isThere);
    String text = text(place).orElse(messages.text("layers.readout.hint"));
    readout.setText(text);
    canvas.setAccessibleText(text);
    tensorName.setText(
        place.flatMap(this::tensor).map(tensor -> DisplayText.of(tensor.info().name())).orElse(""));
  }
}
