package io.github.tensorloupe.desktop.shell;

import module java.base;

import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.Job;
import io.github.tensorloupe.desktop.job.JobSlot;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.save.RecoveryPanel;
import io.github.tensorloupe.desktop.pane.save.RecoveryPanel.Answer;
import io.github.tensorloupe.desktop.selection.ComparisonDocument;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.selection.SurveyDocument;
import io.github.tensorloupe.desktop.selection.SurveyRows;
import io.github.tensorloupe.desktop.session.RememberedComparison.ByHand;
import io.github.tensorloupe.desktop.session.RememberedPlace;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.save.Recovery;

/// Opens, reloads and closes the document of one tab. Belongs to the FX thread; files are read in
/// the background.
final class DocumentOpener {

  private final Selection selection;
  private final Jobs jobs;
  private final JobSlot<Object> opening;
  private final LoadedDocument.Reader reader;
  private final Recovery recovery;
  private final RecoveryPanel.Question question;
  private final StatusLine status;
  private final Messages messages;
  private BooleanSupplier dequantizes = () -> false;
  private Runnable again = () -> {};
  private Consumer<Runnable> onReopened = Runnable::run;
  private Consumer<DocumentState> onShown = _ -> {};
  private Optional<Job> reopening = Optional.empty();
  private Optional<LoadedDocument> waiting = Optional.empty();

  /// @param question asks the user how to handle an interrupted save
  /// @param status shows repairs, and failures while a document stays open
  DocumentOpener(
      Selection selection,
      Jobs jobs,
      LoadedDocument.Reader reader,
      Recovery recovery,
      RecoveryPanel.Question question,
      StatusLine status,
      Messages messages) {
    this.selection = selection;
    this.jobs = jobs;
    this.opening = new JobSlot<>(jobs);
    opening.onStop(this::stopped);
    this.reader = reader;
    this.recovery = recovery;
    this.question = question;
    this.status = status;
    this.messages = messages;
  }

  /// Sets the wrapper that preserves pane and focus while a reloaded document replaces itself. It
  /// receives the action that shows the document.
  void setOnReopened(Consumer<Runnable> listener) {
    onReopened = listener;
  }

  /// Sets whether quantized weights of two documents are compared by their values.
  void setDequantizing(BooleanSupplier dequantizing) {
    dequantizes = dequantizing;
  }

  /// Sets the listener for the state that the window shows, called after all panes show it.
  void setOnShown(Consumer<DocumentState> listener) {
    onShown = listener;
  }

  /// Opens a path and asks how to handle interrupted saves.
  void open(Path path) {
    open(path, question);
  }

  /// Opens the results of surveys together.
  ///
  /// @param results at least one
  void openSurveys(List<Path> results) {
    again = () -> openSurveys(results);
    Path first = results.getFirst();
    show(new DocumentState.Opening(first));
    opening
        .start(
            messages.text("status.opening", DisplayText.of(nameOf(first))),
            (cancellation, progress) -> SurveyDocument.read(results, cancellation, progress),
            survey -> show(new DocumentState.Open(survey)),
            failure -> show(failed(first, failure)))
        .inBytes();
  }

  /// Opens a path without recovering interrupted saves.
  void openAsItIs(Path path) {
    open(path, RecoveryPanel.Question.NEVER);
  }

  /// Repeats the last attempt to open a document, for example after the cause of a failure is
  /// resolved.
  void openAgain() {
    again.run();
  }

  private void open(Path path, RecoveryPanel.Question recoveryQuestion) {
    if (SurveyRows.isResult(path)) {
      openSurveys(List.of(path));
      return;
    }
    again = () -> open(path, recoveryQuestion);
    show(new DocumentState.Opening(path));
    read(
        path,
        read -> promptRecovery(path, read, recoveryQuestion),
        failure -> show(failed(path, failure)));
  }

  /// Compares two documents. Interrupted saves are reported as findings; the user is not prompted.
  ///
  /// @param byHand the pairs that the user has created and split before
  void compare(Path a, Path b, List<ByHand> byHand) {
    again = () -> compare(a, b, byHand);
    show(new DocumentState.Opening(a, Optional.of(b)));
    readBoth(
        a,
        b,
        byHand,
        comparison -> show(new DocumentState.Open(comparison)),
        (failed, failure) -> show(failed(failed, failure)));
  }

  /// Reads the compared documents again and replaces the current comparison. If that fails, the
  /// current one stays.
  ///
  /// @param swapped true to make B the base
  void compareAgain(boolean swapped) {
    ComparisonDocument open = selection.openComparison().orElseThrow();
    Path a = open.sideA().path();
    Path b = open.sideB().path();
    BiConsumer<Path, Throwable> report =
        (failed, failure) -> status.report(Failures.of(failure).about(failed));
    List<ByHand> turned = open.byHand().stream().map(ByHand::turned).toList();
    reopening =
        Optional.of(
            swapped
                ? readBoth(b, a, turned, this::replace, report)
                : readBoth(a, b, open.byHand(), this::replace, report));
  }

  private Job readBoth(
      Path a,
      Path b,
      List<ByHand> byHand,
      Consumer<ComparisonDocument> onSuccess,
      BiConsumer<Path, Throwable> onFailure) {
    AtomicReference<Path> reading = new AtomicReference<>(a);
    String names = DisplayText.of(nameOf(a)) + " ↔ " + DisplayText.of(nameOf(b));
    boolean dequantized = dequantizes.getAsBoolean();
    return opening.start(
        messages.text("status.opening", names),
        (cancellation, progress) ->
            LoadedDocument.readBoth(
                path -> {
                  reading.set(path);
                  return reader.read(path, recovery, cancellation, progress);
                },
                a,
                b,
                byHand,
                dequantized,
                cancellation),
        onSuccess,
        failure -> onFailure.accept(reading.get(), failure));
  }

  /// Replaces the current comparison; documents that both share stay open.
  void replace(ComparisonDocument comparison) {
    onReopened.accept(() -> show(new DocumentState.Open(comparison)));
  }

  /// Returns the name of a file; of a root folder, its path.
  static String nameOf(Path path) {
    return Objects.requireNonNullElse(path.getFileName(), path).toString();
  }

  private Job read(Path path, Consumer<LoadedDocument> onSuccess, Consumer<Throwable> onFailure) {
    return opening.start(
        messages.text("status.opening", DisplayText.of(nameOf(path))),
        (cancellation, progress) -> reader.read(path, recovery, cancellation, progress),
        onSuccess,
        onFailure);
  }

  /// Reads the open document again and shows it with the same tensor selected. If that fails, the
  /// current document stays.
  ///
  /// @param whenShown called after success or failure, unless the job is stopped or another
  ///   document is opened meanwhile
  void reopen(Runnable whenShown) {
    Optional<FileDocument> before = selection.openDocument();
    if (before.isEmpty()) {
      whenShown.run();
      return;
    }
    Path path = before.get().checkpoint().path();
    Job job =
        read(
            path,
            read -> {
              onReopened.accept(
                  () -> {
                    Optional<RememberedPlace> place = selection.place();
                    showAsItIs(read);
                    place.ifPresent(selection::goTo);
                  });
              whenShown.run();
            },
            failure -> {
              status.report(Failures.of(failure).about(path));
              whenShown.run();
            });
    reopening = Optional.of(job);
  }

  /// Returns true while the open document is being read again. Reading ends in any case, even if it
  /// is stopped or another document is opened meanwhile.
  boolean isReopening() {
    return reopening.filter(jobs.running()::contains).isPresent();
  }

  private void stopped() {
    if (selection.documentProperty().get() instanceof DocumentState.Opening) {
      show(new DocumentState.Empty());
    }
  }

  private void promptRecovery(
      Path shownPath, LoadedDocument read, RecoveryPanel.Question recoveryQuestion) {
    if (read.interrupted().isEmpty()) {
      showAsItIs(read);
      return;
    }
    waiting = Optional.of(read);
    recoveryQuestion.prompt(
        read.interrupted(),
        answer -> {
          if (waiting.filter(now -> now == read).isPresent()) {
            switch (answer) {
              case Answer.OpenAsItIs() -> showAsItIs(read);
              case Answer.DoNotOpen() -> show(new DocumentState.Empty());
              case Answer.Recover wanted -> recover(shownPath, read, wanted);
            }
          }
        });
  }

  private void recover(Path shownPath, LoadedDocument read, Answer.Recover wanted) {
    waiting = Optional.empty();
    closeFiles(read);
    jobs.startWriting(
            messages.text("recovery.job"),
            (_, _) -> read.recover(wanted, recovery),
            sentences -> {
              // A document that was opened meanwhile stays.
              if (selection.documentProperty().get().equals(new DocumentState.Opening(shownPath))) {
                again.run();
              }
              sentences.forEach(each -> status.report(messages.sentence(each)));
            },
            failure -> show(failed(shownPath, failure)))
        .unstoppable();
  }

  void close() {
    opening.clear();
    show(new DocumentState.Empty());
  }

  private void showAsItIs(LoadedDocument read) {
    show(new DocumentState.Open(read.document()));
  }

  private void show(DocumentState state) {
    waiting
        .filter(read -> !state.equals(new DocumentState.Open(read.document())))
        .ifPresent(this::closeFiles);
    waiting = Optional.empty();
    Optional<FileDocument> previous = selection.openDocument();
    Optional<ComparisonDocument> compared = selection.openComparison();
    selection.show(state);
    previous.ifPresent(this::closeFiles);
    compared
        .filter(it -> selection.openComparison().filter(now -> now.a() == it.a()).isEmpty())
        .ifPresent(this::closeFiles);
    onShown.accept(state);
  }

  /// Closes in the background, because unmapping large files may take a while.
  private void closeFiles(AutoCloseable document) {
    jobs.start(
            messages.text("command.close"),
            (_, _) -> {
              document.close();
              return document;
            },
            _ -> {},
            failure -> {
              // Nothing was written through the file, so this only matters if nothing else is shown
              // yet.
              if (selection.documentProperty().get() instanceof DocumentState.Empty) {
                selection.show(failed(Path.of(""), failure));
              }
            })
        .unstoppable();
  }

  private static DocumentState failed(Path path, Throwable failure) {
    return new DocumentState.Failed(path, Failures.finding(failure), Optional.of(failure));
  }
}
