package io.github.tensorloupe.export;

import module java.base;

import io.github.tensorloupe.analysis.heatmap.ColorLimit;
import io.github.tensorloupe.analysis.heatmap.Pooling;
import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.export.ExportTarget.Replaceable;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.IoFunction;
import io.github.tensorloupe.work.Progress;

/// Exports tensors to files of other formats. Thread-safe.
public record TensorExport(FileOperations files) {

  /// The maximum width and height of a picture in pixels. Larger slices are pooled.
  static final int MAX_PICTURE_SIDE = 4096;

  /// The result for one tensor.
  ///
  /// @param file the path of the target
  /// @param exported the written file, or empty if writing failed
  /// @param failure the failure, or empty if the file was written
  public record Outcome(
      TensorRef tensor,
      Path file,
      Optional<ExportResult> exported,
      Optional<IOException> failure) {}

  /// Returns true if NumPy does not support the dtype.
  public static boolean isUnsupportedByNumpy(Dtype dtype) {
    return switch (dtype) {
      case BOOL, U8, I8, I16, U16, F16, I32, U32, F32, C64, F64, I64, U64 -> false;
      case F4, F6_E2M3, F6_E3M2, F8_E5M2, F8_E4M3, F8_E8M0, F8_E4M3FNUZ, F8_E5M2FNUZ, BF16 -> true;
    };
  }

  /// Writes tensors to one file.
  ///
  /// @param tensors a single tensor or, if the format [supports
  ///   several][ExportFormat#supportsMultipleTensors()], tensors with distinct names, in the order
  ///   of their files
  /// @param progress reported in bytes: the size of the tensors, or twice the size for safetensors,
  ///   which is read back
  /// @throws IOException if the format does not support the tensors, or if reading or writing fails
  public ExportResult write(
      List<TensorRef> tensors,
      ExportOptions options,
      Path out,
      Collection<Path> sources,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    ExportTarget target = ExportTarget.of(out, Replaceable.of(options.replaces()), sources);
    return write(tensors, options, target, cancellation, progress);
  }

  private ExportResult write(
      List<TensorRef> tensors,
      ExportOptions options,
      ExportTarget target,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    IoFunction<Draft, ExportResult> content = content(tensors, options, cancellation, progress);
    IoFunction<Draft, ExportResult> writing =
        draft -> {
          ExportResult exported = content.apply(draft);
          draft.finish();
          // The file must represent one state of each source.
          List<ByteSource> sources = tensors.stream().map(each -> each.file().bytes()).toList();
          requireUnchanged(sources.stream());
          for (ByteSource source : sources) {
            target.requireTrusted(source);
          }
          return exported;
        };
    return ExportResult.of(Draft.write(files, target, cancellation, writing));
  }

  /// Writes each tensor to a separate file in a folder, named by [ExportNames]. A failure does not
  /// prevent writing the other tensors.
  ///
  /// @param options the options, with a format for single tensors
  /// @param folder the folder, which is created if it does not exist
  /// @param progress reported in bytes of all tensors
  /// @param onOutcome receives the outcome of each tensor in order, on the calling thread
  /// @throws IOException if the folder does not exist and cannot be created
  /// @throws java.util.concurrent.CancellationException if cancelled; files already reported as
  ///   written remain
  public void writeEach(
      List<TensorRef> tensors,
      ExportOptions options,
      Path folder,
      Collection<Path> sources,
      Cancellation cancellation,
      Progress progress,
      Consumer<Outcome> onOutcome)
      throws IOException {
    Replaceable replaceable = Replaceable.of(options.replaces());
    List<String> tensorNames = tensors.stream().map(tensor -> tensor.info().name()).toList();
    List<String> names = ExportNames.of(tensorNames, options.format().extension());
    long total = tensors.stream().mapToLong(TensorExport::byteCount).sum();
    long begin = 0;
    try (OutFolder out = OutFolder.open(files, folder, sources)) {
      for (int i = 0; i < tensors.size(); i++) {
        cancellation.check();
        long before = begin;
        TensorRef tensor = tensors.get(i);
        Path file = folder.resolve(names.get(i));
        Progress ofAll = (done, _) -> progress.report(Math.min(before + done, total), total);
        Optional<ExportResult> exported = Optional.empty();
        Optional<IOException> failure = Optional.empty();
        try {
          ExportTarget target = out.target(file, replaceable);
          exported = Optional.of(write(List.of(tensor), options, target, cancellation, ofAll));
          out.keep();
        } catch (IOException e) {
          failure = Optional.of(e);
        }
        onOutcome.accept(new Outcome(tensor, file, exported, failure));
        begin += byteCount(tensor);
        progress.report(begin, total);
      }
    }
  }

  private static long byteCount(TensorRef tensor) {
    return tensor.data().map(data -> data.range().byteCount()).orElse(0L);
  }

  private static IoFunction<Draft, ExportResult> content(
      List<TensorRef> tensors, ExportOptions options, Cancellation cancellation, Progress progress)
      throws IOException {
    if (options.format().supportsMultipleTensors()) {
      SubsetExport subset = new SubsetExport(tensors, options.keepsMetadata());
      return draft -> subset.write(draft, cancellation, progress);
    }
    TensorRef tensor = tensors.getFirst();
    TensorData data =
        options.format() != ExportFormat.RAW
            ? TensorBytes.of(tensor)
            : options.allowsPartial() ? TensorBytes.partial(tensor) : TensorBytes.complete(tensor);
    return draft ->
        switch (options.format()) {
          case NPY -> new NpyExport(data, options.foreign(), draft).write(cancellation, progress);
          case CSV -> new CsvExport(data, draft).write(cancellation, progress);
          case RAW -> {
            draft.copy(data.file(), data.range(), progress);
            yield draft.exported("raw", TensorBytes.notesOnMissing(tensor, data));
          }
          case PNG -> writePicture(sliceToDraw(tensor, data), draft, cancellation, progress);
          case SAFETENSORS -> throw new IllegalStateException("a format that holds many");
        };
  }

  private static ExportResult writePicture(
      TensorSlice slice, Draft draft, Cancellation cancellation, Progress progress)
      throws IOException {
    long byteCount = slice.data().range().byteCount();
    Progress ofTiles =
        (done, total) -> progress.report((long) ((double) done / total * byteCount), byteCount);
    HeatMapPng map =
        new HeatMapPng(slice, Pooling.EXTREME, ColorLimit.DEFAULT_PERCENTILE, MAX_PICTURE_SIDE);
    FileExport.writePicture(map.picture(cancellation, ofTiles), draft);
    int rank = slice.data().info().shape().rank();
    List<Sentence> notes = new ArrayList<>();
    if (rank == 1) {
      notes.add(
          Sentence.of("The vector was split into rows of {0} elements.", slice.columnCount()));
    } else if (rank > 2) {
      notes.add(Sentence.of("The picture shows the slice {0}.", slice.axes().text()));
    }
    return draft.exported("picture", notes);
  }

  static void requireUnchanged(Stream<ByteSource> sources) throws IOException {
    for (ByteSource source : sources.distinct().toList()) {
      source.requireUnchanged();
    }
  }

  /// Returns the slice to draw: the last two axes at index 0 of the other axes. A vector is folded
  /// into rows to an approximately square picture.
  private static TensorSlice sliceToDraw(TensorRef tensor, TensorData data) throws IOException {
    if (data.range().byteCount() == 0) {
      throw new SentenceException(
          "The tensor \"{0}\" is empty: there is nothing to draw.", TensorBytes.nameOf(tensor));
    }
    Shape shape = data.info().shape();
    return shape.rank() == 1
        ? TensorSlice.folded(data, (long) Math.ceil(Math.sqrt(shape.dimension(0))))
        : TensorSlice.of(data);
  }
}
