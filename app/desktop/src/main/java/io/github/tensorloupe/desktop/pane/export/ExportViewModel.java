package io.github.tensorloupe.desktop.pane.export;

import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.job.Job;
import io.github.tensorloupe.desktop.job.JobOutcome;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.export.ExportFormat;
import io.github.tensorloupe.export.ExportNames;
import io.github.tensorloupe.export.ExportOptions;
import io.github.tensorloupe.export.Exported;
import io.github.tensorloupe.export.FolderExport;
import io.github.tensorloupe.export.TensorExport;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import io.github.tensorloupe.work.Throughput;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleObjectProperty;

/// Tensors that are to be written, how, and what came of it. Belongs to the FX thread; files are
/// written beside it.
final class ExportViewModel {

  private final List<TensorRef> tensors;
  private final Supplier<List<Path>> openFiles;
  private final TensorExport export;
  private final Jobs jobs;
  private final Messages messages;
  private final ExportWords words;
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
  /// @param openFiles the files that are open now; none of them is ever written to
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
    this.words = new ExportWords(this.tensors, messages);
    this.options =
        new SimpleObjectProperty<>(
            ExportOptions.of(tensors.size() == 1 ? ExportFormat.NPY : ExportFormat.SAFETENSORS));
    // What was told of other options is told no more.
    options.subscribe(_ -> problem.set(Optional.empty()));
  }

  /// Says things about the tensors.
  ExportWords words() {
    return words;
  }

  /// What is decided.
  ObjectProperty<ExportOptions> optionsProperty() {
    return options;
  }

  /// Whether files are being written.
  ReadOnlyBooleanProperty isWriting() {
    return writing.getReadOnlyProperty();
  }

  /// Why it failed, or what of it.
  ReadOnlyObjectProperty<Optional<Failure>> problemProperty() {
    return problem.getReadOnlyProperty();
  }

  /// What was written, once all is.
  ReadOnlyObjectProperty<Optional<String>> successProperty() {
    return success.getReadOnlyProperty();
  }

  /// How far it is.
  ReadOnlyObjectProperty<Optional<Throughput>> throughputProperty() {
    return throughput.getReadOnlyProperty();
  }

  /// Whether a folder takes the files, and not a file all.
  boolean goesIntoFolder() {
    return tensors.size() > 1 && !options.get().format().holdsMany();
  }

  /// The file name to begin with.
  String suggestedName() {
    String extension = options.get().format().extension();
    if (tensors.size() > 1) {
      return "tensors." + extension;
    }
    return ExportNames.of(tensors.getFirst().info().name(), extension);
  }

  /// Begins to write.
  ///
  /// @param target the folder, or the file, which gives way if it is there, for the person was
  ///   asked
  void writeTo(Path target) {
    if (writing.get()) {
      return;
    }
    problem.set(Optional.empty());
    throughput.set(Optional.empty());
    writing.set(true);
    ExportOptions chosen = options.get();
    List<Path> open = openFiles.get();
    Job job =
        goesIntoFolder()
            ? jobs.startToEnd(
                messages.text("export.job"),
                (cancellation, progress) -> writeAll(target, chosen, open, cancellation, progress),
                outcomes -> endAll(target, outcomes),
                this::fail)
            : jobs.startToEnd(
                messages.text("export.job"),
                (cancellation, progress) ->
                    writeOne(target, chosen.withReplaces(true), open, cancellation, progress),
                exported -> end(words.written(exported)),
                this::fail);
    job.ending(this::outcome).writing(() -> success.get().map(_ -> target));
    job.inBytes().throughputProperty().subscribe(throughput::set);
    running = Optional.of(job);
  }

  private Exported writeOne(
      Path file,
      ExportOptions chosen,
      List<Path> open,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    return chosen.format().holdsMany()
        ? export.writeSubset(tensors, chosen, file, open, cancellation, progress)
        : export.write(tensors.getFirst(), chosen, file, open, cancellation, progress);
  }

  private List<FolderExport.Outcome> writeAll(
      Path folder,
      ExportOptions chosen,
      List<Path> open,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    List<FolderExport.Outcome> outcomes = new ArrayList<>();
    try {
      new FolderExport(export)
          .run(tensors, chosen, folder, open, cancellation, progress, outcomes::add);
    } catch (CancellationException e) {
      // What was written stays, and how much that is has to be told.
    }
    return outcomes;
  }

  private void endAll(Path folder, List<FolderExport.Outcome> outcomes) {
    boolean all =
        outcomes.size() == tensors.size()
            && outcomes.stream().allMatch(outcome -> outcome.failure().isEmpty());
    if (all) {
      end(words.allWritten(folder, outcomes));
    } else {
      stop(Optional.of(partFailure(outcomes)));
    }
  }

  private void end(String sentence) {
    stop(Optional.empty());
    success.set(Optional.of(sentence));
  }

  private JobOutcome outcome() {
    return problem
        .get()
        .map(
            failure ->
                failure
                    .cause()
                    .<JobOutcome>map(JobOutcome.Failed::new)
                    .orElseGet(JobOutcome.Cancelled::new))
        .orElseGet(() -> new JobOutcome.Done(success.get().orElse("")));
  }

  private Failure partFailure(List<FolderExport.Outcome> outcomes) {
    String sentence = words.partlyWritten(outcomes);
    return outcomes.stream()
        .flatMap(outcome -> outcome.failure().stream())
        .findFirst()
        .map(cause -> Failure.told(sentence, cause))
        .orElseGet(() -> Failure.told(sentence));
  }

  private void fail(Throwable failure) {
    boolean cancelled = failure instanceof CancellationException;
    stop(
        Optional.of(
            cancelled
                ? Failure.told(messages.text("export.cancelled"))
                : Failure.told(words.failure(failure), failure)
                    .doing(messages.text("export.job"))));
  }

  private void stop(Optional<Failure> why) {
    running = Optional.empty();
    writing.set(false);
    problem.set(why);
  }

  /// Asks what runs to stop.
  void cancel() {
    running.ifPresent(Job::cancel);
  }
}
