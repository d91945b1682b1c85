package io.github.tensorloupe.model;

import module java.base;

import io.github.tensorloupe.format.HeaderReader;
import io.github.tensorloupe.format.HeaderReading;
import io.github.tensorloupe.format.HeaderWriter;
import io.github.tensorloupe.format.Preface;
import io.github.tensorloupe.format.TensorSpec;
import io.github.tensorloupe.format.UnwritableHeaderException;

/// A safetensors file of one tensor that exists only where somebody looks: its elements are
/// computed from the bytes of other files. It changes when one of them does. Closing it closes
/// none.
public final class ComputedFile implements ByteSource {

  private static final int TILE_ELEMENTS = 1 << 18;

  /// Computes elements. Thread-safe.
  @FunctionalInterface
  public interface Elements {
    /// Computes neighboring elements.
    ///
    /// @param target little-endian; has room for exactly so many
    void compute(long first, int count, ByteBuffer target) throws IOException;

    /// Gives the values of elements in any order, each with the number of elements that have it,
    /// where that is quicker than to compute one after the other. Ranges that together are all
    /// elements give each once; one of them alone may give others than its own.
    ///
    /// @return false if it is not quicker, for any range; then nothing was given
    default boolean tally(long first, int count, Tally tally) throws IOException {
      return false;
    }
  }

  /// Receives values that occur several times.
  @FunctionalInterface
  public interface Tally {
    /// Takes as many values as counts, which may be 0. Keeps neither array.
    void add(float[] values, int[] counts);
  }

  private final Path path;
  private final TensorSpec spec;
  private final byte[] header;
  private final int elementBytes;
  private final long count;
  private final Elements elements;
  private final List<ByteSource> sources;

  private ComputedFile(
      Path path,
      TensorSpec spec,
      byte[] header,
      long count,
      Elements elements,
      List<ByteSource> sources) {
    this.path = path;
    this.spec = spec;
    this.header = header;
    elementBytes = spec.dtype().bits() / Byte.SIZE;
    this.count = count;
    this.elements = elements;
    this.sources = List.copyOf(sources);
  }

  /// A file with one tensor, of a dtype with whole bytes. Computes nothing.
  ///
  /// @param path names it to people
  /// @param count of the elements that can be computed; the file is cut off behind them
  /// @param sources the files that the elements are computed from
  /// @return empty where it would have more bytes than a file can have
  public static Optional<TensorFile> of(
      Path path, TensorSpec spec, long count, Elements elements, List<ByteSource> sources) {
    try {
      byte[] header = HeaderWriter.write(List.of(spec), Optional.empty()).bytes();
      ComputedFile file = new ComputedFile(path, spec, header, count, elements, sources);
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
  public long length() {
    return header.length + count * elementBytes;
  }

  /// {@inheritDoc} Two are the same file if they have the same path and tensor, from the same
  /// sources.
  @Override
  public FileStamp stamp() {
    List<FileStamp> stamps = sources.stream().map(ByteSource::stamp).toList();
    FileTime modified = Collections.max(stamps.stream().map(FileStamp::modified).toList());
    return new FileStamp(Optional.of(List.of(path, spec, stamps)), length(), modified);
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
      long element = (at - header.length) / elementBytes;
      int skipped = (int) ((at - header.length) % elementBytes);
      int wanted = Math.ceilDiv(Math.addExact(skipped, target.remaining()), elementBytes);
      ByteBuffer tile = tile(element, Math.min(wanted, TILE_ELEMENTS));
      int byteCount = Math.min(tile.limit() - skipped, target.remaining());
      target.put(tile.slice(skipped, byteCount));
      at += byteCount;
    }
  }

  /// Gives the values of elements of F32 as [Elements#tally] does.
  ///
  /// @param byteOffset file offset of the first one
  public boolean tally(long byteOffset, int elementCount, Tally tally) throws IOException {
    return elements.tally((byteOffset - header.length) / elementBytes, elementCount, tally);
  }

  private ByteBuffer tile(long first, int tileCount) throws IOException {
    ByteBuffer tile = ByteBuffer.allocate(tileCount * elementBytes);
    elements.compute(first, tileCount, tile.duplicate().order(ByteOrder.LITTLE_ENDIAN));
    return tile;
  }

  @Override
  public boolean hasItsLength() throws IOException {
    for (ByteSource source : sources) {
      if (!source.hasItsLength()) {
        return false;
      }
    }
    return true;
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
