package io.github.tensorloupe.desktop.pane.layers;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.distribution.TensorFigures;
import io.github.tensorloupe.analysis.health.TensorHealth;
import io.github.tensorloupe.analysis.layers.LayerMap;
import io.github.tensorloupe.analysis.layers.LayerPlace;
import io.github.tensorloupe.analysis.layers.LayerStack;
import io.github.tensorloupe.analysis.layers.LayerStatistic;
import io.github.tensorloupe.analysis.layers.Outliers.Outlier;
import io.github.tensorloupe.desktop.error.PaneException;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.job.LatestJob;
import io.github.tensorloupe.desktop.pane.layers.ColoredStack.Values;
import io.github.tensorloupe.desktop.selection.OpenDocument;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.model.TensorRef;

/// The layer map of the open document: which stack and statistic are shown, what is known of it,
/// and where the keyboard is. Belongs to the FX thread.
public final class LayerMapViewModel {

  private final Selection selection;
  private final Results results;
  private final Messages messages;
  private final LatestJob arranging;
  private final BooleanProperty active = new SimpleBooleanProperty(true);
  private final ReadOnlyObjectWrapper<State> state =
      new ReadOnlyObjectWrapper<>(new State.Nothing());
  private final ObjectProperty<Optional<LayerStack>> stack =
      new SimpleObjectProperty<>(Optional.empty());
  private final ObjectProperty<LayerStatistic> statistic =
      new SimpleObjectProperty<>(LayerStatistic.ROOT_MEAN_SQUARE);
  private final ReadOnlyObjectWrapper<Optional<ColoredStack>> heatMap =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private final ReadOnlyObjectWrapper<Optional<LayerPlace>> cursor =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private final ReadOnlyObjectWrapper<Optional<LayerPlace>> selectedPlace =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private Optional<OpenDocument> arranged = Optional.empty();

  /// @param selection shared with the other panes
  /// @param scans what is known of the values
  /// @param jobs compares the names
  public LayerMapViewModel(Selection selection, ScanResults scans, Jobs jobs, Messages messages) {
    this(selection, Results.of(scans), jobs, messages);
  }

  LayerMapViewModel(Selection selection, Results results, Jobs jobs, Messages messages) {
    this.selection = selection;
    this.results = results;
    this.messages = messages;
    this.arranging = new LatestJob(jobs);
    selection.documentProperty().subscribe(_ -> arrange());
    selection.tensorProperty().subscribe(_ -> followSelection());
    active.subscribe(_ -> arrange());
    results.revision().subscribe(_ -> readResults());
    stack.addListener(_ -> showStack());
    statistic.addListener(_ -> draw());
  }

  /// True while somebody looks. While nobody does, nothing is computed.
  public BooleanProperty activeProperty() {
    return active;
  }

  ReadOnlyObjectProperty<State> stateProperty() {
    return state.getReadOnlyProperty();
  }

  /// The stack that is shown, one of those of the state.
  ObjectProperty<Optional<LayerStack>> stackProperty() {
    return stack;
  }

  /// The statistic that is shown.
  ObjectProperty<LayerStatistic> statisticProperty() {
    return statistic;
  }

  ReadOnlyObjectProperty<Optional<ColoredStack>> heatMapProperty() {
    return heatMap.getReadOnlyProperty();
  }

  ReadOnlyObjectProperty<Optional<LayerPlace>> cursorProperty() {
    return cursor.getReadOnlyProperty();
  }

  /// The place of the selected tensor, if it is in the stack that is shown.
  ReadOnlyObjectProperty<Optional<LayerPlace>> selectedPlaceProperty() {
    return selectedPlace.getReadOnlyProperty();
  }

  private void arrange() {
    Optional<OpenDocument> document = selection.openDocument();
    if (document.equals(arranged) && (!active.get() || arranged.isPresent())) {
      readResults();
      followSelection();
      return;
    }
    clear();
    if (active.get() && document.isPresent()) {
      state.set(new State.Arranging());
      arranging.start(
          messages.text("layers.job"),
          (cancellation, _) -> LayerMap.of(document.get().checkpoint(), cancellation),
          map -> arrived(document.get(), map),
          failure -> {
            throw PaneException.whole(failure, this::arrange);
          });
    }
  }

  private void clear() {
    arranging.cancel();
    arranged = Optional.empty();
    stack.set(Optional.empty());
    state.set(new State.Nothing());
  }

  private void arrived(OpenDocument document, LayerMap map) {
    arranged = Optional.of(document);
    List<LayerStack> stacks =
        map.stacks().stream()
            .sorted(Comparator.comparingInt(LayerStack::tensorCount).reversed())
            .toList();
    if (stacks.isEmpty()) {
      state.set(new State.NoLayers());
      return;
    }
    state.set(new State.Ready(stacks));
    stack.set(Optional.of(stackOfSelected(stacks).orElse(stacks.getFirst())));
    readResults();
  }

  private Optional<LayerStack> stackOfSelected(List<LayerStack> stacks) {
    return selectedTensor()
        .flatMap(
            tensor -> stacks.stream().filter(each -> each.place(tensor).isPresent()).findFirst());
  }

  private Optional<Integer> selectedTensor() {
    return selection
        .tensorProperty()
        .get()
        .flatMap(tensor -> arranged.map(document -> document.checkpoint().indexOf(tensor)))
        .filter(index -> index >= 0);
  }

  private void readResults() {
    if (active.get() && state.get() instanceof State.Ready) {
      draw();
    }
  }

  private void showStack() {
    cursor.set(Optional.empty());
    draw();
    followSelection();
  }

  private void draw() {
    heatMap.set(stack.get().map(this::heatMapOf));
  }

  private ColoredStack heatMapOf(LayerStack shown) {
    List<Outlier> ofStack =
        Arrays.stream(shown.tensors())
            .mapToObj(results.outlier()::apply)
            .flatMap(Optional::stream)
            .sorted(Comparator.comparingDouble(outlier -> -Math.abs(outlier.score())))
            .toList();
    return new ColoredStack(
        shown,
        statistic.get(),
        Values.of(shown, statistic.get(), results, index -> tensor(index).data().isPresent()),
        ofStack,
        results.isCompared().getAsBoolean());
  }

  /// A tensor of the document by its index.
  TensorRef tensor(int index) {
    return arranged.orElseThrow().checkpoint().tensors().get(index);
  }

  private void followSelection() {
    if (active.get()) {
      selectedPlace.set(
          selectedTensor().flatMap(tensor -> stack.get().flatMap(shown -> shown.place(tensor))));
      selectedPlace.get().ifPresent(place -> cursor.set(Optional.of(place)));
    }
  }

  /// Moves the keyboard's place, at most to an edge of the map; the first move goes to the first
  /// place.
  void moveCursor(int rows, int columns) {
    heatMap
        .get()
        .ifPresent(
            map ->
                cursor.set(
                    Optional.of(
                        cursor
                            .get()
                            .map(
                                place ->
                                    new LayerPlace(
                                        moved(place.row(), rows, map.rowCount()),
                                        moved(place.column(), columns, map.columnCount())))
                            .orElse(new LayerPlace(0, 0)))));
  }

  private static int moved(int from, int by, int count) {
    return Math.clamp((long) from + by, 0, count - 1);
  }

  /// Puts the keyboard's place somewhere and selects the tensor that is there.
  void select(LayerPlace place) {
    cursor.set(Optional.of(place));
    stack
        .get()
        .map(shown -> shown.tensor(place.row(), place.column()))
        .filter(tensor -> tensor != LayerMap.NO_TENSOR)
        .ifPresent(tensor -> selection.select(tensor(tensor)));
  }

  /// Selects the tensor that the keyboard is at.
  void selectAtCursor() {
    cursor.get().ifPresent(this::select);
  }

  /// Selects the next of the tensors that stand out, after the last one the first.
  void selectNextOutlier() {
    heatMap.get().ifPresent(this::selectNextOutlier);
  }

  private void selectNextOutlier(ColoredStack map) {
    List<Integer> tensors = map.outliers().stream().map(Outlier::tensor).toList();
    if (!tensors.isEmpty()) {
      int at = selectedTensor().map(tensors::indexOf).orElse(-1);
      map.stack().place(tensors.get((at + 1) % tensors.size())).ifPresent(this::select);
    }
  }

  /// The known results for the tensors of the open document. Belongs to the FX thread.
  ///
  /// @param health gives what is known of a tensor's health
  /// @param figures gives what is known of a tensor's figures
  /// @param outlier gives how a tensor stands out among its siblings, if it does
  /// @param isCompared whether tensors have been compared with their siblings
  /// @param revision goes up when more is known
  record Results(
      IntFunction<Optional<TensorHealth>> health,
      IntFunction<Optional<TensorFigures>> figures,
      IntFunction<Optional<Outlier>> outlier,
      BooleanSupplier isCompared,
      ObservableLongValue revision) {

    static Results of(ScanResults scans) {
      return new Results(
          scans::health,
          scans::figures,
          scans::outlier,
          scans::isCompared,
          scans.revisionProperty());
    }
  }

  /// The state of the layer map of the open document.
  sealed interface State {

    /// There is no document, or nobody looks.
    record Nothing() implements State {}

    /// The names are being compared.
    record Arranging() implements State {}

    /// No names differ in the number of a layer.
    record NoLayers() implements State {}

    /// The map is there.
    ///
    /// @param stacks at least one, the largest first
    record Ready(List<LayerStack> stacks) implements State {}
  }
}
