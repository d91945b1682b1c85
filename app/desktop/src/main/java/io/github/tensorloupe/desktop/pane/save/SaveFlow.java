package io.github.tensorloupe.desktop.pane.save;

import module java.base;

import io.github.tensorloupe.desktop.control.panel.PanelSource;
import io.github.tensorloupe.desktop.control.panel.StagedWork;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.JobSlot;
import io.github.tensorloupe.desktop.pane.FileDialogs;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.pane.save.SaveRun.FileOutcome;
import io.github.tensorloupe.desktop.pane.save.SaveRun.FileOutcome.Result;
import io.github.tensorloupe.desktop.pane.save.SaveViewModel.ChangeSet;
import io.github.tensorloupe.desktop.pane.save.SaveViewModel.Destination;
import io.github.tensorloupe.desktop.pane.save.SaveViewModel.Step;
import io.github.tensorloupe.desktop.selection.DocumentEdits;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.save.SaveOptions;
import io.github.tensorloupe.save.Saver;

/// Saves the open document: shows the review, then reloads or opens the result. Belongs to the FX
/// thread.
public final class SaveFlow {

  /// Opens documents in the window and reports failures.
  public interface Documents {
    /// Reloads the open document and restores the position.
    ///
    /// @param whenShown called at the end, also after a failure
    void reopen(Runnable whenShown);

    /// Shows a saved copy in place of the document. The copy contains the pending edits.
    void showCopy(Path path);

    void reportFailure(Failure failure);
  }

  /// A requested save.
  ///
  /// @param aligns true to align the data too, which also affects unchanged files
  /// @param next run once all files are saved, instead of reloading them
  record SaveRequest(
      FileDocument document, Destination destination, boolean aligns, Optional<Runnable> next) {

    boolean isCopy() {
      return !(destination instanceof Destination.SameFiles);
    }

    private List<ChangeSet> changes(DocumentEdits edits) {
      return isCopy() || aligns ? ChangeSet.all(document, edits) : ChangeSet.pending(edits);
    }
  }

  private static final int DEFAULT_ALIGNMENT = 64;

  private final PaneContext context;
  private final SaveRun run;
  private final Documents documents;
  private final JobSlot<Destination> examining;
  private Optional<StagedWork<?>> current = Optional.empty();

  public SaveFlow(PaneContext context, Saver saver, Documents documents) {
    this.context = context;
    this.run = new SaveRun(saver, context.messages());
    this.documents = documents;
    this.examining = new JobSlot<>(context.jobs());
    context.selection().documentProperty().subscribe(_ -> examining.clear());
  }

  public void save() {
    review(new Destination.SameFiles(), false, Optional.empty());
  }

  /// Saves the pending edits, and runs an action when all of them are saved. If there are no edits,
  /// runs it immediately.
  public void saveThen(Runnable next) {
    review(new Destination.SameFiles(), false, Optional.of(next));
  }

  /// Saves with the data aligned to 64 bytes, together with the pending edits.
  public void align() {
    review(new Destination.SameFiles(), true, Optional.empty());
  }

  /// Does nothing if no document is open.
  private void review(Destination destination, boolean aligns, Optional<Runnable> next) {
    context
        .selection()
        .openDocument()
        .map(document -> new SaveRequest(document, destination, aligns, next))
        .ifPresent(this::review);
  }

  public void saveCopy() {
    FileDocument document = context.selection().openDocument().orElseThrow();
    List<TensorFile> files = document.checkpoint().files();
    FileDialogs dialogs = context.dialogs().get();
    Optional<Path> chosen =
        files.size() == 1
            ? dialogs.chooseCopy(files.getFirst().path())
            : dialogs.choose(FileDialogs.Existing.FOLDER_OF_COPIES);
    chosen.ifPresent(
        to ->
            examining.start(
                context.messages().text("save.job.plan"),
                (_, _) -> run.copyTo(to, document.checkpoint()),
                destination ->
                    review(new SaveRequest(document, destination, false, Optional.empty())),
                failure -> documents.reportFailure(Failures.of(failure).about(to))));
  }

  public boolean isSaving() {
    return current.filter(StagedWork::isRunning).isPresent();
  }

  private void review(SaveRequest request) {
    examining.clear();
    List<ChangeSet> sets = request.changes(context.edits());
    if (sets.isEmpty()) {
      request.next().ifPresent(Runnable::run);
      return;
    }
    SaveOptions options =
        request.aligns()
            ? SaveOptions.DEFAULT.withAlignment(OptionalInt.of(DEFAULT_ALIGNMENT))
            : SaveOptions.DEFAULT;
    SaveViewModel model =
        new SaveViewModel(
            request.document().checkpoint(),
            sets,
            request.destination(),
            options,
            context.jobs(),
            run);
    StagedWork<Step> work = model.work;
    current.ifPresent(StagedWork::close);
    current = Optional.of(work);
    // The work refers to the document, which may be closed before the next save.
    work.onClosed(() -> current = Optional.empty());
    work.onFinished(context.showMessage());
    work.onStep(
        step -> {
          if (step instanceof Step.Ended(List<FileOutcome> outcomes)) {
            end(request, work, outcomes);
          }
        });
    String title = context.messages().text("save.title");
    context
        .panels()
        .show(
            new PanelSource(
                "save",
                title,
                () -> new SavePanel(model, request, this, context).staged.panel,
                work::close));
  }

  private void end(SaveRequest request, StagedWork<Step> work, List<FileOutcome> outcomes) {
    boolean allDone = outcomes.stream().allMatch(FileOutcome::isDone);
    if (allDone && outcomes.stream().noneMatch(each -> each.result() == Result.UNCONFIRMED)) {
      work.finish(FileOutcome.summary(outcomes, context.messages()));
    }
    switch (request.destination()) {
      case Destination.SameFiles() -> endOfSameFiles(request, outcomes, allDone);
      case Destination.CopyOfFile(Path path, boolean _) when allDone -> documents.showCopy(path);
      case Destination.CopiesInFolder(Path from, Path to) when allDone ->
          copyIndexes(request.document(), from, to);
      case Destination.CopyOfFile _, Destination.CopiesInFolder _ -> {}
    }
  }

  private void endOfSameFiles(SaveRequest request, List<FileOutcome> outcomes, boolean allDone) {
    context
        .edits()
        .markSaved(
            outcomes.stream()
                .filter(FileOutcome::isDone)
                .map(FileOutcome::path)
                .collect(Collectors.toSet()));
    if (allDone && request.next().isPresent()) {
      request.next().get().run();
    } else if (outcomes.stream().anyMatch(FileOutcome::isWritten)) {
      documents.reopen(() -> {});
    }
  }

  private void copyIndexes(FileDocument document, Path from, Path to) {
    // The user may have closed the document meanwhile.
    Runnable show =
        () -> {
          if (context.selection().openDocument().filter(open -> open == document).isPresent()) {
            documents.showCopy(to);
          }
        };
    context
        .jobs()
        .startWriting(
            context.messages().text("save.job.indexes"),
            (cancellation, _) -> SaveRun.copyIndexes(document.checkpoint(), from, to, cancellation),
            _ -> show.run(),
            failure -> {
              documents.reportFailure(Failures.of(failure).about(to));
              show.run();
            });
  }

  void reload() {
    documents.reopen(() -> {});
  }

  /// Reloads the document, and reviews the same request again.
  void retry(SaveRequest request) {
    documents.reopen(() -> review(request.destination(), request.aligns(), request.next()));
  }
}
