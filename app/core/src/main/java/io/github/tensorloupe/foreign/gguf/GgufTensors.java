package io.github.tensorloupe.foreign.gguf;

import module java.base;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.TensorSpec;
import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.ComputedFile;
import io.github.tensorloupe.model.ForeignTensor;
import io.github.tensorloupe.text.Sentence;

/// Checks the positions of the tensors of a GGUF file. Not thread-safe.
final class GgufTensors {

  private static final int MAX_FINDINGS = 1000;

  /// @param offset the offset from the start of the data, unsigned
  private record Entry(String name, Shape shape, GgufType type, long offset) {

    long byteCount() {
      return GgufReader.byteCount(shape, type).orElseThrow();
    }

    TensorSpec spec() {
      if (!type.isQuantized()) {
        return new TensorSpec(name, type.dtype(), shape);
      }
      long[] dimensions = shape.dimensions();
      int last = dimensions.length - 1;
      dimensions[last] = dimensions[last] / type.blockLength() * type.blockBytes();
      return new TensorSpec(name, Dtype.U8, Shape.of(dimensions));
    }

    Optional<Shape> sourceShape() {
      return type.isQuantized() ? Optional.of(shape) : Optional.empty();
    }
  }

  /// @param begin the file offset
  private record Located(Entry entry, long begin, long end) {}

  private final ByteSource file;
  private final ByteOrder order;
  private final List<Entry> entries = new ArrayList<>();
  private final List<ForeignTensor> tensors = new ArrayList<>();
  private final List<Finding> findings = new ArrayList<>();

  GgufTensors(ByteSource file, ByteOrder order) {
    this.file = file;
    this.order = order;
  }

  void addUnknown(String name, int code) {
    addFinding(
        FindingCode.GGUF_TENSOR_TYPE,
        name,
        Optional.empty(),
        Sentence.of(
            "The tensor \"{0}\" has the unknown type {1}, so its size is unknown.",
            DisplayText.of(name), Integer.toUnsignedLong(code)));
  }

  void add(String name, Shape shape, GgufType type, long offset) {
    entries.add(new Entry(name, shape, type, offset));
  }

  /// Creates the tensors. Reports misaligned and overlapping tensors, and tensors beyond the end of
  /// the file.
  void locate(long dataStart, long alignment) {
    List<Located> intact = new ArrayList<>();
    for (Entry entry : entries) {
      long begin = dataStart + entry.offset;
      long end = begin + entry.byteCount();
      boolean isAligned = Long.remainderUnsigned(entry.offset, alignment) == 0;
      boolean isRange = entry.offset >= 0 && begin >= 0 && end >= 0;
      if (!isAligned) {
        addFinding(
            FindingCode.GGUF_ALIGNMENT,
            entry.name,
            Optional.empty(),
            Sentence.of(
                "The tensor \"{0}\" begins at data offset {1}, which is not a multiple of the"
                    + " alignment {2}.",
                DisplayText.of(entry.name), entry.offset, alignment));
      } else if (!isRange || end > file.length() && end > begin) {
        addFinding(
            FindingCode.TRUNCATED,
            entry.name,
            isRange ? Optional.of(new ByteRange(begin, end)) : Optional.empty(),
            Sentence.of(
                "The tensor \"{0}\" begins at data offset {1} and has {2} {2#byte|bytes}, but the"
                    + " file ends at data offset {3}.",
                DisplayText.of(entry.name),
                entry.offset,
                entry.byteCount(),
                Math.max(0, file.length() - dataStart)));
      } else if (end > begin) {
        intact.add(new Located(entry, begin, end));
      }
      boolean isReadable = isAligned && isRange;
      tensors.add(tensor(entry, isReadable ? OptionalLong.of(begin) : OptionalLong.empty()));
    }
    checkOverlap(intact);
  }

  private void checkOverlap(List<Located> intact) {
    intact.sort(Comparator.comparingLong(Located::begin));
    Located previous = null;
    for (Located located : intact) {
      if (previous != null && located.begin < previous.end) {
        addFinding(
            FindingCode.GGUF_OVERLAP,
            located.entry.name,
            Optional.of(new ByteRange(located.begin, located.end)),
            Sentence.of(
                "The tensor \"{0}\" begins at byte {1}, before the end of \"{2}\" at byte {3}.",
                DisplayText.of(located.entry.name),
                located.begin,
                DisplayText.of(previous.entry.name),
                previous.end));
      }
      previous = previous == null || located.end > previous.end ? located : previous;
    }
  }

  private ForeignTensor tensor(Entry entry, OptionalLong begin) {
    TensorSpec spec = entry.spec();
    Optional<ComputedFile.Elements> elements = Optional.empty();
    OptionalLong direct = begin;
    int[] byteOrder = order == ByteOrder.BIG_ENDIAN ? entry.type.bigEndianOrder() : new int[0];
    if (IntStream.range(0, byteOrder.length).anyMatch(i -> byteOrder[i] != i)) {
      direct = OptionalLong.empty();
      if (begin.isPresent() && begin.getAsLong() + entry.byteCount() <= file.length()) {
        int width = spec.dtype().bits() / Byte.SIZE;
        long start = begin.getAsLong();
        elements =
            Optional.of(
                (first, count, target) ->
                    copyReordered(start, first * width, count * width, byteOrder, target));
      }
    }
    return new ForeignTensor(
        spec, entry.type.name(), entry.sourceShape(), direct, elements, Optional.empty());
  }

  /// Copies bytes of a tensor whose blocks have another byte order.
  ///
  /// @param byteOrder the index of each byte in a block of the file
  private void copyReordered(
      long start, long offset, int byteCount, int[] byteOrder, ByteBuffer target)
      throws IOException {
    int skipped = (int) (offset % byteOrder.length);
    int blockCount = Math.ceilDiv(skipped + byteCount, byteOrder.length);
    byte[] blocks = file.read(start + offset - skipped, blockCount * byteOrder.length);
    for (int i = skipped; i < skipped + byteCount; i++) {
      int inBlock = i % byteOrder.length;
      target.put(blocks[i - inBlock + byteOrder[inBlock]]);
    }
  }

  private void addFinding(
      FindingCode code, String name, Optional<ByteRange> range, Sentence sentence) {
    if (findings.size() < MAX_FINDINGS) {
      findings.add(new Finding(code, sentence, Optional.of(name), range));
    } else if (findings.size() == MAX_FINDINGS) {
      findings.add(
          Finding.of(
              FindingCode.MORE_FINDINGS,
              Sentence.of("More than {0} findings; the others are not listed.", MAX_FINDINGS)));
    }
  }

  List<ForeignTensor> tensors() {
    return tensors;
  }

  List<Finding> findings() {
    return findings;
  }
}
