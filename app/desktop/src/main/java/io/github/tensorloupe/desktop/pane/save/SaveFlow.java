package io.github.tensorloupe.desktop.pane.save;

import io.github.tensorloupe.batch.IndexCopies;
import io.github.tensorloupe.desktop.control.panel.Panel;
import io.github.tensorloupe.desktop.control.panel.PanelHost;
import io.github.tensorloupe.desktop.control.panel.PanelSource;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.save.FileOutcome.Result;
import io.github.tensorloupe.desktop.selection.DocumentEdits;
import io.github.tensorloupe.desktop.selection.OpenDocument;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.save.SaveOptions;
import io.github.tensorloupe.save.Saver;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/// Which panel of saving follows which, and what becomes of the document in the end. Belongs to the
/// FX thread.
public final class SaveFlow {

  /// Where a person wants copies to go.
  public interface CopyTargets {
    /// Asks for the path of a copy; whether a file that is there gives way has been asked then.
    Optional<Path> chooseCopy(Path original);

    /// Asks for the folder that takes copies of several files.
    Optional<Path> chooseFolder();
  }

  /// What the window does with documents.
  public interface Documents {
    /// Reads the open document again and shows it at the same place.
    ///
    /// @param whenShown is called when that is done, well or badly
    void reopen(Runnable whenShown);

    /// Opens another document in place of this one.
    void open(Path path);

    /// Tells something that needs no answer.
    void tell(String sentence);

    /// Tells of something that did not work.
    void tell(Failure failure);
  }

  /// What saving works with.
  ///
  /// @param panels shows the panels
  /// @param jobs looks at files and writes them
  public record Tools(PanelHost panels, Jobs jobs, Saver saver, Messages messages) {}

  private static final int USUAL_ALIGNMENT = 64;

  private final Tools tools;
  private final Selection selection;
  private final DocumentEdits edits;
  private final Documents documents;
  private final CopyTargets targets;
  private Optional<SaveViewModel> current = Optional.empty();

  public SaveFlow(
      Tools tools,
      Selection selection,
      DocumentEdits edits,
      Documents documents,
      CopyTargets targets) {
    this.tools = tools;
    this.selection = selection;
    this.edits = edits;
    this.documents = documents;
    this.targets = targets;
  }

  /// Reviews what is pending, to be saved into the files themselves.
  public void save() {
    review(new Destination.SameFiles(), Optional.empty());
  }

  /// Reviews what is pending, and goes on once all of it is saved.
  public void saveThen(Runnable next) {
    review(new Destination.SameFiles(), Optional.of(next));
  }

  /// Asks where a copy with what is pending goes, and reviews that.
  public void saveCopy() {
    OpenDocument document = selection.openDocument().orElseThrow();
    destinationOfCopy(document).ifPresent(destination -> review(destination, Optional.empty()));
  }

  /// Reviews moving the data to a better place in the files, along with what is pending.
  public void align() {
    review(
        new Order(
            new Destination.SameFiles(),
            SaveOptions.DEFAULT.withAlignment(OptionalInt.of(USUAL_ALIGNMENT)),
            true,
            Optional.empty()));
  }

  /// Whether files are being written.
  public boolean isSaving() {
    return current.map(SaveViewModel::isSaving).orElse(false);
  }

  private Optional<Destination> destinationOfCopy(OpenDocument document) {
    List<TensorFile> files = document.checkpoint().files();
    if (files.size() == 1) {
      return targets
          .chooseCopy(files.getFirst().path())
          .map(path -> new Destination.CopyOfFile(path, Files.exists(path)));
    }
    Path path = document.checkpoint().path().toAbsolutePath().normalize();
    Path from = Files.isDirectory(path) ? path : path.getParent();
    return targets.chooseFolder().map(to -> new Destination.CopiesInFolder(from, to));
  }

  private void review(Destination destination, Optional<Runnable> next) {
    review(new Order(destination, SaveOptions.DEFAULT, false, next));
  }

  private void review(Order order) {
    OpenDocument document = selection.openDocument().orElseThrow();
    List<ChangeSet> sets =
        order.isOfPending() ? PendingChanges.of(edits) : PendingChanges.ofAll(document, edits);
    if (!sets.isEmpty()) {
      show(order, document, sets);
    }
  }

  private void show(Order order, OpenDocument document, List<ChangeSet> sets) {
    SaveViewModel model =
        new SaveViewModel(
            new SaveViewModel.Order(
                document.checkpoint(), sets, order.destination(), order.options()),
            tools.saver(),
            tools.jobs(),
            tools.messages(),
            System::nanoTime);
    current = Optional.of(model);
    String name = DisplayText.of(document.name());
    ReviewWishes wishes = new ReviewWishes(model, order);
    SavePanel.About about =
        new SavePanel.About(name, document.checkpoint().files().size(), order.showsOptions());
    tools
        .panels()
        .show(
            new PanelSource(
                "save",
                tools.messages().text("save.title"),
                () -> wishes.panel(new SavePanel(model, about, wishes, tools.messages()).panel()),
                model::close));
    model
        .stageProperty()
        .subscribe(
            stage -> {
              if (stage instanceof SaveStage.Ended(List<FileOutcome> outcomes)) {
                end(document, order, outcomes, wishes);
              }
            });
  }

  private void end(
      OpenDocument document, Order order, List<FileOutcome> outcomes, ReviewWishes wishes) {
    boolean allDone = outcomes.stream().allMatch(FileOutcome::isAsWanted);
    boolean allSure = outcomes.stream().noneMatch(each -> each.result() == Result.UNCONFIRMED);
    if (allDone && allSure) {
      wishes.close();
      documents.tell(SavedWords.of(outcomes, tools.messages()));
    }
    switch (order.destination()) {
      case Destination.SameFiles() -> {
        edits.markSaved(
            outcomes.stream()
                .filter(FileOutcome::isAsWanted)
                .map(FileOutcome::path)
                .collect(Collectors.toSet()));
        if (allDone && order.next().isPresent()) {
          order.next().get().run();
        } else if (outcomes.stream().anyMatch(FileOutcome::isWritten)) {
          documents.reopen(() -> {});
        }
      }
      case Destination.CopyOfFile(Path path, boolean _) -> {
        if (allDone) {
          documents.open(path);
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
            _ -> documents.open(to),
            failure -> {
              documents.tell(Failures.of(failure).about(to));
              documents.open(to);
            });
  }

  /// What a review is about, and what follows it.
  private record Order(
      Destination destination, SaveOptions options, boolean showsOptions, Optional<Runnable> next) {

    /// Whether files in which nothing is pending have nothing to be saved.
    boolean isOfPending() {
      return destination instanceof Destination.SameFiles && !showsOptions;
    }
  }

  /// What the panel of one review asks for.
  private final class ReviewWishes implements SavePanel.Wishes {

    private final SaveViewModel model;
    private final Order order;
    private Optional<Panel> panel = Optional.empty();

    ReviewWishes(SaveViewModel model, Order order) {
      this.model = model;
      this.order = order;
    }

    /// @return the panel that is shown from now on
    Panel panel(Panel made) {
      panel = Optional.of(made);
      return made;
    }

    @Override
    public void saveCopy() {
      destinationOfCopy(selection.openDocument().orElseThrow())
          .ifPresent(
              destination -> {
                model.close();
                review(destination, Optional.empty());
              });
    }

    @Override
    public void close() {
      model.close();
      panel.ifPresent(tools.panels()::hide);
    }

    @Override
    public void reload() {
      close();
      documents.reopen(() -> {});
    }

    @Override
    public void tryAgain() {
      close();
      documents.reopen(() -> review(order));
    }
  }
}
