package io.github.tensorloupe.desktop.pane.overview;

import module java.base;

import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.TensorFile;

/// A file that ends before the end of its last tensor, with the tensors that are affected.
///
/// @param byteCount the length of the file
/// @param expectedByteCount the length according to its header, more than `byteCount`; at most
///   [Long#MAX_VALUE]
/// @param wholeCount the number of complete tensors
/// @param cut the tensors that are partly in the file
/// @param lost the tensors that are entirely missing
public record TruncatedFile(
    long byteCount,
    long expectedByteCount,
    int wholeCount,
    List<TensorInfo> cut,
    List<TensorInfo> lost) {

  public TruncatedFile {
    cut = List.copyOf(cut);
    lost = List.copyOf(lost);
  }

  /// Returns the state of a truncated file; empty if it is not truncated, or truncated within the
  /// header. Takes time linear in the number of tensors.
  public static Optional<TruncatedFile> of(TensorFile file) {
    boolean isCut =
        file.findings().stream().anyMatch(finding -> finding.code() == FindingCode.TRUNCATED);
    return isCut && file.dataLength().isPresent()
        ? Optional.of(of(file, file.dataLength().getAsLong()))
        : Optional.empty();
  }

  private static TruncatedFile of(TensorFile file, long dataLength) {
    List<TensorInfo> cut = new ArrayList<>();
    List<TensorInfo> lost = new ArrayList<>();
    int wholeCount = 0;
    long end = dataLength;
    for (TensorInfo tensor : file.header().tensors()) {
      int direction = Long.compareUnsigned(tensor.begin(), tensor.end());
      if (direction >= 0 || Long.compareUnsigned(tensor.end(), dataLength) <= 0) {
        wholeCount += direction <= 0 ? 1 : 0;
      } else {
        (Long.compareUnsigned(tensor.begin(), dataLength) < 0 ? cut : lost).add(tensor);
        end = Long.compareUnsigned(tensor.end(), end) > 0 ? tensor.end() : end;
      }
    }
    long length = file.bytes().length();
    long expected = length - dataLength + end;
    return new TruncatedFile(
        length, end < 0 || expected < 0 ? Long.MAX_VALUE : expected, wholeCount, cut, lost);
  }

  public int tensorCount() {
    return wholeCount + cut.size() + lost.size();
  }

  /// Returns the fraction of the file that exists, from 0 to 1.
  public double share() {
    return (double) byteCount / expectedByteCount;
  }
}
