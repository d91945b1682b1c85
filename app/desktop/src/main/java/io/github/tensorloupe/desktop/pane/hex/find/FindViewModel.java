package io.github.tensorloupe.desktop.pane.hex.find;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.Job;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.job.LatestJob;
import io.github.tensorloupe.desktop.pane.hex.find.FindQuery.FindKind;
import io.github.tensorloupe.desktop.pane.hex.find.FindQuery.Outcome;
import io.github.tensorloupe.desktop.pane.hex.find.QueryReader.Result;
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
  private final QueryReader reader;
  private final LatestJob searching;
  private final ObservableList<Job> running;
  private final MatchTally tally;
  private final ObjectProperty<FindKind> kind = new SimpleObjectProperty<>(FindKind.BYTES);
  private final StringProperty text = new SimpleStringProperty("");
  private final BooleanProperty ignoreCase = new SimpleBooleanProperty();
  private final BooleanProperty inTensor = new SimpleBooleanProperty();
  private final ReadOnlyObjectWrapper<Note> note = new ReadOnlyObjectWrapper<>(Note.NONE);
  private final ReadOnlyObjectWrapper<Optional<ByteRange>> match =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private final ReadOnlyBooleanWrapper busy = new ReadOnlyBooleanWrapper();
  private final ReadOnlyDoubleWrapper progress = new ReadOnlyDoubleWrapper(Job.INDETERMINATE);
  private Optional<FindQuery> lastQuery = Optional.empty();
  private Optional<Job> current = Optional.empty();

  /// @param selection shared with the panes; says which file and tensor are searched
  /// @param jobs runs the searching
  public FindViewModel(Selection selection, Jobs jobs, Messages messages) {
    this.selection = selection;
    this.messages = messages;
    this.reader = new QueryReader(messages);
    this.searching = new LatestJob(jobs);
    this.running = jobs.running();
    this.tally = new MatchTally(jobs, messages);
    running.addListener((ListChangeListener<Job>) _ -> noticeEnd());
    selection.documentProperty().subscribe(_ -> forget());
    selection.caretProperty().subscribe(this::follow);
    kind.subscribe(_ -> reread());
    text.subscribe(_ -> reread());
    ignoreCase.subscribe(_ -> reread());
    inTensor.subscribe(_ -> reread());
  }

  /// Matches in another file mean nothing here.
  private void follow(Optional<Caret> caret) {
    boolean isElsewhere =
        lastQuery.isPresent()
            && caret.filter(here -> here.file() == lastQuery.get().file()).isEmpty();
    if (isElsewhere) {
      forget();
    }
  }

  /// Forgets what was found and says what is wrong with what is wanted now.
  private void reread() {
    forget();
    read().ifPresent(this::feedback);
  }

  private void feedback(Result reading) {
    note.set(
        switch (reading) {
          case Result.Empty() -> Note.NONE;
          case Result.Ready ready -> Note.said(ready.feedback().orElse(""));
          case Result.Refused(String sentence, Optional<String> offer) ->
              Note.refused(sentence, offer);
        });
  }

  /// Ends the search and forgets what was found; what is wanted stays.
  void forget() {
    stop();
    tally.clear();
    match.set(Optional.empty());
    note.set(Note.NONE);
    lastQuery = Optional.empty();
  }

  private Optional<Result> read() {
    return selection.caretProperty().get().map(this::read);
  }

  private Result read(Caret caret) {
    Optional<TensorRef> tensor = selection.tensorProperty().get();
    if (inTensor.get() && tensor.isEmpty()) {
      return new Result.Refused(messages.text("find.no-tensor"), Optional.empty());
    }
    return inTensor.get()
        ? reader.read(kind.get(), text.get(), ignoreCase.get(), tensor.get().file(), tensor)
        : reader.read(kind.get(), text.get(), ignoreCase.get(), caret.file(), Optional.empty());
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
    Optional<Result> reading = read();
    if (reading.isEmpty()) {
      return;
    }
    switch (reading.get()) {
      case Result.Ready(FindQuery query, _) -> find(query, forward);
      case Result.Empty() -> note.set(Note.refused(messages.text("find.bytes.empty")));
      case Result.Refused refused -> feedback(refused);
    }
  }

  private void find(FindQuery query, boolean forward) {
    stop();
    Caret caret = selection.caretProperty().get().orElseThrow();
    long here = caret.file() == query.file() ? caret.byteOffset() : 0;
    // The match that the caret was put on is not found again.
    boolean isOnMatch =
        lastQuery.equals(Optional.of(query))
            && match.get().filter(found -> found.begin() == here).isPresent();
    long from = forward && isOnMatch ? here + 1 : here;
    note.set(Note.NONE);
    Job job =
        searching
            .start(
                messages.text("find.job.search"),
                (cancellation, report) ->
                    Outcome.search(query, forward, from, cancellation, report),
                outcome -> show(query, outcome, forward),
                failure ->
                    note.set(Note.failed(messages.sentence(Failures.sentence(failure)), failure)))
            .inBytes();
    if (running.contains(job)) {
      current = Optional.of(job);
      progress.bind(job.progressProperty());
      busy.set(true);
    }
  }

  private void show(FindQuery query, Outcome outcome, boolean forward) {
    lastQuery = Optional.of(query);
    match.set(outcome.match());
    if (outcome.match().isEmpty()) {
      tally.clear();
      note.set(Note.said(nothingFound(query)));
      return;
    }
    ByteRange found = outcome.match().get();
    if (outcome.wrapped()) {
      String key = forward ? "find.wrapped.forward" : "find.wrapped.backward";
      note.set(Note.said(messages.text(key)));
    } else {
      read().ifPresent(this::feedback);
    }
    placeCaret(query, found.begin());
    tally.show(query, found);
  }

  private void placeCaret(FindQuery query, long byteOffset) {
    query
        .tensor()
        .ifPresentOrElse(
            tensor -> selection.select(tensor, byteOffset),
            () -> selection.placeCaret(query.file(), byteOffset));
  }

  private String nothingFound(FindQuery query) {
    return query
        .tensor()
        .map(tensor -> messages.text("find.none.in-tensor", DisplayText.of(tensor.info().name())))
        .orElseGet(() -> messages.text("find.none"));
  }

  private void noticeEnd() {
    if (current.isPresent() && !running.contains(current.get())) {
      settle();
    }
  }

  private void settle() {
    current = Optional.empty();
    progress.unbind();
    progress.set(Job.INDETERMINATE);
    busy.set(false);
  }

  /// Stops a search that runs.
  ///
  /// @return true if one ran
  boolean stop() {
    boolean ran = busy.get();
    searching.cancel();
    settle();
    if (ran) {
      note.set(Note.said(messages.text("find.stopped")));
    }
    return ran;
  }

  /// Types what was offered instead.
  void takeOffer() {
    note.get().offer().ifPresent(text::set);
  }

  /// The kind of thing to search for.
  public ObjectProperty<FindKind> kindProperty() {
    return kind;
  }

  /// The text to search for, as typed.
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

  ReadOnlyBooleanProperty busyProperty() {
    return busy.getReadOnlyProperty();
  }

  /// The progress of the search, from 0 to 1, or [Job#INDETERMINATE].
  ReadOnlyDoubleProperty progressProperty() {
    return progress.getReadOnlyProperty();
  }

  /// Which of how many matches is shown; empty text where that is not known.
  ReadOnlyStringProperty countProperty() {
    return tally.wordsProperty();
  }

  /// Why the matches could not be counted.
  ReadOnlyObjectProperty<Optional<Failure>> countFailureProperty() {
    return tally.failureProperty();
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

    static Note refused(String sentence) {
      return refused(sentence, Optional.empty());
    }

    static Note refused(String sentence, Optional<String> offer) {
      return new Note(sentence, true, offer, Optional.empty());
    }

    static Note failed(String sentence, Throwable cause) {
      return new Note(sentence, true, Optional.empty(), Optional.of(Failures.of(cause, sentence)));
    }
  }
}
