package io.github.tensorloupe.quantization;

import module java.base;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.model.ComputedFile;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.IoSupplier;
import io.github.tensorloupe.work.Progress;

/// The computation of a quantized weight's values from its parts: `(table[code] − zero) × scale`,
/// multiplied or divided by the scale of the whole tensor, plus a bias. Immutable and thread-safe
/// once created by a rule; valid while the files of the parts are open.
public final class Decoding implements WeightValues {

  private static final int TILE = 1 << 12;

  final Shape shape;

  /// The size of the code matrix. In row-major order, its elements are the elements of the logical
  /// tensor, unless [#isTransposed].
  final long rows;

  final long columns;
  final TensorRef part;
  final Codes codes;
  final IoSupplier<double[]> table;
  final Grid scale;

  boolean isTransposed;

  Optional<Grid> zero = Optional.empty();
  Optional<Grid> bias = Optional.empty();

  int biasSign = 1;

  Optional<TensorData> tensorScale = Optional.empty();

  boolean isDividedByTensorScale;

  double divisor = 1;

  /// The rotation of columns that is reversed after scaling.
  Optional<Rotation> rotation = Optional.empty();

  Decoding(
      Shape shape,
      long columns,
      TensorRef part,
      Codes codes,
      IoSupplier<double[]> table,
      Grid scale) {
    this.shape = shape;
    this.rows = Math.ceilDiv(shape.elementCount().orElse(0), Math.max(1, columns));
    this.columns = columns;
    this.part = part;
    this.codes = codes;
    this.table = table;
    this.scale = scale;
  }

  /// Returns the numbers that the codes of a dtype represent. Computed on request, because a
  /// checkpoint may have half a million weights.
  static IoSupplier<double[]> table(Dtype dtype) {
    ElementType type = ElementType.of(dtype);
    return () ->
        IntStream.range(0, 1 << type.partBits())
            .mapToDouble(dtype == Dtype.I8 ? code -> (byte) code : type::toDouble)
            .toArray();
  }

  /// @param zero the code that represents 0
  static IoSupplier<double[]> table(int bits, int zero) {
    return () -> IntStream.range(0, 1 << bits).mapToDouble(code -> code - zero).toArray();
  }

  @Override
  public Shape shape() {
    return shape;
  }

  @Override
  public void compute(long first, int count, ByteBuffer target) throws IOException {
    new Dequantizer(this).compute(first, count, target.asFloatBuffer());
  }

  @Override
  public boolean tally(long first, int count, ComputedFile.Tally tally) throws IOException {
    return rotation.isEmpty() && GroupTally.count(this, first, count, tally);
  }

  @Override
  public long[] codeCounts(Cancellation cancellation, Progress progress) throws IOException {
    PartBytes bytes = new PartBytes(part);
    long[] counts = new long[1 << codes.bits()];
    int[] codeBuffer = new int[TILE];
    for (long row = 0; row < rows; row++) {
      cancellation.check();
      for (long first = 0; first < columnsIn(row); first += TILE) {
        int length = (int) Math.min(TILE, columnsIn(row) - first);
        codes.read(bytes, row, first, length, codeBuffer);
        for (int i = 0; i < length; i++) {
          counts[codeBuffer[i]]++;
        }
      }
      progress.report(row + 1, rows);
    }
    return counts;
  }

  @Override
  public ElementPlace codeOf(long element) {
    long row = row(element);
    long column = column(element);
    int firstBit = (int) (codes.firstBit(row, column) % Byte.SIZE);
    return ElementPlace.of(part, codes.bytes(row, column), firstBit);
  }

  @Override
  public ElementPlace scaleOf(long element) throws IOException {
    return ElementPlace.of(scale.part(), scale.bytes(row(element), column(element)), 0);
  }

  @Override
  public OptionalLong elementAt(long byteOffset) {
    return element(codes.at(byteOffset));
  }

  private long row(long element) {
    return isTransposed ? element % rows : element / columns;
  }

  private long column(long element) {
    return isTransposed ? element / rows : element % columns;
  }

  long columnsIn(long row) {
    return Math.min(columns, count() - row * columns);
  }

  /// Returns the element at a position of the code matrix, or empty if the position is padding.
  private OptionalLong element(Codes.Cell cell) {
    long element =
        isTransposed ? cell.column() * rows + cell.row() : cell.row() * columns + cell.column();
    boolean isInside = cell.row() < rows && cell.column() < columns && element < count();
    return isInside ? OptionalLong.of(element) : OptionalLong.empty();
  }

  boolean hasOneGrouping() {
    return Stream.concat(zero.stream(), bias.stream())
        .allMatch(
            grid -> grid.rows().equals(scale.rows()) && grid.columns().equals(scale.columns()));
  }
}
