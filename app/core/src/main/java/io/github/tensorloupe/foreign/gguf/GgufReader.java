package io.github.tensorloupe.foreign.gguf;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.ForeignContent;
import io.github.tensorloupe.text.Sentence;

/// Reads the header, the metadata and the list of tensors of a GGUF file. Not thread-safe.
final class GgufReader {

  private static final int MAX_TENSORS = 1 << 19;
  private static final int MAX_RANK = 4;
  private static final int MIN_TENSOR_BYTES = 24;
  private static final int MAX_NAME_BYTES = 1 << 16;

  private final GgufCursor cursor;
  private final GgufMetadata metadata;
  private int version;
  private long tensorCount;
  private long entryCount;

  GgufReader(GgufCursor cursor) {
    this.cursor = cursor;
    this.metadata = new GgufMetadata(cursor);
  }

  ForeignContent read() throws IOException {
    try {
      readHeader();
      metadata.read(entryCount);
      GgufTensors tensors = new GgufTensors(cursor.file, cursor.order());
      readTensors(tensors);
      long alignment = metadata.alignment();
      tensors.locate(Math.ceilDiv(cursor.position(), alignment) * alignment, alignment);
      return ForeignContent.of(
          FileKind.GGUF,
          description(),
          tensors.tensors(),
          Map.of(),
          metadata.metadata(),
          tensors.findings(),
          ForeignContent.NO_DATA_CHECK);
    } catch (GgufException e) {
      return ForeignContent.unparsed(FileKind.GGUF, description(), List.of(e.finding));
    }
  }

  private void readHeader() throws IOException, GgufException {
    cursor.skip(GgufFormat.MAGIC.length);
    cursor.setOrder(ByteOrder.LITTLE_ENDIAN);
    int read = cursor.readInt();
    if ((read & 0xffff) == 0) {
      read = Integer.reverseBytes(read);
      cursor.setOrder(ByteOrder.BIG_ENDIAN);
    }
    if (read != 2 && read != 3) {
      Sentence problem = Sentence.of("version {0} is not supported, only 2 and 3", (long) read);
      throw cursor.failure(FindingCode.GGUF_VERSION, problem, Optional.empty());
    }
    tensorCount = cursor.readLong();
    entryCount = cursor.readLong();
    version = read;
  }

  private void readTensors(GgufTensors tensors) throws IOException, GgufException {
    cursor.enter("tensor", 0, tensorCount);
    if (Long.compareUnsigned(tensorCount, cursor.remaining() / MIN_TENSOR_BYTES) > 0) {
      Sentence problem =
          Sentence.of("only {0} {0#byte|bytes} remain for all tensors", cursor.remaining());
      throw cursor.malformed(problem);
    }
    if (tensorCount > MAX_TENSORS) {
      throw cursor.malformed(Sentence.of("more than {0} tensors are not read", MAX_TENSORS));
    }
    // Not a hash set, because equal hash codes would make it slow.
    Set<String> names = new TreeSet<>();
    for (int i = 0; i < tensorCount; i++) {
      cursor.enter("tensor", i, tensorCount);
      String name = cursor.readText(MAX_NAME_BYTES, true);
      if (!names.add(name)) {
        Sentence problem = Sentence.of("the name \"{0}\" is repeated", DisplayText.of(name));
        throw cursor.failure(FindingCode.DUPLICATE_TENSOR, problem, Optional.of(name));
      }
      readTensor(name, tensors);
    }
  }

  private void readTensor(String name, GgufTensors tensors) throws IOException, GgufException {
    long rank = Integer.toUnsignedLong(cursor.readInt());
    if (rank > MAX_RANK) {
      throw cursor.malformed(
          Sentence.of("expected at most {0} dimensions, found {1}", MAX_RANK, rank));
    }
    long[] dimensions = new long[(int) rank];
    for (int axis = dimensions.length - 1; axis >= 0; axis--) {
      dimensions[axis] = cursor.readLong();
    }
    Shape shape = Shape.of(dimensions);
    int code = cursor.readInt();
    Optional<GgufType> type = GgufType.of(code);
    long offset = cursor.readLong();
    if (type.isEmpty()) {
      tensors.addUnknown(name, code);
      return;
    }
    long first = dimensions.length == 0 ? 1 : dimensions[dimensions.length - 1];
    int blockLength = type.get().blockLength();
    if (Long.remainderUnsigned(first, blockLength) != 0) {
      throw cursor.malformed(
          Sentence.of(
              "the first dimension {0} is not a multiple of {1}, the length of a {2} block",
              first, blockLength, type.get()));
    }
    if (byteCount(shape, type.get()).isEmpty()) {
      throw cursor.malformed(
          Sentence.of("the shape {0} needs more than 2⁶³ bytes", DisplayText.of("" + shape)));
    }
    tensors.add(name, shape, type.get(), offset);
  }

  /// Returns the number of bytes, or empty if it is not below 2⁶³.
  static OptionalLong byteCount(Shape shape, GgufType type) {
    OptionalLong count = shape.elementCount();
    if (count.isEmpty() || count.getAsLong() < 0) {
      return OptionalLong.empty();
    }
    long blocks = count.getAsLong() / type.blockLength();
    return blocks > Long.MAX_VALUE / type.blockBytes()
        ? OptionalLong.empty()
        : OptionalLong.of(blocks * type.blockBytes());
  }

  private Sentence description() {
    if (version == 0) {
      return FileKind.GGUF.description();
    }
    List<Sentence> parts = new ArrayList<>();
    parts.add(
        Sentence.of(
            "a GGUF file of version {0} with {1} {1#tensor|tensors} and {2}"
                + " {2#metadata entry|metadata entries}",
            String.valueOf(version), tensorCount, entryCount));
    metadata
        .quoted("general.architecture")
        .ifPresent(text -> parts.add(Sentence.of("architecture {0}", text)));
    metadata.quoted("general.name").ifPresent(text -> parts.add(Sentence.of("name {0}", text)));
    return Sentence.joined(", ", parts);
  }
}
