package io.github.tensorloupe.desktop.pane.hex.find;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.search.SearchQuery;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.Job;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.job.LatestJob;
import io.github.tensorloupe.desktop.pane.hex.find.QueryReader.FindKind;
import io.github.tensorloupe.desktop.pane.hex.find.QueryReader.Reading;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.selection.Selection.Caret;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.TensorRef;

/// Finds things from the caret on and puts the caret there. Belongs to the FX thread; searching and
/// counting run beside it.
public final class FindViewModel {

  private final Selection selection;
  private final Messages messages;
  private final LatestJob searching;
  private final MatchTally tally;
  private final ObjectProperty<FindKind> kind = new SimpleObjectProperty<>(FindKind.BYTES);
  private final StringProperty text = new SimpleStringProperty("");
  private final BooleanProperty ignoreCase = new SimpleBooleanProperty();
  private final BooleanProperty inTensor = new SimpleBooleanProperty();
  private final ReadOnlyObjectWrapper<Note> note = new ReadOnlyObjectWrapper<>(Note.NONE);
  private final ReadOnlyObjectWrapper<Optional<ByteRange>> match =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private final ObjectProperty<Job> current = new SimpleObjectProperty<>();
  private final BooleanBinding busy;
  private Optional<SearchQuery> lastQuery = Optional.empty();

  /// @param selection shared with the panes; says which file and tensor are searched
  public FindViewModel(Selection selection, Jobs jobs, Messages messages) {
    this.selection = selection;
    this.messages = messages;
    this.searching = new LatestJob(jobs);
    this.busy =
        Bindings.createBooleanBinding(
            () -> jobs.running().contains(current.get()), current, jobs.running());
    this.tally = new MatchTally(jobs, messages);
    selection.documentProperty().subscribe(_ -> forget());
    selection.caretProperty().subscribe(this::follow);
    Stream.of(kind, text, ignoreCase, inTensor).forEach(wish -> wish.subscribe(_ -> reread()));
  }

  /// Matches in another file mean nothing here.
  private void follow(Optional<Caret> caret) {
    if (lastQuery.isPresent() && !caret.map(Caret::file).equals(lastQuery.map(SearchQuery::file))) {
      forget();
    }
  }

  /// Forgets what was found and says what is wrong with what is wanted now.
  private void reread() {
    forget();
    read().ifPresent(reading -> note.set(reading.note()));
  }

  /// Ends the search and forgets what was found; what is wanted stays.
  void forget() {
    stop();
    tally.clear();
    match.set(Optional.empty());
    note.set(Note.NONE);
    lastQuery = Optional.empty();
  }

  private Optional<Reading> read() {
    return selection.caretProperty().get().map(this::read);
  }

  private Reading read(Caret caret) {
    Optional<TensorRef> tensor = selection.tensorProperty().get().filter(_ -> inTensor.get());
    return inTensor.get() && tensor.isEmpty()
        ? Reading.refused(messages.text("find.no-tensor"), Optional.empty())
        : new QueryReader(tensor.map(TensorRef::file).orElse(caret.file()), tensor, messages)
            .read(kind.get(), text.get(), ignoreCase.get());
  }

  /// Looks for the next match behind the caret.
  public void findNext() {
    find(true);
  }

  /// Looks for the match before the caret.
  public void findPrevious() {
    find(false);
  }

  private void find(boolean forward) {
    read()
        .ifPresent(
            reading -> {
              if (reading.query().isPresent()) {
                find(reading.query().get(), forward);
              } else if (reading.equals(Reading.NOTHING)) {
                note.set(Note.refused(messages.text("find.bytes.empty"), Optional.empty()));
              } else {
                note.set(reading.note());
              }
            });
  }

  private void find(SearchQuery query, boolean forward) {
    stop();
    Caret caret = selection.caretProperty().get().orElseThrow();
    long here = caret.file() == query.file() ? caret.byteOffset() : 0;
    // The match that the caret was put on is not found again.
    boolean isOnMatch =
        lastQuery.equals(Optional.of(query))
            && match.get().filter(found -> found.begin() == here).isPresent();
    long from = forward && isOnMatch ? here + 1 : here;
    note.set(Note.NONE);
    current.set(
        searching
            .start(
                messages.text("find.job.search"),
                (cancellation, report) -> query.search(forward, from, cancellation, report),
                outcome -> show(query, outcome, forward),
                failure ->
                    note.set(Note.failed(messages.sentence(Failures.sentence(failure)), failure)))
            .inBytes());
  }

  private void show(SearchQuery query, SearchQuery.Outcome outcome, boolean forward) {
    lastQuery = Optional.of(query);
    match.set(outcome.match());
    if (outcome.match().isEmpty()) {
      tally.clear();
      note.set(Note.said(nothingFound(query)));
      return;
    }
    ByteRange found = outcome.match().get();
    if (outcome.wrapped()) {
      note.set(
          Note.said(messages.text(forward ? "find.wrapped.forward" : "find.wrapped.backward")));
    } else {
      read().ifPresent(reading -> note.set(reading.note()));
    }
    query
        .tensor()
        .ifPresentOrElse(
            tensor -> selection.select(tensor, found.begin()),
            () -> selection.placeCaret(query.file(), found.begin()));
    tally.show(query, found);
  }

  private String nothingFound(SearchQuery query) {
    return query
        .tensor()
        .map(tensor -> messages.text("find.none.in-tensor", DisplayText.of(tensor.info().name())))
        .orElseGet(() -> messages.text("find.none"));
  }

  /// Stops a search that runs.
  ///
  /// @return true if one ran
  boolean stop() {
    boolean ran = busy.get();
    searching.cancel();
    current.set(null);
    if (ran) {
      note.set(Note.said(messages.text("find.stopped")));
    }
    return ran;
  }

  /// Types what was offered instead.
  void takeOffer() {
    note.get().offer().ifPresent(text::set);
  }

  public ObjectProperty<FindKind> kindProperty() {
    return kind;
  }

  public StringProperty textProperty() {
    return text;
  }

  /// True while small and capital letters of a text are the same.
  public BooleanProperty ignoreCaseProperty() {
    return ignoreCase;
  }

  /// True while only the selected tensor is searched, else the whole file.
  public BooleanProperty inTensorProperty() {
    return inTensor;
  }

  ReadOnlyObjectProperty<Note> noteProperty() {
    return note.getReadOnlyProperty();
  }

  BooleanBinding busyProperty() {
    return busy;
  }

  /// The progress of the search, from 0 to 1, or [Job#INDETERMINATE].
  ObservableValue<Number> progressProperty() {
    return current.<Number>flatMap(Job::progressProperty).orElse(Job.INDETERMINATE);
  }

  MatchTally tally() {
    return tally;
  }

  /// The match that was found last, as file offsets in the file of the caret.
  public ReadOnlyObjectProperty<Optional<ByteRange>> matchProperty() {
    return match.getReadOnlyProperty();
  }

  /// The positions of matches in the file, as fractions from 0 to 1, ascending; not to be changed.
  /// Empty where nothing was found.
  public ReadOnlyObjectProperty<double[]> marksProperty() {
    return tally.marksProperty();
  }

  /// The note below the fields of the bar.
  ///
  /// @param text a sentence or a few words; may be empty
  /// @param isRefusal true if it tells why nothing can be found
  /// @param offer what could be typed instead
  /// @param failure what can be copied, where searching has failed
  record Note(String text, boolean isRefusal, Optional<String> offer, Optional<Failure> failure) {

    static final Note NONE = said("");

    static Note said(String text) {
      return new Note(text, false, Optional.empty(), Optional.empty());
    }

    static Note refused(String sentence, Optional<String> offer) {
      return new Note(sentence, true, offer, Optional.empty());
    }

    static Note failed(String sentence, Throwable cause) {
      return new Note(sentence, true, Optional.empty(), Optional.of(Failures.of(cause, sentence)));
    }
  }
}
