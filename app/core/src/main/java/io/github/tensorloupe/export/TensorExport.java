package io.github.tensorloupe.export;

import module java.base;

import io.github.tensorloupe.analysis.heatmap.ColorLimit;
import io.github.tensorloupe.analysis.heatmap.Pooling;
import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.export.ExportTarget.Giving;
import io.github.tensorloupe.export.NpyExport.NpyType;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.FileBytes;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// Writes tensors into files of other formats. Thread-safe.
///
/// @param files every step on the disk
public record TensorExport(FileOperations files) {

  /// The largest side of a picture in pixels; larger slices are pooled.
  static final int MAX_PICTURE_SIDE = 4096;

  /// True if NumPy has no such dtype, so that [ForeignDtypes] says how a `.npy` file has it.
  public static boolean isForeignToNumpy(Dtype dtype) {
    return NpyType.isForeign(dtype);
  }

  /// Writes one tensor.
  ///
  /// @param progress reported in bytes of the tensor
  /// @throws IOException if the tensor cannot be written so, or reading or writing fails
  public Exported write(
      TensorRef tensor,
      ExportOptions options,
      Path out,
      Collection<Path> sources,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    if (options.format().holdsMany()) {
      return writeSubset(List.of(tensor), options, out, sources, cancellation, progress);
    }
    ExportTarget target = ExportTarget.of(out, Giving.of(options.replaces()), sources);
    TensorData data =
        options.format() != ExportFormat.RAW
            ? WholeTensor.of(tensor)
            : options.takesPartial() ? WholeTensor.partial(tensor) : WholeTensor.complete(tensor);
    return written(
        List.of(data.file()),
        target,
        cancellation,
        draft ->
            switch (options.format()) {
              case NPY ->
                  new NpyExport(data, options.foreign(), draft).write(cancellation, progress);
              case CSV -> new CsvExport(data, draft).write(cancellation, progress);
              case RAW -> {
                draft.copy(data.file(), data.range(), cancellation, progress);
                yield draft.exported("raw", WholeTensor.notesOnMissing(tensor, data));
              }
              case PNG -> writePicture(pictured(data), draft, cancellation, progress);
              case SAFETENSORS -> throw new IllegalStateException("written above");
            });
  }

  /// Writes tensors into one new safetensors file.
  ///
  /// @param tensors each name once, in the order of their files
  /// @param progress reported in bytes, of twice what the tensors have, for they are read back
  public Exported writeSubset(
      List<TensorRef> tensors,
      ExportOptions options,
      Path out,
      Collection<Path> sources,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    ExportTarget target = ExportTarget.of(out, Giving.of(options.replaces()), sources);
    SubsetExport subset = new SubsetExport(tensors, options.keepsMetadata());
    return written(
        tensors.stream().map(tensor -> tensor.file().bytes()).distinct().toList(),
        target,
        cancellation,
        draft -> subset.write(draft, cancellation, progress));
  }

  private static Exported writePicture(
      TensorSlice slice, Draft draft, Cancellation cancellation, Progress progress)
      throws IOException {
    PngWriter.write(
        HeatMapPng.picture(
            slice,
            Pooling.EXTREME,
            ColorLimit.USUAL_PERCENTILE,
            MAX_PICTURE_SIDE,
            cancellation,
            inBytes(progress, slice.data())),
        draft);
    return draft.exported("picture", notesOn(slice));
  }

  /// Turns reports in other units into reports in bytes of a tensor.
  private static Progress inBytes(Progress progress, TensorData data) {
    long byteCount = data.range().byteCount();
    return (done, total) ->
        progress.report(
            done == total ? byteCount : (long) ((double) done / total * byteCount), byteCount);
  }

  static void requireUnchanged(Collection<FileBytes> sources) throws IOException {
    for (FileBytes source : sources) {
      source.requireUnchanged();
    }
  }

  /// @param sources what is written is of one state of each, or nothing is
  private Exported written(
      List<FileBytes> sources,
      ExportTarget target,
      Cancellation cancellation,
      Draft.Writing<Exported> writing)
      throws IOException {
    return Draft.write(
        files,
        target,
        cancellation,
        draft -> {
          Exported exported = writing.into(draft);
          draft.finish();
          requireUnchanged(sources);
          return exported;
        });
  }

  /// The part of a tensor that becomes a picture: the last two axes, the others held at 0; a vector
  /// is cut into rows, so that the picture is about as high as wide.
  ///
  /// @throws IOException if there is nothing to see
  private static TensorSlice pictured(TensorData data) throws IOException {
    int rank = data.info().shape().rank();
    if (data.range().byteCount() == 0) {
      throw new SentenceException(
          Sentence.of(
              "The tensor \"{0}\" is empty: there is nothing to draw.",
              DisplayText.of(data.info().name())));
    }
    return rank == 1
        ? TensorSlice.folded(data, (long) Math.ceil(Math.sqrt(data.info().shape().dimension(0))))
        : TensorSlice.of(data);
  }

  private static List<Sentence> notesOn(TensorSlice slice) {
    int rank = slice.data().info().shape().rank();
    if (rank == 1) {
      return List.of(
          Sentence.of("The vector was split into rows of {0} elements.", slice.columnCount()));
    }
    return rank > 2
        ? List.of(Sentence.of("The picture shows the slice {0}.", slice.axes().text()))
        : List.of();
  }
}
