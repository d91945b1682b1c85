package io.github.tensorloupe.analysis.structure;

import module java.base;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.TensorFile;

/// Which part of a file a byte belongs to, broken files included. Reads nothing. Immutable.
public final class FileStructure {

  private static final int HEADER_LENGTH_BYTES = 8;

  private final TensorFile file;
  private final ByteRange header;
  private final Optional<Coverage> data;
  private final List<ByteRange> damaged;

  private FileStructure(TensorFile file) {
    this.file = file;
    this.header = headerOf(file);
    this.data = coverageOf(file);
    this.damaged = damagedOf(file);
  }

  /// The structure of a file. Takes time in proportion to the number of tensors only where the file
  /// is broken.
  public static FileStructure of(TensorFile file) {
    return new FileStructure(file);
  }

  private static ByteRange headerOf(TensorFile file) {
    if (file.kind() != FileKind.SAFETENSORS) {
      return new ByteRange(0, 0);
    }
    return new ByteRange(0, file.reading().dataStart().orElse(file.bytes().length()));
  }

  private static Optional<Coverage> coverageOf(TensorFile file) {
    OptionalLong dataLength = file.dataLength();
    if (dataLength.isEmpty() || file.kind() != FileKind.SAFETENSORS) {
      return Optional.empty();
    }
    return Optional.of(
        new Coverage(file.header().tensors(), dataLength.getAsLong(), file.isRefused()));
  }

  private static List<ByteRange> damagedOf(TensorFile file) {
    if (file.kind() != FileKind.SAFETENSORS) {
      return List.of();
    }
    return file.findings().stream()
        .filter(finding -> isInHeader(finding.code()))
        .flatMap(finding -> finding.range().stream())
        .map(FileStructure::visible)
        .toList();
  }

  private static boolean isInHeader(FindingCode code) {
    return switch (code) {
      case INVALID_JSON, INVALID_UTF8, HEADER_TOO_LARGE, INVALID_HEADER_LENGTH -> true;
      default -> false;
    };
  }

  /// If the text ends too early, its last byte stands for the position after it.
  private static ByteRange visible(ByteRange range) {
    return range.byteCount() > 0 || range.begin() == 0
        ? range
        : new ByteRange(range.begin() - 1, range.end());
  }

  /// True if a byte is one that breaks the header.
  boolean isDamaged(long byteOffset) {
    return damaged.stream().anyMatch(range -> range.contains(byteOffset));
  }

  /// The file.
  public TensorFile file() {
    return file;
  }

  /// The bytes of header length and header, as far as the file goes; an empty range where the file
  /// is no safetensors file.
  public ByteRange header() {
    return header;
  }

  /// File offset of the data buffer; empty where there is none.
  public OptionalLong dataStart() {
    return data.isPresent() ? OptionalLong.of(header.end()) : OptionalLong.empty();
  }

  /// The purpose of the bytes from an offset on.
  ///
  /// @param byteOffset file offset, inside the file
  public Segment at(long byteOffset) {
    long fileLength = file.bytes().length();
    if (byteOffset >= header.end()) {
      return data.map(coverage -> inData(coverage, byteOffset))
          .orElseGet(() -> new Segment(Part.FOREIGN, fileLength));
    }
    long lengthEnd = Math.min(HEADER_LENGTH_BYTES, header.end());
    return byteOffset < lengthEnd
        ? new Segment(Part.HEADER_LENGTH, lengthEnd)
        : new Segment(Part.HEADER, header.end());
  }

  private Segment inData(Coverage coverage, long byteOffset) {
    Segment found = coverage.at(byteOffset - header.end());
    return new Segment(found.part(), header.end() + found.end(), found.tensor());
  }

  /// A tensor by its index in the file's header.
  public TensorInfo tensor(int index) {
    return file.header().tensors().get(index);
  }

  /// File offset of a tensor's first byte.
  ///
  /// @param index of a tensor that begins inside the file
  public long tensorBegin(int index) {
    return header.end() + tensor(index).begin();
  }

  /// The number of bytes that the header promises that the file does not have, unsigned. Takes time
  /// in proportion to the number of tensors where the file is broken.
  public long missingBytes() {
    if (file.kind() != FileKind.SAFETENSORS || !file.isRefused()) {
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

  /// Which tensor claims a byte of the data buffer. Takes logarithmic time in the number of
  /// tensors, also where they overlap or leave holes. Offsets are data offsets.
  static final class Coverage {

    private final List<TensorInfo> tensors;
    private final long dataLength;

    /// Of the tensors up to each one: which reaches furthest, and where the second furthest ends.
    /// Empty where no tensors overlap.
    private final int[] furthest;

    private final long[] second;

    /// @param tensors by where they begin
    /// @param mayOverlap true in a file whose tensors may lie anywhere: takes time in proportion to
    ///   their number
    Coverage(List<TensorInfo> tensors, long dataLength, boolean mayOverlap) {
      this.tensors = tensors;
      this.dataLength = dataLength;
      this.furthest = new int[mayOverlap ? tensors.size() : 0];
      this.second = new long[furthest.length];
      fill();
    }

    private void fill() {
      int best = 0;
      long runnerUp = 0;
      for (int i = 0; i < furthest.length; i++) {
        long end = end(i);
        if (i > 0 && end > end(best)) {
          runnerUp = end(best);
          best = i;
        } else if (i > 0) {
          runnerUp = Math.max(runnerUp, end);
        }
        furthest[i] = best;
        second[i] = runnerUp;
      }
    }

    private long begin(int tensor) {
      return inBuffer(tensors.get(tensor).begin());
    }

    /// The end of a tensor inside the data buffer; its beginning if its offsets make no range.
    private long end(int tensor) {
      TensorInfo info = tensors.get(tensor);
      boolean forward = Long.compareUnsigned(info.begin(), info.end()) <= 0;
      return inBuffer(forward ? info.end() : info.begin());
    }

    private long inBuffer(long dataOffset) {
      return Long.compareUnsigned(dataOffset, dataLength) < 0 ? dataOffset : dataLength;
    }

    /// The largest end of a tensor, unsigned, also beyond the file; 0 where there are no tensors.
    long promisedLength() {
      long longest = 0;
      for (TensorInfo info : tensors) {
        boolean forward = Long.compareUnsigned(info.begin(), info.end()) <= 0;
        if (forward && Long.compareUnsigned(info.end(), longest) > 0) {
          longest = info.end();
        }
      }
      return longest;
    }

    /// The purpose of the bytes from an offset on; its end is a data offset.
    ///
    /// @param dataOffset inside the data buffer
    Segment at(long dataOffset) {
      int last = lastFrom(dataOffset);
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

    /// The last tensor that begins at an offset or before it, or -1.
    private int lastFrom(long dataOffset) {
      int low = 0;
      int high = tensors.size();
      while (low < high) {
        int middle = (low + high) >>> 1;
        if (Long.compareUnsigned(tensors.get(middle).begin(), dataOffset) <= 0) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      return low - 1;
    }
  }

  /// Bytes one after the other that are for the same thing.
  ///
  /// @param part what they are for; of the header never more than [Part#HEADER]
  /// @param end file offset behind the last of them; what follows may still be for the same thing
  /// @param tensor index of the tensor in the file's header, or [#NO_TENSOR]
  public record Segment(Part part, long end, int tensor) {

    /// In place of a tensor's index where there is none.
    public static final int NO_TENSOR = -1;

    Segment(Part part, long end) {
      this(part, end, NO_TENSOR);
    }
  }
}
