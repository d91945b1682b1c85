package io.github.tensorloupe.desktop.pane.export;

import module java.base;

import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.export.ExportFormat;
import io.github.tensorloupe.export.ExportOptions;
import io.github.tensorloupe.export.Exported;
import io.github.tensorloupe.export.FolderExport.Outcome;
import io.github.tensorloupe.export.ForeignDtypes;
import io.github.tensorloupe.export.TensorExport;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.text.Sentence;

/// The texts of an export.
final class ExportText {

  private static final int SHOWN_FAILURES = 3;

  private final List<TensorRef> tensors;
  private final Messages messages;
  private final Map<Dtype, Long> dtypes;
  private final long byteCount;
  private final long partialCount;
  private final List<TensorFile> files;

  /// Takes time in proportion to the number of tensors.
  ExportText(List<TensorRef> tensors, Messages messages) {
    this.tensors = tensors;
    this.messages = messages;
    dtypes =
        tensors.stream()
            .collect(
                Collectors.groupingBy(
                    tensor -> tensor.info().dtype(), TreeMap::new, Collectors.counting()));
    byteCount =
        tensors.stream()
            .flatMap(tensor -> tensor.data().stream())
            .mapToLong(data -> data.range().byteCount())
            .sum();
    partialCount =
        tensors.stream()
            .filter(tensor -> tensor.data().filter(TensorData::isComplete).isEmpty())
            .count();
    files = tensors.stream().map(TensorRef::file).distinct().toList();
  }

  /// The name of the only tensor, or the number of tensors.
  String subject() {
    return tensors.size() == 1
        ? DisplayText.of(tensors.getFirst().info().name(), 200)
        : messages.text("export.subject", Figures.count(tensors.size()));
  }

  /// Dtypes, shape and bytes.
  String facts() {
    String bytes = messages.exactBytes(byteCount);
    if (tensors.size() == 1) {
      var info = tensors.getFirst().info();
      return "%s · %s · %s".formatted(info.dtype(), messages.shape(info.shape()), bytes);
    }
    return dtypes.entrySet().stream()
        .map(entry -> "%s (%s)".formatted(entry.getKey(), Figures.count(entry.getValue())))
        .collect(Collectors.joining(", ", "", " · " + bytes));
  }

  /// Returns true if NumPy lacks some of the dtypes.
  boolean hasForeign() {
    return dtypes.keySet().stream().anyMatch(TensorExport::isForeignToNumpy);
  }

  /// Returns true if bytes of some tensors are missing.
  boolean hasPartial() {
    return partialCount > 0;
  }

  /// Returns true if any of the files has metadata.
  boolean hasMetadata() {
    return files.stream().anyMatch(file -> file.header().metadata().isPresent());
  }

  /// The exactness of the exported values.
  String exactness(ExportOptions options) {
    return switch (options.format()) {
      case NPY -> hasForeign() ? foreign(options.foreign()) : messages.text("export.exact.npy");
      case CSV -> messages.text("export.exact.csv");
      case RAW -> messages.text("export.exact.raw");
      case PNG -> messages.text("export.exact.png");
      case SAFETENSORS ->
          messages.text(
              files.size() > 1 ? "export.exact.safetensors.many" : "export.exact.safetensors");
    };
  }

  private String foreign(ForeignDtypes choice) {
    String names =
        dtypes.keySet().stream()
            .filter(TensorExport::isForeignToNumpy)
            .map(Dtype::name)
            .collect(Collectors.joining(", "));
    return switch (choice) {
      case F32 -> messages.text("export.exact.npy.f32", names);
      case RAW -> messages.text("export.exact.npy.raw", names);
    };
  }

  /// The warning about missing bytes.
  String partial(ExportOptions options) {
    boolean taken = options.format() == ExportFormat.RAW && options.takesPartial();
    String key = taken ? "export.partial.taken" : "export.partial.refused";
    return tensors.size() == 1
        ? messages.text(key + ".one")
        : messages.text(key, Figures.count(partialCount));
  }

  /// The message after one file was written.
  String written(Exported exported) {
    String sentence =
        messages.text(
            "export.written",
            PathText.of(exported.file().toAbsolutePath()),
            Figures.bytes(exported.byteCount()));
    return exported.notes().isEmpty()
        ? sentence
        : sentence + " " + messages.sentence(Sentence.joined(" ", exported.notes()));
  }

  /// The message after all files were written to a folder.
  String allWritten(Path folder, List<Outcome> outcomes) {
    long bytes =
        outcomes.stream()
            .flatMap(outcome -> outcome.exported().stream())
            .mapToLong(Exported::byteCount)
            .sum();
    return messages.text(
        "export.written.all",
        Figures.count(outcomes.size()),
        PathText.of(folder.toAbsolutePath()),
        Figures.bytes(bytes));
  }

  /// The message of an incomplete export.
  String partlyWritten(List<Outcome> outcomes) {
    List<IOException> failures =
        outcomes.stream().flatMap(outcome -> outcome.failure().stream()).toList();
    String sentence =
        messages.text(
            "export.partly",
            Figures.count(outcomes.size() - failures.size()),
            Figures.count(tensors.size()));
    String shown =
        failures.stream()
            .limit(SHOWN_FAILURES)
            .map((Function<IOException, String>) this::failure)
            .collect(Collectors.joining(" "));
    long more = failures.size() - SHOWN_FAILURES;
    return String.join(
            " ",
            sentence,
            shown,
            more > 0 ? messages.text("export.more-failures", Figures.count(more)) : "")
        .strip();
  }

  /// The message of a failure.
  String failure(Throwable failure) {
    return failure instanceof FileAlreadyExistsException existing
        ? messages.text("export.exists", PathText.of(existing.getFile()))
        : messages.sentence(Failures.sentence(failure));
  }
}
