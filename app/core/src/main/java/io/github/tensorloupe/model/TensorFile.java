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
import io.github.tensorloupe.format.TensorSpec;
import io.github.tensorloupe.text.Sentence;

/// An open file with its header. The file may be malformed or of another kind. Thread-safe. Must be
/// closed by the code that opened it.
///
/// Opening reads only the header and a few bytes for recognizing the kind.
public final class TensorFile implements Closeable {

  /// The maximum number of bytes that tensors share, in addition to the length of the file. Limits
  /// the work for files with many overlapping tensors.
  private static final long MAX_SHARED_BYTES = 1 << 26;

  private static final List<String> QUANT_STATE_SUFFIXES =
      List.of(".quant_state.bitsandbytes__nf4", ".quant_state.bitsandbytes__fp4", ".quant_map");

  private final ByteSource bytes;
  private final FileKind kind;
  private final Sentence description;
  private final HeaderReading reading;
  private final List<Finding> findings;

  /// Tensors that are not read because too many tensors share their bytes.
  private final Set<TensorInfo> unreadable;

  /// The names of tensors that may contain quantization codes, of any dtype.
  private final Set<String> codes;

  private final Optional<Slices> slices;

  private final Optional<ForeignContent> foreign;

  /// The tensors of a file of another format.
  private final Map<TensorInfo, ForeignTensor> foreignTensors;

  TensorFile(
      ByteSource bytes,
      FileKind kind,
      Sentence description,
      HeaderReading reading,
      List<Finding> findings) {
    this(bytes, kind, description, reading, findings, Optional.empty(), Map.of());
  }

  private TensorFile(
      ByteSource bytes,
      FileKind kind,
      Sentence description,
      HeaderReading reading,
      List<Finding> findings,
      Optional<ForeignContent> foreign,
      Map<TensorInfo, ForeignTensor> foreignTensors) {
    this.bytes = bytes;
    this.foreign = foreign;
    this.foreignTensors = foreignTensors;
    this.kind = kind;
    this.description = description;
    this.reading = reading;
    this.unreadable = reading.loadError().isEmpty() ? Set.of() : overlapping();
    this.codes = codes();
    List<Finding> all = new ArrayList<>(findings);
    if (!unreadable.isEmpty()) {
      Sentence sentence =
          Sentence.of(
              "The values of {0} {0#tensor|tensors} are not read: too many tensors share the same"
                  + " bytes.",
              unreadable.size());
      all.add(Finding.of(FindingCode.SHARED_BYTES, sentence));
    }
    this.slices =
        kind == FileKind.SAFETENSORS
            ? Slices.of(bytes.path(), header().tensors())
            : Optional.empty();
    slices.ifPresent(
        known -> all.add(Finding.of(FindingCode.DISTRIBUTED_CHECKPOINT, known.sentence())));
    this.findings = List.copyOf(all);
  }

  // For each weight quantized to 4 bits, bitsandbytes adds tensors with these suffixes.
  private Set<String> codes() {
    Set<String> codes = new HashSet<>();
    for (TensorInfo tensor : header().tensors()) {
      for (String suffix : QUANT_STATE_SUFFIXES) {
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

  /// Opens a file and reads its header. Reports errors in the content as findings.
  ///
  /// @throws NotEnoughMemoryException if the header does not fit into the free memory
  /// @throws java.nio.file.FileSystemException if the path is a folder, device, pipe or socket
  public static TensorFile open(Path path) throws IOException {
    return of(ByteSource.open(path));
  }

  /// Opens one of many files. The pool may close and reopen it. See [#open(Path)].
  public static TensorFile open(Path path, FilePool pool) throws IOException {
    return of(ByteSource.open(path, pool));
  }

  /// Reads the header of an open source, and takes ownership of the source. See [#open(Path)].
  public static TensorFile of(ByteSource bytes) throws IOException {
    return read(bytes, ParallelFileOpener::fitsHalfOfFreeHeap);
  }

  /// Creates a file from a source with a known header. Reads nothing.
  ///
  /// @param reading the header of a safetensors file
  public static TensorFile of(ByteSource bytes, HeaderReading reading) {
    Sentence description = FileKind.SAFETENSORS.description();
    return new TensorFile(bytes, FileKind.SAFETENSORS, description, reading, reading.findings());
  }

  /// Creates a file of another format.
  ///
  /// @param reading the verdict of the reference library
  static TensorFile ofForeign(ByteSource bytes, ForeignContent content, HeaderReading reading) {
    Map<TensorInfo, ForeignTensor> tensors = new TreeMap<>();
    long virtualBegin = bytes.length();
    for (ForeignTensor tensor : content.tensors()) {
      // Values that are not in the file get offsets after its end, in the order of the tensors.
      long begin = tensor.begin().orElse(virtualBegin++);
      TensorSpec spec = tensor.spec();
      long end = begin + tensor.byteCount();
      tensors.put(new TensorInfo(spec.name(), spec.dtype(), spec.shape(), begin, end), tensor);
    }
    List<Finding> findings = new ArrayList<>(content.findings());
    if (!content.isRefused()) {
      Sentence sentence = Sentence.of("This is {0}.", content.description());
      ByteRange all = new ByteRange(0, bytes.length());
      findings.add(Finding.of(FindingCode.FOREIGN_FORMAT, sentence, all));
    }
    Header header =
        new Header(
            List.copyOf(tensors.keySet()),
            Optional.of(content.metadata()).filter(_ -> content.isParsed()));
    return new TensorFile(
        bytes,
        content.kind(),
        content.description(),
        reading.asForeign(content.isParsed(), header, findings),
        findings,
        Optional.of(content),
        tensors);
  }

  static TensorFile read(ByteSource bytes, LongPredicate heapRoom) throws IOException {
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

  /// Returns a phrase with an article that describes the kind of the file, more precisely than
  /// [#kind()] if the kind is `UNKNOWN`.
  public Sentence description() {
    return description;
  }

  public HeaderReading reading() {
    return reading;
  }

  public Header header() {
    return reading.header();
  }

  /// Returns true if the reference library refuses the file, as it does with every file of another
  /// format.
  public boolean isRefused() {
    return reading.loadError().isPresent();
  }

  /// Returns true if the reference library accepts the file, or if it is an intact file of another
  /// format.
  public boolean isIntact() {
    return foreign.map(content -> !content.isRefused()).orElse(!isRefused());
  }

  /// Returns the content of a file of another format, which can be read but not edited; empty for a
  /// safetensors file and for a file that is not a checkpoint.
  public Optional<ForeignContent> foreign() {
    return foreign;
  }

  /// Returns the properties of a tensor in a file of another format, otherwise empty.
  public Optional<ForeignTensor> foreign(TensorInfo tensor) {
    return Optional.ofNullable(foreignTensors.get(tensor));
  }

  /// Returns the tensors in the order in which a file of another format lists them, otherwise in
  /// the order of the header.
  public List<TensorInfo> tensorsInFileOrder() {
    if (foreign.isEmpty()) {
      return header().tensors();
    }
    Map<String, TensorInfo> byName = new TreeMap<>();
    foreignTensors.keySet().forEach(info -> byName.put(info.name(), info));
    return foreign.get().tensors().stream().map(each -> byName.get(each.spec().name())).toList();
  }

  /// Returns true if an in-place save was interrupted. The header may then mix old and new bytes,
  /// and only the journal can restore it.
  public boolean isUnfinished() {
    return new Preface(reading.fileLength(), reading.headerLength()).isUnfinished();
  }

  /// Returns the identity of the file, for detecting later changes of the file at its path. Reads
  /// the header again.
  public FileIdentity identity() throws IOException {
    return FileIdentity.of(bytes);
  }

  public List<Finding> findings() {
    return findings;
  }

  /// Returns the reason why the tensors are slices, or empty if they are not known to be slices.
  public Optional<Slices> slices() {
    return slices;
  }

  /// Returns the length of the data buffer in bytes, or empty if the file ends before the end of
  /// its header.
  public OptionalLong dataLength() {
    OptionalLong dataStart = reading.dataStart();
    return dataStart.isEmpty()
        ? dataStart
        : OptionalLong.of(bytes.length() - dataStart.getAsLong());
  }

  /// Returns the existing bytes of a tensor. Empty if all bytes are missing, the data offsets are
  /// reversed, or too many tensors share the same bytes.
  public Optional<TensorData> data(TensorInfo tensor) {
    ForeignTensor other = foreignTensors.get(tensor);
    if (other != null && other.begin().isEmpty()) {
      return other.elements().flatMap(elements -> computed(tensor, other.spec(), elements));
    }
    return range(tensor)
        .filter(_ -> !unreadable.contains(tensor))
        .map(range -> new TensorData(bytes, tensor, range, hasCodes(tensor)));
  }

  private Optional<TensorData> computed(
      TensorInfo tensor, TensorSpec spec, ComputedFile.Elements elements) {
    long count = tensor.byteCount() / ComputedFile.Part.unitBytes(spec);
    return ComputedFile.of(path(), spec, count, elements, List.of(bytes))
        .flatMap(file -> file.data(file.header().tensors().getFirst()))
        .map(data -> new TensorData(data.file(), tensor, data.range()));
  }

  /// Returns true if the tensor is not read because too many tensors share its bytes.
  public boolean isOverlapping(TensorInfo tensor) {
    return unreadable.contains(tensor);
  }

  // Codes of bitsandbytes have a single column.
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
    boolean isCut = Long.compareUnsigned(tensor.end(), length) > 0;
    if (isCut && tensor.begin() == length) {
      return Optional.empty();
    }
    long start = reading.dataStart().getAsLong();
    return Optional.of(
        new ByteRange(start + tensor.begin(), start + (isCut ? length : tensor.end())));
  }

  /// Returns the number of extra bytes before a probable safetensors file, at least 1, or empty if
  /// no such file is recognized.
  public OptionalInt leadingByteCount() throws IOException {
    return LeadingBytes.byteCount(sample());
  }

  /// Returns true if the content is a model of another format or a safetensors file after extra
  /// bytes, but not for archives and files without magic bytes.
  public boolean isOtherModel() throws IOException {
    return foreign.isPresent() && kind != FileKind.ZIP || FileTypes.isModel(sample());
  }

  private Sample sample() throws IOException {
    return new Sample(bytes, Sample.headOf(bytes));
  }

  @Override
  public void close() throws IOException {
    bytes.close();
  }
}
