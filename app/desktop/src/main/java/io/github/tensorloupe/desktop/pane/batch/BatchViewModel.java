package io.github.tensorloupe.desktop.pane.batch;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.batch.FileMetadataChange;
import io.github.tensorloupe.batch.FileReport;
import io.github.tensorloupe.batch.FileReport.Status;
import io.github.tensorloupe.batch.MetadataBatch;
import io.github.tensorloupe.desktop.control.panel.StagedWork;
import io.github.tensorloupe.desktop.control.panel.StagedWork.RunResult;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.Batches;
import io.github.tensorloupe.desktop.job.Job.JobOutcome;
import io.github.tensorloupe.desktop.job.JobSlot;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.pane.batch.ChangeRequest.Kind;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.edit.JsonTextException;
import io.github.tensorloupe.model.CheckpointFinder;
import io.github.tensorloupe.model.ReadFailures;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.model.ShardName;
import io.github.tensorloupe.model.ShardSet;
import io.github.tensorloupe.save.SaveOptions;
import io.github.tensorloupe.save.SaveOptions.Permission;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import java.nio.file.Path;

/// A metadata change of many files: a dry run, then the save. Belongs to the FX thread; files are
/// read and written in the background.
final class BatchViewModel {

  /// The steps that wait for the user.
  enum Step {
    CHOOSING,
    TRIED,
    SAVED,
    UNDONE
  }

  /// @param path as chosen
  /// @param report empty before a dry run
  record FileRow(Path path, Optional<FileReport> report) {

    FileRow(Path path) {
      this(path, Optional.empty());
    }

    boolean hasChanges() {
      return report.filter(each -> !each.changes().isEmpty()).isPresent();
    }
  }

  /// The maximum number of unreadable folders and indexes that are named.
  private static final int MAX_PROBLEMS = 3;

  private final Jobs jobs;
  private final JobSlot<FolderFiles> fileSearch;
  private final MetadataBatch batch;
  private final Optional<FileDocument> document;
  private final Messages messages;
  final ObservableList<FileRow> rows = FXCollections.observableArrayList();
  final ObjectProperty<ChangeRequest> change;
  final ObjectProperty<SaveOptions> options = new SimpleObjectProperty<>(SaveOptions.DEFAULT);
  final StagedWork<Step> work;
  private boolean isDryRun;

  /// The permissions that files need according to the runs so far.
  final Set<Permission> neededPermissions = EnumSet.noneOf(Permission.class);

  /// The reports on the saved files that have not been restored.
  private List<FileReport> saved = List.of();

  /// Starts with the files of the open document, if there is one.
  BatchViewModel(PaneContext context, MetadataBatch batch, Kind kind) {
    jobs = context.jobs();
    fileSearch = new JobSlot<>(jobs);
    this.batch = batch;
    document = context.selection().openDocument();
    messages = context.messages();
    work = new StagedWork<>(jobs);
    work.show(Step.CHOOSING);
    change = new SimpleObjectProperty<>(new ChangeRequest(kind, "", Optional.empty()));
    // An equal value does not discard the dry run.
    change.subscribe(_ -> reset());
    options.subscribe(_ -> reset());
    addOpenFiles();
  }

  private void reset() {
    if (!work.isRunning()) {
      forgetReports();
      work.show(Step.CHOOSING);
    }
  }

  private void forgetReports() {
    rows.replaceAll(row -> new FileRow(row.path()));
  }

  boolean isSaving() {
    return work.isRunning() && !isDryRun;
  }

  /// Adds files that are not in the list yet.
  void add(List<Path> files) {
    Set<Path> paths = new TreeSet<>(rows.stream().map(FileRow::path).toList());
    files.stream().filter(paths::add).map(FileRow::new).forEach(rows::add);
    reset();
  }

  /// The files of folders and models.
  ///
  /// @param problems the subfolders and indexes that could not be read
  private record FolderFiles(List<Path> files, List<Sentence> problems) {

    /// @param models folders, indexes, and files, of which a shard represents its set
    static FolderFiles of(List<Path> models, Cancellation cancellation) throws IOException {
      List<Path> files = new ArrayList<>();
      List<Sentence> problems = new ArrayList<>();
      Consumer<IOException> onFailure =
          failure -> problems.add(ReadFailures.finding(failure).sentence());
      for (Path model : models) {
        files.addAll(
            Files.isRegularFile(model)
                ? filesOf(model, cancellation)
                : CheckpointFinder.files(model, onFailure, cancellation));
      }
      return new FolderFiles(files, problems);
    }

    private static List<Path> filesOf(Path model, Cancellation cancellation) {
      boolean isSet = ShardSet.isIndexName(model) || ShardName.familyOf(nameOf(model)).isPresent();
      return !isSet
          ? List.of(model)
          : CheckpointFinder.findIn(model.toAbsolutePath().getParent(), cancellation).stream()
              .filter(found -> found.path().equals(model) || found.files().contains(model))
              .findFirst()
              .map(CheckpointFinder.Found::files)
              .orElse(List.of(model));
    }

    private static String nameOf(Path model) {
      return String.valueOf(model.getFileName());
    }

    Sentence problem() {
      List<Sentence> shown =
          new ArrayList<>(problems.subList(0, Math.min(MAX_PROBLEMS, problems.size())));
      int others = problems.size() - shown.size();
      if (others > 0) {
        shown.add(
            Sentence.of(
                "{0} more {0#folder or index|folders or indexes} could not be read.", others));
      }
      return Sentence.joined(" ", shown);
    }
  }

  /// Finds the files in a folder and its subfolders, and then adds them.
  void addFolder(Path folder) {
    addModels(List.of(folder));
  }

  /// Finds the files of models, and then adds them.
  void addModels(List<Path> models) {
    fileSearch.start(
        messages.text("batch.job.look"),
        (cancellation, _) -> FolderFiles.of(models, cancellation),
        found -> {
          if (!work.isRunning()) {
            add(found.files());
            if (!found.problems().isEmpty()) {
              work.report(Failures.of(new SentenceException(found.problem())));
            }
          }
        },
        failure -> work.report(Failures.of(failure)));
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
    neededPermissions.clear();
    reset();
  }

  boolean isReady() {
    return !work.isRunning() && !rows.isEmpty() && change.get().isComplete();
  }

  /// Returns the number of files that would be written, after the dry run.
  long plannedCount() {
    return count(reports(), Status.PLANNED);
  }

  void tryOut() {
    if (isReady()) {
      run(Step.TRIED, true);
    }
  }

  void save() {
    if (work.step().filter(Step.TRIED::equals).isPresent() && plannedCount() > 0) {
      run(Step.SAVED, false);
    }
  }

  /// Returns true if saved files can be restored.
  boolean canUndo() {
    boolean isSaved =
        work.step().filter(step -> step == Step.SAVED || step == Step.UNDONE).isPresent();
    return isSaved && !saved.isEmpty();
  }

  /// Returns the files that the last run has written.
  Set<Path> savedFiles() {
    return reports().stream()
        .filter(report -> report.status() == Status.SAVED)
        .map(FileReport::path)
        .collect(Collectors.toSet());
  }

  /// Restores the metadata of the saved files. Files that could not be restored can be tried again.
  void undo() {
    if (canUndo()) {
      FileMetadataChange change = FileMetadataChange.undo(saved);
      List<Path> files = saved.stream().map(FileReport::path).toList();
      run(Step.UNDONE, "batch.job.undo", files, () -> change);
    }
  }

  private void run(Step after, boolean dryRun) {
    isDryRun = dryRun;
    List<Path> files = rows.stream().map(FileRow::path).toList();
    run(after, dryRun ? "batch.job.try" : "batch.job.save", files, change.get()::change);
  }

  private void run(Step after, String title, List<Path> files, ChangeSource source) {
    boolean dryRun = isDryRun;
    SaveOptions chosen = options.get();
    forgetReports();
    if (after != Step.UNDONE) {
      saved = List.of();
    }
    // A failed run leads back to the choice.
    work.show(Step.CHOOSING);
    Batches<FileReport> reports = jobs.batches(news -> addReports(news, after));
    work.run(
        messages.text(title),
        messages.text("panel.stopped"),
        (cancellation, progress) -> {
          MetadataBatch.Order order =
              new MetadataBatch.Order(source.change(), tensorsOfDocument(files), chosen, dryRun);
          try {
            List<FileReport> all = batch.run(files, order, cancellation, progress, reports::add);
            return RunResult.step(after, outcome(all, after, cancellation), Optional.empty());
          } finally {
            reports.flush();
          }
        });
  }

  /// Creates a change. May read files.
  @FunctionalInterface
  private interface ChangeSource {

    FileMetadataChange change() throws IOException, JsonTextException;
  }

  private JobOutcome outcome(List<FileReport> reports, Step after, Cancellation cancellation) {
    if (cancellation.isRequested()) {
      return new JobOutcome.Cancelled();
    }
    String sentence = summary(reports, after);
    return count(reports, Status.FAILED) > 0
        ? new JobOutcome.Failed(new SentenceException(sentence))
        : new JobOutcome.Done(sentence);
  }

  /// Returns a text for the current step.
  String summary() {
    if (work.isRunning()) {
      return "";
    }
    List<FileReport> reports = reports();
    return switch (work.step().orElse(Step.CHOOSING)) {
      case CHOOSING ->
          rows.isEmpty()
              ? messages.text("batch.summary.none")
              : messages.text("batch.summary.files", messages.count(rows.size()));
      case TRIED, SAVED, UNDONE -> summary(reports, work.step().get());
    };
  }

  /// Returns a text with the number of files by status.
  ///
  /// @param step after a run
  private String summary(List<FileReport> reports, Step step) {
    return messages.text(
        "batch.summary." + Messages.word(step),
        messages.count(count(reports, step == Step.TRIED ? Status.PLANNED : Status.SAVED)),
        messages.count(count(reports, Status.UNCHANGED)),
        messages.count(count(reports, Status.FAILED)));
  }

  private List<FileReport> reports() {
    return rows.stream().flatMap(row -> row.report().stream()).toList();
  }

  private static long count(List<FileReport> reports, Status status) {
    return reports.stream().filter(report -> report.status() == status).count();
  }

  /// Returns a test for tensor names of the document, because shards of the open set may name
  /// tensors of other shards.
  private Predicate<String> tensorsOfDocument(List<Path> files) {
    return document
        .map(FileDocument::checkpoint)
        .filter(open -> open.files().stream().anyMatch(file -> files.contains(file.path())))
        .<Predicate<String>>map(open -> name -> open.tensor(name).isPresent())
        .orElse(_ -> false);
  }

  private void addReports(List<FileReport> reports, Step after) {
    reports.stream()
        .flatMap(report -> report.plan().stream())
        .flatMap(plan -> plan.obstacles().stream())
        .flatMap(obstacle -> obstacle.kind().permissions().stream())
        .forEach(neededPermissions::add);
    if (after == Step.SAVED) {
      saved =
          Stream.concat(saved.stream(), reports.stream())
              .filter(report -> report.status() == Status.SAVED)
              .toList();
    } else if (after == Step.UNDONE) {
      Set<Path> restored =
          reports.stream()
              .filter(report -> report.status() != Status.FAILED)
              .map(FileReport::path)
              .collect(Collectors.toSet());
      saved = saved.stream().filter(report -> !restored.contains(report.path())).toList();
    }
    for (FileReport report : reports) {
      int row = rows.indexOf(new FileRow(report.path()));
      if (row >= 0) {
        rows.set(row, new FileRow(report.path(), Optional.of(report)));
      }
    }
  }
}
