package io.github.tensorloupe.adapter;

import module java.base;

import io.github.tensorloupe.adapter.AdapterModule.Axis;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorRef;

/// The base tensor that a module changes, and the size of the change.
///
/// @param fits true if the shapes match, or empty if unknown
/// @param relativeChange the norm of the change divided by the norm of the weight, or NaN if
///   unknown
/// @param changeNorm the norm of the change, or NaN if unknown
public record BaseFit(
    BaseTensor tensor, Optional<Boolean> fits, double relativeChange, double changeNorm) {

  private static final Pattern INPUT_LAYER =
      Pattern.compile("(?:^|[._])(?:img_in|x_embedder|conv_in|patch_embed[^\\W_]*)(?:[._]proj)?$");

  /// Returns true if a module changes the input of the network and has several times the inputs of
  /// the base, as in control LoRAs.
  public boolean isWidenedInput(AdapterModule module) {
    long[] stored = tensor.shape().dimensions();
    long[] changed = module.shape().map(Shape::dimensions).orElse(new long[0]);
    return stored.length >= 2
        && changed.length >= 2
        && INPUT_LAYER.matcher(module.name()).find()
        && changed[0] == stored[0]
        && changed[1] > stored[1]
        && stored[1] > 0
        && changed[1] % stored[1] == 0;
  }

  /// Returns true if the shapes of a module and a tensor match, or empty if the module's shape is
  /// unknown.
  public static Optional<Boolean> fits(Adapter adapter, AdapterModule module, BaseTensor base) {
    long[] dimensions = base.shape().dimensions();
    if (module.kind() == AdapterKind.UNKNOWN) {
      int outputs = adapter.isFanInFanOut() ? 1 : 0;
      return module.method().flatMap(method -> method.fits(dimensions, outputs));
    }
    if (module.isReplacement()) {
      return Optional.of(module.shape().equals(Optional.of(base.shape())));
    }
    if (module.experts().isPresent()) {
      return Optional.of(fitsExperts(module, dimensions));
    }
    if (module.kind() == AdapterKind.IA3) {
      long length = vector(module).info().shape().elementCount().orElse(-1);
      return Optional.of(Arrays.stream(dimensions).limit(2).anyMatch(each -> each == length));
    }
    int outputs = adapter.isFanInFanOut() && dimensions.length == 2 ? 1 : 0;
    return module
        .shape()
        .map(
            shape ->
                dimensions.length > 0
                    && shape.elementCount().equals(base.shape().elementCount())
                    && shape.dimension(0) == dimensions[outputs]);
  }

  /// Returns true if a module has one DoRA magnitude for each output or input of a tensor, or is
  /// not DoRA.
  public static boolean fitsMagnitudes(Adapter adapter, AdapterModule module, BaseTensor base) {
    if (module.magnitude().isEmpty()) {
      return true;
    }
    long[] dimensions = base.shape().dimensions();
    boolean isTransposed = adapter.isFanInFanOut() && dimensions.length == 2;
    int axis = module.magnitude().get() == Axis.IN != isTransposed ? 1 : 0;
    long expected = axis < dimensions.length ? dimensions[axis] : 1;
    Shape shape = module.factors().get(Factor.MAGNITUDE).info().shape();
    return shape.elementCount().equals(OptionalLong.of(expected));
  }

  /// Some models store the weights of experts as outputs × inputs, others as inputs × outputs.
  private static boolean fitsExperts(AdapterModule module, long[] base) {
    long[] shape = module.shape().orElseThrow().dimensions();
    int last = shape.length - 1;
    return base.length == 3
        && (last < 2 || shape[0] == base[0])
        && (shape[last - 1] == base[1] && shape[last] == base[2]
            || shape[last - 1] == base[2] && shape[last] == base[1]);
  }

  private static TensorRef vector(AdapterModule module) {
    return module.factors().get(module.isAddedToOne() ? Factor.IA3_WEIGHT : Factor.IA3);
  }

  /// @param delta the unscaled delta of the module
  static BaseFit of(
      Adapter adapter,
      AdapterModule module,
      Optional<Delta> delta,
      ModuleFigures figures,
      BaseTensor base)
      throws IOException {
    Optional<Boolean> fits =
        figures.nonFinite() > 0 ? Optional.empty() : fits(adapter, module, base);
    Optional<TensorRef> readable = base.stored().filter(AdapterModule::isReadable);
    boolean isEmpty = base.shape().elementCount().orElse(0) == 0;
    if (!fits.orElse(false)
        || readable.isEmpty()
        || isEmpty
        || !fitsMagnitudes(adapter, module, base)) {
      return new BaseFit(base, fits, Double.NaN, Double.NaN);
    }
    WeightRows weight = WeightRows.of(readable.get().data().orElseThrow(), adapter.isFanInFanOut());
    Norms norms;
    if (module.kind() == AdapterKind.IA3) {
      norms = scaled(module, weight);
    } else if (module.magnitude().isPresent()) {
      norms = normalized(module, delta.orElseThrow(), weight);
    } else if (module.isReplacement()) {
      norms = replaced(module.factors().get(Factor.REPLACEMENT), weight);
    } else {
      norms = new Norms(figures.norm(), norm(weight));
    }
    double relative = norms.weight == 0 ? Double.NaN : norms.change / norms.weight;
    return new BaseFit(base, fits, relative, norms.change);
  }

  private record Norms(double change, double weight) {}

  private static double norm(WeightRows weight) throws IOException {
    double sum = 0;
    for (int row = 0; row < weight.rows; row++) {
      double[] values = weight.row(row);
      sum += Delta.dot(values, values);
    }
    return Math.sqrt(sum);
  }

  /// @param change replaces the values of a row with their changes
  private static Norms norms(WeightRows weight, ObjIntConsumer<double[]> change)
      throws IOException {
    double sum = 0;
    double all = 0;
    for (int row = 0; row < weight.rows; row++) {
      double[] values = weight.row(row);
      all += Delta.dot(values, values);
      change.accept(values, row);
      for (double value : values) {
        sum = Math.fma(value, value, sum);
      }
    }
    return new Norms(Math.sqrt(sum), Math.sqrt(all));
  }

  private static Norms replaced(TensorRef replacement, WeightRows weight) throws IOException {
    Optional<TensorData> data = replacement.data().filter(TensorData::isComplete);
    if (data.isEmpty()) {
      return new Norms(Double.NaN, Double.NaN);
    }
    WeightRows stored = WeightRows.of(data.get(), false);
    double sum = 0;
    for (int row = 0; row < stored.rows; row++) {
      double[] values = stored.row(row);
      double[] replacedValues = weight.row(row);
      for (int i = 0; i < values.length; i++) {
        double change = values[i] - replacedValues[i];
        sum = Math.fma(change, change, sum);
      }
    }
    return new Norms(Math.sqrt(sum), norm(weight));
  }

  private static Norms scaled(AdapterModule module, WeightRows weight) throws IOException {
    double[] vector = AdapterModule.numbers(vector(module));
    long[] shape = vector(module).info().shape().dimensions();
    TensorRef axis = module.factors().get(Factor.IA3_AXIS);
    boolean isInput =
        axis != null
            ? AdapterModule.numbers(axis)[0] != 0
            : shape.length > 1 && shape[0] == 1 && vector.length == weight.inputs;
    boolean isByInput = isInput || vector.length != weight.rows;
    double subtracted = module.isAddedToOne() ? 0 : 1;
    return norms(
        weight,
        (values, row) -> {
          for (int i = 0; i < values.length; i++) {
            values[i] *= vector[isByInput ? i / weight.kernel() : row] - subtracted;
          }
        });
  }

  /// Computes the norms for DoRA, which normalizes the sum to magnitudes.
  private static Norms normalized(AdapterModule module, Delta delta, WeightRows weight)
      throws IOException {
    double[] magnitudes = AdapterModule.numbers(module.factors().get(Factor.MAGNITUDE));
    double scale = module.scale().orElseThrow();
    boolean isByInput = module.magnitude().orElseThrow() == Axis.IN;
    NormalizedChange change = NormalizedChange.of(delta, scale, magnitudes, isByInput, weight);
    return norms(
        weight,
        (values, row) -> System.arraycopy(change.row(values, row), 0, values, 0, values.length));
  }
}
