package io.github.tensorloupe.compare;

import module java.base;

import io.github.tensorloupe.compare.PairedElements.Block;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.HeaderReader;
import io.github.tensorloupe.format.HeaderReading;
import io.github.tensorloupe.format.HeaderWriter;
import io.github.tensorloupe.format.Preface;
import io.github.tensorloupe.format.TensorSpec;
import io.github.tensorloupe.format.UnwritableHeaderException;
import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.FileStamp;
import io.github.tensorloupe.model.TensorFile;

/// A safetensors file that exists only where somebody looks: one tensor with the differences b − a
/// of two others, element by element, each exact and rounded once. Where a side is not finite they
/// are as IEEE 754 has them, but 0 where both sides are the same infinity or NaN.
///
/// Where elements are missing on a side the file is cut off behind the last one that both have. It
/// changes when a file of either side does. Closing it closes neither.
public final class DifferenceFile implements ByteSource {

  private static final int TILE_ELEMENTS = 1 << 14;

  private final PairedElements elements;
  private final ElementType type;
  private final byte[] header;
  private final Path path;

  private DifferenceFile(PairedElements elements, byte[] header) {
    this.elements = elements;
    this.type = ElementType.of(elements.parts().differenceDtype());
    this.header = header;
    this.path = Path.of(name(elements.b().file()) + " − " + name(elements.a().file()));
  }

  private static String name(ByteSource file) {
    return String.valueOf(file.path().getFileName());
  }

  /// The difference of two tensors as a file under the name of the newer one; empty where it would
  /// have more bytes than a file can have. Reads nothing.
  public static Optional<TensorFile> of(PairedElements elements) {
    Dtype dtype = elements.parts().differenceDtype();
    String name = elements.b().info().name();
    TensorSpec spec = new TensorSpec(name, dtype, elements.b().info().shape());
    try {
      byte[] header = HeaderWriter.write(List.of(spec), Optional.empty()).bytes();
      DifferenceFile file = new DifferenceFile(elements, header);
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
    return header.length + elements.count() * elementBytes();
  }

  private int elementBytes() {
    return type.dtype().bits() / Byte.SIZE;
  }

  @Override
  public FileStamp stamp() {
    List<FileStamp> sides = List.of(elements.a().file().stamp(), elements.b().file().stamp());
    FileTime modified = Collections.max(sides.stream().map(FileStamp::modified).toList());
    return new FileStamp(Optional.of(sides), length(), modified);
  }

  @Override
  public void read(long byteOffset, ByteBuffer target) throws IOException {
    Objects.checkFromIndexSize(byteOffset, target.remaining(), length());
    long at = byteOffset;
    if (at < header.length) {
      int count = (int) Math.min(header.length - at, target.remaining());
      target.put(header, (int) at, count);
      at += count;
    }
    while (target.hasRemaining()) {
      long element = (at - header.length) / elementBytes();
      int skipped = (int) ((at - header.length) % elementBytes());
      int wanted = Math.ceilDiv(Math.addExact(skipped, target.remaining()), elementBytes());
      byte[] tile = differences(element, Math.min(wanted, TILE_ELEMENTS));
      int count = Math.min(tile.length - skipped, target.remaining());
      target.put(tile, skipped, count);
      at += count;
    }
  }

  private byte[] differences(long first, int count) throws IOException {
    Block block = elements.read(first, count);
    ByteBuffer tile = ByteBuffer.allocate(count * elementBytes()).order(ByteOrder.LITTLE_ENDIAN);
    if (block.isSame()) {
      return tile.array();
    }
    for (int i = 0; i < count; i++) {
      for (int part = 0; part < type.partsPerElement(); part++) {
        double difference = block.difference(i, part);
        if (type.partBits() == Float.SIZE) {
          tile.putFloat((float) difference);
        } else {
          tile.putDouble(difference);
        }
      }
    }
    return tile.array();
  }

  @Override
  public boolean hasItsLength() throws IOException {
    return elements.a().file().hasItsLength() && elements.b().file().hasItsLength();
  }

  @Override
  public void requireUnchanged() throws IOException {
    elements.requireUnchanged();
  }

  @Override
  public void close() {}
}
