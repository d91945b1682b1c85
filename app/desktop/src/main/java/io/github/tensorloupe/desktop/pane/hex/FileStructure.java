package io.github.tensorloupe.desktop.pane.hex;

import module java.base;

import io.github.tensorloupe.desktop.selection.TensorLookup;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Header;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.TensorFile;

/// Maps bytes to parts of a file, including damaged files. Reads nothing. Immutable.
public final class FileStructure {

  private static final int HEADER_LENGTH_BYTES = 8;

  private static final Set<FindingCode> DAMAGES =
      EnumSet.of(
          FindingCode.INVALID_JSON,
          FindingCode.INVALID_UTF8,
          FindingCode.HEADER_TOO_LARGE,
          FindingCode.INVALID_HEADER_LENGTH);

  private final TensorFile file;
  private final boolean hasHeader;
  private final ByteRange header;
  private final Optional<Coverage> data;
  private final List<ByteRange> damaged;

  /// Takes time proportional to the number of tensors only if the file is damaged.
  public FileStructure(TensorFile file) {
    this.file = file;
    hasHeader = file.kind() == FileKind.SAFETENSORS;
    long headerEnd = file.reading().dataStart().orElse(file.bytes().length());
    header = new ByteRange(0, hasHeader ? headerEnd : 0);
    OptionalLong dataLength = file.dataLength();
    data =
        (hasHeader || file.kind().isForeignCheckpoint()) && dataLength.isPresent()
            ? Optional.of(new Coverage(file.header(), dataLength.getAsLong(), file.isRefused()))
            : Optional.empty();
    damaged =
        file.findings().stream()
            .filter(finding -> hasHeader && DAMAGES.contains(finding.code()))
            .flatMap(finding -> finding.range().stream())
            .map(FileStructure::visible)
            .toList();
  }

  /// If the text ends too early, its last byte represents the position after it.
  private static ByteRange visible(ByteRange range) {
    return range.byteCount() > 0 || range.begin() == 0
        ? range
        : new ByteRange(range.begin() - 1, range.end());
  }

  boolean isDamaged(long byteOffset) {
    return damaged.stream().anyMatch(range -> range.contains(byteOffset));
  }

  public TensorFile file() {
    return file;
  }

  /// Returns the range of header length and header, limited to the file; empty if the file is not a
  /// safetensors file.
  public ByteRange header() {
    return header;
  }

  /// Returns the file offset of the data buffer, if there is one.
  public OptionalLong dataStart() {
    return data.isPresent() ? OptionalLong.of(header.end()) : OptionalLong.empty();
  }

  /// Returns the run of bytes of the same part that starts at an offset.
  ///
  /// @param byteOffset file offset, inside the file
  public Segment at(long byteOffset) {
    if (byteOffset >= header.end()) {
      return data.map(coverage -> coverage.at(byteOffset - header.end()))
          .map(in -> new Segment(in.part(), header.end() + in.end(), in.tensor()))
          .orElseGet(() -> new Segment(Part.FOREIGN, file.bytes().length()));
    }
    long lengthEnd = Math.min(HEADER_LENGTH_BYTES, header.end());
    return byteOffset < lengthEnd
        ? new Segment(Part.HEADER_LENGTH, lengthEnd)
        : new Segment(Part.HEADER, header.end());
  }

  public TensorInfo tensor(int index) {
    return file.header().tensors().get(index);
  }

  /// Returns the file offset of a tensor's first byte.
  ///
  /// @param index the index of a tensor that begins inside the file
  public long tensorBegin(int index) {
    return header.end() + tensor(index).begin();
  }

  /// Returns the number of missing bytes that the header requires, unsigned. Takes time
  /// proportional to the number of tensors if the file is damaged.
  public long missingBytes() {
    if (!hasHeader || !file.isRefused()) {
      return 0;
    }
    long fileLength = file.bytes().length();
    if (data.isPresent()) {
      return beyond(data.get().promisedLength(), fileLength - header.end());
    }
    OptionalLong headerLength = file.reading().headerLength();
    return headerLength.isPresent()
        ? beyond(headerLength.getAsLong(), fileLength - HEADER_LENGTH_BYTES)
        : HEADER_LENGTH_BYTES - fileLength;
  }

  private static long beyond(long promised, long there) {
    return Long.compareUnsigned(promised, there) > 0 ? promised - there : 0;
  }

  /// Maps bytes of the data buffer to tensors in logarithmic time, also if tensors overlap or leave
  /// gaps. Offsets are data offsets.
  private static final class Coverage {

    private final Header header;
    private final List<TensorInfo> tensors;
    private final long dataLength;

    /// For the tensors up to each one: the tensor with the largest end, and the second largest end.
    /// Empty if no tensors overlap.
    private final int[] furthest;

    private final long[] second;

    /// @param mayOverlap true for a file whose tensors may be anywhere; takes time proportional to
    ///   their number
    Coverage(Header header, long dataLength, boolean mayOverlap) {
      this.header = header;
      this.tensors = header.tensors();
      this.dataLength = dataLength;
      this.furthest = new int[mayOverlap ? tensors.size() : 0];
      this.second = new long[furthest.length];
      for (int i = 1; i < furthest.length; i++) {
        boolean isFurthest = end(i) > end(furthest[i - 1]);
        furthest[i] = isFurthest ? i : furthest[i - 1];
        second[i] = Math.max(second[i - 1], end(isFurthest ? furthest[i - 1] : i));
      }
    }

    private long begin(int tensor) {
      return inBuffer(tensors.get(tensor).begin());
    }

    /// Returns the end of a tensor inside the data buffer, or its begin if its offsets are not a
    /// range.
    private long end(int tensor) {
      TensorInfo info = tensors.get(tensor);
      boolean forward = Long.compareUnsigned(info.begin(), info.end()) <= 0;
      return inBuffer(forward ? info.end() : info.begin());
    }

    private long inBuffer(long dataOffset) {
      return Long.compareUnsigned(dataOffset, dataLength) < 0 ? dataOffset : dataLength;
    }

    /// Returns the largest end of a tensor, unsigned, possibly beyond the file; 0 without tensors.
    long promisedLength() {
      return tensors.stream()
          .filter(info -> Long.compareUnsigned(info.begin(), info.end()) <= 0)
          .map(TensorInfo::end)
          .max(Long::compareUnsigned)
          .orElse(0L);
    }

    /// Returns the run of bytes of the same part that starts at an offset; its end is a data
    /// offset.
    ///
    /// @param dataOffset inside the data buffer
    Segment at(long dataOffset) {
      int last = TensorLookup.lastFrom(header, dataOffset);
      long next = last + 1 < tensors.size() ? begin(last + 1) : dataLength;
      if (last < 0) {
        return new Segment(Part.UNCLAIMED, next);
      }
      int widest = furthest.length == 0 ? last : furthest[last];
      boolean shared = furthest.length > 0 && second[last] > dataOffset;
      int owner = end(last) > dataOffset ? last : widest;
      if (end(owner) <= dataOffset) {
        return new Segment(Part.UNCLAIMED, next);
      }
      long end = Math.min(next, end(owner));
      return shared
          ? new Segment(Part.OVERLAP, Math.min(end, second[last]), owner)
          : new Segment(Part.TENSOR, end, owner);
    }
  }

  /// Consecutive bytes of the same part.
  ///
  /// @param part the part; never a subdivision of [Part#HEADER]
  /// @param end file offset after the last byte; the next run may be of the same part
  /// @param tensor index of the tensor in the file's header, or [#NO_TENSOR]
  public record Segment(Part part, long end, int tensor) {

    /// The tensor index of a run without a tensor.
    public static final int NO_TENSOR = -1;

    Segment(Part part, long end) {
      this(part, end, NO_TENSOR);
    }
  }
}
