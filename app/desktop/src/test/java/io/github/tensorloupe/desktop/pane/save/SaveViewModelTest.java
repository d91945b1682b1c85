package io.github.tensorloupe.desktop.pane.save;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import io.github.tensorloupe.desktop.control.panel.StagedWork.State;
import io.github.tensorloupe.desktop.job.Job;
import io.github.tensorloupe.desktop.job.Job.EndedJob;
import io.github.tensorloupe.desktop.job.Job.EndedJob.JobResult;
import io.github.tensorloupe.desktop.job.Job.JobOutcome;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.job.Work;
import io.github.tensorloupe.desktop.pane.save.SaveRun.FileOutcome;
import io.github.tensorloupe.desktop.pane.save.SaveRun.FileOutcome.Result;
import io.github.tensorloupe.desktop.pane.save.SaveRun.PlannedFile;
import io.github.tensorloupe.desktop.pane.save.SaveViewModel.ChangeSet;
import io.github.tensorloupe.desktop.pane.save.SaveViewModel.Destination;
import io.github.tensorloupe.desktop.pane.save.SaveViewModel.Step;
import io.github.tensorloupe.desktop.selection.DocumentEdits;
import io.github.tensorloupe.desktop.selection.DocumentEdits.Edited;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.MetadataEdits;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.testing.OpenFiles;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.edit.EditProblem;
import io.github.tensorloupe.edit.EditProblem.Kind;
import io.github.tensorloupe.edit.EntryChange;
import io.github.tensorloupe.edit.MetadataChange;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.save.SaveOptions;
import io.github.tensorloupe.save.Saver;
import io.github.tensorloupe.save.StrategyChoice;
import io.github.tensorloupe.testing.Intercepted;
import io.github.tensorloupe.testing.TensorFiles;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SaveViewModelTest {

  @TempDir Path folder;

  private final OpenFiles files = new OpenFiles();
  private final Selection selection = new Selection();
  private final DocumentEdits edits = new DocumentEdits(selection);
  private final Queue<Runnable> waiting = new ArrayDeque<>();
  private final Map<String, Throwable> faults = new TreeMap<>();
  private final Jobs jobs =
      new Jobs(waiting::add, Runnable::run) {
        @Override
        protected <T> T perform(Job job, Work<T> work) throws Exception {
          if (faults.get("perform") instanceof RuntimeException fault) {
            throw fault;
          }
          return super.perform(job, work);
        }
      };
  private FileDocument document;

  @BeforeEach
  void openFiles() throws IOException {
    write("a", "1");
    write("b", "2");
    write("c", "tensor.a");
    document = files.show(folder, selection);
  }

  @AfterEach
  void closeFiles() throws IOException {
    files.close();
  }

  private Path path(String name) {
    return folder.resolve(name + ".safetensors");
  }

  private void write(String name, String value) throws IOException {
    new TensorFiles()
        .metadata("k", value)
        .metadata("software", "{")
        .floats("tensor." + name, 1)
        .write(path(name));
  }

  private TensorFile file(String name) {
    return document.checkpoint().files().stream()
        .filter(file -> file.path().equals(path(name)))
        .findFirst()
        .orElseThrow();
  }

  private void edit(String name, Consumer<MetadataEdits> change) {
    TensorFile file = file(name);
    Edited edited = edits.of(List.of(file), file.header().metadata().orElseThrow());
    edits.edit(edited, change);
  }

  private void setK(String name, String value) {
    edit(name, each -> each.setValue(each.entries().getFirst().id(), value));
  }

  private SaveViewModel model(Destination destination) {
    return model(destination, ChangeSet.pending(edits));
  }

  private SaveViewModel model(Destination destination, List<ChangeSet> changes) {
    FileOperations operations =
        Intercepted.calls(
            FileOperations.class,
            FileOperations.ofThisComputer(),
            (name, arguments, call) -> {
              for (String key : List.of(name, name + " " + fileName(arguments))) {
                if (faults.containsKey(key)) {
                  throw faults.get(key);
                }
              }
              return call.run();
            });
    return new SaveViewModel(
        document.checkpoint(),
        changes,
        destination,
        SaveOptions.DEFAULT,
        jobs,
        new SaveRun(new Saver(operations), Messages.english()));
  }

  private static String fileName(Object... arguments) {
    return arguments != null && arguments.length > 0 && arguments[0] instanceof Path path
        ? path.getFileName().toString()
        : "";
  }

  /// Returns a model that has planned to save the pending edits.
  private SaveViewModel planned() {
    SaveViewModel model = model(new Destination.SameFiles());
    waiting.remove().run();
    return model;
  }

  private void save(SaveViewModel model) {
    model.save();
    waiting.remove().run();
  }

  private static Step.Review review(SaveViewModel model) {
    return (Step.Review) model.work.step().orElseThrow();
  }

  private static List<Kind> problems(SaveViewModel model) {
    return review(model).problems().getFirst().stream().map(EditProblem::kind).toList();
  }

  private static List<FileOutcome> outcomes(SaveViewModel model) {
    return ((Step.Ended) model.work.step().orElseThrow()).outcomes();
  }

  private static List<Result> results(SaveViewModel model) {
    return outcomes(model).stream().map(FileOutcome::result).toList();
  }

  private EndedJob ended() {
    return jobs.ended().getFirst();
  }

  private static String k(Path path) throws IOException {
    try (TensorFile file = TensorFile.open(path)) {
      return file.header().metadata().map(Metadata::entries).orElseThrow().get("k");
    }
  }

  @Test
  void filesWithPendingEditsAreListedFirst() {
    setK("b", "new");

    List<ChangeSet> sets = ChangeSet.all(document, edits);

    assertThat(sets)
        .extracting(ChangeSet::files)
        .containsExactly(List.of(file("b")), List.of(file("a")), List.of(file("c")));
    assertThat(sets.get(0).changes()).containsExactly(new EntryChange.Revalued("k", "2", "new"));
    assertThat(sets.get(0).metadata().orElseThrow().entries()).containsEntry("k", "new");
    assertThat(sets.get(1).changes()).isEmpty();
    assertThat(sets.get(1).metadata()).isEqualTo(file("a").header().metadata());
    assertThat(ChangeSet.pending(edits)).containsExactly(sets.get(0));
  }

  @Test
  void reviewFollowsPlanning() {
    setK("a", "new");

    SaveViewModel model = model(new Destination.SameFiles());
    assertThat(model.work.stateProperty().get()).isInstanceOf(State.Planning.class);
    assertThat(jobs.running().getFirst().title()).isEqualTo("Planning the save");
    model.save();
    assertThat(waiting).hasSize(1);
    waiting.remove().run();

    assertThat(review(model).plans()).extracting(PlannedFile::path).containsExactly(path("a"));
    assertThat(review(model).isSaveable()).isTrue();
    assertThat(model.changes).isEqualTo(ChangeSet.pending(edits));
    assertThat(model.destination).isEqualTo(new Destination.SameFiles());
  }

  @Test
  void changedOptionsStartAnotherPlan() {
    setK("a", "new");
    SaveViewModel model = planned();
    SaveOptions other = SaveOptions.DEFAULT.withStrategy(StrategyChoice.REWRITE);

    model.setOptions(SaveOptions.DEFAULT);
    assertThat(waiting).isEmpty();
    model.setOptions(other);
    assertThat(model.work.stateProperty().get()).isInstanceOf(State.Planning.class);
    waiting.remove().run();

    assertThat(model.options()).isEqualTo(other);
    assertThat(review(model).plans().getFirst().plan().orElseThrow().options()).isEqualTo(other);
  }

  @Test
  void planIsDroppedAfterClosing() {
    setK("a", "new");
    SaveViewModel model = model(new Destination.SameFiles());

    model.work.close();
    waiting.remove().run();

    assertThat(model.work.step()).isEmpty();
  }

  @Test
  void warningsConcernChangedEntriesOnly() {
    setK("a", "new\0");
    assertThat(problems(planned())).containsExactly(Kind.NUL_CHARACTER);

    edit("a", each -> each.setValue(each.entries().get(1).id(), "[{"));
    assertThat(problems(planned())).containsExactly(Kind.NUL_CHARACTER, Kind.BROKEN_JSON);
  }

  @Test
  void warningsIncludeAddedAndRenamedEntries() {
    edit("a", each -> each.apply(MetadataChange.set(new TreeMap<>(Map.of("new\0", "v")))));
    assertThat(problems(planned())).containsExactly(Kind.NUL_CHARACTER);

    edit("b", each -> each.rename(each.entries().getFirst().id(), "__metadata__"));
    SaveViewModel both = planned();
    assertThat(review(both).problems().get(1))
        .extracting(EditProblem::kind)
        .containsExactly(Kind.RESERVED_KEY);
  }

  @Test
  void removedEntryForATensorOfAnotherShardIsReported() {
    setK("c", "new");
    assertThat(problems(planned())).containsExactly(Kind.LOADER_KEY_CHANGED);
  }

  @Test
  void repeatedKeyBlocksTheSave() {
    edit("a", each -> each.rename(each.entries().getFirst().id(), "software"));

    SaveViewModel model = planned();

    assertThat(model.changes.getFirst().metadata()).isEmpty();
    assertThat(problems(model)).contains(Kind.REPEATED_KEY);
    assertThat(review(model).plans()).isEmpty();
    assertThat(review(model).isSaveable()).isFalse();
    model.save();
    assertThat(waiting).isEmpty();
  }

  @Test
  void faultDuringPlanningIsReportedForEachFile() {
    setK("a", "new");
    setK("b", "new");
    faults.put("realPath", new IllegalStateException("a fault"));

    SaveViewModel model = planned();

    assertThat(review(model).plans())
        .extracting(PlannedFile::path)
        .containsExactly(path("a"), path("b"));
    assertThat(review(model).plans()).noneMatch(PlannedFile::isSaveable);
    assertThat(review(model).plans().getFirst().failure().orElseThrow().path()).contains(path("a"));
    assertThat(review(model).problems()).hasSize(2);
  }

  @Test
  void faultInTheCheckOfEntriesEndsPlanning() {
    ChangeSet faulty =
        new ChangeSet(List.of(file("a")), null, List.of(), file("a").header().metadata());

    SaveViewModel model = model(new Destination.SameFiles(), List.of(faulty));
    waiting.remove().run();

    assertThat(model.work.stateProperty().get()).isInstanceOf(State.Unplanned.class);
  }

  @Test
  void unexpectedFaultOfOneFileDoesNotPreventSavingTheOthers() {
    setK("a", "new");
    setK("b", "new");
    faults.put("realPath a.safetensors", new IllegalStateException("a fault"));

    SaveViewModel model = planned();

    assertThat(review(model).plans())
        .extracting(PlannedFile::isSaveable)
        .containsExactly(false, true);
  }

  @Test
  void failedPlanDoesNotPreventSavingTheOthers() throws IOException {
    setK("a", "new");
    setK("b", "new");
    Files.delete(path("a"));

    SaveViewModel model = planned();
    assertThat(review(model).plans())
        .extracting(PlannedFile::isSaveable)
        .containsExactly(false, true);
    assertThat(review(model).plans().getFirst().bytesToWrite()).isZero();
    save(model);

    assertThat(results(model)).containsExactly(Result.FAILED, Result.SAVED);
    assertThat(outcomes(model).getFirst().sentence()).contains("a.safetensors");
    assertThat(outcomes(model).getFirst().cause()).isPresent();
    assertThat(k(path("b"))).isEqualTo("new");
    assertThat(ended().outcome()).isInstanceOf(JobOutcome.Failed.class);
    assertThat(ended().result()).contains(new JobResult.OnDisk(path("b")));
  }

  @Test
  void saveReportsFileProgressAndResult() throws IOException {
    setK("a", "new");
    SaveViewModel model = planned();

    model.save();
    Job saving = ((State.Running<?>) model.work.stateProperty().get()).job();
    assertThat(model.work.isRunning()).isTrue();
    assertThat(saving.title()).isEqualTo("Saving");
    assertThat(saving.about()).contains("a.safetensors");
    waiting.remove().run();

    assertThat(model.work.isRunning()).isFalse();
    assertThat(k(path("a"))).isEqualTo("new");
    assertThat(saving.progressProperty().get()).isEqualTo(1);
    assertThat(saving.throughputProperty().get()).isPresent();
    assertThat(ended().outcome())
        .isEqualTo(
            new JobOutcome.Done(
                outcomes(model).getFirst().sentence() + " The tensors are unchanged."));
    assertThat(ended().result()).contains(new JobResult.OnDisk(path("a")));
  }

  @Test
  void progressCoversAllFiles() {
    setK("a", "new");
    setK("b", "new");
    SaveViewModel model = planned();
    long total = review(model).plans().stream().mapToLong(PlannedFile::bytesToWrite).sum();

    model.save();
    Job saving = ((State.Running<?>) model.work.stateProperty().get()).job();
    List<Double> progressValues = new ArrayList<>();
    saving.progressProperty().subscribe(done -> progressValues.add(done.doubleValue()));
    waiting.remove().run();

    assertThat(saving.about()).isEmpty();
    assertThat(saving.throughputProperty().get().orElseThrow().total()).isEqualTo(total);
    assertThat(progressValues.subList(1, progressValues.size()))
        .isSorted()
        .contains(0.5)
        .endsWith(1.0);
    assertThat(ended().outcome())
        .isEqualTo(new JobOutcome.Done("2 files saved. The tensors are unchanged."));
  }

  @Test
  void stoppedSaveDoesNotChangeFiles() throws IOException {
    setK("a", "new");
    SaveViewModel model = planned();
    model.save();

    model.work.stop();
    waiting.remove().run();

    assertThat(results(model)).containsExactly(Result.STOPPED);
    assertThat(outcomes(model).getFirst().sentence())
        .isEqualTo("Not started; the file is unchanged.");
    assertThat(k(path("a"))).isEqualTo("1");
    assertThat(ended().outcome()).isEqualTo(new JobOutcome.Cancelled());
    assertThat(ended().result()).isEmpty();
  }

  @Test
  void saveStoppedDuringWritingDoesNotChangeTheFile() throws IOException {
    setK("a", "new");
    faults.put("create", new CancellationException());
    SaveViewModel model = planned();

    save(model);

    assertThat(results(model)).containsExactly(Result.STOPPED);
    assertThat(outcomes(model).getFirst().sentence()).isEqualTo("Stopped; the file is unchanged.");
    assertThat(k(path("a"))).isEqualTo("1");
  }

  @Test
  void concurrentlyChangedFileIsReported() throws IOException {
    setK("a", "new");
    SaveViewModel model = planned();
    write("a", "another program's");

    save(model);

    assertThat(results(model)).containsExactly(Result.CHANGED_ON_DISK);
    assertThat(ended().outcome())
        .isInstanceOfSatisfying(
            JobOutcome.Failed.class,
            failed ->
                assertThat(failed.cause()).isSameAs(outcomes(model).getFirst().cause().get()));
  }

  @Test
  void failedWriteIsNotAChangeOnDisk() {
    setK("a", "new");
    faults.put("create", new IOException("no room"));
    SaveViewModel model = planned();

    save(model);

    assertThat(results(model)).containsExactly(Result.FAILED);
    assertThat(outcomes(model).getFirst().sentence()).contains("no room");
  }

  @Test
  void faultBeforeTheRenameDoesNotChangeTheFile() {
    setK("a", "new");
    faults.put("create", new IllegalStateException("a fault"));
    SaveViewModel model = planned();

    save(model);

    assertThat(results(model)).containsExactly(Result.FAILED);
    assertThat(outcomes(model).getFirst().sentence())
        .contains("was not saved: a fault.", "The file on disk is unchanged.");
  }

  @Test
  void unexpectedFailureIsReportedForEachFile() {
    setK("a", "new");
    setK("b", "new");
    SaveViewModel model = planned();
    faults.put("perform", new IllegalStateException("a fault"));

    save(model);

    assertThat(outcomes(model)).extracting(FileOutcome::path).containsExactly(path("a"), path("b"));
    assertThat(results(model)).containsOnly(Result.FAILED);
    assertThat(outcomes(model).getLast().sentence()).startsWith("Unexpected failure: ");
  }

  @Test
  void copyReplacesAFileOnlyOnRequest() throws IOException {
    setK("a", "new");
    Path copy = Files.copy(path("b"), folder.resolve("copy"));

    SaveViewModel refused = model(new Destination.CopyOfFile(copy, false));
    waiting.remove().run();
    assertThat(review(refused).isSaveable()).isFalse();
    SaveViewModel model = model(new Destination.CopyOfFile(copy, true));
    waiting.remove().run();
    save(model);

    assertThat(k(copy)).isEqualTo("new");
    assertThat(k(path("a"))).isEqualTo("1");
    assertThat(outcomes(model).getFirst().target()).isEqualTo(copy);
    assertThat(ended().result()).contains(new JobResult.OnDisk(copy));
  }

  @Test
  void copiesInAFolderPreserveSubfolders() throws IOException {
    setK("a", "new");
    Path to = Files.createDirectories(folder.resolve("to/" + folder.getFileName()));

    SaveViewModel model =
        model(
            new Destination.CopiesInFolder(folder.getParent(), to.getParent()),
            ChangeSet.all(document, edits));
    waiting.remove().run();
    save(model);

    assertThat(k(to.resolve("a.safetensors"))).isEqualTo("new");
    assertThat(k(to.resolve("b.safetensors"))).isEqualTo("2");
    assertThat(results(model)).containsExactly(Result.SAVED, Result.SAVED, Result.SAVED);
  }

  @Test
  void identicalFileIsNotWritten() {
    SaveViewModel model =
        model(new Destination.SameFiles(), ChangeSet.all(document, edits).subList(0, 1));
    waiting.remove().run();

    save(model);

    assertThat(results(model)).containsExactly(Result.UNCHANGED);
    assertThat(ended().outcome())
        .isEqualTo(new JobOutcome.Done(outcomes(model).getFirst().sentence()));
    assertThat(ended().result()).isEmpty();
  }
}
