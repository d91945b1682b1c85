package io.github.tensorloupe.desktop.pane.comparison.layers;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.layers.LayerCell;
import io.github.tensorloupe.analysis.layers.LayerMap;
import io.github.tensorloupe.analysis.layers.LayerStack;
import io.github.tensorloupe.compare.PairResult;
import io.github.tensorloupe.compare.TensorPair;
import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.layermap.LayerMapCanvas;
import io.github.tensorloupe.desktop.control.layermap.LayerMapLegend;
import io.github.tensorloupe.desktop.control.layermap.LayerMapModel;
import io.github.tensorloupe.desktop.control.layermap.StackChoice;
import io.github.tensorloupe.desktop.control.layermap.StackStatistic;
import io.github.tensorloupe.desktop.control.layermap.StackStatistic.Cell;
import io.github.tensorloupe.desktop.control.layermap.StackStatistic.Scaling;
import io.github.tensorloupe.desktop.control.layermap.StatisticScale.Spread;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.pane.PaneDescriptor;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.format.DisplayText;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// The pane with the layer map of a comparison: how far the tensors of each layer and role moved,
/// by their relative L2 norm, as far as it is known. A click on a cell selects its pair.
public final class DifferenceMapView extends StackPane {

  public static final PaneDescriptor DESCRIPTOR =
      PaneDescriptor.ofComparison(
          "layers", Command.SHOW_LAYERS, context -> shown -> new DifferenceMapView(context, shown));

  final LayerMapModel model;

  private final PaneContext context;
  private final Messages messages;
  private final LayerMapCanvas canvas;
  private final LayerMapLegend legend;
  private final Label readout = PanelParts.named(PanelParts.elastic(""), "compare-layers-readout");
  private boolean isArranged;

  DifferenceMapView(PaneContext context, ObservableValue<Boolean> shown) {
    this.context = context;
    this.messages = context.messages();
    model =
        new LayerMapModel(
            context.compared().selection()::select, this::selected, context.jobs(), messages);
    canvas = new LayerMapCanvas(model, messages);
    legend = new LayerMapLegend("compare.layers.legend.", messages);
    PanelParts.named(this, "compare-layers", "layers-view", "layers-harmless");
    VBox.setVgrow(canvas, Priority.ALWAYS);
    StackChoice stacks = new StackChoice("compare-layers-stack", model, messages);
    Label form = PanelParts.named(new Label(), "compare-layers-form", "muted");
    context.compared().formTitle(context.messages()).ifPresent(form::setText);
    PanelParts.setShown(form, context.compared().formTitle(context.messages()).isPresent());
    VBox content = new VBox(form, stacks, canvas, legend, readout);
    content.getStyleClass().add("layers-content");
    Label note = new Label(null, Icons.of(Feather.GRID, "icon-large"));
    PanelParts.named(note, "compare-layers-note", "empty-state", "layers-note");
    note.setWrapText(true);
    getChildren().addAll(content, note);
    note.textProperty().bind(model.noteProperty());
    note.visibleProperty().bind(note.textProperty().isNotEmpty());
    content.visibleProperty().bind(note.visibleProperty().not());
    model.stacksProperty().subscribe(all -> PanelParts.setShown(stacks, all.size() > 1));
    model.heatMapProperty().subscribe(_ -> showMap());
    model.stackProperty().subscribe((_, _) -> draw());
    canvas.emphasizedPlaceProperty().subscribe(_ -> showReadout());
    heightProperty().subscribe(_ -> showMap());
    WeakSubscriptions following = WeakSubscriptions.of(this);
    following.subscribe(context.compared().results().revisionProperty(), (_, _) -> draw());
    following.subscribe(
        context.compared().selection().pairProperty(), _ -> model.updateSelectedPlace());
    following.subscribe(shown, this::show);
  }

  private void show(boolean isShown) {
    model.activeProperty().set(isShown);
    if (isShown && !isArranged) {
      arrange();
    } else {
      draw();
    }
  }

  private Optional<Integer> selected() {
    return context.compared().selection().pairProperty().get().stream().boxed().findFirst();
  }

  private void arrange() {
    isArranged = true;
    List<TensorPair> pairs = context.compared().comparison().pairs();
    model.arrange(
        (_, _) -> LayerMap.of(pairs.stream().map(TensorPair::name).toList()),
        messages.text("compare.layers.none"),
        () -> {},
        this::arrange);
  }

  private void draw() {
    Optional<LayerStack> stack = model.stackProperty().get();
    if (model.activeProperty().get() && stack.isPresent()) {
      List<PairResult> known = context.compared().results().snapshot().results();
      model.draw(stack.get(), () -> map(stack.get(), known), _ -> {}, this::draw);
      model.updateSelectedPlace();
    }
  }

  private StackStatistic map(LayerStack stack, List<PairResult> known) {
    return new StackStatistic(
        stack,
        Spread.LOGARITHMIC,
        Scaling.WHOLE_STACK,
        pair -> cell(pair, Optional.ofNullable(known.get(pair))),
        _ -> Optional.empty(),
        _ -> true);
  }

  private Cell cell(int pair, Optional<PairResult> result) {
    double size =
        result.map(PairResult::relativeL2).orElse(OptionalDouble.empty()).orElse(Double.NaN);
    boolean isKnown =
        result.isPresent() || context.compared().comparison().pairs().get(pair).by().isEmpty();
    boolean lostNumbers =
        result.flatMap(PairResult::figures).filter(it -> it.changedNonFinite() > 0).isPresent();
    return Cell.of(
        isKnown ? Optional.of(size) : Optional.empty(), Spread.LOGARITHMIC, lostNumbers, false);
  }

  private void showMap() {
    map().ifPresent(map -> legend.show(map, false, messages::rounded));
    PanelParts.setShown(legend, !PanelParts.isLow(this));
    showReadout();
  }

  private Optional<StackStatistic> map() {
    return model.heatMapProperty().get();
  }

  private void showReadout() {
    // The cell may belong to a previous map.
    Optional<LayerCell> place =
        canvas
            .emphasizedPlaceProperty()
            .get()
            .filter(at -> map().filter(map -> map.contains(at)).isPresent());
    String text =
        place.map(at -> text(map().orElseThrow(), at)).orElse(messages.text("compare.layers.hint"));
    readout.setText(text);
    canvas.setAccessibleText(text);
  }

  private String text(StackStatistic map, LayerCell place) {
    String layer = map.stack().layerLabel(place.row());
    String role = DisplayText.of(map.stack().roles().get(place.column()));
    Cell cell = map.cell(place);
    String known =
        switch (cell.kind()) {
          case EMPTY -> messages.text("layers.readout.empty");
          case UNKNOWN -> messages.text("compare.change.same-header");
          case NO_NUMBER -> messages.text("compare.layers.legend.no-number");
          case ZERO -> messages.text("compare.change.equal");
          case VALUE -> messages.text("compare.layers.value", messages.rounded(cell.value()));
        };
    return String.join(" · ", messages.text("layers.readout.layer", layer), role, known);
  }
}
