package io.github.tensorloupe.desktop.pane.layers;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.distribution.TensorSummary;
import io.github.tensorloupe.analysis.health.TensorHealth;
import io.github.tensorloupe.analysis.layers.LayerCell;
import io.github.tensorloupe.analysis.layers.LayerMap;
import io.github.tensorloupe.analysis.layers.LayerRole;
import io.github.tensorloupe.analysis.layers.LayerStack;
import io.github.tensorloupe.analysis.layers.Outliers.Outlier;
import io.github.tensorloupe.desktop.control.layermap.LayerMapModel;
import io.github.tensorloupe.desktop.control.layermap.StackStatistic;
import io.github.tensorloupe.desktop.control.layermap.StackStatistic.Cell;
import io.github.tensorloupe.desktop.control.layermap.StackStatistic.Scaling;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.ScanResults.ScanState;
import io.github.tensorloupe.desktop.selection.ScanResults.ScanState.Figures;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.storage.KnownValues;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.TensorRef;
import java.util.function.IntPredicate;

/// The layer map of the open document: the shown stack and statistic, the known results, and the
/// keyboard position. Belongs to the FX thread.
public final class LayerMapViewModel {

  private record Drawing(LayerStack stack, LayerStatistic statistic, Scaling scaling) {

    StackStatistic of(
        IntFunction<Optional<TensorHealth>> health,
        IntFunction<Optional<TensorSummary>> figures,
        IntFunction<Optional<Outlier>> outlier,
        IntPredicate isThere) {
      return new StackStatistic(
          stack,
          statistic.spread(),
          scaling,
          tensor ->
              statistic.cell(
                  health.apply(tensor), figures.apply(tensor), outlier.apply(tensor).isPresent()),
          outlier,
          isThere);
    }
  }

  private final Selection selection;
  private final ScanResults results;
  private final Messages messages;

  final LayerMapModel shown;

  private LayerStatistic shownStatistic = LayerStatistic.ROOT_MEAN_SQUARE;

  final ObjectProperty<LayerStatistic> statistic =
      new SimpleObjectProperty<>(LayerStatistic.ROOT_MEAN_SQUARE);
  final ObjectProperty<Scaling> scaling = new SimpleObjectProperty<>(Scaling.EACH_ROLE);
  private Optional<FileDocument> arranged = Optional.empty();

  public LayerMapViewModel(Selection selection, ScanResults results, Jobs jobs, Messages messages) {
    this.selection = selection;
    this.results = results;
    this.messages = messages;
    this.shown =
        new LayerMapModel(
            index -> selection.select(tensor(index)), this::selectedTensor, jobs, messages);
    selection.documentProperty().subscribe(_ -> arrange());
    selection.tensorProperty().subscribe(_ -> shown.updateSelectedPlace());
    shown.activeProperty().subscribe(_ -> arrange());
    results.revisionProperty().subscribe(_ -> readResults());
    shown
        .stackProperty()
        .subscribe(
            (_, _) -> {
              draw();
              shown.updateSelectedPlace();
            });
    statistic.addListener(_ -> draw());
    scaling.addListener(_ -> draw());
  }

  private void arrange() {
    Optional<FileDocument> document = selection.openDocument();
    boolean isActive = shown.activeProperty().get();
    if (document.equals(arranged) && (!isActive || arranged.isPresent())) {
      readResults();
      shown.updateSelectedPlace();
      return;
    }
    arranged = Optional.empty();
    if (isActive && document.isPresent()) {
      shown.arrange(
          (cancellation, _) -> LayerMap.of(document.get().checkpoint(), cancellation),
          messages.text("layers.none"),
          () -> arranged = document,
          this::arrange);
    } else {
      shown.clear(messages.text("layers.nothing"));
    }
  }

  private Optional<Integer> selectedTensor() {
    Optional<TensorRef> tensor = selection.tensorProperty().get();
    return tensor
        .flatMap(it -> arranged.map(of -> of.checkpoint().indexOf(it)))
        .filter(at -> at >= 0);
  }

  private void readResults() {
    // The results of another document may arrive before its layers.
    boolean isOfThese = selection.openDocument().equals(arranged);
    if (shown.activeProperty().get() && isOfThese) {
      draw();
    }
  }

  private void draw() {
    Optional<LayerStack> stack = stack();
    if (stack.isEmpty() || arranged.filter(results::isOf).isEmpty()) {
      return;
    }
    Drawing wanted = new Drawing(stack.get(), statistic.get(), scaling.get());
    KnownValues known = results.known();
    Map<Integer, Outlier> outliers = Map.copyOf(results.outliers());
    List<TensorRef> tensors = arranged.orElseThrow().checkpoint().tensors();
    shown.draw(
        wanted,
        () ->
            wanted.of(
                known::health,
                known::figures,
                tensor -> Optional.ofNullable(outliers.get(tensor)),
                tensor -> tensors.get(tensor).data().isPresent()),
        _ -> shownStatistic = wanted.statistic(),
        this::arrange);
  }

  private Optional<LayerStack> stack() {
    return shown.stackProperty().get();
  }

  boolean isCompared() {
    return results.isCompared();
  }

  ReadOnlyProperty<ScanState> scanProperty() {
    return results.stateProperty();
  }

  /// Explains why tensors of a map have no figures.
  String missingText(StackStatistic map) {
    String key =
        switch (scanProperty().getValue()) {
          case ScanState.Done(Figures figures) when figures == Figures.MEASURING -> "measuring";
          case ScanState.Done _ -> "unmeasured";
          case ScanState.Running _ -> "running";
          case ScanState.NotStarted _, ScanState.Stopped _, ScanState.Failed _ -> "unknown";
        };
    return map.knownCount() == 0
        ? messages.text("layers." + key)
        : messages.text(
            "layers.partly-known",
            messages.count(map.knownCount()),
            messages.count(map.knownCount() + (long) map.missingCount()));
  }

  TensorRef tensor(int index) {
    return arranged.orElseThrow().checkpoint().tensors().get(index);
  }

  /// Returns the number of outliers that are not in the shown stack.
  int outliersElsewhere() {
    Optional<StackStatistic> map = shown.heatMapProperty().get();
    return results.outliers().size() - map.map(StackStatistic::outliers).map(List::size).orElse(0);
  }

  /// Selects the next outlier. After the last outlier of a stack follows the first one of the next
  /// stack with outliers.
  void selectNextOutlier() {
    List<LayerStack> stacks = shown.stacksProperty().get();
    int from = stack().map(stacks::indexOf).orElse(-1);
    if (from < 0) {
      return;
    }
    int at = selectedTensor().map(outliers(stacks.get(from))::indexOf).orElse(-1);
    for (int i = 0; i <= stacks.size(); i++) {
      LayerStack next = stacks.get((from + i) % stacks.size());
      List<Integer> found = outliers(next);
      int first = i == 0 ? at + 1 : 0;
      if (first < found.size()) {
        shown.stackProperty().set(Optional.of(next));
        next.cellOf(found.get(first)).ifPresent(shown::select);
        return;
      }
    }
  }

  private List<Integer> outliers(LayerStack of) {
    return Arrays.stream(of.tensors())
        .mapToObj(results::outlier)
        .flatMap(Optional::stream)
        .sorted(Comparator.comparingDouble(found -> -Math.abs(found.score())))
        .map(Outlier::tensor)
        .toList();
  }

  String name(Scaling of) {
    return messages.text("layers.scaling." + Messages.word(of));
  }

  String name(LayerStatistic of) {
    return messages.text("layers.statistic." + Messages.word(of));
  }

  private String value(LayerStatistic of, double value) {
    return switch (of) {
      case NAN_COUNT -> messages.count((long) value);
      case SPARSITY -> messages.share(value);
      case ROOT_MEAN_SQUARE, ABSOLUTE_MAX, MEAN, STANDARD_DEVIATION -> messages.value(value);
    };
  }

  /// Formats a value of the shown statistic with at most three significant digits.
  String shortValue(double value) {
    LayerStatistic of = shownStatistic;
    return value(of, of == LayerStatistic.NAN_COUNT ? value : rounded(value, 3));
  }

  String text(StackStatistic map, LayerCell place) {
    Cell cell = map.cell(place);
    String layer = map.stack().layerLabel(place.row());
    List<String> parts = new ArrayList<>();
    parts.add(messages.text("layers.readout.layer", layer));
    parts.add(DisplayText.of(map.stack().roles().get(place.column())));
    parts.add(known(shownStatistic, cell));
    map.tensor(place)
        .map(this::tensor)
        .map(tensor -> LayerRole.stackedExperts(tensor.info()))
        .filter(experts -> experts > 1)
        .ifPresent(
            experts -> parts.add(messages.text("layers.readout.stacked", messages.count(experts))));
    if (cell.notFinite() && cell.kind() != Cell.Kind.NO_NUMBER) {
      parts.add(messages.text("layers.readout.not-finite"));
    }
    map.outlier(place).map(this::text).or(() -> toMedian(map, place)).ifPresent(parts::add);
    return String.join(" · ", parts);
  }

  private Optional<String> toMedian(StackStatistic map, LayerCell place) {
    OptionalDouble ratio = map.toMedian(place);
    return ratio.isEmpty() || shownStatistic == LayerStatistic.NAN_COUNT
        ? Optional.empty()
        : Optional.of(
            messages.text(
                map.stack().expertRole().isPresent()
                    ? "layers.readout.of-experts"
                    : "layers.readout.of-role",
                messages.value(rounded(ratio.getAsDouble(), 3))));
  }

  private String known(LayerStatistic of, Cell cell) {
    return switch (cell.kind()) {
      case EMPTY -> messages.text("layers.readout.empty");
      case UNKNOWN -> messages.text("layers.readout.unknown");
      case NO_NUMBER -> messages.text("layers.readout.no-number");
      case ZERO, VALUE -> name(of) + " " + value(of, cell.value());
    };
  }

  private String text(Outlier outlier) {
    boolean above = outlier.factor() > 1;
    double times = above ? outlier.factor() : 1 / outlier.factor();
    return messages.text(
        above ? "layers.readout.above" : "layers.readout.below", messages.value(rounded(times, 2)));
  }

  private static double rounded(double value, int digits) {
    return value == 0 || !Double.isFinite(value)
        ? value
        : new BigDecimal(value).round(new MathContext(digits)).doubleValue();
  }
}
