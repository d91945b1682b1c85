package io.github.tensorloupe.desktop.pane.batch;

import io.github.tensorloupe.batch.FileReport;
import io.github.tensorloupe.batch.MetadataBatch;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.Job;
import io.github.tensorloupe.desktop.job.JobOutcome;
import io.github.tensorloupe.desktop.job.Jobs;
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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;

/// One change for many files: what is wanted, and what came of it. Belongs to the FX thread; files
/// are read and written beside it. A run follows a dry run of the same.
final class BatchViewModel {

  /// How far it is.
  enum Stage {
    /// Something is being decided; nothing has been tried.
    DECIDING,
    /// It is being found out what would be written.
    TRYING,
    /// It is known what would be written.
    TRIED,
    /// Files are being written.
    SAVING,
    /// It is over.
    SAVED
  }

  private final MetadataBatch batch;
  private final Jobs jobs;
  private final Optional<OpenDocument> document;
  private final Messages messages;
  private final ObservableList<FileRow> rows = FXCollections.observableArrayList();
  private final ObjectProperty<WantedChange> wanted =
      new SimpleObjectProperty<>(new WantedChange(ChangeKind.SET, "", Optional.empty()));
  private final BooleanProperty splitLinks = new SimpleBooleanProperty();
  private final BooleanProperty editLinks = new SimpleBooleanProperty();
  private final BooleanProperty editCache = new SimpleBooleanProperty();
  private final ReadOnlyObjectWrapper<Stage> stage = new ReadOnlyObjectWrapper<>(Stage.DECIDING);
  private final ReadOnlyObjectWrapper<Optional<Failure>> problem =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private final ReadOnlyObjectWrapper<Double> progress = new ReadOnlyObjectWrapper<>(-1.0);
  private final Queue<FileReport> arrived = new ConcurrentLinkedQueue<>();
  private Optional<Job> running = Optional.empty();
  private boolean wasStopped;

  /// @param document the open one, if there is one
  BatchViewModel(
      MetadataBatch batch, Jobs jobs, Optional<OpenDocument> document, Messages messages) {
    this.batch = batch;
    this.jobs = jobs;
    this.document = document;
    this.messages = messages;
    wanted.subscribe(this::decideAnew);
    splitLinks.subscribe(this::decideAnew);
    editLinks.subscribe(this::decideAnew);
    editCache.subscribe(this::decideAnew);
  }

  private void decideAnew() {
    if (!isRunning()) {
      rows.replaceAll(row -> new FileRow(row.path(), Optional.empty()));
      problem.set(Optional.empty());
      stage.set(Stage.DECIDING);
    }
  }

  /// The files with what became of them.
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

  /// Why the change cannot be made at all.
  ReadOnlyObjectProperty<Optional<Failure>> problemProperty() {
    return problem.getReadOnlyProperty();
  }

  /// From 0 to 1, or negative where it is not known.
  ReadOnlyObjectProperty<Double> progressProperty() {
    return progress.getReadOnlyProperty();
  }

  boolean isRunning() {
    return stage.get() == Stage.TRYING || stage.get() == Stage.SAVING;
  }

  /// Adds files; the ones that are there already stay where they are.
  void add(List<Path> files) {
    Set<Path> paths =
        rows.stream().map(FileRow::path).collect(Collectors.toCollection(LinkedHashSet::new));
    files.stream()
        .filter(paths::add)
        .forEach(path -> rows.add(new FileRow(path, Optional.empty())));
    decideAnew();
  }

  /// Whether there are files of an open document to add.
  boolean hasOpenFiles() {
    return document.isPresent();
  }

  /// Adds the files of the open document.
  void addOpenFiles() {
    document.ifPresent(
        open -> add(open.checkpoint().files().stream().map(file -> file.path()).toList()));
  }

  /// Takes all files out of the list.
  void clear() {
    rows.clear();
    decideAnew();
  }

  /// Whether it can be tried.
  boolean isReady() {
    return !isRunning() && !rows.isEmpty() && wanted.get().isComplete();
  }

  /// How many files would be written, as the dry run has found.
  long plannedCount() {
    return count(FileReport.Status.PLANNED);
  }

  /// How many files ended like this.
  long count(FileReport.Status status) {
    return rows.stream()
        .filter(row -> row.report().filter(report -> report.status() == status).isPresent())
        .count();
  }

  /// Finds out what would be written.
  void tryOut() {
    if (isReady()) {
      run(Stage.TRYING, Stage.TRIED, true);
    }
  }

  /// Writes the files, once it is known what that means.
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
              end(Stage.DECIDING);
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

  /// How many files ended how.
  ///
  /// @param done how those ended that ended well
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
    return failure instanceof JsonTextException
        ? DisplayText.of(messages.sentence(failure.getMessage()), 600)
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

  /// Asks the run to stop; files that are not yet written stay as they are.
  void stop() {
    running.ifPresent(Job::cancel);
  }

  /// The report as text, a line for each file.
  String reportText() {
    ReportWords words = new ReportWords(messages);
    return rows.stream().map(words::line).collect(Collectors.joining("\n", "", "\n"));
  }
}
