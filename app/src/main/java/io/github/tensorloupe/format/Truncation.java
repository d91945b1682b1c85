package io.github.tensorloupe.format;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Says how much is missing from a file that ends too early, and which tensors suffer.
final class Truncation {

  private static final int NAMED_TENSORS = 3;

  private final EntryTable entries;
  private final long dataStart;
  private final long dataByteCount;
  private final List<String> names = new ArrayList<>();
  private int wholeCount;
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
    int direction = Long.compareUnsigned(tensor.begin(), tensor.end());
    if (Long.compareUnsigned(tensor.end(), dataByteCount) <= 0 || direction >= 0) {
      wholeCount += direction <= 0 ? 1 : 0;
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
        "The file is truncated: expected %s bytes, found %s (%s %%); %s of %s whole; %s."
            .formatted(
                Numerals.ofSum(dataStart, dataEnd),
                Numerals.of(dataStart + dataByteCount),
                percentage(dataEnd),
                Numerals.of(wholeCount),
                Numerals.of(entries.count())
                    + (entries.count() == 1 ? " tensor" : " tensors")
                    + (wholeCount == 1 || entries.count() == 1 ? " is" : " are"),
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

  /// How much of the file is there, rounded down so that it is never 100.
  private String percentage(long dataEnd) {
    double expected = dataStart + Numerals.asDouble(dataEnd);
    double found = (double) dataStart + dataByteCount;
    return String.format(
        Locale.ROOT, "%.1f", Math.min(99.9, Math.floor(found / expected * 1000) / 10));
  }

  private String tensorText() {
    int unnamed = cutCount + lostCount - names.size();
    String which =
        String.join(", ", names) + (unnamed > 0 ? " and " + Numerals.of(unnamed) + " more" : "");
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
