package io.github.tensorloupe.desktop.pane.hex.find;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.error.Feedback;
import io.github.tensorloupe.desktop.job.Batches;
import io.github.tensorloupe.desktop.job.Job;
import io.github.tensorloupe.desktop.job.JobSlot;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.hex.find.QueryReader.FindKind;
import io.github.tensorloupe.desktop.pane.hex.find.QueryReader.Reading;
import io.github.tensorloupe.desktop.pane.hex.search.MatchCounts;
import io.github.tensorloupe.desktop.pane.hex.search.SearchQuery;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.selection.Selection.Caret;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;

/// Searches from the caret and puts the caret on the match. Belongs to the FX thread; searching and
/// counting run in the background.
public final class FindViewModel {

  private static final double[] NO_MARKS = {};

  final ObjectProperty<FindKind> kind = new SimpleObjectProperty<>(FindKind.BYTES);
  final StringProperty text = new SimpleStringProperty("");

  /// True to ignore the case of letters in a text.
  final BooleanProperty ignoreCase = new SimpleBooleanProperty();

  /// True to search only the selected tensor, false to search the whole file.
  final BooleanProperty inTensor = new SimpleBooleanProperty();

  final ObjectProperty<Reading> note = new SimpleObjectProperty<>(Reading.NOTHING);
  final ObservableValue<Boolean> busy;

  /// The number of the current match, as `3 of 1,204`, or the state of counting; empty text without
  /// a match.
  final StringProperty count = new SimpleStringProperty("");

  final ObjectProperty<Optional<Failure>> countFailure =
      new SimpleObjectProperty<>(Optional.empty());

  private final Selection selection;
  private final Messages messages;
  private final JobSlot<SearchQuery.Outcome> searching;
  private final JobSlot<MatchCounts> counting;
  private final JobSlot<Long> ranking;
  private final ObjectProperty<Optional<ByteRange>> match =
      new SimpleObjectProperty<>(Optional.empty());
  private final ObjectProperty<double[]> marks = new SimpleObjectProperty<>(NO_MARKS);
  private Optional<SearchQuery> lastQuery = Optional.empty();

  /// The query whose matches have been or are being counted.
  private Optional<SearchQuery> counted = Optional.empty();

  private Optional<MatchCounts> counts = Optional.empty();

  public FindViewModel(Selection selection, Jobs jobs, Messages messages) {
    this.selection = selection;
    this.messages = messages;
    this.searching = new JobSlot<>(jobs);
    this.counting = new JobSlot<>(jobs);
    this.ranking = new JobSlot<>(jobs);
    this.busy = searching.jobProperty().map(Optional::isPresent);
    searching.onStop(() -> say("find.stopped"));
    selection.documentProperty().subscribe(_ -> forget());
    selection.caretProperty().subscribe(this::onCaretMoved);
    Stream.of(kind, text, ignoreCase, inTensor).forEach(wish -> wish.subscribe(_ -> reread()));
  }

  /// Clears the results when the caret moves to another file.
  private void onCaretMoved(Optional<Caret> caret) {
    if (lastQuery.isPresent() && !caret.map(Caret::file).equals(lastQuery.map(SearchQuery::file))) {
      forget();
    }
  }

  private void reread() {
    forget();
    read().ifPresent(note::set);
  }

  /// Stops the search and clears its results. The typed query stays.
  void forget() {
    searching.clear();
    forgetCount();
    match.set(Optional.empty());
    note.set(Reading.NOTHING);
    lastQuery = Optional.empty();
  }

  /// Parses the query; empty if no file is open.
  private Optional<Reading> read() {
    return selection.caretProperty().get().map(caret -> read(caret.file()));
  }

  private Reading read(TensorFile file) {
    Optional<TensorRef> tensor = selection.tensorProperty().get().filter(_ -> inTensor.get());
    return inTensor.get() && tensor.isEmpty()
        ? Reading.of(Feedback.refused(messages.text("find.no-tensor")))
        : new QueryReader(tensor.map(TensorRef::file).orElse(file), tensor, messages)
            .read(kind.get(), text.get(), ignoreCase.get());
  }

  public void findNext() {
    read().ifPresent(reading -> find(reading, true));
  }

  public void findPrevious() {
    read().ifPresent(reading -> find(reading, false));
  }

  private void find(Reading reading, boolean forward) {
    if (reading.query().isEmpty()) {
      Feedback empty = Feedback.refused(messages.text("find.bytes.empty"));
      note.set(reading.equals(Reading.NOTHING) ? Reading.of(empty) : reading);
      return;
    }
    SearchQuery query = reading.query().get();
    Caret caret = selection.caretProperty().get().orElseThrow();
    long here = caret.file() == query.file() ? caret.byteOffset() : 0;
    // Skips the match at the caret.
    boolean isOnMatch =
        lastQuery.equals(reading.query())
            && match.get().filter(found -> found.begin() == here).isPresent();
    long from = forward && isOnMatch ? query.nextStart(match.get().orElseThrow()) : here;
    note.set(Reading.NOTHING);
    searching
        .start(
            messages.text("find.job.search"),
            (cancellation, report) -> query.search(forward, from, cancellation, report),
            outcome -> show(query, outcome, forward),
            failure -> note.set(Reading.of(Feedback.failed(failure, messages))))
        .inBytes();
  }

  private void show(SearchQuery query, SearchQuery.Outcome outcome, boolean forward) {
    lastQuery = Optional.of(query);
    match.set(outcome.match());
    Optional<TensorRef> tensor = query.tensor();
    if (outcome.match().isEmpty()) {
      forgetCount();
      say(
          tensor.isEmpty() ? "find.none" : "find.none.in-tensor",
          tensor.map(only -> DisplayText.of(only.info().name())).stream().toArray());
      return;
    }
    ByteRange found = outcome.match().get();
    if (outcome.wrapped()) {
      say(forward ? "find.wrapped.forward" : "find.wrapped.backward");
    } else {
      read().ifPresent(note::set);
    }
    tensor.ifPresentOrElse(
        only -> selection.select(only, found.begin()),
        () -> selection.placeCaret(query.file(), found.begin()));
    if (!counted.equals(lastQuery)) {
      count(query);
    } else if (counts.isPresent()) {
      rank(query, counts.get());
    }
  }

  private void forgetCount() {
    counting.clear();
    ranking.clear();
    counted = Optional.empty();
    counts = Optional.empty();
    marks.set(NO_MARKS);
    count.set("");
    countFailure.set(Optional.empty());
  }

  private void count(SearchQuery query) {
    forgetCount();
    counted = Optional.of(query);
    Batches<MatchCounts> batches = counting.batches(parts -> marks.set(parts.getLast().marks()));
    count.set(messages.text("find.counting"));
    counting.start(
        messages.text("find.job.count"),
        (cancellation, progress) -> query.count(batches::add, cancellation, progress),
        all -> {
          counts = Optional.of(all);
          marks.set(all.marks());
          rank(query, all);
        },
        this::countFailed);
  }

  private void rank(SearchQuery query, MatchCounts all) {
    long begin = match.get().orElseThrow().begin();
    ranking.start(
        messages.text("find.job.count"),
        (cancellation, _) -> query.countBefore(all, begin, cancellation),
        before -> {
          String which = messages.count(before + 1);
          count.set(messages.text("find.count", which, messages.count(all.total())));
        },
        this::countFailed);
  }

  private void countFailed(Throwable cause) {
    Failure failed = Failures.of(cause).doing(messages.text("find.job.count"));
    count.set(messages.sentence(failed.sentence()));
    countFailure.set(Optional.of(failed));
  }

  private void say(String key, Object... arguments) {
    note.set(Reading.of(Feedback.done(messages.text(key, arguments))));
  }

  /// Stops the search; returns true if one was running.
  boolean stop() {
    boolean ran = searching.isRunning();
    searching.stop();
    return ran;
  }

  /// Returns the progress of the search, from 0 to 1, or [Job#INDETERMINATE].
  ObservableValue<Number> progressProperty() {
    return searching.progressProperty();
  }

  /// Returns the last match, as file offsets in the file of the caret.
  public ReadOnlyObjectProperty<Optional<ByteRange>> matchProperty() {
    return match;
  }

  /// Returns the positions of matches in the file, as ascending fractions from 0 to 1; must not be
  /// modified. Empty without a match, and incomplete while matches are counted.
  public ReadOnlyObjectProperty<double[]> marksProperty() {
    return marks;
  }
}
