package io.github.tensorloupe.quantization;

import module java.base;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.TensorSpec;
import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.ComputedFile;
import io.github.tensorloupe.model.JoinedTensors;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.text.Sentence;

/// A quantized weight: its parts and how its values come from them. Immutable and thread-safe;
/// valid while the files of its parts are open.
public final class QuantizedWeight implements JoinedTensors {

  private final String name;
  private final Scheme scheme;
  private final int bits;
  private final OptionalLong groupSize;
  private final Optional<Shape> shape;
  private final Map<Role, TensorRef> parts;
  private final List<Finding> findings;
  final Optional<Decoding> decoding;

  QuantizedWeight(
      String name,
      Scheme scheme,
      int bits,
      OptionalLong groupSize,
      Optional<Shape> shape,
      Map<Role, TensorRef> parts,
      List<Finding> findings,
      Optional<Decoding> decoding) {
    this.name = name;
    this.scheme = scheme;
    this.bits = bits;
    this.groupSize = groupSize;
    this.shape = shape;
    this.parts = Collections.unmodifiableMap(parts);
    this.findings = List.copyOf(findings);
    this.decoding = decoding;
  }

  /// The name of the logical tensor: that of the weight before it was quantized.
  @Override
  public String name() {
    return name;
  }

  public Scheme scheme() {
    return scheme;
  }

  /// The width of a code, from 1 to 8.
  @Override
  public int bits() {
    return bits;
  }

  /// The effective dtype, `4-bit` or `FP8`.
  @Override
  public Sentence dtype() {
    return scheme.codeWord().isEmpty()
        ? Sentence.of("{0}-bit", bits)
        : Sentence.of("{0}", scheme.codeWord());
  }

  /// The effective dtype with how many weights share a scale: `4-bit, groups of 128`. Dtypes with a
  /// name of their own need no more.
  @Override
  public Sentence dtypeInWords() {
    return groupSize.isPresent() && scheme.codeWord().isEmpty()
        ? Sentence.of("{0}-bit, groups of {1}", bits, groupSize.getAsLong())
        : dtype();
  }

  /// How many input columns share a scale; of bitsandbytes, how many elements. Empty where a scale
  /// is for a row or the tensor.
  public OptionalLong groupSize() {
    return groupSize;
  }

  /// The shape of the logical tensor; empty where damage leaves it open.
  @Override
  public Optional<Shape> shape() {
    return shape;
  }

  /// The tensors that are there, the codes among them.
  public Map<Role, TensorRef> parts() {
    return parts;
  }

  public TensorRef codes() {
    return parts.get(Role.CODES);
  }

  @Override
  public TensorRef lead() {
    return codes();
  }

  @Override
  public Collection<TensorRef> tensors() {
    return parts.values();
  }

  public List<Finding> findings() {
    return findings;
  }

  public boolean hasValues() {
    return decoding.isPresent();
  }

  public boolean isComplete() {
    return parts.values().stream()
        .allMatch(part -> part.data().filter(TensorData::isComplete).isPresent());
  }

  /// The number of elements; 0 where the shape is not known.
  public long elementCount() {
    return shape.flatMap(it -> it.elementCount().stream().boxed().findFirst()).orElse(0L);
  }

  /// The bytes of all parts that values come from; 0 where the shape is not known.
  public long storedBytes() {
    return shape.isEmpty()
        ? 0
        : parts.entrySet().stream()
            .filter(part -> part.getKey() != Role.INPUT_SCALE)
            .mapToLong(part -> part.getValue().info().byteCount())
            .sum();
  }

  /// The logical tensor: its values as F32, each exact and rounded once, computed where somebody
  /// looks. Empty where it has none. Reads nothing.
  public Optional<TensorRef> logical() {
    return values()
        .flatMap(part -> ComputedFile.of(codes().file().path(), List.of(part), sources()))
        .map(QuantizedWeight::only);
  }

  Optional<ComputedFile.Part> values() {
    return decoding.map(
        how ->
            new ComputedFile.Part(
                new TensorSpec(name, Dtype.F32, how.shape), how.count(), elements(how)));
  }

  private static ComputedFile.Elements elements(Decoding how) {
    return new ComputedFile.Elements() {
      @Override
      public void compute(long first, int count, ByteBuffer target) throws IOException {
        new Dequantizer(how).compute(first, count, target.asFloatBuffer());
      }

      @Override
      public boolean tally(long first, int count, ComputedFile.Tally tally) throws IOException {
        return GroupTally.count(how, first, count, tally);
      }
    };
  }

  /// Where the code of an element of the logical tensor is; empty where it has no values.
  public Optional<ElementPlace> codeOf(long element) {
    return decoding.map(
        how -> {
          Codes layout = how.codes.open();
          long row = how.row(element);
          long column = how.column(element);
          int firstBit = (int) (layout.firstBit(row, column) % Byte.SIZE);
          return ElementPlace.of(codes(), layout.bytes(row, column), firstBit);
        });
  }

  /// Where the scale of an element is. May read, and block.
  public Optional<ElementPlace> scaleOf(long element) throws IOException {
    if (decoding.isEmpty()) {
      return Optional.empty();
    }
    Decoding how = decoding.get();
    ByteRange bytes = how.scale.open().bytes(how.row(element), how.column(element));
    return Optional.of(ElementPlace.of(parts.get(Role.SCALE), bytes, 0));
  }

  /// The first element whose code begins in a byte of the codes; empty where there is none.
  ///
  /// @param byteOffset file offset
  public OptionalLong elementAt(long byteOffset) {
    Optional<ByteRange> range =
        codes().data().map(TensorData::range).filter(it -> it.contains(byteOffset));
    return decoding.isEmpty() || range.isEmpty()
        ? OptionalLong.empty()
        : decoding.get().element(decoding.get().codes.open().at(byteOffset - range.get().begin()));
  }

  /// How it is quantized, in words: `GPTQ, 4-bit, groups of 128`.
  @Override
  public Sentence sentence() {
    return groupSize.isPresent()
        ? Sentence.of("{0}, {1}-bit, groups of {2}", scheme.label(), bits, groupSize.getAsLong())
        : Sentence.of("{0}, {1}-bit", scheme.label(), bits);
  }

  QuantizedWeight with(List<Finding> more) {
    List<Finding> all = Stream.concat(findings.stream(), more.stream()).distinct().toList();
    return new QuantizedWeight(name, scheme, bits, groupSize, shape, parts, all, decoding);
  }

  QuantizedWeight without(Set<FindingCode> codes) {
    List<Finding> left =
        findings.stream().filter(finding -> !codes.contains(finding.code())).toList();
    return new QuantizedWeight(name, scheme, bits, groupSize, shape, parts, left, decoding);
  }

  private static TensorRef only(TensorFile file) {
    return new TensorRef(file, file.header().tensors().getFirst());
  }

  List<ByteSource> sources() {
    return parts.values().stream().map(part -> part.file().bytes()).distinct().toList();
  }
}
