package io.github.tensorloupe.desktop.pane.hash;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.Batches;
import io.github.tensorloupe.desktop.job.Job;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.job.LatestJob;
import io.github.tensorloupe.desktop.selection.Caret;
import io.github.tensorloupe.desktop.selection.OpenDocument;
import io.github.tensorloupe.desktop.selection.PastedHash;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.integrity.expected.Examination;
import io.github.tensorloupe.integrity.expected.Outlook;
import io.github.tensorloupe.integrity.expected.Verifier;
import io.github.tensorloupe.integrity.hash.ClaimedHash;
import io.github.tensorloupe.integrity.hash.HashKind;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ReadOnlyLongProperty;
import javafx.beans.property.ReadOnlyLongWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.collections.ListChangeListener;

/// What the hash pane shows: of each open file its hashes and whether it is what its surroundings
/// promise, as far as that has been asked for. Small files are hashed by themselves as soon as one
/// looks. Belongs to the FX thread; files are read beside it.
public final class HashViewModel {

  /// Takes less than half a second on most disks.
  static final long SMALL_BYTES = 256_000_000;

  private record Examined(TensorFile file, Examination examination) {}

  private record LookedAt(TensorFile file, Outlook outlook) {}

  private final Selection selection;
  private final Jobs jobs;
  private final Messages messages;
  private final LatestJob examining;
  private final LatestJob looking;
  private final Map<TensorFile, Examination> examinations = new IdentityHashMap<>();
  private final Map<TensorFile, Outlook> outlooks = new IdentityHashMap<>();
  private final Set<TensorFile> begunByItself = new HashSet<>();
  private final BooleanProperty active = new SimpleBooleanProperty();
  private final ReadOnlyObjectWrapper<Optional<TensorFile>> file =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private final ReadOnlyObjectWrapper<Optional<Job>> running =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private final ReadOnlyObjectWrapper<Optional<Failure>> failure =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private final StringProperty claim = new SimpleStringProperty("");
  private final ReadOnlyLongWrapper revision = new ReadOnlyLongWrapper();
  private final ReadOnlyObjectWrapper<Optional<OpenDocument>> document =
      new ReadOnlyObjectWrapper<>(Optional.empty());

  /// @param selection shared with the other panes
  /// @param jobs reads the files
  public HashViewModel(Selection selection, Jobs jobs, Messages messages) {
    this.selection = selection;
    this.jobs = jobs;
    this.messages = messages;
    this.examining = new LatestJob(jobs);
    this.looking = new LatestJob(jobs);
    selection.documentProperty().subscribe(_ -> show(selection.openDocument()));
    selection.caretProperty().subscribe(this::follow);
    active.subscribe(this::beginByItself);
    claim.subscribe(_ -> changed());
    jobs.running().addListener((ListChangeListener<Job>) _ -> noticeEnd());
  }

  /// Whether anybody looks; only then files are hashed without being asked to.
  public BooleanProperty activeProperty() {
    return active;
  }

  private void show(Optional<OpenDocument> opened) {
    // First, so that nothing below tells the answer for a document that is gone.
    claim.set("");
    examining.cancel();
    looking.cancel();
    document.set(opened);
    examinations.clear();
    outlooks.clear();
    begunByItself.clear();
    failure.set(Optional.empty());
    file.set(opened.flatMap(open -> open.checkpoint().files().stream().findFirst()));
    changed();
    beginByItself();
  }

  private void follow(Optional<Caret> caret) {
    caret.map(Caret::file).filter(each -> files().contains(each)).ifPresent(this::turnTo);
  }

  /// Shows another one of the open files.
  void turnTo(TensorFile other) {
    if (file.get().filter(each -> each == other).isEmpty()) {
      // What is asked of one file is not asked of the next.
      claim.set("");
      file.set(Optional.of(other));
      changed();
      beginByItself();
    }
  }

  /// Once for each file, so that what was cancelled does not begin again.
  private void beginByItself() {
    file.get()
        .filter(_ -> active.get() && running.get().isEmpty())
        .filter(each -> each.bytes().length() <= SMALL_BYTES)
        .filter(each -> !examinations.containsKey(each) && begunByItself.add(each))
        .ifPresent(each -> examine(List.of(each)));
    file.get()
        .filter(_ -> active.get())
        .filter(each -> each.bytes().length() > SMALL_BYTES)
        .filter(each -> !outlooks.containsKey(each) && !examinations.containsKey(each))
        .ifPresent(this::lookAt);
  }

  /// Collects what is promised about a file that is too large to be hashed by itself.
  private void lookAt(TensorFile each) {
    looking.start(
        messages.text("hash.job.promises", nameOf(each)),
        (cancellation, _) -> new LookedAt(each, new Verifier().lookAt(each, cancellation)),
        this::take,
        thrown -> failure.set(Optional.of(Failures.of(thrown))));
  }

  private void take(LookedAt found) {
    if (files().contains(found.file())) {
      outlooks.put(found.file(), found.outlook());
      changed();
    }
  }

  /// Hashes the file at hand.
  void examineFile() {
    file.get().ifPresent(each -> examine(List.of(each)));
  }

  /// Hashes all open files that have not been hashed yet.
  void examineAll() {
    examine(files().stream().filter(each -> !examinations.containsKey(each)).toList());
  }

  private void examine(List<TensorFile> wanted) {
    failure.set(Optional.empty());
    Batches<Examined> results = jobs.batches(this::take);
    Job job =
        examining.start(
            wanted.size() == 1
                ? messages.text("hash.job", nameOf(wanted.getFirst()))
                : messages.text("hash.job.all", wanted.size()),
            (cancellation, progress) -> {
              examine(wanted, results, cancellation, progress);
              return results;
            },
            _ -> {},
            thrown -> failure.set(Optional.of(Failures.of(thrown))));
    running.set(Optional.of(job.inBytes().shownBy(Command.SHOW_HASHES)));
    noticeEnd();
  }

  /// Runs beside the FX thread.
  private static void examine(
      List<TensorFile> wanted,
      Batches<Examined> results,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    Verifier verifier = new Verifier();
    long total = wanted.stream().mapToLong(each -> each.bytes().length()).sum();
    long done = 0;
    try {
      for (TensorFile each : wanted) {
        long before = done;
        Progress ofFile = (part, _) -> progress.report(before + part, total);
        results.add(new Examined(each, verifier.examine(each, cancellation, ofFile)));
        done += each.bytes().length();
      }
    } finally {
      // Also what was found out before a failure.
      results.flush();
    }
  }

  private void take(List<Examined> batch) {
    // What comes from a document that is no longer open is dropped.
    batch.stream()
        .filter(each -> files().contains(each.file()))
        .forEach(each -> examinations.put(each.file(), each.examination()));
    changed();
  }

  /// A job that is cancelled, here or elsewhere, just vanishes from the running ones.
  private void noticeEnd() {
    if (running.get().filter(job -> !jobs.running().contains(job)).isPresent()) {
      running.set(Optional.empty());
      changed();
      beginByItself();
    }
  }

  /// Stops what runs; what has been found out stays.
  void cancel() {
    running.get().ifPresent(Job::cancel);
  }

  private void changed() {
    revision.set(revision.get() + 1);
    file.get().ifPresent(this::tellAnswer);
  }

  /// For the other panes; what is not answered yet leaves the answer before as it is.
  private void tellAnswer(TensorFile asked) {
    switch (claimAnswer()) {
      case ClaimAnswer.NotAsked _, ClaimAnswer.Unreadable _, ClaimAnswer.Waits _ -> {}
      case ClaimAnswer.Matches(HashKind kind) ->
          selection.tell(new PastedHash.Same(asked, kind.title()));
      case ClaimAnswer.Differs(ClaimedHash claimed) ->
          selection.tell(new PastedHash.Other(asked, claimed.isSha256()));
    }
  }

  /// The hash that somebody has from elsewhere, as it was typed; about the file at hand.
  StringProperty claimProperty() {
    return claim;
  }

  /// What there is to say of [#claimProperty()]; changes with [#revisionProperty()].
  ClaimAnswer claimAnswer() {
    return ClaimAnswer.of(
        claim.get(), file.get().flatMap(this::examination).map(Examination::hashes));
  }

  /// The document that the open files are of.
  ReadOnlyObjectProperty<Optional<OpenDocument>> documentProperty() {
    return document.getReadOnlyProperty();
  }

  /// The open files.
  List<TensorFile> files() {
    return document.get().map(open -> open.checkpoint().files()).orElse(List.of());
  }

  /// The file at hand: that of the selected tensor; empty where nothing is open.
  ReadOnlyObjectProperty<Optional<TensorFile>> fileProperty() {
    return file.getReadOnlyProperty();
  }

  /// What runs now.
  ReadOnlyObjectProperty<Optional<Job>> runningProperty() {
    return running.getReadOnlyProperty();
  }

  /// Why files could not be read, for a person.
  ReadOnlyObjectProperty<Optional<Failure>> failureProperty() {
    return failure.getReadOnlyProperty();
  }

  /// Goes up when other files are shown or more is known of them.
  ReadOnlyLongProperty revisionProperty() {
    return revision.getReadOnlyProperty();
  }

  /// What is known of a file; empty while it has not been hashed.
  Optional<Examination> examination(TensorFile each) {
    return Optional.ofNullable(examinations.get(each));
  }

  /// What is promised about a file that has not been hashed, as far as that is known.
  Optional<Outlook> outlook(TensorFile each) {
    return Optional.ofNullable(outlooks.get(each));
  }

  /// A file's name in one line.
  static String nameOf(TensorFile file) {
    return DisplayText.of(String.valueOf(file.path().getFileName()));
  }
}
