package io.github.tensorloupe.adapter;

import module java.base;

import io.github.tensorloupe.adapter.AdapterModule.Axis;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.work.IoSupplier;

/// The computation of a module's delta, derived from the shapes of its factors. Creating a plan
/// reads nothing but headers.
///
/// Sources: kohya-ss sd-scripts `networks/lora.py`, LyCORIS `modules/locon.py`, `loha.py`,
/// `lokr.py`, `functional/general.py`; PEFT `tuners/lora/layer.py`; mlx-lm `tuner/lora.py`.
///
/// @param magnitude the axis of the DoRA magnitudes, if present
/// @param making reads the factors and computes the delta; blocks
record DeltaPlan(
    AdapterKind kind,
    OptionalInt rank,
    Optional<Shape> shape,
    Optional<Axis> magnitude,
    IoSupplier<? extends Delta> making) {

  private static final Set<Factor> LOKR = EnumSet.range(Factor.LOKR_W1, Factor.LOKR_T2);

  private static final class MisfitException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /// Returns the plan for the factors of a module, or empty if the method is not supported.
  static Optional<DeltaPlan> of(Map<Factor, TensorRef> tensors) {
    Factors factors = new Factors(tensors);
    try {
      if (factors.hasAny(Factor.DOWN, Factor.UP, Factor.MID)) {
        return Optional.of(lora(factors));
      } else if (factors.hasAny(Factor.TRANSPOSED_DOWN, Factor.TRANSPOSED_UP)) {
        return Optional.of(product(factors, Factor.TRANSPOSED_UP, Factor.TRANSPOSED_DOWN));
      } else if (factors.hasAny(Factor.EMBEDDING_DOWN, Factor.EMBEDDING_UP)) {
        return Optional.of(product(factors, Factor.EMBEDDING_DOWN, Factor.EMBEDDING_UP));
      } else if (factors.hasAny(Factor.HADA_W1_A, Factor.HADA_W1_B, Factor.HADA_W2_A)) {
        return Optional.of(loha(factors));
      } else if (!Collections.disjoint(tensors.keySet(), LOKR)) {
        return Optional.of(lokr(factors));
      } else if (factors.hasAny(Factor.DIFFERENCE)) {
        return Optional.of(full(factors));
      } else if (factors.hasAny(Factor.IA3, Factor.IA3_AXIS)) {
        return Optional.of(ia3(factors));
      }
      return Optional.empty();
    } catch (MisfitException | ArithmeticException _) {
      return Optional.empty();
    }
  }

  private static DeltaPlan of(AdapterKind kind, Factors factors, Piece<?> piece) {
    return new DeltaPlan(
        kind,
        piece.rank,
        Optional.of(Shape.of(piece.shape)),
        factors.magnitude(piece.shape[1]),
        piece.making);
  }

  private static DeltaPlan lora(Factors factors) {
    Optional<Factor> mid = factors.get(Factor.MID);
    Piece<?> whole = lowRank(factors, Factor.UP, Factor.DOWN, mid, false);
    return of(lowRankKind(factors, mid.isPresent() || product(whole.shape, 2) > 1), factors, whole);
  }

  private static AdapterKind lowRankKind(Factors factors, boolean isConvolution) {
    return factors.hasAny(Factor.MAGNITUDE)
        ? AdapterKind.DORA
        : isConvolution ? AdapterKind.LOCON : AdapterKind.LORA;
  }

  /// @param first the transposed output factor
  /// @param second the transposed input factor
  private static DeltaPlan product(Factors factors, Factor first, Factor second) {
    FactorMatrix up = factors.transposed(first);
    FactorMatrix down = factors.transposed(second);
    require(up.columns == down.rows);
    return of(
        lowRankKind(factors, false),
        factors,
        new Piece<>(
            new long[] {up.rows, down.columns},
            rank(down.rows),
            () -> Delta.LowRank.of(up.read(), down.read())));
  }

  private static DeltaPlan loha(Factors factors) {
    Piece<Delta.LowRank> first =
        lowRank(factors, Factor.HADA_W1_A, Factor.HADA_W1_B, factors.get(Factor.HADA_T1), true);
    Piece<Delta.LowRank> second =
        lowRank(factors, Factor.HADA_W2_A, Factor.HADA_W2_B, factors.get(Factor.HADA_T2), true);
    require(Arrays.equals(first.shape, second.shape));
    return of(
        AdapterKind.LOHA,
        factors,
        new Piece<>(
            first.shape,
            first.rank,
            () -> Delta.LowRank.ofProducts(first.making.get(), second.making.get())));
  }

  private static DeltaPlan lokr(Factors factors) {
    Piece<?> outer =
        factors.hasAny(Factor.LOKR_W1)
            ? whole(factors, Factor.LOKR_W1, 2)
            : lowRank(factors, Factor.LOKR_W1_A, Factor.LOKR_W1_B, Optional.empty(), true);
    require(product(outer.shape, 2) == 1);
    Optional<Factor> mid = factors.get(Factor.LOKR_T2);
    Piece<?> inner =
        factors.hasAny(Factor.LOKR_W2)
            ? whole(factors, Factor.LOKR_W2, 2)
            : lowRank(factors, Factor.LOKR_W2_A, Factor.LOKR_W2_B, mid, true);
    long[] shape = inner.shape.clone();
    shape[0] = Math.multiplyExact(outer.shape[0], inner.shape[0]);
    shape[1] = Math.multiplyExact(outer.shape[1], inner.shape[1]);
    return of(
        AdapterKind.LOKR,
        factors,
        new Piece<>(
            shape,
            inner.rank.isPresent() ? inner.rank : outer.rank,
            () -> new Delta.Kronecker(outer.making.get(), inner.making.get())));
  }

  private static DeltaPlan full(Factors factors) {
    Piece<?> whole = whole(factors, Factor.DIFFERENCE, 1);
    return new DeltaPlan(
        AdapterKind.FULL,
        whole.rank,
        Optional.of(Shape.of(whole.shape)),
        Optional.empty(),
        whole.making);
  }

  private static DeltaPlan ia3(Factors factors) {
    Factor vector = factors.hasAny(Factor.IA3) ? Factor.IA3 : Factor.IA3_WEIGHT;
    Piece<?> whole = whole(factors, vector, 1);
    return new DeltaPlan(
        AdapterKind.IA3, whole.rank, Optional.empty(), Optional.empty(), whole.making);
  }

  private record Piece<D extends Delta>(long[] shape, OptionalInt rank, IoSupplier<D> making) {}

  private static Piece<Delta.Whole> whole(Factors factors, Factor factor, int minRank) {
    return new Piece<>(
        factors.shape(factor, minRank),
        OptionalInt.empty(),
        () -> new Delta.Whole(factors.part(factor).read()));
  }

  /// @param between the third factor, if present
  /// @param isTransposed true to transpose the first factor of a product with a third factor
  private static Piece<Delta.LowRank> lowRank(
      Factors factors, Factor a, Factor b, Optional<Factor> between, boolean isTransposed) {
    long[] shapeA = factors.shape(a, 2);
    long[] shapeB = factors.shape(b, 2);
    require(product(shapeA, 2) == 1);
    if (between.isEmpty()) {
      require(shapeA[1] == shapeB[0]);
      long[] shape = shapeB.clone();
      shape[0] = shapeA[0];
      return new Piece<>(
          shape,
          rank(shapeB[0]),
          () -> Delta.LowRank.of(factors.part(a).read(), factors.part(b).read()));
    }
    long[] shape = factors.shape(between.get(), 2);
    FactorMatrix up = isTransposed ? factors.transposed(a) : factors.part(a);
    require(shape[0] == up.columns && shape[1] == shapeB[0] && product(shapeB, 2) == 1);
    shape[0] = up.rows;
    shape[1] = shapeB[1];
    return new Piece<>(
        shape, rank(shapeB[0]), () -> tucker(up, factors.part(between.get()), factors.part(b)));
  }

  /// Computes a product with a third factor of rank × rank × kernel.
  private static Delta.LowRank tucker(FactorMatrix up, FactorMatrix mid, FactorMatrix down)
      throws IOException {
    Matrix left = up.read();
    Matrix right = down.read();
    Matrix core = mid.read();
    int kernel = core.columns() / right.rows();
    double[] spread = new double[Math.multiplyExact(core.rows() * kernel, right.columns())];
    for (int i = 0; i < core.rows(); i++) {
      for (int j = 0; j < right.rows(); j++) {
        for (int n = 0; n < right.columns(); n++) {
          double factor = right.values()[j * right.columns() + n];
          int to = (i * right.columns() + n) * kernel;
          int from = i * core.columns() + j * kernel;
          for (int k = 0; k < kernel; k++) {
            spread[to + k] = Math.fma(core.values()[from + k], factor, spread[to + k]);
          }
        }
      }
    }
    return new Delta.LowRank(
        left,
        new Matrix(core.rows(), kernel * right.columns(), spread),
        left.norm() * core.norm() * right.norm());
  }

  private static void require(boolean fits) {
    if (!fits) {
      throw new MisfitException();
    }
  }

  private static OptionalInt rank(long rank) {
    return OptionalInt.of(Math.toIntExact(rank));
  }

  private static long product(long[] shape, int first) {
    return Arrays.stream(shape).skip(first).reduce(1, Math::multiplyExact);
  }

  /// A factor as a matrix of its first dimension × the product of its other dimensions.
  ///
  /// @param rows the number of rows after transposition
  /// @param columns the number of columns after transposition
  /// @param isTransposed true to transpose the stored matrix
  private record FactorMatrix(TensorRef tensor, long rows, long columns, boolean isTransposed) {
    Matrix read() throws IOException {
      double[] values = FactorValues.read(tensor);
      return isTransposed
          ? new Matrix((int) columns, (int) rows, values).transposed()
          : new Matrix((int) rows, (int) columns, values);
    }
  }

  private record Factors(Map<Factor, TensorRef> tensors) {

    boolean hasAny(Factor... factors) {
      return Arrays.stream(factors).anyMatch(tensors::containsKey);
    }

    Optional<Factor> get(Factor factor) {
      return Optional.of(factor).filter(tensors::containsKey);
    }

    /// @throws MisfitException if the factor is missing, empty or unreadable, or has fewer
    ///   dimensions
    long[] shape(Factor factor, int minRank) {
      TensorRef tensor = tensors.get(factor);
      require(tensor != null && FactorValues.areReadable(tensor));
      long[] dimensions = tensor.info().shape().dimensions();
      require(dimensions.length >= minRank);
      require(Arrays.stream(dimensions).allMatch(length -> length > 0));
      return dimensions;
    }

    FactorMatrix part(Factor factor) {
      TensorRef tensor = tensors.get(factor);
      long[] dimensions = tensor.info().shape().dimensions();
      return new FactorMatrix(tensor, dimensions[0], product(dimensions, 1), false);
    }

    FactorMatrix transposed(Factor factor) {
      long[] dimensions = shape(factor, 2);
      return new FactorMatrix(tensors.get(factor), product(dimensions, 1), dimensions[0], true);
    }

    /// Returns the axis of the DoRA magnitudes, or empty without magnitudes.
    ///
    /// @param in the number of inputs
    Optional<Axis> magnitude(long in) {
      if (!hasAny(Factor.MAGNITUDE)) {
        return Optional.empty();
      }
      long[] vector = shape(Factor.MAGNITUDE, 1);
      boolean isIn = vector.length > 1 && vector[0] == 1 && vector[1] == in;
      return Optional.of(isIn ? Axis.IN : Axis.OUT);
    }
  }
}
