package io.github.tensorloupe.desktop.pane.save;

import module java.base;

import io.github.tensorloupe.batch.IndexCopies;
import io.github.tensorloupe.desktop.control.panel.Panel;
import io.github.tensorloupe.desktop.control.panel.PanelHost;
import io.github.tensorloupe.desktop.control.panel.PanelSource;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.FileDialogs;
import io.github.tensorloupe.desktop.pane.save.SaveRun.FileOutcome;
import io.github.tensorloupe.desktop.pane.save.SaveRun.FileOutcome.Result;
import io.github.tensorloupe.desktop.pane.save.SaveViewModel.ChangeSet;
import io.github.tensorloupe.desktop.pane.save.SaveViewModel.Destination;
import io.github.tensorloupe.desktop.pane.save.SaveViewModel.Stage;
import io.github.tensorloupe.desktop.selection.DocumentEdits;
import io.github.tensorloupe.desktop.selection.OpenDocument;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.save.SaveOptions;
import io.github.tensorloupe.save.Saver;

/// Saves the open document: shows the review, then reloads or opens the result. Belongs to the FX
/// thread.
public final class SaveFlow {

  /// Opens documents and shows messages in the window.
  public interface Documents {
    /// Reloads the open document and restores the position.
    ///
    /// @param whenShown called at the end, also after a failure
    void reopen(Runnable whenShown);

    /// Opens another document in place of this one.
    void open(Path path);

    void tell(String sentence);

    void tell(Failure failure);
  }

  /// The parts of the window that saving uses.
  ///
  /// @param dialogs asked for each time
  public record Tools(
      PanelHost panels,
      Jobs jobs,
      Saver saver,
      Selection selection,
      DocumentEdits edits,
      Documents documents,
      Supplier<FileDialogs> dialogs,
      Messages messages) {}

  private static final int USUAL_ALIGNMENT = 64;

  private final Tools tools;
  private Optional<SaveViewModel> current = Optional.empty();

  public SaveFlow(Tools tools) {
    this.tools = tools;
  }

  /// Reviews the pending edits and saves them into the opened files.
  public void save() {
    review(Order.of(new Destination.SameFiles()));
  }

  /// Saves the pending edits and runs an action once all of them are saved.
  public void saveThen(Runnable next) {
    review(new Order(new Destination.SameFiles(), SaveOptions.DEFAULT, false, Optional.of(next)));
  }

  /// Saves a copy with the pending edits.
  public void saveCopy() {
    destinationOfCopy().map(Order::of).ifPresent(this::review);
  }

  /// Saves with the data aligned to 64 bytes, together with the pending edits.
  public void align() {
    review(
        new Order(
            new Destination.SameFiles(),
            SaveOptions.DEFAULT.withAlignment(OptionalInt.of(USUAL_ALIGNMENT)),
            true,
            Optional.empty()));
  }

  /// Returns true while files are being written.
  public boolean isSaving() {
    return current.map(SaveViewModel::isSaving).orElse(false);
  }

  private Optional<Destination> destinationOfCopy() {
    OpenDocument document = tools.selection().openDocument().orElseThrow();
    List<TensorFile> files = document.checkpoint().files();
    if (files.size() == 1) {
      return tools
          .dialogs()
          .get()
          .chooseCopy(files.getFirst().path())
          .map(path -> new Destination.CopyOfFile(path, Files.exists(path)));
    }
    Path path = document.checkpoint().path().toAbsolutePath().normalize();
    Path from = Files.isDirectory(path) ? path : path.getParent();
    return tools
        .dialogs()
        .get()
        .choose(FileDialogs.Existing.FOLDER_OF_COPIES)
        .map(to -> new Destination.CopiesInFolder(from, to));
  }

  private void review(Order order) {
    OpenDocument document = tools.selection().openDocument().orElseThrow();
    List<ChangeSet> sets =
        order.isPendingOnly()
            ? ChangeSet.pending(tools.edits())
            : ChangeSet.all(document, tools.edits());
    if (!sets.isEmpty()) {
      show(order, document, sets);
    }
  }

  private void show(Order order, OpenDocument document, List<ChangeSet> sets) {
    SaveViewModel model =
        new SaveViewModel(
            document.checkpoint(),
            sets,
            order.destination(),
            order.options(),
            tools.saver(),
            tools.jobs(),
            tools.messages());
    current = Optional.of(model);
    Review review = new Review(model, order);
    tools
        .panels()
        .show(
            new PanelSource(
                "save",
                tools.messages().text("save.title"),
                () -> review.panel(document),
                model::close));
    model
        .stageProperty()
        .subscribe(
            stage -> {
              if (stage instanceof Stage.Ended(List<FileOutcome> outcomes)) {
                end(document, order, outcomes, review);
              }
            });
  }

  private void end(OpenDocument document, Order order, List<FileOutcome> outcomes, Review review) {
    boolean allDone = outcomes.stream().allMatch(FileOutcome::isDone);
    boolean allSure = outcomes.stream().noneMatch(each -> each.result() == Result.UNCONFIRMED);
    if (allDone && allSure) {
      review.close();
      tools.documents().tell(FileOutcome.summary(outcomes, tools.messages()));
    }
    switch (order.destination()) {
      case Destination.SameFiles() -> {
        tools
            .edits()
            .markSaved(
                outcomes.stream()
                    .filter(FileOutcome::isDone)
                    .map(FileOutcome::path)
                    .collect(Collectors.toSet()));
        if (allDone && order.next().isPresent()) {
          order.next().get().run();
        } else if (outcomes.stream().anyMatch(FileOutcome::isWritten)) {
          tools.documents().reopen(() -> {});
        }
      }
      case Destination.CopyOfFile(Path path, boolean _) -> {
        if (allDone) {
          tools.documents().open(path);
        }
      }
      case Destination.CopiesInFolder(Path from, Path to) -> {
        if (allDone) {
          copyIndexes(document, from, to);
        }
      }
    }
  }

  private void copyIndexes(OpenDocument document, Path from, Path to) {
    tools
        .jobs()
        .startToEnd(
            tools.messages().text("save.job.indexes"),
            (cancellation, _) -> IndexCopies.copy(document.checkpoint(), from, to, cancellation),
            _ -> tools.documents().open(to),
            failure -> {
              tools.documents().tell(Failures.of(failure).about(to));
              tools.documents().open(to);
            });
  }

  /// A requested save, and the action after it.
  private record Order(
      Destination destination, SaveOptions options, boolean showsOptions, Optional<Runnable> next) {

    static Order of(Destination destination) {
      return new Order(destination, SaveOptions.DEFAULT, false, Optional.empty());
    }

    /// Returns true if unchanged files are left out.
    boolean isPendingOnly() {
      return destination instanceof Destination.SameFiles && !showsOptions;
    }
  }

  /// The actions of one panel.
  final class Review {

    private final SaveViewModel model;
    private final Order order;
    private Optional<Panel> panel = Optional.empty();

    private Review(SaveViewModel model, Order order) {
      this.model = model;
      this.order = order;
    }

    private Panel panel(OpenDocument document) {
      SavePanel made =
          new SavePanel(
              model,
              DisplayText.of(document.name()),
              document.checkpoint().files().size(),
              order.showsOptions(),
              this,
              tools.messages());
      panel = Optional.of(made.panel());
      return made.panel();
    }

    void saveCopy() {
      destinationOfCopy()
          .ifPresent(
              destination -> {
                model.close();
                review(Order.of(destination));
              });
    }

    void close() {
      model.close();
      panel.ifPresent(tools.panels()::hide);
    }

    /// Reloads the files and keeps the pending edits.
    void reload() {
      close();
      tools.documents().reopen(() -> {});
    }

    /// Reloads the files and starts the review again.
    void retry() {
      close();
      tools.documents().reopen(() -> review(order));
    }
  }
}
