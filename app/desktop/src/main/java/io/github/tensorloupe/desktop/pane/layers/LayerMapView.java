package io.github.tensorloupe.desktop.pane.layers;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.layers.LayerPlace;
import io.github.tensorloupe.analysis.layers.Outliers;
import io.github.tensorloupe.analysis.layers.StackStatistic;
import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.copy.CopyMenu;
import io.github.tensorloupe.desktop.control.copy.CopyText;
import io.github.tensorloupe.desktop.control.copy.TensorCopies;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.pane.layers.LayerMapViewModel.CellText;
import io.github.tensorloupe.desktop.pane.layers.LayerMapViewModel.State;
import io.github.tensorloupe.desktop.text.Figures;
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

  private Optional<LayerPlace> pointed = Optional.empty();
  private final LayerMapViewModel model;
  private final Messages messages;
  private final CellText cellText;
  private final LayerMapCanvas canvas;
  private final ScanNotice notice;
  private final OutlierLine outliers;
  private final LayerMapLegend legend;
  private final Label readout = new Label();
  private final Label tensorName = new Label();
  private final Label note = new Label();
  private final VBox content = new VBox();

  public LayerMapView(LayerMapViewModel model, Messages messages) {
    this.model = model;
    this.messages = messages;
    this.cellText = new CellText(messages);
    this.canvas = new LayerMapCanvas(model);
    this.notice = new ScanNotice(messages);
    this.outliers = new OutlierLine(model, messages);
    this.legend = new LayerMapLegend(messages);
    setId("layers-view");
    getStyleClass().add("layers-view");
    Themes.style(this, LayerMapView.class, "layers.css");
    assemble();
    Following.of(this).subscribe(model.stateProperty(), this::follow);
    Following.of(this).subscribe(model.heatMapProperty(), _ -> showMap());
    canvas.lookedAtProperty().subscribe(_ -> showReadout());
    heightProperty().subscribe(_ -> showMap());
  }

  private void assemble() {
    readout.setId("layers-readout");
    tensorName.setId("layers-tensor");
    tensorName.getStyleClass().addAll("mono", "caption");
    copyMenu();
    VBox.setVgrow(canvas, Priority.ALWAYS);
    FlowPane told = new FlowPane(notice, outliers);
    told.getStyleClass().add("layers-told");
    told.managedProperty().bind(notice.visibleProperty().or(outliers.visibleProperty()));
    content.getStyleClass().add("layers-content");
    content
        .getChildren()
        .addAll(
            new LayerMapBar(model, messages),
            told,
            outliers.explanation(),
            canvas,
            legend,
            new VBox(readout, tensorName));
    note.setId("layers-note");
    note.getStyleClass().addAll("empty-state", "layers-note");
    note.setWrapText(true);
    note.setGraphic(Icons.of(Feather.GRID, "icon-large"));
    getChildren().addAll(content, note);
  }

  /// Says what starts a scan of the document's values; before, nothing is offered.
  public void setOnScan(Runnable action) {
    notice.setOnScan(action);
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
    Optional<StackStatistic> shown = model.heatMapProperty().get();
    boolean roomy = getHeight() >= HEIGHT_FOR_EVERYTHING;
    shown.ifPresent(
        map -> {
          notice.show(map, roomy);
          outliers.show(map, roomy);
          legend.show(map, !roomy);
        });
    boolean withLegend = getHeight() >= HEIGHT_FOR_LEGEND;
    PanelParts.setShown(legend, withLegend);
    PanelParts.setShown(tensorName, withLegend);
    showReadout();
  }

  private void copyMenu() {
    CopyMenu menu =
        new CopyMenu(messages)
            .onOpen(_ -> pointed = canvas.lookedAtProperty().get())
            .copies("layers.copy.place", () -> CopyText.plain(pointedText()));
    TensorCopies.addTo(menu, this::pointedTensor);
    menu.copies(
            "layers.copy",
            () ->
                model
                    .heatMapProperty()
                    .get()
                    .filter(StackStatistic::fitsTable)
                    .map(map -> map.table(messages.text("layers.table.layer")))
                    .orElse(""))
        .line()
        .does(
            "layers.go",
            () -> pointedPlace().ifPresent(model::select),
            () -> pointedTensor().isPresent())
        .installOn(canvas);
  }

  private Optional<LayerPlace> pointedPlace() {
    return pointed
        .or(() -> canvas.lookedAtProperty().get())
        .filter(at -> model.heatMapProperty().get().filter(map -> map.contains(at)).isPresent());
  }

  private String pointedText() {
    return pointedPlace()
        .flatMap(at -> model.heatMapProperty().get().map(map -> cellText.of(map, at)))
        .orElse("");
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

  /// Says that values are not known yet, and offers to find them out.
  private static final class ScanNotice extends HBox {

    private final Messages messages;
    private final Label sentence = new Label();
    private final Button scan;

    ScanNotice(Messages messages) {
      this.messages = messages;
      setId("layers-notice");
      getStyleClass().add("layers-line");
      sentence.setGraphic(Icons.of(Feather.INFO, "icon-small", "icon-info"));
      scan = new Button(messages.text("layers.scan"));
      scan.setId("layers-scan");
      scan.getStyleClass().add("small");
      scan.setMinWidth(USE_PREF_SIZE);
      scan.setVisible(false);
      scan.managedProperty().bind(scan.visibleProperty());
      getChildren().addAll(sentence, scan);
    }

    void setOnScan(Runnable action) {
      scan.setOnAction(_ -> action.run());
      scan.setVisible(true);
    }

    /// @param withSentence true if there is room for more than the button
    void show(StackStatistic map, boolean withSentence) {
      boolean missing = map.missingCount() > 0;
      PanelParts.setShown(this, missing);
      PanelParts.setShown(
          sentence, withSentence || scan.getOnAction() == null || map.outliers().isEmpty());
      sentence.setText(
          map.knownCount() == 0
              ? messages.text("layers.unknown")
              : messages.text(
                  "layers.partly-known",
                  Figures.count(map.knownCount()),
                  Figures.count(map.knownCount() + (long) map.missingCount())));
    }
  }

  /// The number of tensors that stand out, a way to go from one to the next, and what that means.
  private static final class OutlierLine extends HBox {

    private static final double TIP_WIDTH = 420;

    private final LayerMapViewModel model;
    private final Messages messages;
    private final Label count = new Label();
    private final Button next;
    private final ToggleButton why;
    private final Label explanation;

    OutlierLine(LayerMapViewModel model, Messages messages) {
      this.model = model;
      this.messages = messages;
      setId("layers-outliers");
      getStyleClass().add("layers-line");
      count.setId("layers-outlier-count");
      next = new Button(messages.text("layers.outliers.next"));
      next.setId("layers-outlier-next");
      next.getStyleClass().add("small");
      next.setMinWidth(USE_PREF_SIZE);
      next.setOnAction(_ -> model.selectNextOutlier());
      String rule =
          messages.text(
              "layers.outliers.rule",
              Figures.value(Outliers.MIN_SCORE),
              Figures.value(Outliers.MIN_FACTOR),
              Integer.toString(Outliers.MIN_TENSORS - 1));
      count.setTooltip(tip(rule));
      why = new ToggleButton(messages.text("layers.outliers.why"));
      why.setId("layers-outlier-why");
      why.getStyleClass().add("small");
      why.setMinWidth(USE_PREF_SIZE);
      explanation = new Label(rule);
      explanation.setId("layers-outlier-rule");
      explanation.getStyleClass().add("muted");
      explanation.setWrapText(true);
      explanation.setMinHeight(USE_PREF_SIZE);
      explanation
          .visibleProperty()
          .bind(why.selectedProperty().and(why.visibleProperty()).and(visibleProperty()));
      explanation.managedProperty().bind(explanation.visibleProperty());
      getChildren().addAll(count, next, why);
    }

    /// An explanation of outliers, shown while it is asked for; for a place below.
    Label explanation() {
      return explanation;
    }

    private static Tooltip tip(String text) {
      Tooltip tip = Tips.of(text);
      tip.setWrapText(true);
      tip.setMaxWidth(TIP_WIDTH);
      tip.setShowDuration(Duration.INDEFINITE);
      return tip;
    }

    /// @param roomy true if there is room for more than the tensors that stand out
    void show(StackStatistic map, boolean roomy) {
      int found = map.outliers().size();
      boolean shown = found > 0 || roomy && model.isCompared();
      PanelParts.setShown(this, shown);
      boolean fine = found == 0 && !map.hasNotFinite();
      count.setText(text(found, map.hasNotFinite()));
      count.setGraphic(
          fine
              ? Icons.of(Feather.CHECK, "icon-small", "icon-success")
              : Icons.of(Feather.ALERT_TRIANGLE, "icon-small", "icon-warning"));
      count.setMinWidth(USE_PREF_SIZE);
      PanelParts.setShown(next, found > 0);
      PanelParts.setShown(why, roomy);
    }

    private String text(int found, boolean notFinite) {
      return switch (found) {
        case 0 -> messages.text(notFinite ? "layers.outliers.none-finite" : "layers.outliers.none");
        case 1 -> messages.text("layers.outliers.one");
        default -> messages.text("layers.outliers", Figures.count(found));
      };
    }
  }
}
