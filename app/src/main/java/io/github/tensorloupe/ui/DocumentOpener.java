package io.github.tensorloupe.ui;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.ui.error.Failures;
import io.github.tensorloupe.ui.job.Job;
import io.github.tensorloupe.ui.job.Jobs;
import io.github.tensorloupe.ui.job.LatestJob;
import io.github.tensorloupe.ui.job.Work;
import io.github.tensorloupe.ui.selection.DocumentState;
import io.github.tensorloupe.ui.selection.OpenDocument;
import io.github.tensorloupe.ui.selection.Selection;
import io.github.tensorloupe.ui.text.Messages;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.nio.file.Path;
import java.util.Optional;
import javafx.collections.ListChangeListener;

/// Opens documents into one window and closes the one that was there. Belongs to the FX thread;
/// files are read beside it.
public final class DocumentOpener {

  private final Selection selection;
  private final Jobs jobs;
  private final LatestJob opening;
  private final Messages messages;
  private Optional<Job> current = Optional.empty();

  /// @param selection receives what was opened
  /// @param jobs reads the files
  public DocumentOpener(Selection selection, Jobs jobs, Messages messages) {
    this.selection = selection;
    this.jobs = jobs;
    this.opening = new LatestJob(jobs);
    this.messages = messages;
    jobs.running().addListener((ListChangeListener<Job>) _ -> noticeStop());
  }

  /// Opens a file, an index or a folder. Until it is open, the window says so.
  public void open(Path path) {
    open(path, (_, _) -> path);
  }

  /// Opens what the work gives, such as a checkpoint that has to be made first.
  ///
  /// @param shownPath what the window says it is opening
  /// @param source gives the path to open
  public void open(Path shownPath, Work<Path> source) {
    current = Optional.empty();
    show(new DocumentState.Opening(shownPath));
    current =
        Optional.of(
            opening.start(
                messages.text("status.opening", DisplayText.of(nameOf(shownPath))),
                (cancellation, progress) -> read(source, cancellation, progress),
                document -> show(new DocumentState.Open(document)),
                failure -> show(new DocumentState.Failed(shownPath, Failures.finding(failure)))));
  }

  /// Opening may also be stopped from outside; then its job just vanishes from the running ones.
  private void noticeStop() {
    if (selection.documentProperty().get() instanceof DocumentState.Opening
        && current.filter(job -> job.isRequested() && !jobs.running().contains(job)).isPresent()) {
      show(new DocumentState.Empty());
    }
  }

  private static OpenDocument read(Work<Path> source, Cancellation cancellation, Progress progress)
      throws Exception {
    Path path = source.run(cancellation, progress);
    Checkpoint checkpoint = Checkpoint.open(path, cancellation, progress);
    try {
      OpenDocument document = OpenDocument.of(checkpoint);
      cancellation.check();
      return document;
    } catch (RuntimeException | Error e) {
      checkpoint.close();
      throw e;
    }
  }

  /// Closes the document, or stops opening one.
  public void close() {
    opening.cancel();
    show(new DocumentState.Empty());
  }

  private void show(DocumentState state) {
    Optional<OpenDocument> previous = selection.openDocument();
    selection.show(state);
    previous.ifPresent(this::closeFiles);
  }

  /// Closing unmaps files, which may take a while for large ones.
  private void closeFiles(OpenDocument document) {
    jobs.start(
        messages.text("command.close"),
        (_, _) -> {
          document.checkpoint().close();
          return document;
        },
        _ -> {},
        this::reportCloseFailure);
  }

  /// Nothing was written through the file, so a failure to close it only matters if nothing else is
  /// shown yet.
  private void reportCloseFailure(Throwable failure) {
    Finding finding = Failures.finding(failure);
    if (selection.documentProperty().get() instanceof DocumentState.Empty) {
      selection.show(new DocumentState.Failed(Path.of(""), finding));
    }
  }

  private static String nameOf(Path path) {
    return path.getFileName() == null ? path.toString() : path.getFileName().toString();
  }
}
