package io.github.tensorloupe.desktop.pane.hash;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.control.notice.Tone;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.Job;
import io.github.tensorloupe.desktop.job.JobSlot;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.TensorRef;

/// A task over the tensors of the open document: at most one running job, its outcome and the
/// tensors it found. Belongs to the FX thread.
abstract sealed class TensorTask permits EqualTensorsViewModel, ManifestViewModel {

  /// @param sentence in the language of the window
  /// @param failure empty unless the task failed
  record Outcome(Tone tone, String sentence, Optional<Failure> failure) {}

  private static final int NAME_CHARACTERS = 300;

  final Selection selection;
  final JobSlot<Object> slot;
  final Messages messages;
  final ObservableValue<Optional<Job>> job;
  final ObjectProperty<Optional<Outcome>> outcome = new SimpleObjectProperty<>(Optional.empty());
  final ObservableList<ContentRow> rows = FXCollections.observableArrayList();

  TensorTask(Selection selection, Jobs jobs, Messages messages) {
    this.selection = selection;
    this.slot = new JobSlot<>(jobs);
    this.job = slot.jobProperty();
    this.messages = messages;
  }

  /// Starts a job of the slot over the open document; does nothing while one runs or if nothing is
  /// open.
  final void start(Function<FileDocument, Job> starter) {
    Optional<FileDocument> document = selection.openDocument();
    if (slot.isRunning() || document.isEmpty()) {
      return;
    }
    clear();
    starter
        .apply(document.get())
        .inBytes()
        .shownBy(Command.SHOW_HASHES)
        .withMessage(() -> outcome.get().map(Outcome::sentence).orElse(""));
  }

  final void end(Tone tone, String sentence) {
    outcome.set(Optional.of(new Outcome(tone, sentence, Optional.empty())));
  }

  final void fail(String sentence, Throwable cause) {
    Failure failure = Failures.of(cause, sentence);
    outcome.set(Optional.of(new Outcome(Tone.DANGER, sentence, Optional.of(failure))));
  }

  final void clear() {
    slot.clear();
    outcome.set(Optional.empty());
    rows.clear();
  }

  void stop() {
    slot.stop();
  }

  /// Selects the tensor of a row, if it has one.
  ///
  /// @param row null for none
  final void goTo(ContentRow row) {
    if (row instanceof ContentRow.Named named) {
      named.tensor().ifPresent(selection::select);
    }
  }

  final String shownName(String name) {
    return name.isEmpty()
        ? messages.text("equal.empty-name")
        : DisplayText.of(name, NAME_CHARACTERS);
  }

  sealed interface ContentRow {

    String text();

    record Heading(String text, Tone tone) implements ContentRow {}

    /// @param text the name, escaped for display
    /// @param tensor the target of a click; empty if it no longer exists
    record Named(String text, String detail, Optional<TensorRef> tensor) implements ContentRow {}
  }
}
