package io.github.tensorloupe.adapter;

import module java.base;

import io.github.tensorloupe.adapter.AdapterModule.Axis;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.format.TensorSpec;
import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.ComputedFile;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorRef;
import java.lang.ref.SoftReference;

/// A weight with the changes of adapter modules, as `F64` values that are computed on access.
/// Immutable and thread-safe; valid while the files are open.
public final class MergedWeight implements ComputedFile.Elements {

  /// A change of a weight.
  ///
  /// @param strength the factor of the change, in addition to the scale of the module
  public record Change(Adapter adapter, AdapterModule module, double strength) {}

  /// A change with its factors, in the orientation of the stored weight.
  private sealed interface Loaded {

    /// Adds the change of a row.
    ///
    /// @param sums the row with other changes, which is changed
    /// @param weights the row of the weight
    void addTo(double[] sums, double[] weights, int row);
  }

  /// @param factor the factor of the delta
  private record Scaled(Delta delta, double factor) implements Loaded {

    @Override
    public void addTo(double[] sums, double[] weights, int row) {
      Matrix.add(sums, delta.row(row), factor, 0);
    }
  }

  private record Normalized(NormalizedChange change, double strength) implements Loaded {

    @Override
    public void addTo(double[] sums, double[] weights, int row) {
      Matrix.add(sums, change.row(weights, row), strength, 0);
    }
  }

  private final TensorData weight;
  private final List<Change> changes;
  private final int columns;

  /// The factors, which are read again if the memory is needed.
  private SoftReference<List<Loaded>> loaded = new SoftReference<>(null);

  private MergedWeight(TensorData weight, List<Change> changes, int columns) {
    this.weight = weight;
    this.changes = List.copyOf(changes);
    this.columns = columns;
  }

  /// Returns true if the change of a module can be added to a weight.
  public static boolean isAddable(AdapterModule module) {
    boolean hasExperts = module.experts().isPresent();
    if (hasExperts && (module.experts().getAsInt() == 0 || module.magnitude().isPresent())) {
      return false;
    }
    return switch (module.kind()) {
      case LORA, LOCON, DORA, LOHA, LOKR -> module.scale().isPresent();
      case FULL -> !module.isReplacement();
      case IA3, UNKNOWN -> false;
    };
  }

  /// Creates a changed weight. Reads nothing.
  ///
  /// @param weight the complete weight, which the changes and their magnitudes fit; see [BaseFit]
  /// @param changes all or none are changes of fused experts
  /// @return the `F64` values of the changed weight
  public static TensorData of(TensorData weight, List<Change> changes) {
    TensorInfo info = weight.info();
    TensorSpec spec = new TensorSpec(info.name(), Dtype.F64, info.shape());
    boolean hasExperts = changes.getFirst().module().experts().isPresent();
    long columns =
        hasExperts
            ? info.shape().dimension(2)
            : weight.elementCount() / Math.max(1, info.shape().dimension(0));
    Stream<ByteSource> adapters = changes.stream().map(each -> each.adapter().file().bytes());
    List<ByteSource> sources =
        Stream.concat(Stream.of(weight.file()), adapters).distinct().toList();
    MergedWeight merged = new MergedWeight(weight, changes, (int) columns);
    return ComputedFile.of(weight.file().path(), spec, weight.elementCount(), merged, sources)
        .flatMap(file -> file.data(file.header().tensors().getFirst()))
        .orElseThrow();
  }

  private synchronized List<Loaded> loaded() throws IOException {
    List<Loaded> known = loaded.get();
    if (known == null) {
      known = new ArrayList<>();
      for (Change change : changes) {
        known.add(load(weight, change));
      }
      loaded = new SoftReference<>(known);
    }
    return known;
  }

  private static Loaded load(TensorData weight, Change change) throws IOException {
    AdapterModule module = change.module();
    Shape shape = weight.info().shape();
    boolean isTransposed =
        module.experts().isPresent()
            ? isInputsFirst(module, shape)
            : change.adapter().isFanInFanOut() && shape.rank() == 2;
    Delta stored = module.delta().orElseThrow();
    Delta delta = isTransposed ? stored.transposed() : stored;
    double scale = module.scale().orElse(1);
    TensorRef magnitude = module.factors().get(Factor.MAGNITUDE);
    if (magnitude == null) {
      return new Scaled(delta, change.strength() * scale);
    }
    boolean isByColumn = module.magnitude().orElseThrow() == Axis.IN != isTransposed;
    double[] magnitudes = AdapterModule.numbers(magnitude);
    WeightRows rows = WeightRows.of(weight, false);
    NormalizedChange normalized = NormalizedChange.of(delta, scale, magnitudes, isByColumn, rows);
    return new Normalized(normalized, change.strength());
  }

  /// Returns true if the weights of fused experts are stored as inputs × outputs, which PEFT
  /// assumes if the shapes of both orders are equal.
  private static boolean isInputsFirst(AdapterModule module, Shape weight) {
    Shape change = module.shape().orElseThrow();
    int last = change.rank() - 1;
    return change.dimension(last) == weight.dimension(1)
        && change.dimension(last - 1) == weight.dimension(2);
  }

  @Override
  public void compute(long first, int count, ByteBuffer target) throws IOException {
    WeightRows rows = WeightRows.of(weight, columns);
    List<Loaded> all = loaded();
    long at = first;
    while (at < first + count) {
      int row = Math.toIntExact(at / columns);
      int begin = (int) (at % columns);
      int end = (int) Math.min(columns, begin + first + count - at);
      double[] weights = rows.row(row);
      double[] sums = weights.clone();
      for (Loaded change : all) {
        change.addTo(sums, weights, row);
      }
      for (int i = begin; i < end; i++) {
        target.putDouble(sums[i]);
      }
      at += end - begin;
    }
  }
}
