package io.github.tensorloupe.desktop.pane.export;

import module java.base;

import io.github.tensorloupe.desktop.control.panel.StagedWork;
import io.github.tensorloupe.desktop.control.panel.StagedWork.RunResult;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.Job.JobOutcome;
import io.github.tensorloupe.desktop.job.Work;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.export.ExportFormat;
import io.github.tensorloupe.export.ExportNames;
import io.github.tensorloupe.export.ExportOptions;
import io.github.tensorloupe.export.ExportOptions.UnsupportedDtypes;
import io.github.tensorloupe.export.ExportResult;
import io.github.tensorloupe.export.TensorExport;
import io.github.tensorloupe.export.TensorExport.Outcome;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.nio.file.Path;

/// An export of tensors: options, progress and result. Belongs to the FX thread; files are written
/// in the background.
final class ExportViewModel {

  private static final int SHOWN_FAILURES = 3;

  /// The steps are the options that the user is choosing.
  final StagedWork<ExportOptions> work;

  private final PaneContext context;
  private final TensorExport export;
  private final List<TensorRef> tensors;
  private final Messages messages;
  private final Map<Dtype, Long> dtypes;
  private final List<String> foreign;
  private final long partialCount;
  private final List<TensorFile> files;
  private ExportOptions options;

  /// Takes time linear in the number of tensors.
  ///
  /// @param tensors at least one
  ExportViewModel(PaneContext context, TensorExport export, List<TensorRef> tensors) {
    this.context = context;
    this.export = export;
    this.tensors = List.copyOf(tensors);
    this.messages = context.messages();
    dtypes =
        tensors.stream()
            .collect(
                Collectors.groupingBy(
                    tensor -> tensor.info().dtype(), TreeMap::new, Collectors.counting()));
    foreign =
        dtypes.keySet().stream()
            .filter(TensorExport::isUnsupportedByNumpy)
            .map(Dtype::name)
            .toList();
    partialCount =
        tensors.stream()
            .filter(tensor -> tensor.data().filter(TensorData::isComplete).isEmpty())
            .count();
    files = tensors.stream().map(TensorRef::file).distinct().toList();
    options = ExportOptions.of(tensors.size() == 1 ? ExportFormat.NPY : ExportFormat.SAFETENSORS);
    work = new StagedWork<>(context.jobs());
    work.show(options);
  }

  ExportOptions options() {
    return options;
  }

  /// Sets the options. Discards the failure of other options.
  void setOptions(ExportOptions chosen) {
    if (!chosen.equals(options)) {
      options = chosen;
      work.show(chosen);
    }
  }

  boolean needsFolder() {
    return tensors.size() > 1 && !options.format().supportsMultipleTensors();
  }

  String suggestedName() {
    String extension = options.format().extension();
    return tensors.size() > 1
        ? "tensors." + extension
        : ExportNames.of(tensors.getFirst().info().name(), extension);
  }

  /// @param target the folder, or the file, which is replaced if it exists
  void writeTo(Path target) {
    if (work.step().isEmpty()) {
      return;
    }
    ExportOptions chosen = options;
    List<Path> open = context.selection().openFiles();
    Work<RunResult<ExportOptions>> writing =
        needsFolder()
            ? (cancellation, progress) -> writeEach(target, chosen, open, cancellation, progress)
            : (cancellation, progress) -> {
              ExportResult written =
                  export.write(
                      tensors, chosen.withReplaces(true), target, open, cancellation, progress);
              return RunResult.finished(written(written), Optional.of(target));
            };
    work.run(messages.text("export.job"), messages.text("panel.stopped"), writing).inBytes();
  }

  private RunResult<ExportOptions> writeEach(
      Path folder,
      ExportOptions chosen,
      List<Path> open,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    List<Outcome> outcomes = new ArrayList<>();
    try {
      export.writeEach(tensors, chosen, folder, open, cancellation, progress, outcomes::add);
    } catch (CancellationException e) {
      // The files written so far stay and are reported.
    }
    List<IOException> failures =
        outcomes.stream().flatMap(outcome -> outcome.failure().stream()).toList();
    if (failures.isEmpty() && outcomes.size() == tensors.size()) {
      return RunResult.finished(allWritten(folder, outcomes), Optional.of(folder));
    }
    String sentence = partlyWritten(outcomes, failures);
    return failures.isEmpty()
        ? RunResult.problem(chosen, Failure.ofMessage(sentence), new JobOutcome.Cancelled())
        : RunResult.problem(
            chosen,
            Failure.ofMessage(sentence, failures.getFirst()),
            new JobOutcome.Failed(failures.getFirst()));
  }

  /// Returns the name of the only tensor, or a text with the number of tensors.
  String subject() {
    return tensors.size() == 1
        ? DisplayText.of(tensors.getFirst().info().name(), 200)
        : messages.text("export.subject", messages.count(tensors.size()));
  }

  String facts() {
    String bytes =
        messages.exactBytes(
            tensors.stream()
                .flatMap(tensor -> tensor.data().stream())
                .mapToLong(data -> data.range().byteCount())
                .sum());
    if (tensors.size() == 1) {
      var info = tensors.getFirst().info();
      return "%s · %s · %s".formatted(info.dtype(), messages.shape(info.shape()), bytes);
    }
    return dtypes.entrySet().stream()
        .map(entry -> "%s (%s)".formatted(entry.getKey(), messages.count(entry.getValue())))
        .collect(Collectors.joining(", ", "", " · " + bytes));
  }

  boolean hasForeign() {
    return !foreign.isEmpty();
  }

  boolean hasPartial() {
    return partialCount > 0;
  }

  boolean hasMetadata() {
    return files.stream().anyMatch(file -> file.header().metadata().isPresent());
  }

  String exactness(ExportOptions options) {
    return switch (options.format()) {
      case NPY ->
          foreign.isEmpty()
              ? messages.text("export.exact.npy")
              : messages.text(
                  options.foreign() == UnsupportedDtypes.RAW
                      ? "export.exact.npy.raw"
                      : "export.exact.npy.f32",
                  String.join(", ", foreign));
      case CSV -> messages.text("export.exact.csv");
      case RAW -> messages.text("export.exact.raw");
      case PNG -> messages.text("export.exact.png");
      case SAFETENSORS ->
          messages.text(
              files.size() > 1 ? "export.exact.safetensors.many" : "export.exact.safetensors");
    };
  }

  String partial(ExportOptions options) {
    boolean acceptsPartial = options.format() == ExportFormat.RAW && options.allowsPartial();
    if (tensors.size() == 1) {
      return messages.text(
          acceptsPartial ? "export.partial.only.taken" : "export.partial.only.refused");
    }
    return messages.count(
        acceptsPartial ? "export.partial.taken" : "export.partial.refused", partialCount);
  }

  private String written(ExportResult exported) {
    String sentence =
        messages.text(
            "export.written",
            PathText.of(exported.file().toAbsolutePath()),
            messages.bytes(exported.byteCount()));
    return messages.withWarnings(sentence, exported.notes());
  }

  private String allWritten(Path folder, List<Outcome> outcomes) {
    long bytes =
        outcomes.stream()
            .flatMap(outcome -> outcome.exported().stream())
            .mapToLong(ExportResult::byteCount)
            .sum();
    String sentence =
        messages.text(
            "export.written.all",
            messages.count(outcomes.size()),
            PathText.of(folder.toAbsolutePath()),
            messages.bytes(bytes));
    return messages.withWarnings(sentence, warnings(outcomes));
  }

  private static List<Sentence> warnings(List<Outcome> outcomes) {
    return outcomes.stream()
        .flatMap(outcome -> outcome.exported().stream())
        .flatMap(exported -> exported.warning().stream())
        .toList();
  }

  private String partlyWritten(List<Outcome> outcomes, List<IOException> failures) {
    int count = outcomes.size() - failures.size();
    String sentence =
        messages.text("export.partly", messages.count(count), messages.count(tensors.size()));
    List<String> sentences = new ArrayList<>();
    sentences.add(messages.withWarnings(sentence, warnings(outcomes)));
    failures.stream().limit(SHOWN_FAILURES).map(this::text).forEach(sentences::add);
    if (failures.size() > SHOWN_FAILURES) {
      long more = failures.size() - SHOWN_FAILURES;
      sentences.add(messages.text("export.more-failures", messages.count(more)));
    }
    return String.join(" ", sentences);
  }

  private String text(Throwable failure) {
    return failure instanceof FileAlreadyExistsException existing
        ? messages.text("export.exists", PathText.of(existing.getFile()))
        : messages.sentence(Failures.sentence(failure));
  }
}
