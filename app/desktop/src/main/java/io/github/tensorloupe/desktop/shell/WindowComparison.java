package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.compare.Change;
import io.github.tensorloupe.compare.PairResult;
import io.github.tensorloupe.compare.TensorPair;
import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Commands;
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
import io.github.tensorloupe.desktop.selection.PairSelection.ShownSides;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.ScanResults.ScanState;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.storage.session.RememberedComparison;
import io.github.tensorloupe.storage.session.RememberedComparison.ByHand;
import io.github.tensorloupe.storage.session.RememberedDocument;
import io.github.tensorloupe.work.Cancellation;

/// The comparison that one window shows: its frame, the run that compares, and the changes of its
/// sides and pairs. Belongs to the FX thread.
final class WindowComparison {

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
      Optional<String> filter,
      Optional<Command> pane,
      Optional<String> pair,
      OptionalLong element,
      ShownSides sides) {}

  private final WindowContext window;
  private final DocumentOpener opener;
  private final LatestJob changing;
  private final StackPane host = new StackPane();
  private final StackPane chip = new StackPane();
  private final ReadOnlyObjectWrapper<ScanState> state =
      new ReadOnlyObjectWrapper<>(new ScanState.NotStarted());
  private Optional<Shown> shown = Optional.empty();
  private List<ComparedPair> known = List.of();
  private Optional<RememberedDocument> awaited = Optional.empty();

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
          .flatMap(_ -> place)
          .or(() -> awaited.flatMap(it -> place(it, comparison)))
          .ifPresent(this::goTo);
      shown.ifPresent(it -> it.scan().startByItself());
      awaited = Optional.empty();
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
            comparison,
            results,
            window.jobs(),
            window.firstFrame(),
            window.environment().settings(),
            window.messages());
    Shown made =
        new Shown(
            context,
            scan,
            new DifferenceSearch(context),
            new ComparisonFrame(window, context, this::pair));
    shown = Optional.of(made);
    host.getChildren().setAll(made.frame());
    chip.getChildren()
        .setAll(new ComparisonChip(comparison, results, window.commands(), window.messages()));
    state.bind(results.stateProperty());
  }

  private Node sidePane(String pane, Selection side, BooleanExpression isShown) {
    if (SidesView.BYTES.id().equals(pane)) {
      HexViewModel bytes =
          new HexViewModel(side, new ScanResults(), window.jobs(), window.messages());
      return new HexView(bytes, name -> window.dialogs().chooseTarget(name), window.messages());
    }
    return Panes.named(pane).orElseThrow().factory().apply(window.forPanes(side)).makeView(isShown);
  }

  private static Place place(Shown shown) {
    PairSelection selection = shown.context().selection();
    return new Place(
        Optional.of(selection.filterProperty().get()),
        shown.frame().shown(),
        selection.selected().map(TensorPair::name),
        selection.elementProperty().get(),
        selection.sidesProperty().get());
  }

  /// The place that a session remembers of a comparison.
  private static Optional<Place> place(RememberedDocument remembered, OpenComparison of) {
    return remembered
        .comparison()
        .filter(it -> it.with().equals(of.sideB().path().toAbsolutePath().normalize()))
        .flatMap(RememberedComparison::sides)
        .flatMap(
            name -> Stream.of(ShownSides.values()).filter(it -> it.name().equals(name)).findFirst())
        .map(
            sides ->
                new Place(
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    OptionalLong.empty(),
                    sides));
  }

  private void goTo(Place place) {
    ComparisonContext context = shown.orElseThrow().context();
    place.filter().ifPresent(context.selection().filterProperty()::set);
    context.selection().sidesProperty().set(place.sides());
    place.pane().ifPresent(this::show);
    OptionalInt pair =
        place.pair().map(context.comparison()::pairNamed).orElse(OptionalInt.empty());
    pair.ifPresent(index -> context.selection().select(index, place.element().orElse(0)));
  }

  /// Opens a comparison as a session remembers it.
  void open(RememberedDocument document) {
    RememberedComparison comparison = document.comparison().orElseThrow();
    awaited = Optional.of(document);
    opener.compare(document.path(), comparison.with(), comparison.byHand());
  }

  /// The comparison that is shown, for a session.
  Optional<RememberedDocument> remembered() {
    return context()
        .map(
            it -> {
              RememberedDocument paths =
                  RememberedDocument.of(
                      it.comparison().sideA().path(), Optional.of(it.comparison().sideB().path()));
              String sides = it.selection().sidesProperty().get().name();
              return paths.with(
                  new RememberedComparison(
                      paths.comparedWith().orElseThrow(),
                      Optional.of(sides),
                      it.comparison().byHand()));
            });
  }

  /// Lets the commands about a comparison do it.
  void bindCommands() {
    Commands commands = window.commands();
    commands.bind(Command.NEXT_DIFFERENCE, () -> findDifference(true), isShown());
    commands.bind(Command.PREVIOUS_DIFFERENCE, () -> findDifference(false), isShown());
    commands.bind(Command.SWAP_SIDES, this::swap, isShown());
    commands.bind(Command.SAVE_REPORT, this::report, isShown());
    name(Command.SCAN_VALUES, "command.scan-values.compare");
    name(Command.STOP_SCAN, "command.stop-scan.compare");
  }

  private void name(Command command, String key) {
    String usual = window.messages().text(command.messageKey());
    String ofComparison = window.messages().text(key);
    window.commands().name(command, isShown().map(shown -> shown ? ofComparison : usual));
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
    BooleanExpression canGoOn =
        is(
            now ->
                switch (now) {
                  case ScanState.NotStarted _, ScanState.Stopped _, ScanState.Failed _ -> true;
                  case ScanState.Running _, ScanState.Done _ -> false;
                });
    return canGoOn.and(isShown());
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
  private void findDifference(boolean forward) {
    shown.ifPresent(it -> it.search().find(forward));
  }

  /// Asks where to write a report of what is known.
  private void report() {
    context().map(ReportFlow::new).ifPresent(ReportFlow::choose);
  }

  /// Makes B the base. What is equal stays so; everything else is compared again.
  private void swap() {
    change((before, cancellation) -> before.swapped(cancellation), true);
  }

  private void pair(ByHand byHand) {
    change((before, cancellation) -> before.with(List.of(byHand), cancellation), false);
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
