package io.github.tensorloupe.desktop.pane.comparison.summary;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.compare.ChangeSentence;
import io.github.tensorloupe.compare.Comparison;
import io.github.tensorloupe.compare.Figures;
import io.github.tensorloupe.compare.Likeness;
import io.github.tensorloupe.compare.PairResult;
import io.github.tensorloupe.compare.TensorPair;
import io.github.tensorloupe.compare.Totals;
import io.github.tensorloupe.compare.report.HeaderDifference;
import io.github.tensorloupe.compare.report.PairRanking;
import io.github.tensorloupe.desktop.error.PaneException;
import io.github.tensorloupe.desktop.job.JobSlot;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.selection.ComparisonDocument;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.text.Sentence;

/// The summary of the known results of a comparison. Belongs to the FX thread.
final class SummaryViewModel {

  /// More pairs are counted in the background, because they take longer than a frame.
  private static final int MAX_FOREGROUND_PAIRS = 10_000;

  private static final int MAX_WORST_PAIRS = 10;

  /// The conclusions from all known results.
  ///
  /// @param worst the indexes of the pairs that differ most
  record Summary(Sentence verdict, Likeness likeness, List<Integer> worst) {

    private static Summary of(Comparison known) {
      Totals totals = Totals.of(known);
      return new Summary(
          ChangeSentence.of(known, totals).sentence(),
          Likeness.of(known, totals),
          new PairRanking(known).moved(MAX_WORST_PAIRS));
    }
  }

  /// True while the pane is shown. Otherwise nothing is counted.
  final BooleanProperty active = new SimpleBooleanProperty();

  /// Empty until the pairs have been counted for the first time.
  final ObjectProperty<Optional<Summary>> summary = new SimpleObjectProperty<>(Optional.empty());

  final ObjectProperty<List<HeaderDifference>> headers = new SimpleObjectProperty<>(List.of());

  private final PaneContext context;
  private final JobSlot<Summary> counting;
  private boolean headersRequested;
  private boolean isStale = true;

  SummaryViewModel(PaneContext context) {
    this.context = context;
    this.counting = new JobSlot<>(context.jobs());
    context.compared().results().revisionProperty().subscribe(this::recount);
    active.subscribe(_ -> counting.whenFree(this::refresh));
  }

  /// Shows a running count before it counts the results that arrived in the meantime, so that new
  /// results cannot delay the summary forever.
  private void recount() {
    isStale = true;
    counting.whenFree(this::refresh);
  }

  ComparisonDocument comparison() {
    return context.compared().comparison();
  }

  private void refresh() {
    if (!active.get() || !isStale) {
      return;
    }
    if (!headersRequested) {
      headersRequested = true;
      readHeaders();
    }
    isStale = false;
    Comparison known = context.compared().results().snapshot();
    if (known.pairs().size() <= MAX_FOREGROUND_PAIRS) {
      summary.set(Optional.of(Summary.of(known)));
      return;
    }
    counting
        .start(
            context.messages().text("compare.summary.job"),
            (_, _) -> Summary.of(known),
            counted -> summary.set(Optional.of(counted)),
            PaneException.orWhole(this::recount))
        .unstoppable();
  }

  private void readHeaders() {
    ComparisonDocument of = comparison();
    context
        .jobs()
        .start(
            context.messages().text("compare.summary.job.headers"),
            (cancellation, _) ->
                HeaderDifference.between(of.sideA(), of.sideB(), of.pairs(), cancellation),
            headers::set,
            PaneException.orPart(this::readHeaders));
  }

  String text(int pair) {
    String name =
        context.messages().sentence(TensorPair.shown(comparison().pairs().get(pair).name()));
    Messages messages = context.messages();
    PairResult result = context.compared().results().result(pair).orElseThrow();
    List<String> parts = new ArrayList<>(List.of(name));
    result
        .relativeL2()
        .ifPresent(it -> parts.add(messages.text("compare.layers.value", messages.rounded(it))));
    if (comparison().weights().areDequantized()) {
      Optional<Figures> figures = result.figures();
      figures
          .map(Figures::sqnr)
          .orElse(OptionalDouble.empty())
          .ifPresent(it -> parts.add(messages.text("compare.fact.sqnr", messages.rounded(it))));
      figures
          .flatMap(Figures::maxAbs)
          .map(it -> messages.text("compare.fact.largest", messages.rounded(it.doubleValue())))
          .ifPresent(parts::add);
    }
    return String.join("  ·  ", parts);
  }

  void select(int pair) {
    Optional<Figures> figures =
        context.compared().results().result(pair).flatMap(PairResult::figures);
    OptionalLong place = figures.map(Figures::maxAbsElement).orElse(OptionalLong.empty());
    OptionalLong first = figures.map(Figures::firstChanged).orElse(OptionalLong.empty());
    context.compared().selection().select(pair, place.orElse(first.orElse(0)));
  }
}
