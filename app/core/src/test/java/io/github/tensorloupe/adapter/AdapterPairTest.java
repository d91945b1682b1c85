package io.github.tensorloupe.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Compares the figures of module pairs with explicitly computed deltas.
class AdapterPairTest {

  @TempDir Path folder;
  private final Random random = new Random(11);

  /// A module with its scaled delta, stored by columns.
  private final class Module {

    final TensorFiles files = new TensorFiles();
    final double[][] up;
    final double[][] down;
    final double[][] columns;

    Module(int rows, int rank, int columnCount, double alpha) {
      this(random(rows, rank), random(rank, columnCount), alpha);
    }

    Module(double[][] up, double[][] down, double alpha) {
      this.up = up;
      this.down = down;
      int rank = down.length;
      columns = new double[down[0].length][up.length];
      for (int row = 0; row < up.length; row++) {
        for (int column = 0; column < columns.length; column++) {
          for (int i = 0; i < rank; i++) {
            columns[column][row] += alpha / rank * up[row][i] * down[i][column];
          }
        }
      }
      files
          .tensor("m.lora_up.weight", Dtype.F64, bytes(up), up.length, rank)
          .tensor("m.lora_down.weight", Dtype.F64, bytes(down), rank, columns.length)
          .tensor("m.alpha", Dtype.F64, bytes(new double[][] {{alpha}}));
    }

    double[][] rows() {
      double[][] rows = new double[up.length][columns.length];
      for (int row = 0; row < up.length; row++) {
        for (int column = 0; column < columns.length; column++) {
          rows[row][column] = columns[column][row];
        }
      }
      return rows;
    }
  }

  private double[][] random(int rows, int columns) {
    double[][] values = new double[rows][columns];
    for (double[] row : values) {
      for (int i = 0; i < columns; i++) {
        row[i] = random.nextGaussian();
      }
    }
    return values;
  }

  private static byte[] bytes(double[][] values) {
    ByteBuffer bytes =
        ByteBuffer.allocate(8 * values.length * values[0].length).order(ByteOrder.LITTLE_ENDIAN);
    for (double[] row : values) {
      for (double value : row) {
        bytes.putDouble(value);
      }
    }
    return bytes.array();
  }

  private AdapterComparison compare(TensorFiles a, TensorFiles b) throws IOException {
    try (TensorFile fileA = TensorFile.open(a.write(folder.resolve("a.safetensors")));
        TensorFile fileB = TensorFile.open(b.write(folder.resolve("b.safetensors")))) {
      return AdapterComparison.of(
          List.of(AdapterPair.of(Adapter.of(fileA), Adapter.of(fileB)).getFirst().measured()));
    }
  }

  private void check(Module a, Module b, int directionsA, int directionsB) throws IOException {
    AdapterPair pair = compare(a.files, b.files).pairs().getFirst();
    PairFigures found = pair.together();
    double[][] sum = new double[a.columns.length][a.up.length];
    for (int column = 0; column < sum.length; column++) {
      for (int row = 0; row < a.up.length; row++) {
        sum[column][row] = a.columns[column][row] + b.columns[column][row];
      }
    }
    ModuleFigures figures = ModuleFigures.of(DenseSvd.singularValues(sum));
    assertThat(found.sumNorm()).isCloseTo(figures.norm(), within(1e-10 * figures.norm()));
    assertThat(found.sumEffectiveRank()).isCloseTo(figures.effectiveRank(), within(1e-6));
    assertThat(found.overlapOut())
        .isCloseTo(overlap(a.columns, b.columns, directionsA, directionsB), within(1e-9));
    assertThat(found.overlapIn())
        .isCloseTo(overlap(a.rows(), b.rows(), directionsA, directionsB), within(1e-9));
    assertThat(found.signConflict()).isCloseTo(conflict(a.rows(), b.rows()), within(1e-12));
  }

  private static double overlap(double[][] a, double[][] b, int countA, int countB) {
    double[][] vectorsA = DenseSvd.scaledVectors(a);
    double[][] vectorsB = DenseSvd.scaledVectors(b);
    double sum = 0;
    for (int i = 0; i < countA; i++) {
      for (int j = 0; j < countB; j++) {
        double inner = DenseSvd.dot(vectorsA[i], vectorsB[j]);
        sum +=
            inner
                * inner
                / DenseSvd.dot(vectorsA[i], vectorsA[i])
                / DenseSvd.dot(vectorsB[j], vectorsB[j]);
      }
    }
    return sum / Math.min(countA, countB);
  }

  private static double conflict(double[][] a, double[][] b) {
    int count = Math.min(64, a.length);
    int conflicts = 0;
    for (int i = 0; i < count; i++) {
      int row = i * a.length / count;
      for (int column = 0; column < a[row].length; column++) {
        conflicts += a[row][column] * b[row][column] < 0 ? 1 : 0;
      }
    }
    return (double) conflicts / count / a[0].length;
  }

  @Test
  void figuresAreThoseOfTheFormedMatrices() throws IOException {
    check(new Module(40, 4, 30, 2), new Module(40, 6, 30, -3), 4, 6);
    check(new Module(100, 12, 50, 1), new Module(100, 10, 50, 4), 8, 8);
    // The rank exceeds the number of outputs, or of inputs.
    check(new Module(6, 9, 20, 1), new Module(6, 4, 20, 1), 6, 4);
    check(new Module(20, 9, 6, 1), new Module(20, 4, 6, 1), 6, 4);
  }

  @Test
  void sharedFactorsOverlap() throws IOException {
    double[][] down = random(3, 20);
    Module a = new Module(random(30, 3), down, 1);
    Module b = new Module(random(30, 3), down, 1);

    check(a, b, 3, 3);
    assertThat(compare(a.files, b.files).pairs().getFirst().together().overlapIn())
        .isCloseTo(1, within(1e-12));
  }

  @Test
  void directionsThatAreRoundingDoNotCount() throws IOException {
    double[][] up = random(30, 3);
    for (double[] row : up) {
      row[2] = row[0] - row[1];
    }
    Module a = new Module(up, random(3, 20), 1);

    check(a, new Module(30, 5, 20, 1), 2, 5);
  }

  @Test
  void anAdapterAndItsOppositeLeaveNothing() throws IOException {
    double[][] up = random(30, 3);
    double[][] down = random(3, 20);

    AdapterComparison comparison =
        compare(new Module(up, down, 1).files, new Module(up, down, -1).files);

    PairFigures found = comparison.pairs().getFirst().together();
    assertThat(found.sumNorm()).isZero();
    assertThat(found.sumEffectiveRank()).isNaN();
    assertThat(found.signConflict()).isEqualTo(1);
    assertThat(found.overlapOut()).isCloseTo(1, within(1e-12));
    assertThat(comparison.verdict())
        .hasToString(
            "1 module in common, against each other, cosine -1.000, in 1 of 1 module they pull"
                + " against each other");
  }

  @Test
  void otherKindsHaveASumAndNoDirections() throws IOException {
    Module a = new Module(8, 2, 5, 2);
    TensorFiles whole = new TensorFiles();
    double[][] difference = random(8, 5);
    whole.tensor("m.diff", Dtype.F64, bytes(difference), 8, 5);

    PairFigures found = compare(a.files, whole).pairs().getFirst().together();

    double[][] rows = a.rows();
    double square = 0;
    for (int row = 0; row < 8; row++) {
      for (int column = 0; column < 5; column++) {
        square += Math.pow(rows[row][column] + difference[row][column], 2);
      }
    }
    assertThat(found.sumNorm()).isCloseTo(Math.sqrt(square), within(1e-12));
    assertThat(found.signConflict()).isCloseTo(conflict(rows, difference), within(1e-12));
    assertThat(found.overlapIn()).isNaN();
  }

  @Test
  void mergedAdaptersAreSummarizedInOneLine() throws IOException {
    double[][] up = random(30, 1);
    double[][] down = random(1, 20);

    AdapterComparison comparison =
        compare(new Module(up, down, 1).files, new Module(up, down, 3).files);

    assertThat(comparison.verdict())
        .hasToString("1 module in common, nearly the same, cosine 1.000");
    assertThat(comparison.merged().orElseThrow().toString())
        .endsWith(
            ", 100 % of the sum of both norms; the main directions overlap by 100 % at the"
                + " outputs, 100 % at the inputs");
  }
}
