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

  /// @param entries the entries in offset order
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
          "The tensor \"{0}\" ends before it begins: its data offsets are {1} and {2}.",
          LoadError.INVALID_OFFSET, index, tensor.begin(), tensor.end());
      return;
    }
    if (tensor.begin() != coveredEnd) {
      Sentence reason =
          Long.compareUnsigned(tensor.begin(), coveredEnd) > 0
              ? Sentence.of("the bytes between belong to no tensor")
              : Sentence.of("they overlap");
      note(
          "The tensor \"{0}\" begins at data offset {1}, but the tensors before it end at {2}:"
              + " {3}.",
          LoadError.INVALID_OFFSET, index, tensor.begin(), coveredEnd, reason);
    }
    checkSize(index, tensor);
    if (Long.compareUnsigned(coveredEnd, tensor.end()) < 0) {
      coveredEnd = tensor.end();
    }
  }

  private void checkSize(int index, TensorInfo tensor) {
    Shape shape = tensor.shape();
    Dtype dtype = tensor.dtype();
    OptionalLong bitCount = shape.bitCount(dtype);
    if (bitCount.isEmpty()) {
      note(
          "The tensor \"{0}\" is too large for 64 bits: shape {1} of {2}.",
          LoadError.VALIDATION_OVERFLOW, index, shape, dtype);
    } else if (bitCount.getAsLong() % Byte.SIZE != 0) {
      note(
          "The tensor \"{0}\" does not fill whole bytes: shape {1} of {2}, {3} bits each.",
          LoadError.MISALIGNED_SLICE, index, shape, dtype, dtype.bits());
    } else if (bitCount.getAsLong() >>> 3 != tensor.byteCount()) {
      note(
          "The tensor \"{0}\" takes {1} {1#byte|bytes} by its shape {2} of {3},"
              + " but its data offsets span {4} {4#byte|bytes}.",
          LoadError.TENSOR_INVALID_INFO,
          index,
          bitCount.getAsLong() >>> 3,
          shape,
          dtype,
          tensor.byteCount());
    }
  }

  /// @param arguments the arguments of the sentence after the name of the tensor
  private void note(String sentence, LoadError error, int index, Object... arguments) {
    first = first == null ? error : first;
    String name = entries.tensor(index).name();
    List<Object> all = new ArrayList<>(List.of(name));
    Collections.addAll(all, arguments);
    findings.note(sentence, error.code, name, range(index), all.toArray());
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
