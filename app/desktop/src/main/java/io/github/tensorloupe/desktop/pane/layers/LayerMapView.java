package io.github.tensorloupe.desktop.pane.layers;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.layers.LayerPlace;
import io.github.tensorloupe.analysis.layers.LayerStack;
import io.github.tensorloupe.analysis.layers.LayerStatistic;
import io.github.tensorloupe.analysis.layers.Outliers;
import io.github.tensorloupe.analysis.layers.StackStatistic;
import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.copy.CopyMenu;
import io.github.tensorloupe.desktop.control.copy.CopyText;
import io.github.tensorloupe.desktop.control.copy.TensorCopies;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.pane.layers.LayerMapViewModel.CellText;
import io.github.tensorloupe.desktop.pane.layers.LayerMapViewModel.State;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Themes;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.TensorRef;
import javafx.scene.control.Label;
import javafx.util.Duration;
import org.kordamp.ikonli.feather.Feather;

/// The pane of the layer map: what is shown, what is known and what stands out, the map, its
/// legend, and what the mouse or the keyboard is at.
public final class LayerMapView extends StackPane {

  private static final double HEIGHT_FOR_EVERYTHING = 320;
  private static final double HEIGHT_FOR_LEGEND = 240;
  private static final double TIP_WIDTH = 420;

  private final LayerMapViewModel model;
  private final Messages messages;
  private final CellText cellText;
  private final ComboBox<LayerStack> stacks = new ComboBox<>();
  private final ComboBox<LayerStatistic> statistics = new ComboBox<>();
  private final LayerMapCanvas canvas;
  private final LayerMapLegend legend;
  private final Label unknown = new Label(null, Icons.of(Feather.INFO, "icon-small", "icon-info"));
  private final Button scan;
  private final HBox scanNotice;
  private final Label outlierCount = new Label();
  private final Button nextOutlier;
  private final ToggleButton why;
  private final HBox outlierLine;
  private final Label readout = new Label();
  private final Label tensorName = new Label();
  private final Label note = new Label(null, Icons.of(Feather.GRID, "icon-large"));
  private final VBox content = new VBox();
  private Optional<LayerPlace> pointed = Optional.empty();

  public LayerMapView(LayerMapViewModel model, Messages messages) {
    this.model = model;
    this.messages = messages;
    this.cellText = new CellText(messages);
    this.canvas = new LayerMapCanvas(model);
    this.legend = new LayerMapLegend(messages);
    this.scan = small(new Button(messages.text("layers.scan")), "layers-scan");
    this.scanNotice = line("layers-notice", unknown, scan);
    this.nextOutlier =
        small(new Button(messages.text("layers.outliers.next")), "layers-outlier-next");
    this.why = small(new ToggleButton(messages.text("layers.outliers.why")), "layers-outlier-why");
    this.outlierLine = line("layers-outliers", outlierCount, nextOutlier, why);
    setId("layers-view");
    getStyleClass().add("layers-view");
    Themes.style(this, LayerMapView.class, "layers.css");
    scan.setVisible(false);
    scan.managedProperty().bind(scan.visibleProperty());
    outlierCount.setId("layers-outlier-count");
    outlierCount.setMinWidth(USE_PREF_SIZE);
    nextOutlier.setOnAction(_ -> model.selectNextOutlier());
    assemble();
    copyMenu();
    prepareChoices();
    Following.of(this).subscribe(model.stateProperty(), this::follow);
    Following.of(this).subscribe(model.heatMapProperty(), _ -> showMap());
    canvas.lookedAtProperty().subscribe(_ -> showReadout());
    heightProperty().subscribe(_ -> showMap());
  }

  private static <B extends ButtonBase> B small(B button, String id) {
    button.setId(id);
    button.getStyleClass().add("small");
    button.setMinWidth(USE_PREF_SIZE);
    return button;
  }

  private static HBox line(String id, Node... parts) {
    HBox line = new HBox(parts);
    line.setId(id);
    line.getStyleClass().add("layers-line");
    return line;
  }

  private void assemble() {
    readout.setId("layers-readout");
    tensorName.setId("layers-tensor");
    tensorName.getStyleClass().addAll("mono", "caption");
    VBox.setVgrow(canvas, Priority.ALWAYS);
    FlowPane told = new FlowPane(scanNotice, outlierLine);
    told.getStyleClass().add("layers-told");
    told.managedProperty().bind(scanNotice.visibleProperty().or(outlierLine.visibleProperty()));
    content.getStyleClass().add("layers-content");
    content
        .getChildren()
        .addAll(bar(), told, outlierRule(), canvas, legend, new VBox(readout, tensorName));
    note.setId("layers-note");
    note.getStyleClass().addAll("empty-state", "layers-note");
    note.setWrapText(true);
    getChildren().addAll(content, note);
  }

  /// Chooses the stack and the statistic, and copies the map.
  private HBox bar() {
    Button copy =
        Icons.button(
            Feather.COPY, messages.text("layers.copy"), () -> CopyMenu.copy(table()), "flat");
    copy.setId("layers-copy");
    copy.setMinWidth(USE_PREF_SIZE);
    copy.disableProperty()
        .bind(model.heatMapProperty().map(map -> map.filter(StackStatistic::fitsTable).isEmpty()));
    HBox bar = new HBox(stacks, statistics, copy);
    bar.getStyleClass().add("layers-bar");
    return bar;
  }

  private void prepareChoices() {
    prepare(stacks, "layers-stack", messages.text("layers.stack"), this::text);
    stacks.setMaxWidth(Double.MAX_VALUE);
    HBox.setHgrow(stacks, Priority.SOMETIMES);
    Following.of(this)
        .subscribe(
            model.stateProperty(),
            state ->
                stacks
                    .getItems()
                    .setAll(state instanceof State.Ready(var found) ? found : List.of()));
    Following.of(this)
        .subscribe(model.stackProperty(), stack -> stacks.setValue(stack.orElse(null)));
    stacks.valueProperty().addListener((_, _, chosen) -> choose(chosen));
    prepare(statistics, "layers-statistic", messages.text("layers.statistic"), cellText::name);
    statistics.getItems().setAll(LayerStatistic.values());
    statistics.valueProperty().bindBidirectional(model.statisticProperty());
  }

  private static <T> void prepare(
      ComboBox<T> box, String id, String accessibleText, Function<T, String> text) {
    box.setId(id);
    box.getStyleClass().add("small");
    box.setAccessibleText(accessibleText);
    Tips.explain(box, accessibleText);
    box.setConverter(PanelParts.choiceText(text));
    box.setMinWidth(80);
  }

  private String text(LayerStack stack) {
    String name = stack.name().isEmpty() ? messages.text("layers.no-name") : stack.name();
    return messages.text(
        "layers.stack.size",
        DisplayText.of(name),
        messages.count(stack.layerCount()),
        messages.count(stack.roles().size()));
  }

  /// Of a box whose items change the value may be none for a moment.
  private void choose(LayerStack chosen) {
    if (chosen != null) {
      model.stackProperty().set(Optional.of(chosen));
    }
  }

  /// An explanation of outliers, in a tool tip and shown while it is asked for.
  private Label outlierRule() {
    Label rule =
        PanelParts.wrapping(
            messages.text(
                "layers.outliers.rule",
                messages.value(Outliers.MIN_SCORE),
                messages.value(Outliers.MIN_FACTOR),
                Integer.toString(Outliers.MIN_TENSORS - 1)),
            "muted");
    rule.setId("layers-outlier-rule");
    rule.visibleProperty()
        .bind(why.selectedProperty().and(why.visibleProperty()).and(outlierLine.visibleProperty()));
    rule.managedProperty().bind(rule.visibleProperty());
    Tooltip tip = Tips.of(rule.getText());
    tip.setMaxWidth(TIP_WIDTH);
    tip.setShowDuration(Duration.INDEFINITE);
    outlierCount.setTooltip(tip);
    return rule;
  }

  /// Says what starts a scan of the document's values; before, nothing is offered.
  public void setOnScan(Runnable action) {
    scan.setOnAction(_ -> action.run());
    scan.setVisible(true);
  }

  private void follow(State state) {
    boolean ready = state instanceof State.Ready;
    content.setVisible(ready);
    note.setVisible(!ready);
    note.setText(
        switch (state) {
          case State.Nothing() -> messages.text("layers.nothing");
          case State.Arranging() -> messages.text("layers.arranging");
          case State.NoLayers() -> messages.text("layers.none");
          case State.Ready(_) -> "";
        });
  }

  private void showMap() {
    boolean roomy = getHeight() >= HEIGHT_FOR_EVERYTHING;
    model
        .heatMapProperty()
        .get()
        .ifPresent(
            map -> {
              showMissing(map, roomy);
              showOutliers(map, roomy);
              legend.show(map, !roomy);
            });
    PanelParts.setShown(legend, getHeight() >= HEIGHT_FOR_LEGEND);
    PanelParts.setShown(tensorName, getHeight() >= HEIGHT_FOR_LEGEND);
    showReadout();
  }

  /// Says that values are not known yet, and offers to find them out.
  private void showMissing(StackStatistic map, boolean roomy) {
    PanelParts.setShown(scanNotice, map.missingCount() > 0);
    PanelParts.setShown(unknown, roomy || scan.getOnAction() == null || map.outliers().isEmpty());
    unknown.setText(
        map.knownCount() == 0
            ? messages.text("layers.unknown")
            : messages.text(
                "layers.partly-known",
                messages.count(map.knownCount()),
                messages.count(map.knownCount() + (long) map.missingCount())));
  }

  private void showOutliers(StackStatistic map, boolean roomy) {
    int found = map.outliers().size();
    PanelParts.setShown(outlierLine, found > 0 || roomy && model.isCompared());
    outlierCount.setText(
        switch (found) {
          case 0 ->
              messages.text(
                  map.hasNotFinite() ? "layers.outliers.none-finite" : "layers.outliers.none");
          case 1 -> messages.text("layers.outliers.one");
          default -> messages.text("layers.outliers", messages.count(found));
        });
    outlierCount.setGraphic(
        found == 0 && !map.hasNotFinite()
            ? Icons.of(Feather.CHECK, "icon-small", "icon-success")
            : Icons.of(Feather.ALERT_TRIANGLE, "icon-small", "icon-warning"));
    PanelParts.setShown(nextOutlier, found > 0);
    PanelParts.setShown(why, roomy);
  }

  private void copyMenu() {
    CopyMenu menu =
        new CopyMenu(messages)
            .onOpen(_ -> pointed = canvas.lookedAtProperty().get())
            .copies(
                "layers.copy.place",
                () ->
                    pointedPlace()
                        .flatMap(
                            at -> model.heatMapProperty().get().map(map -> cellText.of(map, at)))
                        .map(CopyText::plain)
                        .orElse(""));
    TensorCopies.addTo(menu, this::pointedTensor);
    menu.copies("layers.copy", this::table)
        .line()
        .does(
            "layers.go",
            () -> pointedPlace().ifPresent(model::select),
            () -> pointedTensor().isPresent())
        .installOn(canvas);
  }

  private String table() {
    return model
        .heatMapProperty()
        .get()
        .filter(StackStatistic::fitsTable)
        .map(map -> map.table(messages.text("layers.table.layer")))
        .orElse("");
  }

  private Optional<LayerPlace> pointedPlace() {
    return pointed
        .or(() -> canvas.lookedAtProperty().get())
        .filter(at -> model.heatMapProperty().get().filter(map -> map.contains(at)).isPresent());
  }

  private Optional<TensorRef> pointedTensor() {
    return pointedPlace()
        .flatMap(at -> model.heatMapProperty().get().flatMap(map -> map.tensor(at)))
        .map(model::tensor);
  }

  private void showReadout() {
    Optional<StackStatistic> shown = model.heatMapProperty().get();
    Optional<LayerPlace> place = canvas.lookedAtProperty().get();
    // The place may be one of a map that has gone.
    String text =
        shown
            .flatMap(map -> place.filter(map::contains).map(at -> cellText.of(map, at)))
            .orElse(messages.text("layers.readout.hint"));
    readout.setText(text);
    tensorName.setText(
        shown
            .flatMap(map -> place.filter(map::contains).flatMap(map::tensor))
            .map(tensor -> DisplayText.of(model.tensor(tensor).info().name()))
            .orElse(""));
    canvas.setAccessibleText(text);
  }
}
