package io.github.tensorloupe.model;

import module java.base;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Header;
import io.github.tensorloupe.format.HeaderReading;
import io.github.tensorloupe.format.Preface;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.FilesOpening.HeapRoom;
import io.github.tensorloupe.model.filetype.Sample;
import io.github.tensorloupe.model.filetype.Shifted;
import io.github.tensorloupe.text.Sentence;

/// One open file with its header, also a broken one or one that is no safetensors file at all.
///
/// Opening reads the header and a few bytes that tell what the file is, and nothing else.
/// Thread-safe; owned by whoever opened it.
public final class TensorFile implements Closeable {

  /// Bytes that tensors may share, in addition to the length of the file. Bounds all work on the
  /// tensors of a file.
  private static final long MAX_SHARED_BYTES = 1 << 26;

  private static final List<String> CODE_STATES =
      List.of(".quant_state.bitsandbytes__nf4", ".quant_state.bitsandbytes__fp4", ".quant_map");

  private final ByteSource bytes;
  private final FileKind kind;
  private final Sentence description;
  private final HeaderReading reading;
  private final List<Finding> findings;

  /// Tensors that are not read, because too many share their bytes.
  private final Set<TensorInfo> unread;

  /// The names of the tensors whose bytes may be codes, with any dtype.
  private final Set<String> codes;

  TensorFile(
      ByteSource bytes,
      FileKind kind,
      Sentence description,
      HeaderReading reading,
      List<Finding> findings) {
    this.bytes = bytes;
    this.kind = kind;
    this.description = description;
    this.reading = reading;
    this.unread = reading.loadError().isEmpty() ? Set.of() : overlapping();
    this.codes = codes();
    Sentence sentence =
        Sentence.of(
            "The values of {0} {0#tensor|tensors} are not read: too many tensors share the same"
                + " bytes.",
            unread.size());
    Stream<Finding> shared =
        unread.isEmpty() ? Stream.of() : Stream.of(Finding.of(FindingCode.SHARED_BYTES, sentence));
    this.findings = Stream.concat(findings.stream(), shared).toList();
  }

  /// Recognizes the tensors that bitsandbytes adds to each weight that it quantizes to 4 bits.
  private Set<String> codes() {
    Set<String> codes = new HashSet<>();
    for (TensorInfo tensor : header().tensors()) {
      for (String suffix : CODE_STATES) {
        if (tensor.name().endsWith(suffix)) {
          codes.add(tensor.name().substring(0, tensor.name().length() - suffix.length()));
        }
      }
    }
    return codes;
  }

  private Set<TensorInfo> overlapping() {
    Set<TensorInfo> overlapping = new HashSet<>();
    long left = MAX_SHARED_BYTES + bytes.length();
    long coveredEnd = 0;
    for (TensorInfo tensor : header().tensors()) {
      Optional<ByteRange> range = range(tensor);
      if (range.isPresent()) {
        long shared = Math.min(range.get().end(), coveredEnd) - range.get().begin();
        if (shared > left) {
          overlapping.add(tensor);
        } else {
          left -= Math.max(0, shared);
          coveredEnd = Math.max(coveredEnd, range.get().end());
        }
      }
    }
    return overlapping;
  }

  /// Opens a file and reads its header. Whatever is wrong with the contents is a finding.
  ///
  /// @throws NotEnoughMemoryException if the header does not fit into the free memory
  /// @throws java.nio.file.FileSystemException if it is a folder, a device, a pipe or a socket
  public static TensorFile open(Path path) throws IOException {
    return of(ByteSource.open(path));
  }

  /// The same for one of many files, whose channel the pool closes and opens again.
  public static TensorFile open(Path path, FilePool pool) throws IOException {
    return of(ByteSource.open(path, pool));
  }

  /// Takes over bytes that are open already and reads their header, as for [#open(Path)].
  public static TensorFile of(ByteSource bytes) throws IOException {
    return read(bytes, HeapRoom::fitsHalfOfTheRest);
  }

  /// The file of bytes whose header is known. Reads nothing.
  ///
  /// @param reading of a safetensors file
  public static TensorFile of(ByteSource bytes, HeaderReading reading) {
    Sentence description = FileKind.SAFETENSORS.description();
    return new TensorFile(bytes, FileKind.SAFETENSORS, description, reading, reading.findings());
  }

  static TensorFile read(ByteSource bytes, HeapRoom heapRoom) throws IOException {
    try {
      return new TensorFileReader(bytes, heapRoom).read();
    } catch (IOException | RuntimeException | Error e) {
      try (bytes) {
        throw e;
      }
    }
  }

  public Path path() {
    return bytes.path();
  }

  public ByteSource bytes() {
    return bytes;
  }

  public FileKind kind() {
    return kind;
  }

  /// A phrase for a person that says what the file really is, with its article: more than its kind
  /// says where that has no kind of its own.
  public Sentence description() {
    return description;
  }

  public HeaderReading reading() {
    return reading;
  }

  public Header header() {
    return reading.header();
  }

  /// True if the reference library would refuse the file.
  public boolean isRefused() {
    return reading.loadError().isPresent();
  }

  /// True if a save in place was interrupted, so that the header may be half old and half new: only
  /// its journal tells which is which.
  public boolean isUnfinished() {
    return new Preface(reading.fileLength(), reading.headerLength()).isUnfinished();
  }

  /// Identifies the file, to tell whether the path still leads to it, unchanged. Reads the header
  /// once more.
  public FileIdentity identity() throws IOException {
    return FileIdentity.of(bytes);
  }

  public List<Finding> findings() {
    return findings;
  }

  /// The size of the data buffer in bytes; empty where the header does not end inside the file.
  public OptionalLong dataLength() {
    OptionalLong dataStart = reading.dataStart();
    return dataStart.isEmpty()
        ? dataStart
        : OptionalLong.of(bytes.length() - dataStart.getAsLong());
  }

  /// The bytes of one tensor of this file that are in the file; empty if all of them are missing,
  /// if the data offsets are not a range, or if too many tensors share the same bytes.
  public Optional<TensorData> data(TensorInfo tensor) {
    return range(tensor)
        .filter(_ -> !unread.contains(tensor))
        .map(range -> new TensorData(bytes, tensor, range, hasCodes(tensor)));
  }

  /// Codes have one column.
  private boolean hasCodes(TensorInfo tensor) {
    Shape shape = tensor.shape();
    return codes.contains(tensor.name()) && shape.rank() == 2 && shape.dimension(1) == 1;
  }

  private Optional<ByteRange> range(TensorInfo tensor) {
    if (reading.dataStart().isEmpty()) {
      return Optional.empty();
    }
    long length = dataLength().getAsLong();
    if (Long.compareUnsigned(tensor.begin(), tensor.end()) > 0
        || Long.compareUnsigned(tensor.begin(), length) > 0) {
      return Optional.empty();
    }
    boolean cut = Long.compareUnsigned(tensor.end(), length) > 0;
    if (cut && tensor.begin() == length) {
      return Optional.empty();
    }
    long start = reading.dataStart().getAsLong();
    return Optional.of(
        new ByteRange(start + tensor.begin(), start + (cut ? length : tensor.end())));
  }

  /// The number of bytes before what looks like a whole safetensors file, at least 1; empty where
  /// none is found behind any.
  public OptionalInt leadingByteCount() throws IOException {
    byte[] head = bytes.read(0, (int) Math.min(Sample.HEAD_BYTES, bytes.length()));
    return Shifted.byteCount(new Sample(bytes, head));
  }

  @Override
  public void close() throws IOException {
    bytes.close();
  }
}
