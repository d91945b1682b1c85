package io.github.tensorloupe.format;

import java.util.ArrayList;
import java.util.List;

/// Says how much is missing from a file that ends too early, and which tensors suffer.
final class Truncation {

  private static final int NAMED_TENSORS = 3;

  private final EntryTable entries;
  private final long dataStart;
  private final long dataByteCount;
  private final List<String> names = new ArrayList<>();
  private int cutCount;
  private int lostCount;
  private long firstCutBegin;

  /// @param entries the tensors that are known, sorted
  /// @param dataStart file offset of the data buffer, or of the end of a file that ends before it
  /// @param dataByteCount how many bytes of the data buffer are there
  Truncation(EntryTable entries, long dataStart, long dataByteCount) {
    this.entries = entries;
    this.dataStart = dataStart;
    this.dataByteCount = dataByteCount;
    this.firstCutBegin = dataByteCount;
    for (int index = 0; index < entries.count(); index++) {
      count(entries.tensor(index));
    }
  }

  private void count(TensorInfo tensor) {
    if (Long.compareUnsigned(tensor.end(), dataByteCount) <= 0
        || Long.compareUnsigned(tensor.begin(), tensor.end()) >= 0) {
      return;
    }
    if (Long.compareUnsigned(tensor.begin(), dataByteCount) < 0) {
      if (cutCount++ == 0) {
        firstCutBegin = tensor.begin();
      }
    } else {
      lostCount++;
    }
    if (names.size() < NAMED_TENSORS) {
      names.add("\"" + DisplayText.of(tensor.name()) + "\"");
    }
  }

  /// The finding for a file that ends inside its data buffer, on the bytes that are there of the
  /// tensors that are cut.
  ///
  /// @param dataEnd the data offset at which the last tensor ends, unsigned
  Finding inData(long dataEnd) {
    return Finding.of(
        FindingCode.TRUNCATED,
        "The file is truncated: expected %s bytes, found %s; %s."
            .formatted(
                Numerals.ofSum(dataStart, dataEnd),
                Numerals.of(dataStart + dataByteCount),
                tensorText()),
        new ByteRange(dataStart + firstCutBegin, dataStart + dataByteCount));
  }

  /// The finding for a file that ends inside its header, on the header bytes that are there.
  ///
  /// @param headerLength unsigned
  Finding inHeader(long headerLength) {
    String tensors =
        lostCount == 0 ? "its tensors are lost" : tensorText() + ", and those not listed any more";
    return Finding.of(
        FindingCode.TRUNCATED,
        "The file is truncated inside its header: expected at least %s bytes, found %s; %s."
            .formatted(
                Numerals.ofSum(Preface.BYTE_COUNT, headerLength), Numerals.of(dataStart), tensors),
        new ByteRange(Math.min(dataStart, Preface.BYTE_COUNT), dataStart));
  }

  private String tensorText() {
    String which = String.join(", ", names) + (names.size() < cutCount + lostCount ? ", …" : "");
    if (lostCount == 0) {
      return count(cutCount) + " cut: " + which;
    }
    if (cutCount == 0) {
      return count(lostCount) + " lost: " + which;
    }
    return count(cutCount) + " cut and " + Numerals.of(lostCount) + " lost: " + which;
  }

  private static String count(int number) {
    return Numerals.of(number) + (number == 1 ? " tensor is" : " tensors are");
  }
}
