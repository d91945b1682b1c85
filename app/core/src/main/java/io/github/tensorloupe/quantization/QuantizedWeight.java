package io.github.tensorloupe.quantization;

import module java.base;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.format.TensorSpec;
import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.ComputedFile;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.text.Decimal;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// A quantized weight: its parts and their decoding. Immutable and thread-safe; valid while the
/// files of its parts are open.
///
/// @param name the name of the logical tensor, as before quantization
/// @param variant the variant of the scheme, such as `ConvRot 256`, or an empty string
/// @param bits the width of a code, from 1 to 8, or the mean width, or NaN if unknown
/// @param groupSize the number of input columns (for bitsandbytes, elements) per scale, or empty
///   for scales of rows or of the tensor
/// @param shape the shape of the logical tensor, or empty if it cannot be determined
/// @param parts the existing parts, including the codes
/// @param others further tensors of the weight that have no role in decoding
/// @param decoding the computation of the values, or empty if they cannot be computed
public record QuantizedWeight(
    String name,
    Scheme scheme,
    String variant,
    double bits,
    OptionalLong groupSize,
    Optional<Shape> shape,
    Map<Role, TensorRef> parts,
    List<TensorRef> others,
    List<Finding> findings,
    Optional<WeightValues> decoding) {

  public QuantizedWeight {
    parts = Collections.unmodifiableMap(parts);
    others = List.copyOf(others);
    findings = List.copyOf(findings);
  }

  /// Returns all tensors of the weight.
  public List<TensorRef> tensors() {
    return Stream.concat(parts.values().stream(), others.stream()).toList();
  }

  /// Returns the width of the codes as an integer if it is one, otherwise with two decimals. The
  /// width must be known.
  public Object width() {
    return bits == Math.rint(bits) ? (Object) (int) bits : new Decimal(bits, 2);
  }

  /// Returns the displayed name of the scheme and its variant.
  public String label() {
    return variant.isEmpty() ? scheme.label() : scheme.label() + " " + variant;
  }

  public TensorRef codes() {
    return parts.get(Role.CODES);
  }

  public boolean hasValues() {
    return decoding.isPresent();
  }

  public boolean isComplete() {
    return parts.values().stream().allMatch(part -> wholeData(part).isPresent());
  }

  /// Returns the data of a tensor, or empty if it is truncated or its size does not match its dtype
  /// and shape, as in refused files.
  static Optional<TensorData> wholeData(TensorRef tensor) {
    TensorInfo info = tensor.info();
    return tensor
        .data()
        .filter(TensorData::isComplete)
        .filter(_ -> info.requiredByteCount().equals(OptionalLong.of(info.byteCount())));
  }

  /// Returns the number of elements, or 0 if the shape is unknown.
  public long elementCount() {
    return shape.isEmpty() ? 0 : shape.get().elementCount().orElse(0);
  }

  /// Returns the total size in bytes of the parts that determine values, or 0 if the shape is
  /// unknown.
  public long storedBytes() {
    TensorRef input = parts.get(Role.INPUT_SCALE);
    Stream<TensorRef> stored = tensors().stream().filter(tensor -> tensor != input);
    return shape.isEmpty() ? 0 : stored.mapToLong(tensor -> tensor.info().byteCount()).sum();
  }

  /// Returns the logical tensor, whose F32 values are computed on access and rounded once, or empty
  /// if the values cannot be computed. Reads nothing.
  public Optional<TensorRef> logical() {
    return values()
        .flatMap(part -> ComputedFile.of(codes().file().path(), List.of(part), sources()))
        .map(file -> new TensorRef(file, file.header().tensors().getFirst()));
  }

  Optional<ComputedFile.Part> values() {
    return decoding.map(
        decoding ->
            new ComputedFile.Part(
                new TensorSpec(name, Dtype.F32, decoding.shape()), decoding.count(), decoding));
  }

  /// Counts the codes of a weight whose values can be computed. Blocks.
  ///
  /// @param progress reported in rows
  /// @return the frequency of each code
  /// @throws IOException if reading fails or a file changed since it was opened
  public long[] codeCounts(Cancellation cancellation, Progress progress) throws IOException {
    long[] counts = decoding.orElseThrow().codeCounts(cancellation, progress);
    codes().file().bytes().requireUnchanged();
    return counts;
  }

  /// Returns the position of an element's code, or empty if the values cannot be computed.
  public Optional<ElementPlace> codeOf(long element) {
    return decoding.map(values -> values.codeOf(element));
  }

  /// Returns the position of an element's scale, or empty if the values cannot be computed. May
  /// read and block.
  public Optional<ElementPlace> scaleOf(long element) throws IOException {
    return decoding.isEmpty() ? Optional.empty() : Optional.of(decoding.get().scaleOf(element));
  }

  /// Returns the first element whose code begins in a byte, or empty.
  ///
  /// @param byteOffset file offset of the byte
  public OptionalLong elementAt(long byteOffset) {
    Optional<ByteRange> range =
        codes().data().map(TensorData::range).filter(bytes -> bytes.contains(byteOffset));
    return decoding.isEmpty() || range.isEmpty()
        ? OptionalLong.empty()
        : decoding.get().elementAt(byteOffset - range.get().begin());
  }

  /// Returns a description such as `GPTQ, 4-bit, groups of 128`.
  public Sentence sentence() {
    if (Double.isNaN(bits)) {
      return Sentence.of("{0}", label());
    }
    OptionalLong height = blockHeight();
    if (height.isPresent() && groupSize.isPresent()) {
      return Sentence.of(
          "{0}, {1}-bit, {2} × {3} blocks",
          label(), width(), height.getAsLong(), groupSize.getAsLong());
    }
    return groupSize.isPresent()
        ? Sentence.of("{0}, {1}-bit, groups of {2}", label(), width(), groupSize.getAsLong())
        : Sentence.of("{0}, {1}-bit", label(), width());
  }

  /// Returns the number of rows that share a scale; empty if it is one or all rows, or unknown.
  private OptionalLong blockHeight() {
    return scaled().stream()
        .mapToLong(method -> method.scale.rows().length())
        .filter(length -> length > 1 && length < Long.MAX_VALUE)
        .findFirst();
  }

  /// Returns the computation from codes and scales in separate tensors, otherwise empty.
  Optional<Decoding> scaled() {
    return decoding.flatMap(
        values -> values instanceof Decoding scaled ? Optional.of(scaled) : Optional.empty());
  }

  QuantizedWeight with(List<Finding> replaced) {
    return new QuantizedWeight(
        name, scheme, variant, bits, groupSize, shape, parts, others, replaced, decoding);
  }

  List<ByteSource> sources() {
    return parts.values().stream().map(part -> part.file().bytes()).distinct().toList();
  }
}
