package io.github.tensorloupe.desktop.pane.hash;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.Batches;
import io.github.tensorloupe.desktop.job.Job;
import io.github.tensorloupe.desktop.job.JobSlot;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.PastedHash;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.selection.Selection.Caret;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.integrity.expected.Check;
import io.github.tensorloupe.integrity.expected.Verifier;
import io.github.tensorloupe.integrity.expected.Verifier.Examination;
import io.github.tensorloupe.integrity.expected.Verifier.PendingChecks;
import io.github.tensorloupe.integrity.hash.HashKind;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// The hashes of the open files, and their comparison with the expected ones. Small files on this
/// computer are hashed automatically while the pane is visible. Belongs to the FX thread; files are
/// read in the background.
final class HashViewModel {

  /// Larger files are hashed on request only.
  static final long SMALL_BYTES = 256_000_000;

  private record Examined(TensorFile file, Examination examination) {}

  private final Selection selection;
  private final ScanResults scanResults;
  private final Messages messages;
  private final JobSlot<List<TensorFile>> examining;
  private final JobSlot<PendingChecks> prechecking;
  private final Map<TensorFile, Examination> examinations = new IdentityHashMap<>();
  private final Map<TensorFile, PendingChecks> pendingChecks = new IdentityHashMap<>();
  private final Set<TensorFile> autoStarted = new HashSet<>();

  /// True while the pane is visible. Otherwise no file is hashed automatically.
  final BooleanProperty active = new SimpleBooleanProperty();

  final ObjectProperty<Optional<FileDocument>> document =
      new SimpleObjectProperty<>(Optional.empty());

  /// The current file, which follows the caret; empty if nothing is open.
  final ObjectProperty<Optional<TensorFile>> file = new SimpleObjectProperty<>(Optional.empty());

  final ObservableValue<Optional<Job>> running;
  final ObjectProperty<Optional<Failure>> failure = new SimpleObjectProperty<>(Optional.empty());
  final StringProperty pasted = new SimpleStringProperty("");

  /// Increases when the files or their results change.
  final LongProperty revision = new SimpleLongProperty();

  /// @param scanResults receives the results of comparisons with expected hashes
  HashViewModel(Selection selection, ScanResults scanResults, Jobs jobs, Messages messages) {
    this.selection = selection;
    this.scanResults = scanResults;
    this.messages = messages;
    this.examining = new JobSlot<>(jobs);
    this.prechecking = new JobSlot<>(jobs);
    this.running = examining.jobProperty();
    selection.documentProperty().subscribe(_ -> show(selection.openDocument()));
    selection
        .caretProperty()
        .subscribe(
            caret -> caret.map(Caret::file).filter(files()::contains).ifPresent(this::showFile));
    active.subscribe(this::startAutomatically);
    pasted.subscribe(_ -> update());
    examining.onStop(this::startNext);
  }

  private void show(Optional<FileDocument> opened) {
    // First, so that no answer is shared for the previous document.
    pasted.set("");
    examining.clear();
    prechecking.clear();
    document.set(opened);
    examinations.clear();
    pendingChecks.clear();
    autoStarted.clear();
    failure.set(Optional.empty());
    file.set(opened.flatMap(open -> open.checkpoint().files().stream().findFirst()));
    update();
    startAutomatically();
  }

  void showFile(TensorFile other) {
    if (file.get().filter(each -> each == other).isEmpty()) {
      pasted.set("");
      file.set(Optional.of(other));
      update();
      startAutomatically();
    }
  }

  /// Starts at most once per file, so that a canceled job does not start again.
  private void startAutomatically() {
    TensorFile current = file.get().orElse(null);
    if (current == null || !active.get() || examinations.containsKey(current)) {
      return;
    }
    boolean isSmall =
        current.bytes().length() <= SMALL_BYTES
            && document.get().filter(FileDocument::isOnServer).isEmpty();
    if (isSmall && !examining.isRunning() && autoStarted.add(current)) {
      examine(List.of(current));
    } else if (!isSmall && !pendingChecks.containsKey(current)) {
      loadExpectedHashes(current);
    }
  }

  /// Collects the expected hashes of a file that is not hashed automatically.
  private void loadExpectedHashes(TensorFile each) {
    prechecking.start(
        messages.text("hash.job.expected", nameOf(each)),
        (cancellation, _) -> new Verifier().precheck(each, cancellation),
        pending -> {
          pendingChecks.put(each, pending);
          update();
        },
        thrown -> failure.set(Optional.of(Failures.of(thrown))));
  }

  void examineFile() {
    file.get().ifPresent(each -> examine(List.of(each)));
  }

  void examineAll() {
    examine(files().stream().filter(each -> !examinations.containsKey(each)).toList());
  }

  private void examine(List<TensorFile> files) {
    failure.set(Optional.empty());
    Batches<Examined> results = examining.batches(this::add);
    examining
        .start(
            files.size() == 1
                ? messages.text("hash.job", nameOf(files.getFirst()))
                : messages.text("hash.job.all", files.size()),
            (cancellation, progress) -> {
              examine(files, results, cancellation, progress);
              return files;
            },
            _ -> startNext(),
            thrown -> {
              failure.set(Optional.of(Failures.of(thrown)));
              startNext();
            })
        .inBytes()
        .shownBy(Command.SHOW_HASHES);
  }

  private static void examine(
      List<TensorFile> files,
      Batches<Examined> results,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    Verifier verifier = new Verifier();
    long total = files.stream().mapToLong(each -> each.bytes().length()).sum();
    long done = 0;
    try {
      for (TensorFile each : files) {
        long before = done;
        Progress ofFile = (part, _) -> progress.report(before + part, total);
        results.add(new Examined(each, verifier.examine(each, cancellation, ofFile)));
        done += each.bytes().length();
      }
      for (TensorFile each : files) {
        each.bytes().requireUnchanged();
      }
    } finally {
      // Also the results before a failure.
      results.flush();
    }
  }

  private void add(List<Examined> batch) {
    batch.forEach(each -> examinations.put(each.file(), each.examination()));
    update();
  }

  private void startNext() {
    update();
    startAutomatically();
  }

  /// Stops hashing; results stay.
  void stop() {
    examining.stop();
  }

  private void update() {
    revision.set(revision.get() + 1);
    scanResults.checkedHashesProperty().set(checked());
    if (answer() instanceof Answer.Known(PastedHash result)) {
      scanResults.setPastedHash(result);
    }
  }

  /// Returns the result for the document: a mismatch if any file has one, or a match if all files
  /// match.
  private Optional<Check.Result> checked() {
    Set<Check.Result> results = EnumSet.noneOf(Check.Result.class);
    for (TensorFile each : files()) {
      List<Check> checks =
          new ArrayList<>(examination(each).map(Examination::checks).orElse(List.of()));
      checks.removeIf(VerifyOutcome::isInconclusive);
      results.add(Check.worst(checks));
    }
    if (results.contains(Check.Result.MISMATCH)) {
      return Optional.of(Check.Result.MISMATCH);
    }
    boolean allMatch = results.equals(Set.of(Check.Result.MATCH));
    return allMatch ? Optional.of(Check.Result.MATCH) : Optional.empty();
  }

  /// Returns the answer to [#pasted]; changes with [#revision].
  Answer answer() {
    if (pasted.get().isBlank()) {
      return new Answer.Empty();
    }
    Optional<ClaimedHash> claimed = ClaimedHash.read(pasted.get());
    if (claimed.isEmpty()) {
      return new Answer.Unreadable();
    }
    Optional<Examination> known = file.get().flatMap(this::examination);
    if (known.isEmpty()) {
      return new Answer.Pending();
    }
    TensorFile current = file.get().get();
    Optional<HashKind> kind = claimed.get().kindIn(known.get().hashes());
    return new Answer.Known(
        kind.isPresent()
            ? new PastedHash.Same(current, kind.get())
            : new PastedHash.Other(current, claimed.get().isSha256()));
  }

  List<TensorFile> files() {
    return document.get().map(open -> open.checkpoint().files()).orElse(List.of());
  }

  /// Returns the result of a file; empty until it is hashed.
  Optional<Examination> examination(TensorFile each) {
    return Optional.ofNullable(examinations.get(each));
  }

  /// Returns the expected hashes of a file that is not hashed yet, if known.
  Optional<PendingChecks> pendingChecks(TensorFile each) {
    return Optional.ofNullable(pendingChecks.get(each));
  }

  static String nameOf(TensorFile file) {
    return DisplayText.of(String.valueOf(file.path().getFileName()));
  }

  /// The answer to a pasted text: it is empty, it is not a hash, the file is not hashed yet, or the
  /// result of the comparison. Immutable.
  sealed interface Answer {
    record Empty() implements Answer {}

    record Unreadable() implements Answer {}

    record Pending() implements Answer {}

    record Known(PastedHash result) implements Answer {}
  }
}
