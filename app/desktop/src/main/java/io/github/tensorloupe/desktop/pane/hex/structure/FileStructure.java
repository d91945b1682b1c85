package io.github.tensorloupe.desktop.pane.hex.structure;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.TensorFile;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

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
        file.isRefused()
            ? Coverage.ofAny(file.header().tensors(), dataLength.getAsLong())
            : Coverage.ofNeighbours(file.header().tensors(), dataLength.getAsLong()));
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

  /// Where a text ends too early, its last byte stands for the place behind it.
  private static ByteRange visible(ByteRange range) {
    return range.byteCount() > 0 || range.begin() == 0
        ? range
        : new ByteRange(range.begin() - 1, range.end());
  }

  /// Whether a byte is one that breaks the header.
  boolean isDamaged(long byteOffset) {
    for (ByteRange range : damaged) {
      if (range.contains(byteOffset)) {
        return true;
      }
    }
    return false;
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

  /// What the bytes from an offset on are for.
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

  /// How many bytes the header promises that the file does not have, unsigned. Takes time in
  /// proportion to the number of tensors where the file is broken.
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
}
