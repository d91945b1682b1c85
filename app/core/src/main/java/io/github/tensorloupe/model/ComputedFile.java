package io.github.tensorloupe.model;

import module java.base;

import io.github.tensorloupe.format.HeaderReader;
import io.github.tensorloupe.format.HeaderReading;
import io.github.tensorloupe.format.HeaderWriter;
import io.github.tensorloupe.format.Preface;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.format.TensorSpec;
import io.github.tensorloupe.format.UnwritableHeaderException;
import io.github.tensorloupe.format.WrittenHeader;

/// A virtual safetensors file whose elements are computed from the bytes of other files on access.
/// Changes when a source changes. Closing it does not close the sources.
public final class ComputedFile implements ByteSource {

  private static final int TILE_ELEMENTS = 1 << 18;

  /// A function that computes elements. Thread-safe.
  @FunctionalInterface
  public interface Elements {
    /// Computes a contiguous range of elements.
    ///
    /// @param target a little-endian buffer with space for exactly `count` elements
    void compute(long first, int count, ByteBuffer target) throws IOException;

    /// Counts the values of elements if this is faster than [#compute]. Calls for ranges that
    /// partition the tensor together count each element once, but a call may count other elements
    /// than those in its range.
    ///
    /// @return false if counting is not faster, for all ranges; nothing is counted
    default boolean tally(long first, int count, Tally tally) throws IOException {
      return false;
    }
  }

  /// A consumer of values and their frequencies.
  @FunctionalInterface
  public interface Tally {
    /// Adds values and their frequencies.
    ///
    /// @param values the values, which are not retained
    /// @param counts the frequency of each value, 0 or more; not retained
    void add(float[] values, int[] counts);
  }

  /// A tensor of a computed file.
  ///
  /// @param count the number of computable elements; for sub-byte dtypes, the number of bytes
  public record Part(TensorSpec spec, long count, Elements elements) {

    public static Part copy(TensorData data) {
      TensorInfo info = data.info();
      TensorSpec spec = new TensorSpec(info.name(), info.dtype(), info.shape());
      Elements copied =
          (first, count, target) ->
              data.file().read(data.range().begin() + first * (target.remaining() / count), target);
      return new Part(spec, data.range().byteCount() / unitBytes(spec), copied);
    }

    static int unitBytes(TensorSpec spec) {
      return Math.max(1, spec.dtype().bits() / Byte.SIZE);
    }
  }

  private final Path path;
  private final byte[] header;
  private final List<Part> parts;

  /// The file offset of the end of each part.
  private final long[] ends;

  private final List<ByteSource> sources;

  private ComputedFile(Path path, byte[] header, List<Part> parts, List<ByteSource> sources) {
    this.path = path;
    this.header = header;
    this.parts = List.copyOf(parts);
    this.sources = List.copyOf(sources);
    ends = parts.stream().mapToLong(part -> part.count * Part.unitBytes(part.spec)).toArray();
    if (ends.length > 0) {
      ends[0] += header.length;
      Arrays.parallelPrefix(ends, Math::addExact);
    }
  }

  /// Creates a file with one tensor, whose dtype has a width of whole bytes. Computes no elements.
  ///
  /// @param path the path displayed to users
  /// @param count the number of computable elements, after which the file is truncated
  /// @param sources the files from which the elements are computed
  /// @return the file, or empty if it would exceed the maximum file size
  public static Optional<TensorFile> of(
      Path path, TensorSpec spec, long count, Elements elements, List<ByteSource> sources) {
    return of(path, List.of(new Part(spec, count, elements)), sources);
  }

  /// Creates a file of completely computable tensors. Computes no elements.
  ///
  /// @return the file, or empty if a name is repeated or the file would exceed the maximum file
  ///   size
  public static Optional<TensorFile> of(Path path, List<Part> parts, List<ByteSource> sources) {
    try {
      WrittenHeader written =
          HeaderWriter.write(parts.stream().map(Part::spec).toList(), Optional.empty());
      Map<String, Part> byName =
          parts.stream().collect(Collectors.toMap(part -> part.spec().name(), part -> part));
      List<Part> ordered =
          written.header().tensors().stream().map(info -> byName.get(info.name())).toList();
      byte[] header = written.bytes();
      ComputedFile file = new ComputedFile(path, header, ordered, sources);
      byte[] text = Arrays.copyOfRange(header, Preface.BYTE_COUNT, header.length);
      HeaderReading reading = HeaderReader.read(Preface.of(file.length(), header), text);
      return Optional.of(TensorFile.of(file, reading));
    } catch (UnwritableHeaderException e) {
      return Optional.empty();
    }
  }

  @Override
  public Path path() {
    return path;
  }

  @Override
  public Stream<ByteSource> files() {
    return sources.stream().flatMap(ByteSource::files);
  }

  @Override
  public long length() {
    return ends.length == 0 ? header.length : ends[ends.length - 1];
  }

  /// {@inheritDoc} Two computed files are the same if they have equal paths, tensors and sources.
  @Override
  public FileStamp stamp() {
    List<FileStamp> stamps = sources.stream().map(ByteSource::stamp).toList();
    FileTime modified = Collections.max(stamps.stream().map(FileStamp::modified).toList());
    List<TensorSpec> specs = parts.stream().map(Part::spec).toList();
    return new FileStamp(Optional.of(List.of(path, specs, stamps)), length(), modified);
  }

  @Override
  public void read(long byteOffset, ByteBuffer target) throws IOException {
    Objects.checkFromIndexSize(byteOffset, target.remaining(), length());
    long at = byteOffset;
    if (at < header.length) {
      int headerCount = (int) Math.min(header.length - at, target.remaining());
      target.put(header, (int) at, headerCount);
      at += headerCount;
    }
    while (target.hasRemaining()) {
      int index = partAt(at);
      Part part = parts.get(index);
      int unit = Part.unitBytes(part.spec);
      long inPart = at - begin(index);
      long first = inPart / unit;
      int skipped = (int) (inPart % unit);
      int wanted = Math.ceilDiv(Math.addExact(skipped, target.remaining()), unit);
      long maxCount = Math.min(TILE_ELEMENTS, part.count() - first);
      int tileCount = (int) Math.min(wanted, maxCount);
      ByteBuffer tile = ByteBuffer.allocate(tileCount * unit);
      part.elements().compute(first, tileCount, tile.duplicate().order(ByteOrder.LITTLE_ENDIAN));
      int byteCount = Math.min(tile.limit() - skipped, target.remaining());
      target.put(tile.slice(skipped, byteCount));
      at += byteCount;
    }
  }

  /// Counts the values of F32 elements. See [Elements#tally].
  ///
  /// @param byteOffset file offset of the first element
  public boolean tally(long byteOffset, int elementCount, Tally tally) throws IOException {
    int index = partAt(byteOffset);
    Part part = parts.get(index);
    long first = (byteOffset - begin(index)) / Part.unitBytes(part.spec);
    return part.elements().tally(first, elementCount, tally);
  }

  /// Returns the index of the nonempty part that contains a byte after the header.
  private int partAt(long byteOffset) {
    int position = Arrays.binarySearch(ends, byteOffset);
    int index = position < 0 ? -position - 1 : position;
    while (ends[index] <= byteOffset) {
      index++;
    }
    return index;
  }

  private long begin(int index) {
    return index == 0 ? header.length : ends[index - 1];
  }

  @Override
  public void requireUnchanged() throws IOException {
    for (ByteSource source : sources) {
      source.requireUnchanged();
    }
  }

  @Override
  public void close() {}
}
