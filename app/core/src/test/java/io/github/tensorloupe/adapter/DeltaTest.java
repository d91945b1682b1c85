package io.github.tensorloupe.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Compares norms and singular values of modules of every kind with explicitly computed deltas and
/// their one-sided Jacobi decomposition.
class DeltaTest {

  private static final ElementType F64 = ElementType.of(Dtype.F64);

  @TempDir Path folder;
  private final Random random = new Random(5);
  private TensorFiles files = new TensorFiles();

  /// Returns an element of a delta.
  @FunctionalInterface
  private interface Element {
    double at(int row, int column);
  }

  private double[][] factor(String name, int rows, int columns, long... shape) {
    double[][] values = new double[rows][columns];
    ByteBuffer bytes = ByteBuffer.allocate(8 * rows * columns).order(ByteOrder.LITTLE_ENDIAN);
    for (double[] row : values) {
      for (int i = 0; i < columns; i++) {
        row[i] = random.nextGaussian();
        bytes.putDouble(row[i]);
      }
    }
    files.tensor(
        name, Dtype.F64, bytes.array(), shape.length == 0 ? new long[] {rows, columns} : shape);
    return values;
  }

  private void alpha(double alpha) {
    byte[] bytes = new byte[8];
    F64.put(bytes, 0, F64.encode(alpha));
    files.tensor("m.alpha", Dtype.F64, bytes);
  }

  private void check(AdapterKind kind, int rows, int columns, double scale, Element element)
      throws IOException {
    double[][] dense = new double[columns][rows];
    for (int row = 0; row < rows; row++) {
      for (int column = 0; column < columns; column++) {
        dense[column][row] = scale * element.at(row, column);
      }
    }
    double[] expected = DenseSvd.singularValues(dense);
    Path path = files.write(folder.resolve("a.safetensors"));
    files = new TensorFiles();
    try (TensorFile file = TensorFile.open(path)) {
      AdapterModule module = Adapter.of(file).modules().getFirst();
      assertThat(module.kind()).isEqualTo(kind);
      ModuleFigures figures = ModuleFigures.of(module, module.delta());
      assertThat(figures.norm())
          .isCloseTo(
              Math.sqrt(Arrays.stream(expected).map(value -> value * value).sum()),
              within(1e-10 * expected[0]));
      for (int i = 0; i < expected.length; i++) {
        double found = i < figures.singularValues().size() ? figures.singularValues().get(i) : 0;
        assertThat(found).as("value %d", i).isCloseTo(expected[i], within(1e-9 * expected[0]));
      }
      Delta delta = module.delta().orElseThrow();
      for (int row = 0; row < rows; row++) {
        double[] found = delta.row(row);
        for (int column = 0; column < columns; column++) {
          assertThat(found[column] * scale)
              .isCloseTo(dense[column][row], within(1e-12 * expected[0]));
        }
      }
    }
  }

  private static double product(double[][] a, double[][] b, int row, int column) {
    double sum = 0;
    for (int i = 0; i < b.length; i++) {
      sum += a[row][i] * b[i][column];
    }
    return sum;
  }

  @Test
  void linearModulesOfAnyRank() throws IOException {
    for (int rank : new int[] {1, 3, 8, 20, 40}) {
      double[][] down = factor("m.lora_down.weight", rank, 24);
      double[][] up = factor("m.lora_up.weight", 16, rank);
      alpha(-2);
      check(AdapterKind.LORA, 16, 24, -2. / rank, (row, column) -> product(up, down, row, column));
    }
  }

  @Test
  void linearModulesWithValuesOfAllSizes() throws IOException {
    double[][] down = new double[6][40];
    double[][] up = new double[30][6];
    ByteBuffer downs = ByteBuffer.allocate(8 * 240).order(ByteOrder.LITTLE_ENDIAN);
    ByteBuffer ups = ByteBuffer.allocate(8 * 180).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < 240; i++) {
      // The last row is almost equal to the first, so one singular value is very small.
      int row = i / 40;
      down[row][i % 40] =
          row == 5
              ? down[0][i % 40] + 1e-7 * random.nextGaussian()
              : Math.pow(10, -2 * row) * random.nextGaussian();
      downs.putDouble(down[row][i % 40]);
    }
    for (int i = 0; i < 180; i++) {
      up[i / 6][i % 6] = random.nextGaussian();
      ups.putDouble(up[i / 6][i % 6]);
    }
    files
        .tensor("m.lora_A.weight", Dtype.F64, downs.array(), 6, 40)
        .tensor("m.lora_B.weight", Dtype.F64, ups.array(), 30, 6);
    check(AdapterKind.LORA, 30, 40, 1, (row, column) -> product(up, down, row, column));
  }

  @Test
  void swappedFactors() throws IOException {
    double[][] down = factor("m.lora_a", 24, 4);
    double[][] up = factor("m.lora_b", 4, 10);
    check(AdapterKind.LORA, 10, 24, 1, (row, column) -> product(down, up, column, row));
  }

  @Test
  void embeddings() throws IOException {
    double[][] down = factor("m.lora_embedding_A", 4, 50);
    double[][] up = factor("m.lora_embedding_B", 12, 4);
    check(AdapterKind.LORA, 50, 12, 1, (row, column) -> product(up, down, column, row));
  }

  @Test
  void convolutionsWithAndWithoutThirdFactor() throws IOException {
    double[][] down = factor("m.lora_down.weight", 4, 5 * 9, 4, 5, 3, 3);
    double[][] up = factor("m.lora_up.weight", 8, 4, 8, 4, 1, 1);
    check(AdapterKind.LOCON, 8, 45, 1, (row, column) -> product(up, down, row, column));

    double[][] narrow = factor("m.lora_down.weight", 3, 5, 3, 5, 1, 1);
    double[][] mid = factor("m.lora_mid.weight", 4, 3 * 9, 4, 3, 3, 3);
    double[][] wide = factor("m.lora_up.weight", 8, 4, 8, 4, 1, 1);
    check(
        AdapterKind.LOCON,
        8,
        45,
        1,
        (row, column) -> {
          double sum = 0;
          for (int i = 0; i < 4; i++) {
            for (int j = 0; j < 3; j++) {
              sum += mid[i][j * 9 + column % 9] * wide[row][i] * narrow[j][column / 9];
            }
          }
          return sum;
        });
  }

  @Test
  void productsOfElements() throws IOException {
    double[][] a1 = factor("m.hada_w1_a", 12, 2);
    double[][] b1 = factor("m.hada_w1_b", 2, 20);
    double[][] a2 = factor("m.hada_w2_a", 12, 3);
    double[][] b2 = factor("m.hada_w2_b", 3, 20);
    alpha(3);
    check(
        AdapterKind.LOHA,
        12,
        20,
        1.5,
        (row, column) -> product(a1, b1, row, column) * product(a2, b2, row, column));
  }

  @Test
  void productsOfElementsWithThirdFactors() throws IOException {
    // With a third factor, the first factor is transposed: rank × outputs.
    double[][] t1 = factor("m.hada_t1", 2, 2 * 9, 2, 2, 3, 3);
    double[][] a1 = factor("m.hada_w1_a", 2, 8);
    double[][] b1 = factor("m.hada_w1_b", 2, 4);
    double[][] t2 = factor("m.hada_t2", 3, 3 * 9, 3, 3, 3, 3);
    double[][] a2 = factor("m.hada_w2_a", 3, 8);
    double[][] b2 = factor("m.hada_w2_b", 3, 4);
    alpha(3);
    check(
        AdapterKind.LOHA,
        8,
        36,
        1.5,
        (row, column) -> tucker(t1, a1, b1, 9, row, column) * tucker(t2, a2, b2, 9, row, column));
  }

  private static double tucker(
      double[][] mid, double[][] a, double[][] b, int kernel, int row, int column) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < b.length; j++) {
        sum += mid[i][j * kernel + column % kernel] * a[i][row] * b[j][column / kernel];
      }
    }
    return sum;
  }

  @Test
  void kroneckerProductsWithThirdFactor() throws IOException {
    double[][] w1 = factor("m.lokr_w1", 2, 3);
    double[][] mid = factor("m.lokr_t2", 2, 2 * 9, 2, 2, 3, 3);
    double[][] a = factor("m.lokr_w2_a", 2, 5);
    double[][] b = factor("m.lokr_w2_b", 2, 4);
    alpha(1);
    check(
        AdapterKind.LOKR,
        10,
        108,
        0.5,
        (row, column) -> w1[row / 5][column / 36] * tucker(mid, a, b, 9, row % 5, column % 36));
  }

  @Test
  void kroneckerProducts() throws IOException {
    double[][] w1 = factor("m.lokr_w1", 3, 4);
    double[][] a = factor("m.lokr_w2_a", 5, 2);
    double[][] b = factor("m.lokr_w2_b", 2, 6);
    alpha(1);
    check(
        AdapterKind.LOKR,
        15,
        24,
        0.5,
        (row, column) -> w1[row / 5][column / 6] * product(a, b, row % 5, column % 6));

    double[][] outer = factor("m.lokr_w1", 3, 2);
    double[][] inner = factor("m.lokr_w2", 4, 2 * 9, 4, 2, 3, 3);
    alpha(7);
    check(
        AdapterKind.LOKR,
        12,
        36,
        1,
        (row, column) -> outer[row / 4][column / 18] * inner[row % 4][column % 18]);
  }

  @Test
  void matricesThatNoArrayCanHoldNeedTooMuchMemory() {
    assertThatThrownBy(() -> Matrix.length(1300 * 1300, 1300)).isInstanceOf(OutOfMemoryError.class);
  }

  @Test
  void aLargeRankHasANormButNoSingularValues() throws IOException {
    int size = Delta.MAX_SPECTRUM + 1;
    int rank = 33;
    double[][] upA = factor("m.hada_w1_a", size, rank);
    double[][] downA = factor("m.hada_w1_b", rank, size);
    double[][] upB = factor("m.hada_w2_a", size, rank);
    double[][] downB = factor("m.hada_w2_b", rank, size);
    alpha(rank);
    double square = 0;
    for (int row = 0; row < size; row++) {
      for (int column = 0; column < size; column++) {
        square += Math.pow(product(upA, downA, row, column) * product(upB, downB, row, column), 2);
      }
    }

    try (TensorFile file = TensorFile.open(files.write(folder.resolve("a.safetensors")))) {
      AdapterModule module = Adapter.of(file).modules().getFirst();
      ModuleFigures figures = ModuleFigures.of(module, module.delta());

      assertThat(figures.singularValues()).isEmpty();
      assertThat(figures.norm()).isCloseTo(Math.sqrt(square), withinPercentage(1e-9));
      assertThat(figures.isDead()).isFalse();
      assertThat(new MeasuredModule(module, figures, Optional.empty()).isRankTooLarge()).isTrue();
    }
  }

  @Test
  void singularValuesAndDecompositionsCanBeCancelledAtEachColumn() {
    Matrix square = new Matrix(300, 300, random.doubles(90_000).toArray());
    AtomicInteger checks = new AtomicInteger();
    Cancellation later = () -> checks.incrementAndGet() > 200;

    assertThatThrownBy(
            () -> ScopedValue.where(Cancellation.OF_WORK, later).call(square::singularValues))
        .isInstanceOf(CancellationException.class);
    checks.set(0);
    assertThatThrownBy(() -> Svd.of(square, 300, later)).isInstanceOf(CancellationException.class);
  }
}
