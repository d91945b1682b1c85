package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.compare.Change;
import io.github.tensorloupe.compare.PairResult;
import io.github.tensorloupe.compare.PairedBy;
import io.github.tensorloupe.compare.Pairing;
import io.github.tensorloupe.compare.TensorPair;
import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.LatestJob;
import io.github.tensorloupe.desktop.pane.ComparisonContext;
import io.github.tensorloupe.desktop.pane.comparison.ComparisonChip;
import io.github.tensorloupe.desktop.pane.comparison.ComparisonScan;
import io.github.tensorloupe.desktop.pane.comparison.ReportFlow;
import io.github.tensorloupe.desktop.pane.comparison.pairs.PairsView;
import io.github.tensorloupe.desktop.pane.comparison.pairs.PairsViewModel;
import io.github.tensorloupe.desktop.pane.comparison.sides.DifferenceSearch;
import io.github.tensorloupe.desktop.pane.comparison.sides.SidesView;
import io.github.tensorloupe.desktop.pane.hex.HexView;
import io.github.tensorloupe.desktop.pane.hex.HexViewModel;
import io.github.tensorloupe.desktop.selection.ComparisonResults;
import io.github.tensorloupe.desktop.selection.ComparisonResults.ComparedPair;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.OpenComparison;
import io.github.tensorloupe.desktop.selection.PairSelection;
import io.github.tensorloupe.desktop.selection.ScanResults.ScanState;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.work.Cancellation;

/// The comparison that one window shows: its frame, the run that compares, and the changes of its
/// sides and pairs. Belongs to the FX thread.
final class WindowComparison implements PairsViewModel.Actions {

  /// The parts of one comparison.
  private record Shown(
      ComparisonContext context,
      ComparisonScan scan,
      DifferenceSearch search,
      ComparisonFrame frame) {}

  /// What comes after a comparison of the same documents.
  ///
  /// @param known results that hold for it too
  private record Next(OpenComparison comparison, List<ComparedPair> known) {}

  /// The place that somebody was at, to be gone to again in the comparison that follows.
  private record Place(
      String filter, Optional<Command> pane, Optional<String> pair, OptionalLong element) {}

  private final WindowContext window;
  private final DocumentOpener opener;
  private final LatestJob changing;
  private final StackPane host = new StackPane();
  private final StackPane chip = new StackPane();
  private final ReadOnlyObjectWrapper<ScanState> state =
      new ReadOnlyObjectWrapper<>(new ScanState.NotStarted());
  private Optional<Shown> shown = Optional.empty();
  private List<ComparedPair> known = List.of();

  WindowComparison(WindowContext window, DocumentOpener opener) {
    this.window = window;
    this.opener = opener;
    changing = new LatestJob(window.jobs());
    host.setId("comparison-host");
    window.selection().documentProperty().subscribe(this::follow);
  }

  private void follow(DocumentState now) {
    changing.cancel();
    Optional<Shown> before = shown;
    Optional<Place> place = before.map(WindowComparison::place);
    before.ifPresent(this::leave);
    shown = Optional.empty();
    host.getChildren().clear();
    chip.getChildren().clear();
    state.unbind();
    if (now instanceof DocumentState.Compared(OpenComparison comparison)) {
      begin(comparison);
      before
          .filter(it -> it.context().comparison().isOfSamePaths(comparison))
          .ifPresent(_ -> place.ifPresent(this::goTo));
      shown.ifPresent(it -> it.scan().start());
    }
    known = List.of();
  }

  private void leave(Shown left) {
    left.scan().leave();
    left.frame().close();
  }

  private void begin(OpenComparison comparison) {
    ComparisonResults results = new ComparisonResults(comparison);
    results.add(known);
    ComparisonContext context =
        new ComparisonContext(
            comparison,
            results,
            new PairSelection(comparison),
            window.commands(),
            window.status()::tell,
            window::dialogs,
            window.jobs(),
            this::sidePane,
            window.messages());
    ComparisonScan scan =
        new ComparisonScan(
            comparison, results, window.jobs(), window.firstFrame(), window.messages());
    Shown made =
        new Shown(
            context,
            scan,
            new DifferenceSearch(context),
            new ComparisonFrame(window, context, this));
    shown = Optional.of(made);
    host.getChildren().setAll(made.frame());
    chip.getChildren()
        .setAll(new ComparisonChip(comparison, results, window.commands(), window.messages()));
    state.bind(results.stateProperty());
  }

  private Node sidePane(String pane, Selection side, BooleanExpression isShown) {
    if (SidesView.BYTES.id().equals(pane)) {
      HexViewModel bytes =
          new HexViewModel(side, window.results(), window.jobs(), window.messages());
      return new HexView(bytes, name -> window.dialogs().chooseTarget(name), window.messages());
    }
    return Panes.named(pane).orElseThrow().factory().apply(window.forPanes(side)).makeView(isShown);
  }

  private static Place place(Shown shown) {
    PairSelection selection = shown.context().selection();
    return new Place(
        selection.filterProperty().get(),
        shown.frame().shown(),
        selection.selected().map(TensorPair::name),
        selection.elementProperty().get());
  }

  private void goTo(Place place) {
    ComparisonContext context = shown.orElseThrow().context();
    context.selection().filterProperty().set(place.filter());
    place.pane().ifPresent(this::show);
    OptionalInt pair =
        place.pair().map(context.comparison()::pairNamed).orElse(OptionalInt.empty());
    pair.ifPresent(index -> context.selection().select(index, place.element().orElse(0)));
  }

  /// The frame of the comparison, where there is one.
  StackPane node() {
    return host;
  }

  /// The state of the run, for the status bar.
  Node chip() {
    return chip;
  }

  BooleanExpression isShown() {
    return BooleanExpression.booleanExpression(
        window.selection().documentProperty().map(DocumentState.Compared.class::isInstance));
  }

  /// Selects the first pair that has a tensor with this name; true if there is one.
  boolean select(String name) {
    PairSelection selection = shown.orElseThrow().context().selection();
    OptionalInt pair = shown.get().context().comparison().pairNamed(name);
    pair.ifPresent(selection::select);
    return pair.isPresent();
  }

  BooleanExpression canStart() {
    return is(now -> now instanceof ScanState.Stopped || now instanceof ScanState.Failed);
  }

  BooleanExpression canStop() {
    return is(ScanState.Running.class::isInstance);
  }

  private BooleanExpression is(Predicate<ScanState> test) {
    return BooleanExpression.booleanExpression(state.map(test::test));
  }

  void start() {
    shown.ifPresent(it -> it.scan().start());
  }

  void stop() {
    shown.ifPresent(it -> it.scan().stop());
  }

  Optional<ComparisonContext> context() {
    return shown.map(Shown::context);
  }

  /// Turns to the pane of a command.
  void show(Command pane) {
    shown.ifPresent(it -> it.frame().show(pane));
  }

  void ask(Consumer<PairsView> action) {
    shown.ifPresent(it -> it.frame().tree().ask(action));
  }

  Optional<PairsViewModel> tree() {
    return shown.map(it -> it.frame().model());
  }

  /// The parts that one goes through by keys.
  List<Node> areas() {
    return shown.map(it -> it.frame().areas()).orElse(List.of());
  }

  /// Goes to the next element of the selected pair that differs, or to the one before.
  void findDifference(boolean forward) {
    shown.ifPresent(it -> it.search().find(forward));
  }

  /// Asks where to write a report of what is known.
  void report() {
    context().map(ReportFlow::new).ifPresent(ReportFlow::choose);
  }

  /// Makes B the base. What is equal stays so; everything else is compared again.
  void swap() {
    change((before, cancellation) -> before.swapped(cancellation), true);
  }

  @Override
  public void pair(int onlyA, int onlyB) {
    changePairs(
        pairs -> {
          TensorPair made =
              TensorPair.of(
                  pairs.get(onlyA).a().orElseThrow(),
                  pairs.get(onlyB).b().orElseThrow(),
                  PairedBy.HAND);
          pairs.set(onlyA, made);
          pairs.remove(onlyB);
        });
  }

  @Override
  public void unpair(int pair) {
    changePairs(
        pairs -> {
          TensorPair parted = pairs.get(pair);
          pairs.set(pair, TensorPair.removed(parted.a().orElseThrow()));
          pairs.add(TensorPair.added(parted.b().orElseThrow()));
        });
  }

  private void changePairs(Consumer<List<TensorPair>> change) {
    change(
        (before, cancellation) -> {
          List<TensorPair> pairs = new ArrayList<>(before.pairs());
          change.accept(pairs);
          return before.with(new Pairing(pairs), cancellation);
        },
        false);
  }

  /// Shows another comparison of the same documents.
  ///
  /// @param turned true where the sides change their places
  private void change(
      BiFunction<OpenComparison, Cancellation, OpenComparison> change, boolean turned) {
    if (shown.isEmpty()) {
      return;
    }
    OpenComparison before = shown.get().context().comparison();
    List<PairResult> results = shown.get().context().results().known().results();
    changing.start(
        window.messages().text("compare.job.change"),
        (cancellation, _) -> {
          OpenComparison after = change.apply(before, cancellation);
          return new Next(after, stillKnown(before, results, after, turned));
        },
        next -> {
          known = next.known();
          opener.show(next.comparison());
        },
        failure -> window.status().tell(Failures.of(failure)));
  }

  private static List<ComparedPair> stillKnown(
      OpenComparison before, List<PairResult> results, OpenComparison after, boolean turned) {
    Map<Both, PairResult> known = new HashMap<>();
    for (int i = 0; i < results.size(); i++) {
      PairResult result = results.get(i);
      if (result != null && (!turned || result.change() == Change.EQUAL)) {
        Both both = Both.of(before.pairs().get(i));
        known.put(turned ? new Both(both.b(), both.a()) : both, result);
      }
    }
    List<ComparedPair> still = new ArrayList<>();
    for (int i = 0; i < after.pairs().size(); i++) {
      PairResult result = known.get(Both.of(after.pairs().get(i)));
      if (result != null) {
        still.add(new ComparedPair(i, result));
      }
    }
    return still;
  }

  /// The tensors of a pair, whatever has made it one.
  private record Both(Optional<TensorRef> a, Optional<TensorRef> b) {

    static Both of(TensorPair pair) {
      return new Both(pair.a(), pair.b());
    }
  }
}
