package io.github.tensorloupe.desktop.pane.comparison.layers;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.layers.LayerMap;
import io.github.tensorloupe.analysis.layers.LayerPlace;
import io.github.tensorloupe.analysis.layers.LayerStack;
import io.github.tensorloupe.analysis.layers.LayerStatistic.Spread;
import io.github.tensorloupe.analysis.layers.StackStatistic;
import io.github.tensorloupe.analysis.layers.StackStatistic.Cell;
import io.github.tensorloupe.analysis.layers.StackStatistic.Scaling;
import io.github.tensorloupe.compare.PairResult;
import io.github.tensorloupe.compare.TensorPair;
import io.github.tensorloupe.desktop.control.layermap.LayerMapModel;
import io.github.tensorloupe.desktop.error.PaneException;
import io.github.tensorloupe.desktop.pane.ComparisonContext;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;

/// How far the tensors of each layer and role moved, by relative L2, as far as it is known. Belongs
/// to the FX thread.
public final class DifferenceMapViewModel {

  final LayerMapModel shown;

  /// True while somebody looks. While nobody does, nothing is computed.
  final BooleanProperty active = new SimpleBooleanProperty();

  /// The sentence that tells why there is no map; empty where there is one.
  final StringProperty note = new SimpleStringProperty("");

  /// The stacks to choose from, the largest first.
  final ObjectProperty<List<LayerStack>> stacks = new SimpleObjectProperty<>(List.of());

  private final ComparisonContext context;
  private final Messages messages;
  private boolean isArranged;

  DifferenceMapViewModel(ComparisonContext context) {
    this.context = context;
    this.messages = context.messages();
    this.shown = new LayerMapModel(context.selection()::select, context.jobs(), messages);
    context.results().revisionProperty().subscribe(this::draw);
    context.selection().pairProperty().subscribe(_ -> followSelection());
    shown.stackProperty().subscribe(_ -> draw());
    active.subscribe(_ -> arrange());
  }

  private void arrange() {
    if (!active.get() || isArranged) {
      draw();
      return;
    }
    isArranged = true;
    note.set(messages.text("layers.arranging"));
    List<TensorPair> pairs = context.comparison().pairs();
    context
        .jobs()
        .start(
            messages.text("layers.job"),
            (_, _) -> LayerMap.of(pairs.stream().map(TensorPair::name).toList()).stacks(),
            this::arrived,
            PaneException.orWhole(
                () -> {
                  isArranged = false;
                  arrange();
                }));
  }

  private void arrived(List<LayerStack> found) {
    note.set(found.isEmpty() ? messages.text("compare.layers.none") : "");
    stacks.set(
        found.stream()
            .sorted(Comparator.comparingInt(LayerStack::tensorCount).reversed())
            .toList());
    shown.stackProperty().set(stacks.get().stream().findFirst());
  }

  private void draw() {
    Optional<LayerStack> stack = shown.stackProperty().get();
    if (active.get() && stack.isPresent()) {
      List<PairResult> known = context.results().known().results();
      shown.draw(stack.get(), () -> map(stack.get(), known), _ -> {}, this::draw);
      followSelection();
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

  private void followSelection() {
    OptionalInt pair = context.selection().pairProperty().get();
    if (active.get()) {
      shown.follow(pair.isPresent() ? Optional.of(pair.getAsInt()) : Optional.empty());
    }
  }

  private Cell cell(int pair, Optional<PairResult> result) {
    double size =
        result.map(PairResult::relativeL2).orElse(OptionalDouble.empty()).orElse(Double.NaN);
    boolean isKnown = result.isPresent() || pair(pair).by().isEmpty();
    boolean lostNumbers =
        result.flatMap(PairResult::figures).filter(it -> it.changedNonFinite() > 0).isPresent();
    return Cell.of(
        isKnown ? Optional.of(size) : Optional.empty(), Spread.LOGARITHMIC, lostNumbers, false);
  }

  private TensorPair pair(int index) {
    return context.comparison().pairs().get(index);
  }

  /// Layer, role and what is known.
  String text(StackStatistic map, LayerPlace place) {
    String layer = Integer.toString(map.stack().layer(place.row()));
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
