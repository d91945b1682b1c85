package io.github.tensorloupe.desktop.pane.export;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.job.Job;
import io.github.tensorloupe.desktop.job.JobOutcome;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.export.ExportFormat;
import io.github.tensorloupe.export.ExportNames;
import io.github.tensorloupe.export.ExportOptions;
import io.github.tensorloupe.export.FolderExport;
import io.github.tensorloupe.export.TensorExport;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.work.Throughput;
import java.nio.file.Path;

/// An export of tensors: options, progress and result. Belongs to the FX thread; files are written
/// in the background.
final class ExportViewModel {

  private final List<TensorRef> tensors;
  private final Supplier<List<Path>> openFiles;
  private final TensorExport export;
  private final Jobs jobs;
  private final Messages messages;
  private final ExportText text;
  private final ObjectProperty<ExportOptions> options;
  private final ReadOnlyBooleanWrapper writing = new ReadOnlyBooleanWrapper();
  private final ReadOnlyObjectWrapper<Optional<Failure>> problem =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private final ReadOnlyObjectWrapper<Optional<String>> success =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private final ReadOnlyObjectWrapper<Optional<Throughput>> throughput =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private Optional<Job> running = Optional.empty();

  /// @param tensors at least one
  /// @param openFiles the open files, which are never written to
  ExportViewModel(
      List<TensorRef> tensors,
      Supplier<List<Path>> openFiles,
      TensorExport export,
      Jobs jobs,
      Messages messages) {
    this.tensors = List.copyOf(tensors);
    this.openFiles = openFiles;
    this.export = export;
    this.jobs = jobs;
    this.messages = messages;
    this.text = new ExportText(this.tensors, messages);
    this.options =
        new SimpleObjectProperty<>(
            ExportOptions.of(tensors.size() == 1 ? ExportFormat.NPY : ExportFormat.SAFETENSORS));
    // A failure belongs to the options it occurred with.
    options.subscribe(_ -> problem.set(Optional.empty()));
  }

  /// The texts about the tensors.
  ExportText text() {
    return text;
  }

  /// The chosen options.
  ObjectProperty<ExportOptions> optionsProperty() {
    return options;
  }

  /// True while files are being written.
  ReadOnlyBooleanProperty writingProperty() {
    return writing.getReadOnlyProperty();
  }

  /// The failure of all or some files.
  ReadOnlyObjectProperty<Optional<Failure>> problemProperty() {
    return problem.getReadOnlyProperty();
  }

  /// The message after all files were written.
  ReadOnlyObjectProperty<Optional<String>> successProperty() {
    return success.getReadOnlyProperty();
  }

  /// The progress of writing.
  ReadOnlyObjectProperty<Optional<Throughput>> throughputProperty() {
    return throughput.getReadOnlyProperty();
  }

  /// Returns true if the target is a folder.
  boolean goesIntoFolder() {
    return tensors.size() > 1 && !options.get().format().holdsMany();
  }

  /// The initial file name.
  String suggestedName() {
    String extension = options.get().format().extension();
    if (tensors.size() > 1) {
      return "tensors." + extension;
    }
    return ExportNames.of(tensors.getFirst().info().name(), extension);
  }

  /// Starts writing.
  ///
  /// @param target the folder, or the file, which is replaced if it exists
  void writeTo(Path target) {
    if (writing.get()) {
      return;
    }
    problem.set(Optional.empty());
    throughput.set(Optional.empty());
    writing.set(true);
    Job job = goesIntoFolder() ? startAll(target, options.get()) : startOne(target, options.get());
    job.ending(this::outcome).writing(() -> success.get().map(_ -> target));
    job.inBytes().throughputProperty().subscribe(throughput::set);
    running = Optional.of(job);
  }

  private Job startOne(Path file, ExportOptions wanted) {
    ExportOptions chosen = wanted.withReplaces(true);
    List<Path> open = openFiles.get();
    return jobs.startToEnd(
        messages.text("export.job"),
        (cancellation, progress) ->
            chosen.format().holdsMany()
                ? export.writeSubset(tensors, chosen, file, open, cancellation, progress)
                : export.write(tensors.getFirst(), chosen, file, open, cancellation, progress),
        exported -> end(text.written(exported)),
        this::fail);
  }

  private Job startAll(Path folder, ExportOptions chosen) {
    List<Path> open = openFiles.get();
    return jobs.startToEnd(
        messages.text("export.job"),
        (cancellation, progress) -> {
          List<FolderExport.Outcome> outcomes = new ArrayList<>();
          try {
            new FolderExport(export)
                .run(tensors, chosen, folder, open, cancellation, progress, outcomes::add);
          } catch (CancellationException e) {
            // The files written so far stay and are reported.
          }
          return outcomes;
        },
        outcomes -> endAll(folder, outcomes),
        this::fail);
  }

  private void endAll(Path folder, List<FolderExport.Outcome> outcomes) {
    boolean all =
        outcomes.size() == tensors.size()
            && outcomes.stream().allMatch(outcome -> outcome.failure().isEmpty());
    if (all) {
      end(text.allWritten(folder, outcomes));
    } else {
      String sentence = text.partlyWritten(outcomes);
      stop(
          outcomes.stream()
              .flatMap(outcome -> outcome.failure().stream())
              .findFirst()
              .map(cause -> Failure.told(sentence, cause))
              .or(() -> Optional.of(Failure.told(sentence))));
    }
  }

  private void end(String sentence) {
    stop(Optional.empty());
    success.set(Optional.of(sentence));
  }

  private JobOutcome outcome() {
    return problem
        .get()
        .map(ExportViewModel::outcome)
        .orElseGet(() -> new JobOutcome.Done(success.get().orElse("")));
  }

  private static JobOutcome outcome(Failure failure) {
    return failure
        .cause()
        .<JobOutcome>map(JobOutcome.Failed::new)
        .orElseGet(JobOutcome.Cancelled::new);
  }

  private void fail(Throwable failure) {
    boolean cancelled = failure instanceof CancellationException;
    stop(
        Optional.of(
            cancelled
                ? Failure.told(messages.text("export.cancelled"))
                : Failure.told(text.failure(failure), failure).doing(messages.text("export.job"))));
  }

  private void stop(Optional<Failure> why) {
    running = Optional.empty();
    writing.set(false);
    problem.set(why);
  }

  /// Requests to stop.
  void cancel() {
    running.ifPresent(Job::cancel);
  }
}
