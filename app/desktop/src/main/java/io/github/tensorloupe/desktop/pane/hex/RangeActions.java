package io.github.tensorloupe.desktop.pane.hex;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.error.Feedback;
import io.github.tensorloupe.desktop.error.FileJobs;
import io.github.tensorloupe.desktop.job.Job;
import io.github.tensorloupe.desktop.job.JobSlot;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.export.Draft;
import io.github.tensorloupe.export.ExportTarget;
import io.github.tensorloupe.export.FileExport;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.IoConsumer;
import io.github.tensorloupe.work.Progress;
import java.nio.file.Path;

/// The actions on selected bytes, and their outcome. Belongs to the FX thread; reading and writing
/// run in the background.
final class RangeActions {

  final ObjectProperty<Optional<Feedback>> outcome = new SimpleObjectProperty<>(Optional.empty());

  private final Selection selection;
  private final Jobs jobs;
  private final Messages messages;
  private final JobSlot<String> copying;

  private Optional<Job> saving = Optional.empty();

  RangeActions(Selection selection, Jobs jobs, Messages messages) {
    this.selection = selection;
    this.jobs = jobs;
    this.messages = messages;
    this.copying = new JobSlot<>(jobs);
  }

  /// Copies bytes as text, or reports that there are too many.
  void copy(TensorFile file, ByteRange range, RangeText format, Consumer<String> clipboard) {
    String byteCount = messages.exactBytes(range.byteCount());
    if (range.byteCount() > RangeText.MAX_BYTES) {
      report("hex.copy.too-many", byteCount, messages.exactBytes(RangeText.MAX_BYTES));
      return;
    }
    copying.start(
        messages.text("hex.job.copy"),
        (cancellation, progress) -> format.of(file.bytes(), range, cancellation, progress),
        text -> {
          clipboard.accept(text);
          report("hex.copy.done", byteCount);
        },
        this::failed);
  }

  /// Requests to stop the running actions, because the file is about to be closed.
  void stop() {
    copying.clear();
    saving.ifPresent(Job::cancel);
    saving = Optional.empty();
  }

  void save(TensorFile file, ByteRange range, Path target) {
    List<Path> open = selection.openFiles();
    String name = PathText.of(target.getFileName());
    stop();
    Job job =
        new FileJobs(jobs, messages)
            .start(
                messages.text("hex.job.save"),
                target,
                (cancellation, progress) ->
                    write(file.bytes(), range, target, open, cancellation, progress),
                messages.text("hex.save.done", messages.exactBytes(range.byteCount()), name),
                UnaryOperator.identity(),
                feedback -> outcome.set(Optional.of(feedback)));
    saving = Optional.of(job.inBytes());
  }

  /// Writes a range of an open file. Replaces an existing file.
  ///
  /// @param open other open files, which must not be replaced
  /// @return a warning about the written file, or empty
  static Optional<Sentence> write(
      ByteSource source,
      ByteRange range,
      Path file,
      List<Path> open,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    List<Path> sources = new ArrayList<>(open);
    sources.add(source.path());
    IoConsumer<Draft> content =
        draft -> {
          draft.copy(source, range, progress);
          draft.finish();
          source.requireUnchanged();
        };
    ExportTarget target = FileExport.check(file, true, sources);
    target.requireTrusted(source);
    return FileExport.write(target, cancellation, content);
  }

  private void failed(Throwable failure) {
    outcome.set(Optional.of(Feedback.failed(failure, messages)));
  }

  private void report(String key, Object... arguments) {
    outcome.set(Optional.of(Feedback.done(messages.text(key, arguments))));
  }

  static String suggestedName(TensorFile file, ByteRange range) {
    String name = String.valueOf(file.path().getFileName());
    int dot = name.lastIndexOf('.');
    return "%s-%x-%x.bin"
        .formatted(dot > 0 ? name.substring(0, dot) : name, range.begin(), range.end() - 1);
  }
}
