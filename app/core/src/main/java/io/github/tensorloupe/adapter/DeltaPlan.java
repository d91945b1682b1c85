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

  private record Piece<D extends Delta>(long[] shape, OptionalInt rank, IoSupplier<D> making) {}

  static Optional<DeltaPlan> of(Map<Factor, TensorRef> tensors) {
    try {
      return new Factors(tensors).plan();
    } catch (MisfitException | ArithmeticException _) {
      return Optional.empty();
    }
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

  private record Factors(Map<Factor, TensorRef> tensors) {

    private boolean hasAny(Factor... factors) {
      return Arrays.stream(factors).anyMatch(tensors::containsKey);
    }

    /// @throws MisfitException if the factor is missing, empty, unreadable, or of too small a rank
    private long[] shape(Factor factor, int minRank) {
      TensorRef tensor = tensors.get(factor);
      require(tensor != null && AdapterModule.isReadable(tensor));
      long[] dimensions = tensor.info().shape().dimensions();
      require(dimensions.length >= minRank);
      require(Arrays.stream(dimensions).allMatch(length -> length > 0));
      return dimensions;
    }

    /// Reads a factor as a matrix of its first dimension × the product of its other dimensions.
    private Matrix read(Factor factor) throws IOException {
      double[] values = AdapterModule.numbers(tensors.get(factor));
      int rows = (int) tensors.get(factor).info().shape().dimension(0);
      return new Matrix(rows, values.length / rows, values);
    }

    Optional<DeltaPlan> plan() {
      if (hasAny(Factor.OTHER)) {
        return Optional.empty();
      } else if (hasAny(Factor.REPLACEMENT)) {
        Shape whole = tensors.get(Factor.REPLACEMENT).info().shape();
        IoSupplier<Delta> unread = () -> read(Factor.REPLACEMENT);
        return Optional.of(
            new DeltaPlan(
                AdapterKind.FULL,
                OptionalInt.empty(),
                Optional.of(whole),
                Optional.empty(),
                unread));
      }
      if (hasAny(Factor.DOWN, Factor.UP, Factor.MID)) {
        Piece<?> piece = lowRank(Factor.UP, Factor.DOWN, Factor.MID, false);
        boolean isConvolution = hasAny(Factor.MID) || product(piece.shape, 2) > 1;
        return scaled(isConvolution ? AdapterKind.LOCON : AdapterKind.LORA, piece);
      } else if (hasAny(Factor.TRANSPOSED_DOWN, Factor.TRANSPOSED_UP)) {
        return scaled(AdapterKind.LORA, transposed(Factor.TRANSPOSED_UP, Factor.TRANSPOSED_DOWN));
      } else if (hasAny(Factor.EMBEDDING_DOWN, Factor.EMBEDDING_UP)) {
        return scaled(AdapterKind.LORA, transposed(Factor.EMBEDDING_DOWN, Factor.EMBEDDING_UP));
      } else if (hasAny(Factor.HADA_W1_A, Factor.HADA_W1_B, Factor.HADA_W2_A)) {
        return scaled(AdapterKind.LOHA, loha());
      } else if (!Collections.disjoint(tensors.keySet(), LOKR)) {
        return scaled(AdapterKind.LOKR, lokr());
      } else if (hasAny(Factor.DIFFERENCE)) {
        return plan(AdapterKind.FULL, whole(Factor.DIFFERENCE, 1), Optional.empty());
      } else if (hasAny(Factor.IA3, Factor.IA3_AXIS)) {
        Factor vector = hasAny(Factor.IA3) ? Factor.IA3 : Factor.IA3_WEIGHT;
        return plan(AdapterKind.IA3, whole(vector, 1), Optional.empty());
      }
      return Optional.empty();
    }

    private Optional<DeltaPlan> scaled(AdapterKind kind, Piece<?> piece) {
      if (!hasAny(Factor.MAGNITUDE)) {
        return plan(kind, piece, Optional.empty());
      }
      boolean isLowRank = kind == AdapterKind.LORA || kind == AdapterKind.LOCON;
      long[] vector = shape(Factor.MAGNITUDE, 1);
      boolean isIn = vector.length > 1 && vector[0] == 1 && vector[1] == piece.shape[1];
      Axis axis = isIn ? Axis.IN : Axis.OUT;
      return plan(isLowRank ? AdapterKind.DORA : kind, piece, Optional.of(axis));
    }

    private static Optional<DeltaPlan> plan(
        AdapterKind kind, Piece<?> piece, Optional<Axis> magnitude) {
      boolean isVector = kind == AdapterKind.IA3;
      Optional<Shape> shape = isVector ? Optional.empty() : Optional.of(Shape.of(piece.shape));
      return Optional.of(new DeltaPlan(kind, piece.rank, shape, magnitude, piece.making));
    }

    private Piece<?> transposed(Factor up, Factor down) {
      long[] ups = shape(up, 2);
      long[] downs = shape(down, 2);
      require(ups[0] == product(downs, 1));
      return new Piece<>(
          new long[] {product(ups, 1), downs[0]},
          rank(ups[0]),
          () -> Delta.LowRank.of(read(up).transposed(), read(down).transposed()));
    }

    private Piece<?> loha() {
      Piece<Delta.LowRank> first =
          lowRank(Factor.HADA_W1_A, Factor.HADA_W1_B, Factor.HADA_T1, true);
      Piece<Delta.LowRank> second =
          lowRank(Factor.HADA_W2_A, Factor.HADA_W2_B, Factor.HADA_T2, true);
      require(Arrays.equals(first.shape, second.shape));
      return new Piece<>(
          first.shape,
          first.rank,
          () -> new Delta.Hadamard(first.making.get(), second.making.get()));
    }

    private Piece<?> lokr() {
      Piece<?> outer =
          hasAny(Factor.LOKR_W1)
              ? whole(Factor.LOKR_W1, 2)
              : lowRank(Factor.LOKR_W1_A, Factor.LOKR_W1_B);
      require(product(outer.shape, 2) == 1);
      Piece<?> inner =
          hasAny(Factor.LOKR_W2)
              ? whole(Factor.LOKR_W2, 2)
              : lowRank(Factor.LOKR_W2_A, Factor.LOKR_W2_B, Factor.LOKR_T2, true);
      long[] shape = inner.shape.clone();
      shape[0] = Math.multiplyExact(outer.shape[0], inner.shape[0]);
      shape[1] = Math.multiplyExact(outer.shape[1], inner.shape[1]);
      return new Piece<>(
          shape,
          inner.rank.isPresent() ? inner.rank : outer.rank,
          () -> new Delta.Kronecker(outer.making.get(), inner.making.get()));
    }

    private Piece<Matrix> whole(Factor factor, int minRank) {
      return new Piece<>(shape(factor, minRank), OptionalInt.empty(), () -> read(factor));
    }

    private Piece<Delta.LowRank> lowRank(Factor a, Factor b) {
      long[] shapeA = shape(a, 2);
      long[] shape = shape(b, 2);
      require(product(shapeA, 2) == 1 && shapeA[1] == shape[0]);
      OptionalInt rank = rank(shape[0]);
      shape[0] = shapeA[0];
      return new Piece<>(shape, rank, () -> Delta.LowRank.of(read(a), read(b)));
    }

    /// @param isTransposed true to transpose the first factor of a product with a third factor
    private Piece<Delta.LowRank> lowRank(Factor a, Factor b, Factor between, boolean isTransposed) {
      if (!hasAny(between)) {
        return lowRank(a, b);
      }
      long[] shapeA = shape(a, 2);
      long[] shapeB = shape(b, 2);
      long[] shape = shape(between, 2);
      require(product(shapeA, 2) == 1 && product(shapeB, 2) == 1);
      require(shape[0] == shapeA[isTransposed ? 0 : 1] && shape[1] == shapeB[0]);
      shape[0] = shapeA[isTransposed ? 1 : 0];
      shape[1] = shapeB[1];
      return new Piece<>(
          shape,
          rank(shapeB[0]),
          () -> tucker(isTransposed ? read(a).transposed() : read(a), read(between), read(b)));
    }

    /// Computes a product with a third factor of rank × rank × kernel.
    private static Delta.LowRank tucker(Matrix left, Matrix core, Matrix right) {
      int kernel = core.columns() / right.rows();
      double[] spread =
          new double[Matrix.length(Matrix.length(core.rows(), kernel), right.columns())];
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
  }
}
