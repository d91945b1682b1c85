package io.github.tensorloupe.desktop.pane.overview;

import io.github.tensorloupe.desktop.selection.OpenDocument;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.NaturalOrder;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.work.Cancellation;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/// Everything the overview says of a document. Immutable; made beside the FX thread.
///
/// @param name what a person calls it
/// @param path what was opened
/// @param kind a single file (what it really is), a set or a folder
/// @param dtypes by bytes, the most first
/// @param parts of a folder, where it has several
/// @param largestTensors at most [#MAX_ROWS], the largest first, then in natural order of their
///   names
/// @param files of a set or folder; those that are refused first, then in the document's order
/// @param identified the parts, with what they are
record Overview(
    String name,
    Path path,
    FileKind kind,
    Verdict verdict,
    Totals totals,
    List<DtypeShare> dtypes,
    LargestGroups groups,
    List<PartSummary> parts,
    List<TensorRef> largestTensors,
    MetadataSummary metadata,
    List<FileSummary> files,
    List<IdentifiedPart> identified) {

  /// The most groups or tensors that are listed.
  static final int MAX_ROWS = 8;

  private static final Comparator<TensorRef> LARGEST_FIRST =
      Comparator.comparingLong(Overview::byteCount)
          .reversed()
          .thenComparing(tensor -> tensor.info().name(), NaturalOrder.INSTANCE);

  Overview {
    dtypes = List.copyOf(dtypes);
    parts = List.copyOf(parts);
    largestTensors = List.copyOf(largestTensors);
    files = List.copyOf(files);
    identified = List.copyOf(identified);
  }

  /// Sums up a document. Takes time in proportion to the number of tensors.
  ///
  /// @throws java.util.concurrent.CancellationException if cancelled
  static Overview of(OpenDocument document, Cancellation cancellation) {
    Checkpoint checkpoint = document.checkpoint();
    boolean single = checkpoint.kind() == FileKind.SAFETENSORS;
    List<DtypeShare> dtypes = DtypeShare.of(checkpoint.tensors(), cancellation);
    return new Overview(
        document.name(),
        checkpoint.path(),
        single ? checkpoint.files().getFirst().kind() : checkpoint.kind(),
        Verdict.of(document),
        Totals.of(checkpoint, dtypes),
        dtypes,
        LargestGroups.of(document.tree(), cancellation),
        PartSummary.of(checkpoint),
        largest(checkpoint.tensors(), cancellation),
        MetadataSummary.of(checkpoint.files()),
        single ? List.of() : FileSummary.of(document),
        IdentifiedPart.of(checkpoint, cancellation));
  }

  private static List<TensorRef> largest(List<TensorRef> tensors, Cancellation cancellation) {
    PriorityQueue<TensorRef> kept = new PriorityQueue<>(MAX_ROWS + 1, LARGEST_FIRST.reversed());
    for (TensorRef tensor : tensors) {
      if (kept.size() < MAX_ROWS || LARGEST_FIRST.compare(tensor, kept.peek()) < 0) {
        cancellation.check();
        kept.add(tensor);
        if (kept.size() > MAX_ROWS) {
          kept.remove();
        }
      }
    }
    return kept.stream().sorted(LARGEST_FIRST).toList();
  }

  /// A refused file may promise a tensor that ends before it begins.
  static long byteCount(TensorRef tensor) {
    return Math.max(0, tensor.info().byteCount());
  }
}
