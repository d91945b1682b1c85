package io.github.tensorloupe.adapter;

import module java.base;

import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.work.Cancellation;

/// The factors of a change of a weight, which is their product. Immutable.
///
/// @param rows the number of outputs
/// @param columns the number of inputs, times the size of the kernel
/// @param rank the number of columns of `up` and of rows of `down`
/// @param up rows × rank, in row-major order
/// @param down rank × columns, in row-major order
public record LowRankFactors(int rows, int columns, int rank, double[] up, double[] down) {

  /// The smallest ratio of a singular value to the largest that counts for the rank.
  private static final double MIN_RATIO = 1e-7;

  /// A limit of the rank. The smaller rank applies.
  ///
  /// @param rank the maximum rank, at least 1
  /// @param keep the minimum share of the norm, from 0 to 1
  public record Limit(OptionalInt rank, OptionalDouble keep) {}

  private static LowRankFactors of(Delta.LowRank delta) {
    return new LowRankFactors(
        delta.rows(),
        delta.columns(),
        delta.up().columns(),
        delta.up().values(),
        delta.down().values());
  }

  /// Returns true if the change of a module is the product of two factors in the file.
  public static boolean isPlain(AdapterModule module) {
    boolean isLowRank = module.kind() == AdapterKind.LORA || module.kind() == AdapterKind.LOCON;
    return isLowRank
        && module.scale().isPresent()
        && module.experts().isEmpty()
        && !module.factors().containsKey(Factor.MID);
  }

  /// Returns true if the change of a module can be written as a product.
  public static boolean isDecomposable(AdapterModule module) {
    return switch (module.kind()) {
      case LORA, LOCON, LOHA, LOKR, DORA ->
          module.scale().isPresent() && module.experts().isEmpty();
      case IA3, FULL, UNKNOWN -> false;
    };
  }

  /// Returns the factors of a plain module, multiplied by its scale.
  ///
  /// @throws IOException if reading fails
  public static LowRankFactors of(AdapterModule module) throws IOException {
    return joined(List.of(module), List.of(1.0));
  }

  /// Returns factors whose product is the weighted sum of the changes of plain modules.
  ///
  /// @throws IOException if reading fails
  public static LowRankFactors joined(List<AdapterModule> modules, List<Double> weights)
      throws IOException {
    Delta.LowRank sum = null;
    for (int i = 0; i < modules.size(); i++) {
      Delta.LowRank delta = (Delta.LowRank) modules.get(i).delta().orElseThrow();
      double factor = weights.get(i) * modules.get(i).scale().orElseThrow();
      sum = sum == null ? scaled(delta, factor) : sum.plus(1, delta, factor);
    }
    return of(sum);
  }

  private static Delta.LowRank scaled(Delta.LowRank delta, double factor) {
    double[] values = Arrays.stream(delta.up().values()).map(each -> each * factor).toArray();
    return Delta.LowRank.of(new Matrix(delta.rows(), delta.up().columns(), values), delta.down());
  }

  /// Returns the best factors of limited rank for the change of a module.
  ///
  /// @throws IOException if reading fails
  public static LowRankFactors of(AdapterModule module, Limit limit, Cancellation cancellation)
      throws IOException {
    return ScopedValue.where(Cancellation.OF_WORK, cancellation)
        .call(
            () -> {
              Delta delta = module.delta().orElseThrow();
              double norm = limit.keep().isPresent() ? delta.norm() : 0;
              return of(delta, module.scale().orElseThrow(), norm, limit, cancellation);
            });
  }

  /// Returns the best factors of limited rank for the difference of two weights.
  ///
  /// @throws IOException if reading fails
  public static LowRankFactors ofDifference(
      TensorData tuned, TensorData base, Limit limit, Cancellation cancellation)
      throws IOException {
    double[] values = tuned.numbers();
    double[] others = base.numbers();
    for (int i = 0; i < values.length; i++) {
      values[i] -= others[i];
    }
    int rows = Math.toIntExact(tuned.info().shape().dimension(0));
    Matrix matrix = new Matrix(rows, values.length / rows, values);
    return of(matrix, 1, matrix.norm(), limit, cancellation);
  }

  private static LowRankFactors of(
      Delta delta, double scale, double norm, Limit limit, Cancellation cancellation) {
    int all = Math.min(delta.rows(), delta.columns());
    int max = Math.min(all, limit.rank().orElse(all));
    int count = limit.keep().isPresent() ? Math.min(max, 64) : max;
    Svd svd = Svd.of(delta, count, cancellation);
    while (limit.keep().isPresent()
        && count < max
        && svd.values().length < all
        && share(svd.values(), count, norm) < limit.keep().getAsDouble()) {
      count = Math.min(max, 2 * count);
      svd = Svd.of(delta, count, cancellation);
    }
    int rank = rank(svd.values(), max, norm, limit.keep());
    double[] up = new double[Matrix.length(delta.rows(), rank)];
    double[] down = new double[Matrix.length(rank, delta.columns())];
    for (int i = 0; i < rank; i++) {
      double size = Math.sqrt(Math.abs(scale) * svd.values()[i]);
      for (int row = 0; row < delta.rows(); row++) {
        up[row * rank + i] =
            Math.copySign(size, scale) * svd.left().values()[row * svd.left().columns() + i];
      }
      for (int column = 0; column < delta.columns(); column++) {
        down[i * delta.columns() + column] =
            size * svd.right().values()[column * svd.right().columns() + i];
      }
    }
    return new LowRankFactors(delta.rows(), delta.columns(), rank, up, down);
  }

  private static double share(double[] values, int count, double norm) {
    double[] first = Arrays.copyOf(values, Math.min(count, values.length));
    return norm == 0 ? 1 : Math.min(1, Matrix.norm(first) / norm);
  }

  private static int rank(double[] values, int max, double norm, OptionalDouble keep) {
    int rank = 1;
    while (rank < Math.min(max, values.length)
        && values[rank] > MIN_RATIO * values[0]
        && !(keep.isPresent() && share(values, rank, norm) >= keep.getAsDouble())) {
      rank++;
    }
    return rank;
  }
}
