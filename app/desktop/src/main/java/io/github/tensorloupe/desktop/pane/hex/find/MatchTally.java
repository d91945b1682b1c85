package io.github.tensorloupe.desktop.pane.hex.find;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.search.MatchCounter;
import io.github.tensorloupe.analysis.search.MatchCounts;
import io.github.tensorloupe.analysis.search.SearchQuery;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.job.LatestJob;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.work.Batches;

/// The number of matches, where, and which of them is shown: counted beside the search, once for
/// each query. Belongs to the FX thread.
final class MatchTally {

  private static final double[] NO_MARKS = {};

  private final Jobs jobs;
  private final LatestJob counting;
  private final LatestJob ranking;
  private final Messages messages;
  private final ObjectProperty<double[]> marks = new SimpleObjectProperty<>(NO_MARKS);
  private final StringProperty words = new SimpleStringProperty("");
  private final ObjectProperty<Optional<Failure>> failure =
      new SimpleObjectProperty<>(Optional.empty());
  private Optional<SearchQuery> query = Optional.empty();
  private Optional<MatchCounts> counts = Optional.empty();
  private long match;

  MatchTally(Jobs jobs, Messages messages) {
    this.jobs = jobs;
    this.counting = new LatestJob(jobs);
    this.ranking = new LatestJob(jobs);
    this.messages = messages;
  }

  void clear() {
    counting.cancel();
    ranking.cancel();
    query = Optional.empty();
    counts = Optional.empty();
    marks.set(NO_MARKS);
    words.set("");
    failure.set(Optional.empty());
  }

  private void fail(Throwable cause) {
    Failure failed = Failures.of(cause).doing(messages.text("find.job.count"));
    words.set(messages.sentence(failed.sentence()));
    failure.set(Optional.of(failed));
  }

  /// Tells which match is shown, and counts them all unless that has been done or begun.
  ///
  /// @param shownMatch file offset of its first byte
  void show(SearchQuery shown, long shownMatch) {
    match = shownMatch;
    if (!query.equals(Optional.of(shown))) {
      clear();
      query = Optional.of(shown);
      count(shown);
    } else if (counts.isPresent()) {
      rank(shown, counts.get());
    }
  }

  private void count(SearchQuery counted) {
    // What arrives after the next query has begun is of no use any more.
    Batches<MatchCounts> batches =
        jobs.batches(
            parts -> {
              if (query.equals(Optional.of(counted)) && counts.isEmpty()) {
                marks.set(parts.getLast().marks());
              }
            });
    words.set(messages.text("find.counting"));
    counting.start(
        messages.text("find.job.count"),
        (cancellation, progress) ->
            MatchCounter.besideOthers()
                .count(
                    counted.file().bytes(), counted.areas(), batches::add, cancellation, progress),
        all -> {
          counts = Optional.of(all);
          marks.set(all.marks());
          rank(counted, all);
        },
        this::fail);
  }

  private void rank(SearchQuery ranked, MatchCounts all) {
    long begin = match;
    ranking.start(
        messages.text("find.job.count"),
        (cancellation, _) ->
            MatchCounter.besideOthers()
                .countBefore(ranked.file().bytes(), ranked.areas(), all, begin, cancellation),
        before -> {
          String which = messages.count(before + 1);
          words.set(messages.text("find.count", which, messages.count(all.total())));
        },
        this::fail);
  }

  /// The positions of matches in the file, as fractions from 0 to 1, as far as they have been
  /// counted.
  ReadOnlyObjectProperty<double[]> marksProperty() {
    return marks;
  }

  ReadOnlyObjectProperty<Optional<Failure>> failureProperty() {
    return failure;
  }

  /// Which of how many matches is shown: `3 of 1,204`; empty text where that is not known.
  ReadOnlyStringProperty wordsProperty() {
    return words;
  }
}
