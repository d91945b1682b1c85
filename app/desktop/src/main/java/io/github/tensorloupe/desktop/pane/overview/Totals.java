package io.github.tensorloupe.desktop.pane.overview;

import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.TensorFile;
import java.util.OptionalLong;

/// The figures of a whole document. Sums that leave 63 bits stay at their limit.
///
/// @param headersRead whether the header of every file could be read to its end; if not, the counts
///   tell what is known
/// @param elementCount elements of all tensors
/// @param dataByteCount size of the data buffers; empty where no header ends inside its file
/// @param headerByteCount sum of the header lengths; empty where no header ends inside its file
/// @param fileByteCount length of all files
record Totals(
    boolean headersRead,
    int tensorCount,
    long elementCount,
    OptionalLong dataByteCount,
    OptionalLong headerByteCount,
    int fileCount,
    long fileByteCount) {

  static Totals of(Checkpoint checkpoint, Iterable<DtypeShare> dtypes) {
    boolean headersRead = true;
    boolean anyData = false;
    long elementCount = 0;
    long dataByteCount = 0;
    long headerByteCount = 0;
    long fileByteCount = 0;
    for (DtypeShare share : dtypes) {
      elementCount = SaturatingSum.of(elementCount, share.elementCount());
    }
    for (TensorFile file : checkpoint.files()) {
      headersRead &= file.reading().headerParsed();
      fileByteCount += file.bytes().length();
      if (file.dataLength().isPresent()) {
        anyData = true;
        dataByteCount += file.dataLength().getAsLong();
        headerByteCount += file.reading().headerLength().orElseThrow();
      }
    }
    return new Totals(
        headersRead,
        checkpoint.tensors().size(),
        elementCount,
        anyData ? OptionalLong.of(dataByteCount) : OptionalLong.empty(),
        anyData ? OptionalLong.of(headerByteCount) : OptionalLong.empty(),
        checkpoint.files().size(),
        fileByteCount);
  }
}
