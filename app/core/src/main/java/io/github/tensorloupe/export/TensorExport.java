package io.github.tensorloupe.export;

import module java.base;

import io.github.tensorloupe.analysis.heatmap.ColorLimit;
import io.github.tensorloupe.analysis.heatmap.Pooling;
import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.export.ExportTarget.Giving;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Shape;
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
    return switch (dtype) {
      case BOOL, U8, I8, I16, U16, F16, I32, U32, F32, C64, F64, I64, U64 -> false;
      case F4, F6_E2M3, F6_E3M2, F8_E5M2, F8_E4M3, F8_E8M0, F8_E4M3FNUZ, F8_E5M2FNUZ, BF16 -> true;
    };
  }

  /// Writes tensors into one file.
  ///
  /// @param tensors one, or as many as the format holds: then each name once, in the order of their
  ///   files
  /// @param progress reported in bytes of the tensors; of safetensors in twice as many, for they
  ///   are read back
  /// @throws IOException if they cannot be written so, or reading or writing fails
  public Exported write(
      List<TensorRef> tensors,
      ExportOptions options,
      Path out,
      Collection<Path> sources,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    ExportTarget target = ExportTarget.of(out, Giving.of(options.replaces()), sources);
    Draft.Writing<Exported> content =
        options.format().holdsMany()
            ? subset(new SubsetExport(tensors, options.keepsMetadata()), cancellation, progress)
            : single(tensors.getFirst(), options, cancellation, progress);
    Draft.Writing<Exported> writing =
        draft -> {
          Exported exported = content.into(draft);
          draft.finish();
          // It is of one state of each file, or nothing is written.
          requireUnchanged(tensors.stream().map(tensor -> tensor.file().bytes()));
          return exported;
        };
    return Draft.write(files, target, cancellation, writing);
  }

  private static Draft.Writing<Exported> subset(
      SubsetExport subset, Cancellation cancellation, Progress progress) {
    return draft -> subset.write(draft, cancellation, progress);
  }

  private static Draft.Writing<Exported> single(
      TensorRef tensor, ExportOptions options, Cancellation cancellation, Progress progress)
      throws IOException {
    TensorData data =
        options.format() != ExportFormat.RAW
            ? WholeTensor.of(tensor)
            : options.takesPartial() ? WholeTensor.partial(tensor) : WholeTensor.complete(tensor);
    return draft ->
        switch (options.format()) {
          case NPY -> new NpyExport(data, options.foreign(), draft).write(cancellation, progress);
          case CSV -> new CsvExport(data, draft).write(cancellation, progress);
          case RAW -> {
            draft.copy(data.file(), data.range(), progress);
            yield draft.exported("raw", WholeTensor.notesOnMissing(tensor, data));
          }
          case PNG -> writePicture(pictured(tensor, data), draft, cancellation, progress);
          case SAFETENSORS -> throw new IllegalStateException("a format that holds many");
        };
  }

  private static Exported writePicture(
      TensorSlice slice, Draft draft, Cancellation cancellation, Progress progress)
      throws IOException {
    long byteCount = slice.data().range().byteCount();
    Progress ofTiles =
        (done, total) -> progress.report((long) ((double) done / total * byteCount), byteCount);
    PngWriter.write(
        HeatMapPng.picture(
            slice,
            Pooling.EXTREME,
            ColorLimit.USUAL_PERCENTILE,
            MAX_PICTURE_SIDE,
            cancellation,
            ofTiles),
        draft);
    int rank = slice.data().info().shape().rank();
    if (rank == 1) {
      return draft.exported(
          "picture",
          List.of(
              Sentence.of("The vector was split into rows of {0} elements.", slice.columnCount())));
    }
    return draft.exported(
        "picture",
        rank > 2
            ? List.of(Sentence.of("The picture shows the slice {0}.", slice.axes().text()))
            : List.of());
  }

  static void requireUnchanged(Stream<FileBytes> sources) throws IOException {
    for (FileBytes source : sources.distinct().toList()) {
      source.requireUnchanged();
    }
  }

  /// The part of a tensor that becomes a picture: the last two axes, the others held at 0; a vector
  /// is cut into rows, so that the picture is about as high as wide.
  ///
  /// @throws IOException if there is nothing to see
  private static TensorSlice pictured(TensorRef tensor, TensorData data) throws IOException {
    if (data.range().byteCount() == 0) {
      throw new SentenceException(
          Sentence.of(
              "The tensor \"{0}\" is empty: there is nothing to draw.",
              WholeTensor.nameOf(tensor)));
    }
    Shape shape = data.info().shape();
    return shape.rank() == 1
        ? TensorSlice.folded(data, (long) Math.ceil(Math.sqrt(shape.dimension(0))))
        : TensorSlice.of(data);
  }
}
