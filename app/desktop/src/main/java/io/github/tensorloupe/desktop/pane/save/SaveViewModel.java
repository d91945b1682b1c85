package io.github.tensorloupe.desktop.pane.save;

import module java.base;

import io.github.tensorloupe.desktop.control.panel.StagedWork;
import io.github.tensorloupe.desktop.control.panel.StagedWork.RunResult;
import io.github.tensorloupe.desktop.control.panel.StagedWork.State;
import io.github.tensorloupe.desktop.job.Job;
import io.github.tensorloupe.desktop.job.Job.JobOutcome;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.save.SaveRun.FileOutcome;
import io.github.tensorloupe.desktop.pane.save.SaveRun.PlannedFile;
import io.github.tensorloupe.desktop.selection.DocumentEdits;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.MetadataEdits;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.edit.EditProblem;
import io.github.tensorloupe.edit.Entry;
import io.github.tensorloupe.edit.EntryChange;
import io.github.tensorloupe.edit.LoaderKeys;
import io.github.tensorloupe.edit.MetadataCheck;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.save.SaveOptions;
import java.nio.file.Path;

/// One save, from the review to the outcome. Belongs to the FX thread; files are read and written
/// in the background.
final class SaveViewModel {

  /// Files that are saved with the same metadata, and the changes from the metadata in the files.
  ///
  /// @param files at least one
  /// @param entries all entries to save, in their edited state
  /// @param metadata the entries as metadata; empty while two entries have the same key
  record ChangeSet(
      List<TensorFile> files,
      List<EntryChange> changes,
      List<Entry> entries,
      Optional<Metadata> metadata) {

    static List<ChangeSet> pending(DocumentEdits edits) {
      return edits.pending().stream().map(ChangeSet::of).toList();
    }

    /// Returns the pending edits of a document, followed by its unchanged files.
    static List<ChangeSet> all(FileDocument document, DocumentEdits edits) {
      List<ChangeSet> sets = new ArrayList<>(pending(edits));
      Set<TensorFile> unchanged = new LinkedHashSet<>(document.checkpoint().files());
      sets.forEach(set -> set.files().forEach(unchanged::remove));
      unchanged.forEach(file -> sets.add(unchanged(file)));
      return sets;
    }

    private static ChangeSet unchanged(TensorFile file) {
      Metadata metadata = file.header().metadata().orElse(Metadata.EMPTY);
      return new ChangeSet(List.of(file), List.of(), List.of(), Optional.of(metadata));
    }

    private static ChangeSet of(DocumentEdits.Edited edited) {
      MetadataEdits edits = edited.edits();
      List<Entry> entries = edits.entries();
      long keyCount = entries.stream().map(Entry::key).distinct().count();
      return new ChangeSet(
          edited.files(),
          edits.changes(),
          entries,
          keyCount < entries.size() ? Optional.empty() : Optional.of(edits.metadata()));
    }

    /// Returns problems that block the save, and possible mistakes in changed entries. Takes time
    /// linear in the length of the text.
    List<EditProblem> problems(LoaderKeys loaderKeys) {
      Set<String> changedKeys =
          changes.stream().flatMap(ChangeSet::keyAfter).collect(Collectors.toSet());
      List<EditProblem> problems = new ArrayList<>(MetadataCheck.of(entries));
      problems.removeIf(each -> !each.isBlocking() && !changedKeys.contains(each.key()));
      problems.addAll(MetadataCheck.of(changes, loaderKeys));
      return problems;
    }

    private static Stream<String> keyAfter(EntryChange change) {
      return switch (change) {
        case EntryChange.Added(String key, String _) -> Stream.of(key);
        case EntryChange.Revalued(String key, String _, String _) -> Stream.of(key);
        case EntryChange.Renamed(String _, String key, String _, String _) -> Stream.of(key);
        case EntryChange.Removed _, EntryChange.Reordered _ -> Stream.empty();
      };
    }
  }

  sealed interface Destination {

    /// The open files themselves.
    record SameFiles() implements Destination {}

    /// A copy of the only file.
    ///
    /// @param replaces true if an existing file is replaced
    record CopyOfFile(Path path, boolean replaces) implements Destination {}

    /// Copies of all files.
    ///
    /// @param from the folder that contains the files, directly or in subfolders
    /// @param to an existing folder that receives the same structure
    record CopiesInFolder(Path from, Path to) implements Destination {}
  }

  sealed interface Step {

    /// Plans are ready for review.
    ///
    /// @param problems the problems of each change set
    /// @param plans the plans of all files; empty if a problem blocks the save
    record Review(List<List<EditProblem>> problems, List<PlannedFile> plans) implements Step {

      boolean isSaveable() {
        return plans.stream().anyMatch(PlannedFile::isSaveable);
      }
    }

    record Ended(List<FileOutcome> outcomes) implements Step {}
  }

  final List<ChangeSet> changes;
  final Destination destination;
  final StagedWork<Step> work;
  private final LoaderKeys loaderKeys;
  private final Jobs jobs;
  private final SaveRun run;
  private final Messages messages;
  private SaveOptions options;

  /// Starts planning.
  ///
  /// @param changes at least one
  /// @param options the initial options
  SaveViewModel(
      Checkpoint checkpoint,
      List<ChangeSet> changes,
      Destination destination,
      SaveOptions options,
      Jobs jobs,
      SaveRun run) {
    this.changes = changes;
    this.destination = destination;
    this.loaderKeys = new LoaderKeys(name -> checkpoint.tensor(name).isPresent());
    this.options = options;
    this.jobs = jobs;
    this.work = new StagedWork<>(jobs);
    this.run = run;
    this.messages = run.messages();
    plan();
  }

  /// Computes part of the review in the background. Failures are ignored.
  <T> void prepare(Supplier<T> work, Consumer<T> onSuccess) {
    jobs.start(messages.text("save.job.plan"), (_, _) -> work.get(), onSuccess, _ -> {});
  }

  SaveOptions options() {
    return options;
  }

  void setOptions(SaveOptions newOptions) {
    if (!newOptions.equals(options)) {
      options = newOptions;
      plan();
    }
  }

  private void plan() {
    SaveOptions planned = options;
    work.plan(
        messages.text("save.job.plan"),
        (cancellation, _) -> {
          List<List<EditProblem>> problems =
              changes.stream().map(set -> set.problems(loaderKeys)).toList();
          boolean blocked =
              problems.stream().flatMap(List::stream).anyMatch(EditProblem::isBlocking);
          return new Step.Review(
              problems,
              blocked ? List.of() : run.plan(changes, destination, planned, cancellation));
        });
  }

  /// Saves every file that can be saved, or does nothing if there is none. The outcome lists the
  /// others.
  void save() {
    if (work.step().orElse(null) instanceof Step.Review review && review.isSaveable()) {
      List<PlannedFile> plans = review.plans();
      Job job =
          work.run(
              messages.text("save.job.save"),
              (cancellation, progress) -> result(run.run(plans, cancellation, progress)),
              failure -> failed(plans, failure));
      job.inBytes();
      if (plans.size() == 1) {
        job.about(DisplayText.of(String.valueOf(plans.getFirst().path().getFileName())));
      }
    }
  }

  private State<Step> failed(List<PlannedFile> plans, Throwable failure) {
    List<FileOutcome> outcomes = new ArrayList<>();
    for (PlannedFile plan : plans) {
      outcomes.add(FileOutcome.unexpected(plan.path(), plan.path(), failure, messages));
    }
    return new State.Waiting<>(new Step.Ended(outcomes), Optional.empty());
  }

  private RunResult<Step> result(List<FileOutcome> outcomes) {
    Optional<Path> written =
        outcomes.stream().filter(FileOutcome::isWritten).map(FileOutcome::target).findFirst();
    return RunResult.step(new Step.Ended(outcomes), outcome(outcomes), written);
  }

  private JobOutcome outcome(List<FileOutcome> outcomes) {
    for (FileOutcome each : outcomes) {
      if (!each.isDone() && !each.isStopped()) {
        return new JobOutcome.Failed(
            each.cause().orElseGet(() -> new SentenceException(each.sentence())));
      }
    }
    return outcomes.stream().anyMatch(FileOutcome::isStopped)
        ? new JobOutcome.Cancelled()
        : new JobOutcome.Done(FileOutcome.summary(outcomes, messages));
  }
}
