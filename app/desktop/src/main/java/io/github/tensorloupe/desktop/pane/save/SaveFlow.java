package io.github.tensorloupe.desktop.pane.save;

import module java.base;

import io.github.tensorloupe.desktop.control.panel.Panel;
import io.github.tensorloupe.desktop.control.panel.PanelSource;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.JobSlot;
import io.github.tensorloupe.desktop.pane.FileDialogs;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.pane.save.SaveRun.FileOutcome;
import io.github.tensorloupe.desktop.pane.save.SaveRun.FileOutcome.Result;
import io.github.tensorloupe.desktop.pane.save.SaveViewModel.ChangeSet;
import io.github.tensorloupe.desktop.pane.save.SaveViewModel.Destination;
import io.github.tensorloupe.desktop.pane.save.SaveViewModel.Stage;
import io.github.tensorloupe.desktop.selection.OpenDocument;
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

    void open(Path path);

    void reportFailure(Failure failure);
  }

  private static final int DEFAULT_ALIGNMENT = 64;

  private final PaneContext context;
  private final SaveRun run;
  private final Documents documents;
  private final JobSlot<Destination> examining;
  private Optional<SaveViewModel> current = Optional.empty();

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

  public void saveCopy() {
    OpenDocument document = context.selection().openDocument().orElseThrow();
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
                destination -> review(document, destination, false, Optional.empty()),
                failure -> documents.reportFailure(Failures.of(failure).about(to))));
  }

  /// Saves with the data aligned to 64 bytes, together with the pending edits.
  public void align() {
    review(new Destination.SameFiles(), true, Optional.empty());
  }

  public boolean isSaving() {
    return current.filter(SaveViewModel::isSaving).isPresent();
  }

  /// Does nothing if no document is open.
  ///
  /// @param aligns true to align the data too, which also affects unchanged files
  /// @param next run once all files are saved, instead of reloading them
  private void review(Destination destination, boolean aligns, Optional<Runnable> next) {
    context
        .selection()
        .openDocument()
        .ifPresent(document -> review(document, destination, aligns, next));
  }

  private void review(
      OpenDocument document, Destination destination, boolean aligns, Optional<Runnable> next) {
    examining.clear();
    List<ChangeSet> sets =
        destination instanceof Destination.SameFiles && !aligns
            ? ChangeSet.pending(context.edits())
            : ChangeSet.all(document, context.edits());
    if (sets.isEmpty()) {
      next.ifPresent(Runnable::run);
      return;
    }
    OptionalInt alignment = aligns ? OptionalInt.of(DEFAULT_ALIGNMENT) : OptionalInt.empty();
    SaveOptions options = SaveOptions.DEFAULT.withAlignment(alignment);
    SaveViewModel model =
        new SaveViewModel(document.checkpoint(), sets, destination, options, context.jobs(), run);
    current.ifPresent(SaveViewModel::close);
    current = Optional.of(model);
    Review review = new Review(document, model, aligns, next);
    String title = context.messages().text("save.title");
    context.panels().show(new PanelSource("save", title, review::panel, model::close));
    model.stage.subscribe(
        stage -> {
          if (stage instanceof Stage.Ended(List<FileOutcome> outcomes)) {
            review.end(outcomes);
          }
        });
  }

  /// A requested save, with the actions of its panel.
  final class Review {

    private final OpenDocument document;
    private final SaveViewModel model;
    private final boolean aligns;
    private final Optional<Runnable> next;
    private Optional<Panel> panel = Optional.empty();

    private Review(
        OpenDocument document, SaveViewModel model, boolean aligns, Optional<Runnable> next) {
      this.document = document;
      this.model = model;
      this.aligns = aligns;
      this.next = next;
    }

    private Panel panel() {
      Panel newPanel = new SavePanel(model, document, aligns, this, context.messages()).panel;
      panel = Optional.of(newPanel);
      return newPanel;
    }

    private void end(List<FileOutcome> outcomes) {
      boolean allDone = outcomes.stream().allMatch(FileOutcome::isDone);
      if (allDone && outcomes.stream().noneMatch(each -> each.result() == Result.UNCONFIRMED)) {
        close();
        context.showMessage().accept(FileOutcome.summary(outcomes, context.messages()));
      }
      switch (model.destination) {
        case Destination.SameFiles() -> endOfSameFiles(outcomes, allDone);
        case Destination.CopyOfFile(Path path, boolean _) when allDone -> documents.open(path);
        case Destination.CopiesInFolder(Path from, Path to) when allDone -> copyIndexes(from, to);
        case Destination.CopyOfFile _, Destination.CopiesInFolder _ -> {}
      }
    }

    private void endOfSameFiles(List<FileOutcome> outcomes, boolean allDone) {
      context
          .edits()
          .markSaved(
              outcomes.stream()
                  .filter(FileOutcome::isDone)
                  .map(FileOutcome::path)
                  .collect(Collectors.toSet()));
      if (allDone && next.isPresent()) {
        next.get().run();
      } else if (outcomes.stream().anyMatch(FileOutcome::isWritten)) {
        documents.reopen(() -> {});
      }
    }

    private void copyIndexes(Path from, Path to) {
      context
          .jobs()
          .startWriting(
              context.messages().text("save.job.indexes"),
              (cancellation, _) -> IndexCopies.copy(document.checkpoint(), from, to, cancellation),
              _ -> documents.open(to),
              failure -> {
                documents.reportFailure(Failures.of(failure).about(to));
                documents.open(to);
              });
    }

    void saveCopy() {
      SaveFlow.this.saveCopy();
    }

    void close() {
      model.close();
      // The model references the document, which may be closed before the next save.
      current = current.filter(shown -> shown != model || shown.isSaving());
      panel.ifPresent(context.panels()::hide);
    }

    void reload() {
      close();
      documents.reopen(() -> {});
    }

    void retry() {
      close();
      documents.reopen(() -> review(model.destination, aligns, next));
    }
  }
}
