package io.github.tensorloupe.desktop.shell;

import module java.base;

import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.Job;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.job.LatestJob;
import io.github.tensorloupe.desktop.job.Work;
import io.github.tensorloupe.desktop.pane.save.RecoveryPanel;
import io.github.tensorloupe.desktop.pane.save.RecoveryPanel.Answer;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.OpenDocument;
import io.github.tensorloupe.desktop.selection.OpenDocument.LocatedFinding;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.integrity.doctor.IndexDoctor;
import io.github.tensorloupe.integrity.doctor.ShardFinding;
import io.github.tensorloupe.integrity.expected.MetadataHashes;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.save.Recovery;
import io.github.tensorloupe.storage.session.RememberedPlace;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// Opens documents into one window and closes the one that was there. Belongs to the FX thread;
/// files are read beside it.
public final class DocumentOpener {

  /// A document that was opened, and the unfinished saves beside it.
  private record Opened(OpenDocument document, InterruptedSaves interrupted)
      implements AutoCloseable {
    @Override
    public void close() throws IOException {
      document.close();
    }
  }

  private final Selection selection;
  private final Jobs jobs;
  private final LatestJob opening;
  private final Recovery recovery;
  private final Messages messages;
  private Consumer<DocumentState> onShown = _ -> {};
  private Optional<Job> current = Optional.empty();
  private Optional<Job> reopening = Optional.empty();
  private Optional<OpenDocument> waiting = Optional.empty();

  /// @param selection receives what was opened
  /// @param jobs reads the files
  /// @param recovery looks for unfinished saves
  public DocumentOpener(Selection selection, Jobs jobs, Recovery recovery, Messages messages) {
    this.selection = selection;
    this.jobs = jobs;
    this.opening = new LatestJob(jobs);
    this.recovery = recovery;
    this.messages = messages;
  }

  /// Says who is told what the window shows, once all panes show it.
  public void setOnShown(Consumer<DocumentState> listener) {
    onShown = listener;
  }

  /// Questions and messages while a document is opened.
  ///
  /// @param question is asked where a save was interrupted
  /// @param told receives sentences on what was put right
  /// @param failed receives what did not work while a document stays open
  public record Prompts(
      RecoveryPanel.Question question, Consumer<String> told, Consumer<Failure> failed) {

    /// A failure is told with its sentence alone.
    public Prompts(RecoveryPanel.Question question, Consumer<String> told) {
      this(question, told, failure -> told.accept(failure.sentence().toString()));
    }
  }

  /// Opens a file, an index or a folder. Until it is open, the window says so.
  public void open(Path path, Prompts prompts) {
    open(path, (_, _) -> path, prompts);
  }

  /// Opens what the work gives, such as a checkpoint that has to be made first.
  ///
  /// @param shownPath what the window says it is opening
  /// @param source gives the path to open
  public void open(Path shownPath, Work<Path> source, Prompts prompts) {
    current = Optional.empty();
    show(new DocumentState.Opening(shownPath));
    current =
        Optional.of(
            opening.start(
                messages.text("status.opening", DisplayText.of(nameOf(shownPath))),
                (cancellation, progress) -> read(source, cancellation, progress),
                opened -> ask(shownPath, opened, prompts),
                failure -> show(failed(shownPath, failure))));
    current.ifPresent(job -> job.stoppingProperty().subscribe(this::noticeStop));
  }

  /// Reads the open document again and shows it in place of what is shown now, with the same tensor
  /// selected. If that fails, what is shown stays.
  ///
  /// @param showing is given what shows the document, to do it
  /// @param whenShown is called when that is over, well or badly, unless it is stopped or something
  ///   else is opened meanwhile
  public void reopen(Prompts prompts, Consumer<Runnable> showing, Runnable whenShown) {
    Optional<OpenDocument> before = selection.openDocument();
    if (before.isEmpty()) {
      whenShown.run();
      return;
    }
    Path path = before.get().checkpoint().path();
    reopening =
        Optional.of(
            opening.start(
                messages.text("status.opening", DisplayText.of(nameOf(path))),
                (cancellation, progress) -> read((_, _) -> path, cancellation, progress),
                opened -> {
                  showing.accept(() -> showAgain(opened));
                  whenShown.run();
                },
                failure -> {
                  prompts.failed().accept(Failures.of(failure).about(path));
                  whenShown.run();
                }));
  }

  /// True if the open document is being read again. That ends however the reading ends, also where
  /// it is stopped or something else is opened meanwhile.
  public boolean isReopening() {
    return reopening.filter(jobs.running()::contains).isPresent();
  }

  private void showAgain(Opened opened) {
    Optional<RememberedPlace> place = selection.place();
    showAsItIs(opened);
    place.ifPresent(selection::goTo);
  }

  /// Opening may also be stopped from outside. Nobody waits then until the reading of a large
  /// header has noticed it.
  private void noticeStop() {
    if (selection.documentProperty().get() instanceof DocumentState.Opening
        && current.filter(Job::isRequested).isPresent()) {
      current = Optional.empty();
      show(new DocumentState.Empty());
    }
  }

  private Opened read(Work<Path> source, Cancellation cancellation, Progress progress)
      throws Exception {
    Path path = source.run(cancellation, progress);
    Checkpoint checkpoint = Checkpoint.open(path, cancellation, progress);
    try {
      InterruptedSaves interrupted = InterruptedSaves.of(checkpoint, recovery, cancellation);
      List<LocatedFinding> more = new ArrayList<>(interrupted.findings());
      more.addAll(hashesOfNothing(checkpoint));
      OpenDocument document =
          OpenDocument.of(checkpoint, more, () -> SetFindings.of(checkpoint, cancellation));
      cancellation.check();
      return new Opened(document, interrupted);
    } catch (IOException | RuntimeException | Error e) {
      checkpoint.close();
      throw e;
    }
  }

  private static List<LocatedFinding> hashesOfNothing(Checkpoint checkpoint) {
    List<LocatedFinding> findings = new ArrayList<>();
    for (TensorFile file : checkpoint.files()) {
      MetadataHashes.findings(file)
          .forEach(finding -> findings.add(new LocatedFinding(Optional.of(file), finding)));
    }
    return findings;
  }

  private void ask(Path shownPath, Opened opened, Prompts prompts) {
    if (opened.interrupted().list().isEmpty()) {
      showAsItIs(opened);
      return;
    }
    waiting = Optional.of(opened.document());
    prompts
        .question()
        .ask(
            opened.interrupted().list(),
            answer -> {
              waiting = Optional.empty();
              follow(answer, shownPath, opened, prompts);
            });
  }

  private void follow(Answer answer, Path shownPath, Opened opened, Prompts prompts) {
    switch (answer) {
      case Answer.OpenAsItIs() -> showAsItIs(opened);
      case Answer.DoNotOpen() -> {
        closeFiles(opened.document());
        show(new DocumentState.Empty());
      }
      case Answer.Recover wanted -> putRight(shownPath, opened, wanted, prompts);
    }
  }

  private void putRight(Path shownPath, Opened opened, Answer.Recover wanted, Prompts prompts) {
    Path path = opened.document().checkpoint().path();
    closeFiles(opened.document());
    jobs.startToEnd(
            messages.text("recovery.job"),
            (_, _) -> InterruptedSaves.putRight(opened.interrupted().list(), wanted, recovery),
            sentences -> {
              open(path, prompts);
              sentences.forEach(each -> prompts.told().accept(messages.sentence(each)));
            },
            failure -> show(failed(shownPath, failure)))
        .unstoppable();
  }

  /// Closes the document, or stops opening one.
  public void close() {
    current = Optional.empty();
    opening.cancel();
    waiting.ifPresent(this::closeFiles);
    waiting = Optional.empty();
    show(new DocumentState.Empty());
  }

  private void showAsItIs(Opened opened) {
    show(new DocumentState.Open(opened.document()));
  }

  private void show(DocumentState state) {
    Optional<OpenDocument> previous = selection.openDocument();
    selection.show(state);
    previous.ifPresent(this::closeFiles);
    onShown.accept(state);
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
            this::reportCloseFailure)
        .unstoppable();
  }

  /// Nothing was written through the file, so a failure to close it only matters if nothing else is
  /// shown yet.
  private void reportCloseFailure(Throwable failure) {
    if (selection.documentProperty().get() instanceof DocumentState.Empty) {
      selection.show(failed(Path.of(""), failure));
    }
  }

  private static DocumentState failed(Path path, Throwable failure) {
    return new DocumentState.Failed(path, Failures.finding(failure), Optional.of(failure));
  }

  private static String nameOf(Path path) {
    return path.getFileName() == null ? path.toString() : path.getFileName().toString();
  }

  /// The findings of the index doctor in the sets of a checkpoint.
  private static final class SetFindings {

    private SetFindings() {}

    /// Examines every set. Takes time in proportion to the number of tensors.
    ///
    /// @throws java.util.concurrent.CancellationException if cancelled
    static List<LocatedFinding> of(Checkpoint checkpoint, Cancellation cancellation) {
      List<LocatedFinding> located = new ArrayList<>();
      for (CheckpointPart part : checkpoint.parts()) {
        for (ShardFinding each : IndexDoctor.examine(part, cancellation)) {
          located.add(locate(each, part, checkpoint));
        }
      }
      return located;
    }

    private static LocatedFinding locate(
        ShardFinding each, CheckpointPart part, Checkpoint checkpoint) {
      Optional<TensorFile> file =
          each.shard().map(part.path()::resolveSibling).flatMap(path -> fileAt(path, checkpoint));
      return new LocatedFinding(
          file, file.isPresent() ? each.finding() : labelled(part.label(), each.finding()));
    }

    private static Optional<TensorFile> fileAt(Path path, Checkpoint checkpoint) {
      return checkpoint.files().stream().filter(file -> file.path().equals(path)).findFirst();
    }

    /// Several sets may have shards of the same names.
    private static Finding labelled(String label, Finding finding) {
      return label.isEmpty()
          ? finding
          : new Finding(
              finding.code(),
              Sentence.of("{0}: {1}", DisplayText.of(label), finding.sentence()),
              finding.tensor(),
              finding.range());
    }
  }
}
