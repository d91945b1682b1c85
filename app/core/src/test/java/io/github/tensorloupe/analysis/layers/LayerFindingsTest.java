package io.github.tensorloupe.analysis.layers;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.analysis.layers.Outliers.Outlier;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LayerFindingsTest {

  private static final int SCALED = 5;

  @TempDir private Path folder;

  /// Writes ten layers with one tensor each, the last four in a second file, and returns the
  /// findings.
  private List<Finding> findings(String name, float factor, long... shape) throws IOException {
    Random random = new Random(4);
    int count = (int) Arrays.stream(shape).reduce(1, (a, b) -> a * b);
    List<Path> paths = new ArrayList<>();
    for (int file = 0; file < 2; file++) {
      TensorFiles tensors = new TensorFiles();
      for (int layer = file * 6; layer < 6 + file * 4; layer++) {
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
          values[i] = (float) random.nextGaussian() * (layer == SCALED ? factor : 1);
        }
        values[0] = file == 0 ? Float.NaN : Float.POSITIVE_INFINITY;
        tensors.tensor("layers." + layer + "." + name, Dtype.F32, TensorFiles.f32(values), shape);
      }
      paths.add(tensors.write(folder.resolve(file + ".safetensors")));
    }
    try (TensorFile first = TensorFile.open(paths.get(0));
        TensorFile second = TensorFile.open(paths.get(1))) {
      return LayerFindings.of(List.of(first, second), Cancellation.NEVER);
    }
  }

  @ParameterizedTest
  @CsvSource({"100, 100 times", "0.01, 100 times", "30, times"})
  void matrixScaledUnlikeTheOtherLayersIsReported(float factor, String text) throws IOException {
    // 40,000 elements are more than are sampled.
    List<Finding> findings = findings("mlp.weight", factor, 200, 200);

    assertThat(findings).singleElement();
    assertThat(findings.getFirst().code()).isEqualTo(FindingCode.LAYER_OUTLIER);
    assertThat(findings.getFirst().tensor()).contains("layers.5.mlp.weight");
    assertThat(findings.getFirst().message().replaceAll("(99|98|110)", "100")).contains(text);
  }

  @Test
  void differencesOfHealthyModelsAreNotReported() throws IOException {
    assertThat(findings("mlp.weight", 10, 20, 20)).isEmpty();
    assertThat(findings("mlp.weight", 0.1f, 20, 20)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"1e151, 1e-158, larger", "1e-158, 1e151, smaller"})
  void ratioMayExceedTheRangeOfNumbers(double value, double median, String text)
      throws IOException {
    byte[] data = new byte[32];
    Path path =
        new TensorFiles().tensor("x", Dtype.F64, data, 2, 2).write(folder.resolve("m.safetensors"));
    try (TensorFile file = TensorFile.open(path)) {
      TensorRef tensor = new TensorRef(file, file.header().tensors().getFirst());

      assertThat(LayerFindings.of(tensor, new Outlier(0, value, median, 9)).orElseThrow().message())
          .contains("1e+308 times " + text);
    }
  }

  @Test
  void vectorsAreNotReported() throws IOException {
    assertThat(findings("norm.weight", 100, 400)).isEmpty();
    assertThat(findings("norm.weight", 100, 1, 400, 1)).isEmpty();
  }

  @Test
  void adapterOfALayerMayHaveLearnedLittle() throws IOException {
    assertThat(findings("mlp.lora_B.weight", 0.01f, 20, 8)).isEmpty();
    assertThat(findings("mlp.lora_A.weight", 0.01f, 20, 8)).hasSize(1);
    assertThat(findings("mlp.lora_B.weight", 100, 20, 8)).hasSize(1);
  }
}
