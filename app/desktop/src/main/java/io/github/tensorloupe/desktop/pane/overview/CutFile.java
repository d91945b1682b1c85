package io.github.tensorloupe.desktop.pane.overview;

import module java.base;

import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.TensorFile;

/// A file that ends before its last tensor does: how much is there, and of which tensors.
///
/// @param byteCount the length of the file
/// @param expectedByteCount the length that its header asks for, more than `byteCount`; at most
///   [Long#MAX_VALUE]
/// @param wholeCount how many tensors are there from their first to their last byte
/// @param cut the tensors of which a part is there
/// @param lost the tensors of which nothing is there
public record CutFile(
    long byteCount,
    long expectedByteCount,
    int wholeCount,
    List<TensorInfo> cut,
    List<TensorInfo> lost) {

  public CutFile {
    cut = List.copyOf(cut);
    lost = List.copyOf(lost);
  }

  /// The remains of a file; empty if it is not cut, or is cut inside its header. Takes time in
  /// proportion to the number of tensors.
  public static Optional<CutFile> of(TensorFile file) {
    boolean isCut =
        file.findings().stream().anyMatch(finding -> finding.code() == FindingCode.TRUNCATED);
    return isCut && file.dataLength().isPresent()
        ? Optional.of(of(file, file.dataLength().getAsLong()))
        : Optional.empty();
  }

  private static CutFile of(TensorFile file, long dataLength) {
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
    return new CutFile(
        length, end < 0 || expected < 0 ? Long.MAX_VALUE : expected, wholeCount, cut, lost);
  }

  public int tensorCount() {
    return wholeCount + cut.size() + lost.size();
  }

  /// The part of the file that is there, from 0 to 1.
  public double share() {
    return (double) byteCount / expectedByteCount;
  }
}
