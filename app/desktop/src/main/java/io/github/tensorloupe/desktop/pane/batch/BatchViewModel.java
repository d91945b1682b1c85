package io.github.tensorloupe.desktop.pane.batch;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.batch.FileReport;
import io.github.tensorloupe.batch.MetadataBatch;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.Job;
import io.github.tensorloupe.desktop.job.JobOutcome;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.batch.WantedChange.Kind;
import io.github.tensorloupe.desktop.selection.OpenDocument;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.edit.JsonTextException;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.save.SaveOptions;
import io.github.tensorloupe.save.SaveOptions.Permission;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.nio.file.Path;

/// A metadata change of many files: a dry run, then the save. Belongs to the FX thread; files are
/// read and written in the background.
final class BatchViewModel {

  /// The stages of a batch.
  enum Stage {
    /// Files and change are being chosen.
    CHOOSING,
    /// The dry run is running.
    TRYING,
    /// The dry run has ended.
    TRIED,
    /// Files are being written.
    SAVING,
    /// The save has ended.
    SAVED
  }

  private final MetadataBatch batch;
  private final Jobs jobs;
  private final Optional<OpenDocument> document;
  private final Messages messages;
  private final ObservableList<FileRow> rows = FXCollections.observableArrayList();
  private final ObjectProperty<WantedChange> wanted =
      new SimpleObjectProperty<>(new WantedChange(Kind.SET, "", Optional.empty()));
  private final BooleanProperty splitLinks = new SimpleBooleanProperty();
  private final BooleanProperty editLinks = new SimpleBooleanProperty();
  private final BooleanProperty editCache = new SimpleBooleanProperty();
  private final ReadOnlyObjectWrapper<Stage> stage = new ReadOnlyObjectWrapper<>(Stage.CHOOSING);
  private final ReadOnlyObjectWrapper<Optional<Failure>> problem =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private final ReadOnlyObjectWrapper<Double> progress = new ReadOnlyObjectWrapper<>(-1.0);
  private final Queue<FileReport> arrived = new ConcurrentLinkedQueue<>();
  private Optional<Job> running = Optional.empty();
  private boolean wasStopped;

  /// @param document the open document, if there is one
  BatchViewModel(
      MetadataBatch batch, Jobs jobs, Optional<OpenDocument> document, Messages messages) {
    this.batch = batch;
    this.jobs = jobs;
    this.document = document;
    this.messages = messages;
    wanted.subscribe(this::reset);
    splitLinks.subscribe(this::reset);
    editLinks.subscribe(this::reset);
    editCache.subscribe(this::reset);
  }

  private void reset() {
    if (!isRunning()) {
      rows.replaceAll(row -> new FileRow(row.path(), Optional.empty()));
      problem.set(Optional.empty());
      stage.set(Stage.CHOOSING);
    }
  }

  /// The files and their reports.
  ObservableList<FileRow> rows() {
    return rows;
  }

  ObjectProperty<WantedChange> wantedProperty() {
    return wanted;
  }

  BooleanProperty splitLinksProperty() {
    return splitLinks;
  }

  BooleanProperty editLinksProperty() {
    return editLinks;
  }

  BooleanProperty editCacheProperty() {
    return editCache;
  }

  ReadOnlyObjectProperty<Stage> stageProperty() {
    return stage.getReadOnlyProperty();
  }

  /// Why the batch could not run.
  ReadOnlyObjectProperty<Optional<Failure>> problemProperty() {
    return problem.getReadOnlyProperty();
  }

  /// The progress from 0 to 1, or negative if unknown.
  ReadOnlyObjectProperty<Double> progressProperty() {
    return progress.getReadOnlyProperty();
  }

  boolean isRunning() {
    return stage.get() == Stage.TRYING || stage.get() == Stage.SAVING;
  }

  /// Adds files that are not in the list yet.
  void add(List<Path> files) {
    Set<Path> paths =
        rows.stream().map(FileRow::path).collect(Collectors.toCollection(LinkedHashSet::new));
    files.stream()
        .filter(paths::add)
        .forEach(path -> rows.add(new FileRow(path, Optional.empty())));
    reset();
  }

  /// Returns true if a document is open.
  boolean hasOpenFiles() {
    return document.isPresent();
  }

  /// Adds the files of the open document.
  void addOpenFiles() {
    document.ifPresent(
        open -> add(open.checkpoint().files().stream().map(file -> file.path()).toList()));
  }

  /// Removes all files from the list.
  void clear() {
    rows.clear();
    reset();
  }

  /// Returns true if a dry run can be started.
  boolean isReady() {
    return !isRunning() && !rows.isEmpty() && wanted.get().isComplete();
  }

  /// The number of files that would be written, after the dry run.
  long plannedCount() {
    return count(FileReport.Status.PLANNED);
  }

  /// The number of files with a status.
  long count(FileReport.Status status) {
    return rows.stream()
        .filter(row -> row.report().filter(report -> report.status() == status).isPresent())
        .count();
  }

  /// Starts the dry run.
  void tryOut() {
    if (isReady()) {
      run(Stage.TRYING, Stage.TRIED, true);
    }
  }

  /// Saves the files after a dry run.
  void save() {
    if (stage.get() == Stage.TRIED && plannedCount() > 0) {
      run(Stage.SAVING, Stage.SAVED, false);
    }
  }

  private void run(Stage during, Stage after, boolean isDryRun) {
    List<Path> files = rows.stream().map(FileRow::path).toList();
    WantedChange change = wanted.get();
    SaveOptions options =
        SaveOptions.DEFAULT
            .with(Permission.SPLIT_LINKS, splitLinks.get())
            .with(Permission.EDIT_LINKS, editLinks.get())
            .with(Permission.EDIT_CACHE, editCache.get());
    rows.replaceAll(row -> new FileRow(row.path(), Optional.empty()));
    problem.set(Optional.empty());
    arrived.clear();
    stage.set(during);
    Job job =
        jobs.startToEnd(
            messages.text(isDryRun ? "batch.job.try" : "batch.job.save"),
            (cancellation, reports) ->
                work(files, change, options, isDryRun, cancellation, reports),
            _ -> {
              wasStopped = running.filter(Job::isRequested).isPresent();
              end(after);
            },
            failure -> {
              problem.set(Optional.of(Failure.told(sentence(failure), failure)));
              end(Stage.CHOOSING);
            });
    job.ending(() -> outcome(isDryRun));
    job.progressProperty()
        .subscribe(
            value -> {
              progress.set(value.doubleValue());
              takeReports();
            });
    running = Optional.of(job);
  }

  private JobOutcome outcome(boolean isDryRun) {
    if (wasStopped) {
      return new JobOutcome.Cancelled();
    }
    String sentence = summary(isDryRun ? FileReport.Status.PLANNED : FileReport.Status.SAVED);
    return count(FileReport.Status.FAILED) > 0
        ? new JobOutcome.Failed(new SentenceException(sentence))
        : new JobOutcome.Done(sentence);
  }

  /// The number of files by status.
  ///
  /// @param done the status of success, planned or saved
  String summary(FileReport.Status done) {
    return messages.text(
        done == FileReport.Status.PLANNED ? "batch.summary.tried" : "batch.summary.saved",
        Figures.count(count(done)),
        Figures.count(count(FileReport.Status.UNCHANGED)),
        Figures.count(count(FileReport.Status.FAILED)));
  }

  private List<FileReport> work(
      List<Path> files,
      WantedChange change,
      SaveOptions options,
      boolean isDryRun,
      Cancellation cancellation,
      Progress reports)
      throws Exception {
    MetadataBatch.Order order =
        new MetadataBatch.Order(change.change(), tensorsOfDocument(files), options, isDryRun);
    return batch.run(files, order, cancellation, reports, arrived::add);
  }

  /// Shards of the open set may name tensors of other shards.
  private Predicate<String> tensorsOfDocument(List<Path> files) {
    return document
        .map(OpenDocument::checkpoint)
        .filter(open -> open.files().stream().anyMatch(file -> files.contains(file.path())))
        .<Predicate<String>>map(
            open ->
                name ->
                    open.files().stream().anyMatch(file -> file.header().tensor(name).isPresent()))
        .orElse(_ -> false);
  }

  private String sentence(Throwable failure) {
    return failure instanceof JsonTextException e
        ? DisplayText.of(messages.sentence(e.sentence()), 600)
        : messages.sentence(Failures.sentence(failure));
  }

  private void takeReports() {
    for (FileReport report = arrived.poll(); report != null; report = arrived.poll()) {
      int row = rowOf(report.path());
      if (row >= 0) {
        rows.set(row, new FileRow(report.path(), Optional.of(report)));
      }
    }
  }

  /// Reports come in the order of the rows.
  private int rowOf(Path path) {
    for (int i = 0; i < rows.size(); i++) {
      if (rows.get(i).report().isEmpty() && rows.get(i).path().equals(path)) {
        return i;
      }
    }
    return -1;
  }

  private void end(Stage after) {
    takeReports();
    stage.set(after);
    running = Optional.empty();
  }

  /// Requests to stop; files not yet written stay unchanged.
  void stop() {
    running.ifPresent(Job::cancel);
  }

  /// The report as text, one line per file.
  String reportText() {
    return rows.stream().map(row -> row.line(messages)).collect(Collectors.joining("\n", "", "\n"));
  }
}
