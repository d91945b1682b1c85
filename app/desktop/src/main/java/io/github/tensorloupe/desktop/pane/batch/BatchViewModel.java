package io.github.tensorloupe.desktop.pane.batch;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.batch.FileMetadataChange;
import io.github.tensorloupe.batch.FileReport;
import io.github.tensorloupe.batch.MetadataBatch;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.Job;
import io.github.tensorloupe.desktop.job.Job.JobOutcome;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.batch.BatchViewModel.WantedChange.Kind;
import io.github.tensorloupe.desktop.selection.OpenDocument;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.edit.JsonTextException;
import io.github.tensorloupe.edit.MetadataChange;
import io.github.tensorloupe.edit.MetadataJson;
import io.github.tensorloupe.edit.Preset;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.save.SaveOptions;
import io.github.tensorloupe.save.SaveOptions.Permission;
import java.nio.file.Path;

/// A metadata change of many files: a dry run, then the save. Belongs to the FX thread; files are
/// read and written in the background.
final class BatchViewModel {

  enum Stage {
    /// Files and change are being chosen.
    CHOOSING,
    TRYING,
    TRIED,
    SAVING,
    SAVED
  }

  /// A file of the batch.
  ///
  /// @param path as it was chosen
  /// @param report empty before a dry run
  record FileRow(Path path, Optional<FileReport> report) {

    FileRow(Path path) {
      this(path, Optional.empty());
    }
  }

  /// A change as entered in the form.
  ///
  /// @param typed one entry or key per line
  /// @param json the chosen JSON file
  record WantedChange(Kind kind, String typed, Optional<Path> json) {

    boolean isComplete() {
      return switch (kind) {
        case SET -> !lines().isEmpty() && lines().stream().allMatch(line -> line.indexOf('=') > 0);
        case UNSET -> !lines().isEmpty();
        case REPLACE, MERGE -> json.isPresent();
        case STRIP_TRAINING, STRIP_ALL, FORMAT_PT, HASHES -> true;
      };
    }

    /// The change to apply. Reads the JSON file, if there is one.
    ///
    /// @throws JsonTextException if the JSON file is not an object of strings
    /// @throws IOException if it cannot be read
    FileMetadataChange change() throws IOException, JsonTextException {
      return switch (kind) {
        case SET -> FileMetadataChange.of(MetadataChange.set(entries()));
        case UNSET -> FileMetadataChange.of(MetadataChange.unset(new LinkedHashSet<>(lines())));
        case STRIP_TRAINING -> FileMetadataChange.of(Preset.STRIP_TRAINING_DATA);
        case STRIP_ALL -> FileMetadataChange.of(Preset.STRIP_ALL_BUT_LOADER_KEYS);
        case FORMAT_PT -> FileMetadataChange.of(Preset.ADD_FORMAT_PT);
        case HASHES -> FileMetadataChange.of(Preset.RECOMPUTE_HASHES);
        case REPLACE -> FileMetadataChange.of(MetadataChange.replace(read()));
        case MERGE -> FileMetadataChange.of(MetadataChange.set(read().entries()));
      };
    }

    private Metadata read() throws IOException, JsonTextException {
      return MetadataJson.parse(Files.readAllBytes(json.orElseThrow()));
    }

    private SequencedMap<String, String> entries() {
      SequencedMap<String, String> entries = new LinkedHashMap<>();
      for (String line : lines()) {
        int equals = line.indexOf('=');
        entries.put(line.substring(0, equals), line.substring(equals + 1));
      }
      return entries;
    }

    private List<String> lines() {
      return typed.lines().filter(line -> !line.isBlank()).toList();
    }

    enum Kind {
      SET,
      UNSET,
      STRIP_TRAINING,
      /// Remove everything that loaders do not need.
      STRIP_ALL,
      FORMAT_PT,
      /// Write the hashes of the data.
      HASHES,
      /// Replace all metadata by a JSON file.
      REPLACE,
      /// Set the entries of a JSON file.
      MERGE;

      /// The suffix of its message keys.
      String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
      }

      /// Returns true if entries or keys are typed.
      boolean isTyped() {
        return this == SET || this == UNSET;
      }

      boolean needsJson() {
        return this == REPLACE || this == MERGE;
      }
    }
  }

  private final MetadataBatch batch;
  private final Jobs jobs;
  private final Optional<OpenDocument> document;
  private final Messages messages;
  private final ObservableList<FileRow> rows = FXCollections.observableArrayList();
  private final ObjectProperty<WantedChange> wanted;
  private final Map<Permission, BooleanProperty> permissions = new EnumMap<>(Permission.class);
  private final ReadOnlyObjectWrapper<Stage> stage = new ReadOnlyObjectWrapper<>(Stage.CHOOSING);
  private final ReadOnlyObjectWrapper<Optional<Failure>> problem =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private final ReadOnlyObjectWrapper<Double> progress = new ReadOnlyObjectWrapper<>(-1.0);
  private final Queue<FileReport> arrived = new ConcurrentLinkedQueue<>();
  private Optional<Job> running = Optional.empty();
  private boolean wasStopped;

  /// Begins with the files of the open document.
  ///
  /// @param document the open document, if there is one
  BatchViewModel(
      MetadataBatch batch,
      Jobs jobs,
      Optional<OpenDocument> document,
      Kind kind,
      Messages messages) {
    this.batch = batch;
    this.jobs = jobs;
    this.document = document;
    this.messages = messages;
    wanted = new SimpleObjectProperty<>(new WantedChange(kind, "", Optional.empty()));
    wanted.subscribe(this::reset);
    for (Permission each : Permission.values()) {
      BooleanProperty granted = new SimpleBooleanProperty();
      granted.subscribe(this::reset);
      permissions.put(each, granted);
    }
    addOpenFiles();
  }

  private void reset() {
    if (!isRunning()) {
      forgetReports();
      stage.set(Stage.CHOOSING);
    }
  }

  private void forgetReports() {
    rows.replaceAll(row -> new FileRow(row.path()));
    problem.set(Optional.empty());
  }

  ObservableList<FileRow> rows() {
    return rows;
  }

  ObjectProperty<WantedChange> wantedProperty() {
    return wanted;
  }

  BooleanProperty permissionProperty(Permission permission) {
    return permissions.get(permission);
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
    Set<Path> paths = rows.stream().map(FileRow::path).collect(Collectors.toSet());
    files.stream().filter(paths::add).map(FileRow::new).forEach(rows::add);
    reset();
  }

  boolean hasOpenFiles() {
    return document.isPresent();
  }

  void addOpenFiles() {
    document.ifPresent(
        open -> add(open.checkpoint().files().stream().map(file -> file.path()).toList()));
  }

  void clear() {
    rows.clear();
    reset();
  }

  boolean isReady() {
    return !isRunning() && !rows.isEmpty() && wanted.get().isComplete();
  }

  /// The number of files that would be written, after the dry run.
  long plannedCount() {
    return count(FileReport.Status.PLANNED);
  }

  long count(FileReport.Status status) {
    return rows.stream()
        .filter(row -> row.report().filter(report -> report.status() == status).isPresent())
        .count();
  }

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
    SaveOptions options = chosenOptions();
    forgetReports();
    arrived.clear();
    stage.set(during);
    Job job =
        jobs.startToEnd(
            messages.text(isDryRun ? "batch.job.try" : "batch.job.save"),
            (cancellation, reports) ->
                batch.run(
                    files,
                    new MetadataBatch.Order(
                        change.change(), tensorsOfDocument(files), options, isDryRun),
                    cancellation,
                    reports,
                    arrived::add),
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

  private SaveOptions chosenOptions() {
    SaveOptions options = SaveOptions.DEFAULT;
    for (Map.Entry<Permission, BooleanProperty> each : permissions.entrySet()) {
      options = options.with(each.getKey(), each.getValue().get());
    }
    return options;
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
        messages.count(count(done)),
        messages.count(count(FileReport.Status.UNCHANGED)),
        messages.count(count(FileReport.Status.FAILED)));
  }

  /// Shards of the open set may name tensors of other shards.
  private Predicate<String> tensorsOfDocument(List<Path> files) {
    return document
        .map(OpenDocument::checkpoint)
        .filter(open -> open.files().stream().anyMatch(file -> files.contains(file.path())))
        .<Predicate<String>>map(open -> name -> open.tensor(name).isPresent())
        .orElse(_ -> false);
  }

  private String sentence(Throwable failure) {
    return failure instanceof JsonTextException e
        ? DisplayText.of(messages.sentence(e.sentence()), 600)
        : messages.sentence(Failures.sentence(failure));
  }

  /// Reports come in the order of the rows.
  private void takeReports() {
    for (FileReport report = arrived.poll(); report != null; report = arrived.poll()) {
      int row = rows.indexOf(new FileRow(report.path()));
      if (row >= 0) {
        rows.set(row, new FileRow(report.path(), Optional.of(report)));
      }
    }
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
}
