package io.github.tensorloupe.format;

import module java.base;

import io.github.tensorloupe.text.Decimal;
import io.github.tensorloupe.text.Quantities;
import io.github.tensorloupe.text.Sentence;

/// Describes the missing bytes of a truncated file and the affected tensors.
final class Truncation {

  private static final int NAMED_TENSORS = 3;

  private final long dataStart;
  private final long dataByteCount;
  private final int tensorCount;
  private final List<TensorInfo> cut = new ArrayList<>();
  private final List<TensorInfo> lost = new ArrayList<>();
  private int wholeCount;

  /// @param entries the readable entries, in offset order
  /// @param dataStart file offset of the data buffer, or the file length if the file ends earlier
  /// @param dataByteCount the number of data buffer bytes in the file
  Truncation(EntryTable entries, long dataStart, long dataByteCount) {
    this.dataStart = dataStart;
    this.dataByteCount = dataByteCount;
    this.tensorCount = entries.count();
    for (TensorInfo tensor : entries.tensors()) {
      int direction = Long.compareUnsigned(tensor.begin(), tensor.end());
      if (Long.compareUnsigned(tensor.end(), dataByteCount) <= 0 || direction >= 0) {
        wholeCount += direction <= 0 ? 1 : 0;
      } else {
        (Long.compareUnsigned(tensor.begin(), dataByteCount) < 0 ? cut : lost).add(tensor);
      }
    }
  }

  /// Returns the finding for a file that ends in its data buffer. Its range contains the existing
  /// bytes of the truncated tensors.
  ///
  /// @param dataEnd the data offset of the end of the last tensor, unsigned
  Finding inData(long dataEnd) {
    long firstCutBegin = cut.isEmpty() ? dataByteCount : cut.getFirst().begin();
    return Finding.of(
        FindingCode.TRUNCATED,
        Sentence.of(
            "The file is truncated: expected {0} bytes, found {1}; {2}; {3}; {4}.",
            sum(dataStart, dataEnd),
            dataStart + dataByteCount,
            missing(dataEnd),
            tensorCount == 1
                ? Sentence.of("{0} of 1 tensor is whole", wholeCount)
                : Sentence.of("{0} of {1} tensors {0#is|are} whole", wholeCount, tensorCount),
            tensorText()),
        new ByteRange(dataStart + firstCutBegin, dataStart + dataByteCount));
  }

  /// Returns the finding for a file that ends in its header. Its range contains the existing part
  /// of the header.
  ///
  /// @param headerLength the header length, unsigned
  Finding inHeader(long headerLength) {
    Sentence tensors =
        lost.isEmpty()
            ? Sentence.of("its tensors are lost")
            : Sentence.of("{0}, and any tensors listed later", tensorText());
    return Finding.of(
        FindingCode.TRUNCATED,
        Sentence.of(
            "The file is truncated inside its header: expected at least {0} bytes, found {1}; {2}.",
            sum(Preface.BYTE_COUNT, headerLength), dataStart, tensors),
        new ByteRange(Math.min(dataStart, Preface.BYTE_COUNT), dataStart));
  }

  private static BigInteger sum(long unsigned, long other) {
    return Quantities.exact(unsigned).add(Quantities.exact(other));
  }

  /// Describes the missing share of the file. Never rounds the share to 0 % or 100 %.
  private Sentence missing(long dataEnd) {
    long missing = dataEnd - dataByteCount;
    double share =
        Quantities.exact(missing).doubleValue()
            / (dataStart + Quantities.exact(dataEnd).doubleValue());
    return Sentence.of(
        "{0} {0#byte|bytes} ({1} %) {0#is|are} missing",
        missing, new Decimal(Math.clamp(share * 100, 0.1, 99.9), 1));
  }

  private Sentence tensorText() {
    if (lost.isEmpty()) {
      return Sentence.of("{0} {0#tensor is|tensors are} cut: {1}", cut.size(), names(cut));
    }
    if (cut.isEmpty()) {
      return Sentence.of("{0} {0#tensor is|tensors are} lost: {1}", lost.size(), names(lost));
    }
    return Sentence.of(
        "{0} {0#tensor is|tensors are} cut: {1}; {2} {2#is|are} lost: {3}",
        cut.size(), names(cut), lost.size(), names(lost));
  }

  private static Sentence names(List<TensorInfo> tensors) {
    Sentence named =
        Sentence.joined(
            ", ",
            tensors.stream()
                .limit(NAMED_TENSORS)
                .map(tensor -> Sentence.of("\"{0}\"", DisplayText.of(tensor.name())))
                .toList());
    int unnamed = tensors.size() - NAMED_TENSORS;
    return unnamed > 0 ? Sentence.of("{0} and {1} more", named, unnamed) : named;
  }
}
