package io.github.tensorloupe.desktop.pane.batch;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import io.github.tensorloupe.batch.FileReport;
import io.github.tensorloupe.batch.FileReport.Status;
import io.github.tensorloupe.batch.MetadataBatch;
import io.github.tensorloupe.desktop.control.panel.StagedWork.State;
import io.github.tensorloupe.desktop.job.Job.EndedJob;
import io.github.tensorloupe.desktop.job.Job.JobOutcome;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.batch.BatchViewModel.FileRow;
import io.github.tensorloupe.desktop.pane.batch.BatchViewModel.Step;
import io.github.tensorloupe.desktop.pane.batch.ChangeRequest.Kind;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.testing.Contexts;
import io.github.tensorloupe.desktop.testing.OpenFiles;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.save.Recovery;
import io.github.tensorloupe.save.SaveOptions;
import io.github.tensorloupe.save.SaveOptions.Permission;
import io.github.tensorloupe.save.Saver;
import io.github.tensorloupe.testing.TensorFiles;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BatchViewModelTest {

  @TempDir Path folder;

  private final OpenFiles files = new OpenFiles();
  private final Selection selection = new Selection();
  private final Queue<Runnable> waiting = new ArrayDeque<>();
  private final Jobs jobs = new Jobs(waiting::add, Runnable::run);
  private Path old;
  private Path done;
  private Path broken;

  @BeforeEach
  void writeFiles() throws IOException {
    old = new TensorFiles().metadata("k", "old").floats("t", 1).write(path("old"));
    done = new TensorFiles().metadata("k", "v").floats("u", 1).write(path("done"));
    broken = Files.write(path("broken"), new byte[3]);
  }

  @AfterEach
  void closeFiles() throws IOException {
    files.close();
  }

  private Path path(String name) {
    return folder.resolve(name + ".safetensors");
  }

  private BatchViewModel model() {
    FileOperations operations = FileOperations.ofThisComputer();
    return new BatchViewModel(
        Contexts.ofModel(selection, jobs),
        new MetadataBatch(new Saver(operations), new Recovery(operations)),
        Kind.SET);
  }

  /// Returns a model that sets `k=v` in these files.
  private BatchViewModel settingV(Path... paths) {
    BatchViewModel model = model();
    model.add(List.of(paths));
    model.change.set(set("k=v"));
    return model;
  }

  private static ChangeRequest set(String typed) {
    return new ChangeRequest(Kind.SET, typed, Optional.empty());
  }

  private void tryOut(BatchViewModel model) {
    model.tryOut();
    waiting.remove().run();
  }

  private static String metadata(Path path) throws IOException {
    try (TensorFile file = TensorFile.open(path)) {
      return file.header().metadata().map(Metadata::entries).orElseThrow().get("k");
    }
  }

  private static List<Optional<Status>> statuses(BatchViewModel model) {
    return model.rows.stream().map(row -> row.report().map(FileReport::status)).toList();
  }

  private static String problem(BatchViewModel model) {
    State.Waiting<?> waiting = (State.Waiting<?>) model.work.stateProperty().get();
    return waiting.problem().orElseThrow().sentence().toString();
  }

  private EndedJob ended() {
    return jobs.ended().getFirst();
  }

  @Test
  void foldersAreSearchedRecursively() throws IOException {
    Path below = Files.createDirectories(folder.resolve("below"));
    Path deep = Files.copy(old, below.resolve("deep.safetensors"));
    Files.writeString(below.resolve("notes.txt"), "none");
    BatchViewModel model = model();
    model.add(List.of(done));

    model.addFolder(folder);
    waiting.remove().run();

    assertThat(model.rows)
        .extracting(FileRow::path)
        .containsExactlyInAnyOrder(done, deep, broken, old);
  }

  @Test
  void missingFolderIsReported() {
    BatchViewModel model = model();

    model.addFolder(folder.resolve("gone"));
    waiting.remove().run();

    assertThat(model.work.hasProblem()).isTrue();
    assertThat(model.rows).isEmpty();
  }

  @Test
  void unreadableSubfoldersAndIndexesAreReported() throws IOException {
    // Deeper folders are not searched.
    Files.createDirectories(folder.resolve("d/".repeat(101)));
    for (int i = 0; i < 4; i++) {
      Files.createSymbolicLink(
          folder.resolve(i + ".safetensors.index.json"), folder.resolve("gone"));
    }
    BatchViewModel model = model();

    model.addFolder(folder);
    waiting.remove().run();

    assertThat(model.rows).hasSize(3);
    assertThat(problem(model))
        .contains("0.safetensors.index.json")
        .endsWith("2 more folders or indexes could not be read.");
  }

  @Test
  void openFilesAreListedInitially() throws IOException {
    assertThat(model().hasOpenFiles()).isFalse();
    assertThat(model().rows).isEmpty();
    files.show(old, selection);

    BatchViewModel model = model();

    assertThat(model.hasOpenFiles()).isTrue();
    assertThat(model.rows).containsExactly(new FileRow(old));
    assertThat(model.change.get().kind()).isEqualTo(Kind.SET);
  }

  @Test
  void filesAreListedOnce() {
    BatchViewModel model = settingV(old, done, old);
    model.add(List.of(done, broken));

    assertThat(model.rows).extracting(FileRow::path).containsExactly(old, done, broken);
    model.clear();
    assertThat(model.rows).isEmpty();
  }

  @Test
  void runRequiresFilesAndACompleteChange() {
    BatchViewModel model = settingV();
    assertThat(model.isReady()).isFalse();
    model.add(List.of(old));
    assertThat(model.isReady()).isTrue();

    model.change.set(set("k"));

    assertThat(model.isReady()).isFalse();
    model.tryOut();
    assertThat(waiting).isEmpty();
  }

  @Test
  void dryRunReportsEachFileAndWritesNothing() throws IOException {
    BatchViewModel model = settingV(old, done, broken);

    model.tryOut();
    assertThat(model.work.isRunning()).isTrue();
    assertThat(model.isSaving()).isFalse();
    assertThat(model.isReady()).isFalse();
    assertThat(jobs.running().getFirst().title()).isEqualTo("Dry run");
    waiting.remove().run();

    assertThat(model.work.step()).contains(Step.TRIED);
    assertThat(model.work.isRunning()).isFalse();
    assertThat(statuses(model))
        .containsExactly(
            Optional.of(Status.PLANNED), Optional.of(Status.UNCHANGED), Optional.of(Status.FAILED));
    assertThat(model.plannedCount()).isOne();
    assertThat(metadata(old)).isEqualTo("old");
    assertThat(ended().outcome())
        .isInstanceOfSatisfying(
            JobOutcome.Failed.class,
            failed ->
                assertThat(failed.cause()).hasMessage("Would save: 1. Unchanged: 1. Refused: 1."));
  }

  @Test
  void filesAreSavedAfterADryRun() throws IOException {
    Path copyOfDone = Files.copy(done, path("alike"));
    BatchViewModel model = settingV(old, done, copyOfDone);
    tryOut(model);
    assertThat(ended().outcome())
        .isEqualTo(new JobOutcome.Done("Would save: 1. Unchanged: 2. Refused: 0."));

    model.save();
    assertThat(model.work.isRunning()).isTrue();
    assertThat(model.isSaving()).isTrue();
    assertThat(statuses(model)).containsOnly(Optional.empty());
    assertThat(jobs.running().getFirst().title()).isEqualTo("Saving files");
    waiting.remove().run();

    assertThat(model.work.step()).contains(Step.SAVED);
    assertThat(statuses(model))
        .containsExactly(
            Optional.of(Status.SAVED),
            Optional.of(Status.UNCHANGED),
            Optional.of(Status.UNCHANGED));
    assertThat(metadata(old)).isEqualTo("v");
    assertThat(ended().outcome())
        .isEqualTo(new JobOutcome.Done("Saved: 1. Unchanged: 2. Failed: 0."));
  }

  @Test
  void savedFilesCanBeRestoredOnce() throws IOException {
    BatchViewModel model = settingV(old, done, broken);
    tryOut(model);
    assertThat(model.canUndo()).isFalse();
    model.save();
    waiting.remove().run();
    assertThat(model.canUndo()).isTrue();

    model.undo();
    assertThat(model.isSaving()).isTrue();
    waiting.remove().run();

    assertThat(model.work.step()).contains(Step.UNDONE);
    assertThat(metadata(old)).isEqualTo("old");
    assertThat(model.summary()).startsWith("Entries restored: 1. Unchanged: 0. Failed: 0.");
    assertThat(model.canUndo()).isFalse();
  }

  @Test
  void stoppedUndoCanBeContinued() throws IOException {
    BatchViewModel model = settingV(old);
    tryOut(model);
    model.save();
    waiting.remove().run();
    model.undo();
    model.work.stop();
    waiting.remove().run();
    assertThat(metadata(old)).isEqualTo("v");

    assertThat(model.canUndo()).isTrue();
    model.undo();
    waiting.remove().run();

    assertThat(metadata(old)).isEqualTo("old");
    assertThat(model.canUndo()).isFalse();
  }

  @Test
  void permissionsAreOfferedOnceAFileNeedsThem() throws IOException {
    Files.createLink(path("other"), old);
    BatchViewModel model = settingV(old);
    assertThat(model.neededPermissions).isEmpty();

    tryOut(model);

    assertThat(model.neededPermissions)
        .containsExactly(Permission.SPLIT_LINKS, Permission.EDIT_LINKS);
    model.options.set(model.options.get().with(Permission.SPLIT_LINKS, true));
    tryOut(model);
    assertThat(statuses(model)).containsExactly(Optional.of(Status.PLANNED));
    assertThat(model.neededPermissions)
        .containsExactly(Permission.SPLIT_LINKS, Permission.EDIT_LINKS);
  }

  @Test
  void savingRequiresADryRunWithPlannedFiles() {
    BatchViewModel model = settingV(old);
    model.save();
    assertThat(waiting).isEmpty();

    BatchViewModel unchanged = settingV(done);
    tryOut(unchanged);
    unchanged.save();

    assertThat(waiting).isEmpty();
    assertThat(unchanged.work.step()).contains(Step.TRIED);
  }

  @Test
  void changedRequestDiscardsTheDryRun() {
    BatchViewModel model = settingV(old);
    List<Runnable> changes =
        List.of(
            () -> model.change.set(set("k=w")),
            () -> model.options.set(SaveOptions.DEFAULT.withComparesData(true)),
            () -> model.add(List.of(done)),
            model::clear);

    for (Runnable change : changes) {
      tryOut(model);
      assertThat(model.work.step()).contains(Step.TRIED);
      change.run();

      assertThat(model.work.step()).contains(Step.CHOOSING);
      assertThat(model.plannedCount()).isZero();
    }
  }

  @Test
  void optionsAffectThePlan() {
    BatchViewModel model = settingV(old);
    model.options.set(SaveOptions.DEFAULT.withComparesData(true));

    tryOut(model);

    assertThat(model.rows.getFirst().report().orElseThrow().plan().orElseThrow().options())
        .isEqualTo(model.options.get());
  }

  @Test
  void laterChoicesDoNotAffectARun() {
    BatchViewModel model = settingV(old);
    model.tryOut();

    model.change.set(set("x=y"));

    assertThat(model.work.isRunning()).isTrue();
    waiting.remove().run();
    assertThat(statuses(model)).containsExactly(Optional.of(Status.PLANNED));
  }

  @Test
  void stoppedBatchDoesNotChangeFiles() throws IOException {
    BatchViewModel model = settingV(old);
    tryOut(model);
    model.save();

    model.work.stop();
    waiting.remove().run();

    assertThat(model.work.step()).contains(Step.SAVED);
    assertThat(statuses(model)).containsExactly(Optional.empty());
    assertThat(metadata(old)).isEqualTo("old");
    assertThat(ended().outcome()).isEqualTo(new JobOutcome.Cancelled());
  }

  @Test
  void invalidJsonIsReportedUntilAnotherChoice() throws IOException {
    Path json = Files.writeString(folder.resolve("a.json"), "[1]");
    BatchViewModel model = settingV(old);
    model.change.set(new ChangeRequest(Kind.MERGE, "", Optional.of(json)));

    tryOut(model);

    assertThat(model.work.step()).contains(Step.CHOOSING);
    assertThat(problem(model)).contains("object");
    assertThat(ended().outcome()).isInstanceOf(JobOutcome.Failed.class);
    model.change.set(set("k=v"));
    assertThat(model.work.hasProblem()).isFalse();
  }

  @Test
  void missingJsonFileIsReportedWithItsPath() {
    Path json = folder.resolve("gone.json");
    BatchViewModel model = settingV(old);
    model.change.set(new ChangeRequest(Kind.REPLACE, "", Optional.of(json)));

    tryOut(model);

    assertThat(problem(model)).contains("gone.json");
  }

  @Test
  void tensorsOfOtherShardsAreKnownIfTheSetIsOpen() throws IOException {
    new TensorFiles().metadata("k", "u").floats("t", 1).write(old);
    BatchViewModel alone = settingV(old);
    tryOut(alone);
    assertThat(alone.rows.getFirst().report().orElseThrow().warnings()).isEmpty();

    Files.delete(broken);
    files.show(folder, selection);
    BatchViewModel inSet = model();
    inSet.clear();
    inSet.add(List.of(old));
    inSet.change.set(set("k=v"));
    tryOut(inSet);

    assertThat(inSet.rows.getFirst().report().orElseThrow().warnings())
        .singleElement()
        .satisfies(warning -> assertThat(warning.toString()).contains("shares the data of \"u\""));
  }
}
