package io.github.tensorloupe.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OriginTest {

  private static final int SIDE = 24;

  @TempDir Path folder;

  /// Matrices whose norms differ by layer.
  private static TensorFiles model(int matrixCount, int seed, double change, int changeSeed) {
    Random random = new Random(seed);
    Random changes = new Random(changeSeed);
    TensorFiles files = new TensorFiles();
    for (int layer = 0; layer < matrixCount; layer++) {
      ByteBuffer values = ByteBuffer.allocate(SIDE * SIDE * 4).order(ByteOrder.LITTLE_ENDIAN);
      while (values.hasRemaining()) {
        double value = random.nextGaussian() + change * changes.nextGaussian();
        values.putFloat((float) (value * (1 + layer)));
      }
      files.tensor("layers." + layer + ".weight", Dtype.F32, values.array(), SIDE, SIDE);
    }
    return files;
  }

  private Likeness likeness(TensorFiles a, TensorFiles b) throws IOException {
    try (TwoSides sides = TwoSides.of(folder, a, b)) {
      Comparison comparison = sides.comparison();
      return Likeness.of(comparison, Totals.of(comparison));
    }
  }

  @Test
  void aChangeBeyondAFineTuneKeepsTheDirections() throws IOException {
    Likeness likeness = likeness(model(5, 1, 0, 0), model(5, 1, 0.9, 2));

    assertThat(likeness.kind()).isEqualTo(Likeness.Kind.COMMON_ORIGIN);
    assertThat(likeness.evidence().getLast().toString())
        .matches(
            "The median cosine of 5 weight matrices is 0\\.7.*; of unrelated matrices, at most"
                + " 0\\.16.* is likely\\. The logarithms of their norms correlate by 0\\.99.*\\.");
  }

  @Test
  void similarNormsAloneAreNoCommonOrigin() throws IOException {
    Likeness likeness = likeness(model(5, 1, 0, 0), model(5, 3, 0, 0));

    assertThat(likeness.kind()).isEqualTo(Likeness.Kind.UNRELATED);
    assertThat(likeness.evidence().getLast().toString()).contains("norms correlate by 0.99");
  }

  @ParameterizedTest
  @CsvSource({"3, few matrices", "0, none"})
  void fewMatricesShowNothing(int matrixCount, String reason) throws IOException {
    TensorFiles a = model(matrixCount, 1, 0, 0).floats("extra", 1);
    TensorFiles b = model(matrixCount, 3, 0, 0).floats("other", 2);

    assertThat(likeness(a, b).kind()).as(reason).isEqualTo(Likeness.Kind.UNKNOWN);
  }
}
