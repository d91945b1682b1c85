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
import io.github.tensorloupe.compare.report.ComparisonJson;
import io.github.tensorloupe.compare.report.HeaderDifference;
import io.github.tensorloupe.compare.report.HtmlReport;
import io.github.tensorloupe.compare.report.PairRanking;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.error.Feedback;
import io.github.tensorloupe.desktop.error.PaneException;
import io.github.tensorloupe.desktop.pane.ComparisonContext;
import io.github.tensorloupe.desktop.selection.OpenComparison;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.export.FileExport;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.text.Sentences;
import io.github.tensorloupe.work.Work;
import java.nio.file.Path;

/// The summary of a comparison as far as its results are known. Belongs to the FX thread.
public final class SummaryViewModel {

  /// More pairs take longer than a frame.
  private static final int MOST_AT_ONCE = 10_000;

  private static final int MOST_WORST = 10;

  /// What is known of the whole comparison.
  ///
  /// @param worst the indexes of the pairs that differ most
  record Summary(Totals totals, Sentence verdict, Likeness likeness, List<Integer> worst) {

    private static Summary of(Comparison known) {
      Totals totals = Totals.of(known);
      return new Summary(
          totals,
          ChangeSentence.of(known, totals).sentence(),
          Likeness.of(known, totals),
          PairRanking.worst(known.results(), MOST_WORST));
    }
  }

  /// A number of pairs, and the words of the filter that show them.
  ///
  /// @param name as in the keys of messages
  record Count(String name, long pairs, String filter) {}

  private final ComparisonContext context;
  private final Messages messages;
  private final BooleanProperty active = new SimpleBooleanProperty();
  private final ObjectProperty<Optional<Summary>> summary =
      new SimpleObjectProperty<>(Optional.empty());
  private final ObjectProperty<List<HeaderDifference>> headers =
      new SimpleObjectProperty<>(List.of());
  private final ObjectProperty<Optional<Feedback>> feedback =
      new SimpleObjectProperty<>(Optional.empty());
  private boolean headersAsked;
  private boolean isCounting;
  private boolean isStale = true;

  SummaryViewModel(ComparisonContext context) {
    this.context = context;
    this.messages = context.messages();
    context
        .results()
        .revisionProperty()
        .subscribe(
            () -> {
              isStale = true;
              refresh();
            });
    active.subscribe(_ -> refresh());
  }

  /// True while somebody looks. While nobody does, nothing is counted.
  BooleanProperty activeProperty() {
    return active;
  }

  /// Empty until the pairs have been counted for the first time.
  ReadOnlyObjectProperty<Optional<Summary>> summaryProperty() {
    return summary;
  }

  /// How the files differ beside their tensors.
  ReadOnlyObjectProperty<List<HeaderDifference>> headersProperty() {
    return headers;
  }

  /// What became of the last report.
  ReadOnlyObjectProperty<Optional<Feedback>> feedbackProperty() {
    return feedback;
  }

  OpenComparison comparison() {
    return context.comparison();
  }

  private void refresh() {
    if (!active.get() || !isStale || isCounting) {
      return;
    }
    if (!headersAsked) {
      headersAsked = true;
      readHeaders();
    }
    isStale = false;
    Comparison known = context.results().known();
    if (known.pairs().size() <= MOST_AT_ONCE) {
      summary.set(Optional.of(Summary.of(known)));
      return;
    }
    isCounting = true;
    context
        .jobs()
        .start(
            messages.text("compare.summary.job"),
            (_, _) -> Summary.of(known),
            this::finish,
            PaneException.orWhole(this::refresh))
        .unstoppable();
  }

  /// Results that arrived meanwhile are counted next, so that they do not put it off for ever.
  private void finish(Summary counted) {
    isCounting = false;
    summary.set(Optional.of(counted));
    refresh();
  }

  private void readHeaders() {
    OpenComparison of = comparison();
    context
        .jobs()
        .start(
            messages.text("compare.summary.job.headers"),
            (cancellation, _) ->
                HeaderDifference.between(of.sideA(), of.sideB(), of.pairs(), cancellation),
            headers::set,
            failure -> tell(Feedback.failed(failure, messages)));
  }

  /// The kinds of pairs that there are.
  static List<Count> counts(Totals totals) {
    return Stream.of(
            new Count("values", totals.values(), "values"),
            new Count("dtype", totals.dtype(), "dtype"),
            new Count("shape", totals.shape(), "shape"),
            new Count("only-a", totals.removed(), "only:a"),
            new Count("only-b", totals.added(), "only:b"),
            new Count("renamed", totals.renamed(), "renamed"),
            new Count("unreadable", totals.unreadable(), "unreadable"),
            new Count("equal", totals.equal(), "equal"),
            new Count("pending", totals.pending(), "pending"))
        .filter(count -> count.pairs() > 0)
        .toList();
  }

  /// Lets the tree of pairs show these alone.
  void filter(Count count) {
    context.selection().filterProperty().set(count.filter());
  }

  TensorPair pair(int pair) {
    return comparison().pairs().get(pair);
  }

  Optional<Figures> figures(int pair) {
    return context.results().result(pair).flatMap(PairResult::figures);
  }

  /// Selects the element of a pair that differs most.
  void select(int pair) {
    OptionalLong place = figures(pair).map(Figures::maxAbsElement).orElse(OptionalLong.empty());
    OptionalLong first = figures(pair).map(Figures::firstChanged).orElse(OptionalLong.empty());
    context.selection().select(pair, place.orElse(first.orElse(0)));
  }

  /// The share of the elements of a pair that changed.
  double share(int pair) {
    long count = context.results().result(pair).map(PairResult::count).orElseThrow().orElse(0);
    return count == 0 ? 0 : (double) figures(pair).orElseThrow().changed() / count;
  }

  /// Writes what is known as a web page.
  void saveHtml(Path file) {
    Comparison known = context.results().known();
    List<Path> open = openFiles();
    Sentences language = Sentences.in(Locale.forLanguageTag(messages.language().tag()));
    save(
        file,
        (cancellation, progress) -> {
          FileExport.check(file, true, open);
          String page = HtmlReport.of(known, language, cancellation, progress);
          FileExport.writeText(file, page, true, open);
          return file;
        });
  }

  /// Writes what is known as JSON Lines.
  void saveJson(Path file) {
    Comparison known = context.results().known();
    List<Path> open = openFiles();
    save(
        file,
        (cancellation, _) -> {
          Stream<String> lines =
              ComparisonJson.lines(
                  known,
                  Totals.of(known),
                  known.a().path().toString(),
                  known.b().path().toString());
          FileExport.writeLines(file, lines, true, open, cancellation);
          return file;
        });
  }

  private List<Path> openFiles() {
    return Stream.of(comparison().a(), comparison().b())
        .flatMap(document -> document.paths().stream())
        .toList();
  }

  private void save(Path file, Work<Path> writing) {
    String name = DisplayText.of(String.valueOf(file.getFileName()));
    context
        .jobs()
        .startToEnd(
            messages.text("compare.report.job", name),
            writing,
            _ -> tell(Feedback.done(messages.text("compare.report.saved", name))),
            failure -> {
              String reason = messages.sentence(Failures.sentence(failure));
              tell(Feedback.failed(messages.text("compare.report.not-saved", reason), failure));
            })
        .writing(() -> Optional.of(file));
  }

  private void tell(Feedback told) {
    feedback.set(Optional.of(told));
  }
}
