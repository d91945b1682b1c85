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
  private final Group cut = new Group();
  private final Group lost = new Group();
  private int wholeCount;
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
      if (cut.count == 0) {
        firstCutBegin = tensor.begin();
      }
      cut.add(tensor);
    } else {
      lost.add(tensor);
    }
  }

  /// The finding for a file that ends inside its data buffer, on the bytes that are there of the
  /// tensors that are cut.
  ///
  /// @param dataEnd the data offset at which the last tensor ends, unsigned
  Finding inData(long dataEnd) {
    return Finding.of(
        FindingCode.TRUNCATED,
        "The file is truncated: expected %s bytes, found %s; %s; %s of %s whole; %s."
            .formatted(
                Numerals.ofSum(dataStart, dataEnd),
                Numerals.of(dataStart + dataByteCount),
                missing(dataEnd),
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
        lost.count == 0 ? "its tensors are lost" : tensorText() + ", and those not listed any more";
    return Finding.of(
        FindingCode.TRUNCATED,
        "The file is truncated inside its header: expected at least %s bytes, found %s; %s."
            .formatted(
                Numerals.ofSum(Preface.BYTE_COUNT, headerLength), Numerals.of(dataStart), tensors),
        new ByteRange(Math.min(dataStart, Preface.BYTE_COUNT), dataStart));
  }

  /// How much of the file is not there; never none or all of it, however it is rounded.
  private String missing(long dataEnd) {
    long missing = dataEnd - dataByteCount;
    double share = Numerals.asDouble(missing) / (dataStart + Numerals.asDouble(dataEnd));
    return "%s (%s %%) %s missing"
        .formatted(
            Numerals.bytes(missing),
            String.format(Locale.ROOT, "%.1f", Math.clamp(share * 100, 0.1, 99.9)),
            missing == 1 ? "is" : "are");
  }

  private String tensorText() {
    if (lost.count == 0) {
      return cut.tensors() + " cut: " + cut.which();
    }
    if (cut.count == 0) {
      return lost.tensors() + " lost: " + lost.which();
    }
    return "%s cut: %s; %s lost: %s"
        .formatted(cut.tensors(), cut.which(), lost.number(), lost.which());
  }

  /// Tensors that fare alike: how many, and the first by name.
  private static final class Group {

    private final List<String> names = new ArrayList<>();
    private int count;

    private void add(TensorInfo tensor) {
      count++;
      if (names.size() < NAMED_TENSORS) {
        names.add("\"" + DisplayText.of(tensor.name()) + "\"");
      }
    }

    private String tensors() {
      return Numerals.of(count) + (count == 1 ? " tensor is" : " tensors are");
    }

    private String number() {
      return Numerals.of(count) + (count == 1 ? " is" : " are");
    }

    private String which() {
      int unnamed = count - names.size();
      return String.join(", ", names)
          + (unnamed > 0 ? " and " + Numerals.of(unnamed) + " more" : "");
    }
  }
}
