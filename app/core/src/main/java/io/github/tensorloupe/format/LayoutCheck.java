package io.github.tensorloupe.format;

import module java.base;

import io.github.tensorloupe.text.Sentence;

/// Checks that the tensors cover the data buffer without gaps or overlaps, and that their data
/// offsets match their shapes and dtypes.
final class LayoutCheck {

  private final EntryTable entries;
  private final long dataStart;
  private final long dataByteCount;
  private final CappedFindings findings = new CappedFindings(FindingCode.MORE_FINDINGS);

  /// The first error in the order of the reference library, or null.
  LoadError first;

  private long coveredEnd;

  /// @param entries the entries in [OffsetOrder]
  /// @param dataStart file offset of the data buffer
  /// @param dataByteCount the length of the data buffer in bytes
  LayoutCheck(EntryTable entries, long dataStart, long dataByteCount) {
    this.entries = entries;
    this.dataStart = dataStart;
    this.dataByteCount = dataByteCount;
  }

  List<Finding> run() {
    for (int index = 0; index < entries.count(); index++) {
      check(index, entries.tensor(index));
    }
    List<Finding> all = new ArrayList<>(findings.findings());
    if (first == null && coveredEnd != dataByteCount) {
      first = LoadError.METADATA_INCOMPLETE_BUFFER;
    }
    int order = Long.compareUnsigned(coveredEnd, dataByteCount);
    if (order > 0) {
      all.add(new Truncation(entries, dataStart, dataByteCount).inData(coveredEnd));
    } else if (order < 0) {
      all.add(
          Finding.of(
              FindingCode.TRAILING_BYTES,
              Sentence.of(
                  "The file continues after its last tensor: expected {0} {0#byte|bytes} in all,"
                      + " found {1}, {2} too many.",
                  dataStart + coveredEnd, dataStart + dataByteCount, dataByteCount - coveredEnd),
              new ByteRange(dataStart + coveredEnd, dataStart + dataByteCount)));
    }
    return all;
  }

  private void check(int index, TensorInfo tensor) {
    if (Long.compareUnsigned(tensor.begin(), tensor.end()) > 0) {
      note(
          FindingCode.INVALID_OFFSET,
          LoadError.INVALID_OFFSET,
          index,
          "The tensor \"{0}\" ends before it begins: its data offsets are {1} and {2}.",
          tensor.name(),
          tensor.begin(),
          tensor.end());
      return;
    }
    if (tensor.begin() != coveredEnd) {
      note(
          FindingCode.INVALID_OFFSET,
          LoadError.INVALID_OFFSET,
          index,
          "The tensor \"{0}\" begins at data offset {1}, but the tensors before it end at {2}:"
              + " {3}.",
          tensor.name(),
          tensor.begin(),
          coveredEnd,
          Long.compareUnsigned(tensor.begin(), coveredEnd) > 0
              ? Sentence.of("the bytes between belong to no tensor")
              : Sentence.of("they overlap"));
    }
    checkSize(index, tensor);
    if (Long.compareUnsigned(coveredEnd, tensor.end()) < 0) {
      coveredEnd = tensor.end();
    }
  }

  private void checkSize(int index, TensorInfo tensor) {
    OptionalLong bitCount = tensor.shape().bitCount(tensor.dtype());
    if (bitCount.isEmpty()) {
      note(
          FindingCode.SIZE_OVERFLOW,
          LoadError.VALIDATION_OVERFLOW,
          index,
          "The tensor \"{0}\" is too large for 64 bits: shape {1} of {2}.",
          tensor.name(),
          tensor.shape(),
          tensor.dtype());
    } else if (bitCount.getAsLong() % Byte.SIZE != 0) {
      note(
          FindingCode.MISALIGNED_SLICE,
          LoadError.MISALIGNED_SLICE,
          index,
          "The tensor \"{0}\" does not fill whole bytes: shape {1} of {2}, {3} bits each.",
          tensor.name(),
          tensor.shape(),
          tensor.dtype(),
          tensor.dtype().bits());
    } else if (bitCount.getAsLong() >>> 3 != tensor.byteCount()) {
      note(
          FindingCode.SIZE_MISMATCH,
          LoadError.TENSOR_INVALID_INFO,
          index,
          "The tensor \"{0}\" takes {1} {1#byte|bytes} by its shape {2} of {3},"
              + " but its data offsets span {4} {4#byte|bytes}.",
          tensor.name(),
          bitCount.getAsLong() >>> 3,
          tensor.shape(),
          tensor.dtype(),
          tensor.byteCount());
    }
  }

  private void note(
      FindingCode code, LoadError error, int index, String sentence, Object... arguments) {
    first = first == null ? error : first;
    findings.note(code, entries.tensor(index).name(), range(index), sentence, arguments);
  }

  /// Returns the file offsets of the tensor's bytes, or of its header entry if none of its bytes
  /// are in the file.
  private ByteRange range(int index) {
    TensorInfo tensor = entries.tensor(index);
    if (Long.compareUnsigned(tensor.begin(), dataByteCount) >= 0
        || Long.compareUnsigned(tensor.begin(), tensor.end()) >= 0) {
      return entries.textRange(index);
    }
    long end = Long.compareUnsigned(tensor.end(), dataByteCount) < 0 ? tensor.end() : dataByteCount;
    return new ByteRange(dataStart + tensor.begin(), dataStart + end);
  }
}
