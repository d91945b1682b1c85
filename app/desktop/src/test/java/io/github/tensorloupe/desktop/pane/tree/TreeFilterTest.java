package io.github.tensorloupe.desktop.pane.tree;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.adapter.Adapter;
import io.github.tensorloupe.analysis.layers.Outliers.Outlier;
import io.github.tensorloupe.desktop.control.names.NameSearch.Labels;
import io.github.tensorloupe.desktop.pane.tree.TreeFilter.Matches;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.ScanResults.ScannedTensor;
import io.github.tensorloupe.desktop.testing.OpenFiles;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.quantization.Quantization;
import io.github.tensorloupe.quantization.QuantizedWeight;
import io.github.tensorloupe.testing.SampleHealth;
import io.github.tensorloupe.testing.SharedFolder;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TreeFilterTest {

  private final OpenFiles files = new OpenFiles();
  private final ScanResults results = new ScanResults();
  private FileDocument document;
  private JoinedTensorRows joined = JoinedTensorRows.NONE;

  @BeforeEach
  void openTensor(@TempDir Path folder) throws IOException {
    TensorFiles tensor =
        new TensorFiles()
            .tensor("model.layers.10.Q_proj.weight", Dtype.BF16, new byte[98_304], 768, 64);
    document = files.open(tensor.write(folder.resolve("a.safetensors")));
    results.begin(Optional.of(document));
  }

  @AfterEach
  void closeFiles() throws IOException {
    files.close();
  }

  @Test
  void quantizedWeightFitsItsOwnShapeAndDtypeToo() throws IOException {
    document = files.open(SharedFolder.file("quantised/gptq4"));
    results.begin(Optional.of(document));
    List<QuantizedWeight> weights =
        Quantization.of(document.checkpoint(), Cancellation.NEVER).weights();
    String shape =
        "shape:" + weights.getFirst().shape().orElseThrow().toString().replace(", ", "x");
    assertThat(count("qweight " + shape)).isZero();

    join(weights.stream().map(TensorUnit.OfWeight::new).toList());

    assertThat(count("qweight " + shape)).isPositive();
    assertThat(count("dtype:4-bit")).isEqualTo(weights.size());
  }

  @Test
  void moduleOfAnAdapterFitsTheShapeOfItsDeltaAndItsKind(@TempDir Path folder) throws IOException {
    TensorFiles file = new TensorFiles();
    file.tensor("a.q.lora_down.weight", Dtype.F32, new byte[4 * 2 * 6], 2, 6);
    file.tensor("a.q.lora_up.weight", Dtype.F32, new byte[4 * 5 * 2], 5, 2);
    document = files.open(file.write(folder.resolve("b.safetensors")));
    results.begin(Optional.of(document));
    assertThat(count("shape:5x6")).isZero();

    Adapter adapter = Adapter.of(document.checkpoint().files().getFirst());
    join(adapter.modules().stream().map(TensorUnit.OfModule::new).toList());

    assertThat(count("a.q shape:5x6")).isOne();
    assertThat(count("dtype:lora")).isOne();
  }

  private void join(List<? extends TensorUnit> tensors) {
    joined = JoinedTensorRows.of(document.tree(), document.checkpoint(), tensors);
  }

  private boolean fits(String text) {
    return count(text) == 1;
  }

  private int count(String text) {
    return Matches.of(
            document,
            Labels.of(document.tree()),
            TreeFilter.of(text),
            new TreeFilter.Scanned(results.marks(), results.values(), joined),
            Cancellation.NEVER)
        .count();
  }

  @ParameterizedTest
  @CsvSource({
    "layers.10, true",
    "LAYERS.10., true",
    "l.layers, true",
    "model.layers.10.q_proj.weight, true",
    "0.Q, true",
    ".weight., false",
    "layers.1., false",
    "q_PROJ, true",
    "layers.11, false",
    "weight layers, true",
    "weight bias, false",
    "dtype:bf16, true",
    "dtype:BF, true",
    "dtype:f16, false",
    "shape:768, true",
    "shape:64, true",
    "shape:76, false",
    "shape:768x64, true",
    "'shape:[768,64]', true",
    "shape:64x768, false",
    "shape:, true",
    "dtype:bf16 shape:64 weight, true",
    "dtype:bf16 shape:65 weight, false"
  })
  void everyWordMustFit(String text, boolean fits) {
    assertThat(fits(text)).isEqualTo(fits);
  }

  @Test
  void blankTextLetsEverythingThrough() {
    assertThat(TreeFilter.of("   ").isEmpty()).isTrue();
    assertThat(fits("   ")).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "health:nan, true",
    "HEALTH:Na, true",
    "health:inf, false",
    "health:bad, true",
    "health:ok, false",
    "health:unknown, false",
    "health:, true",
    "health:outlier, true",
    "health:const, false",
    "health:nonsense, false",
    "health:nan layers, true",
    "health:nan zzz, false"
  })
  void wordsAboutHealthFitWhatTheScanHasFound(String text, boolean fits) {
    results.addHealth(List.of(new ScannedTensor(0, SampleHealth.nanAt(0), List.of())));
    results.setOutliers(List.of(new Outlier(0, 8, 1, 9)));

    assertThat(fits(text)).isEqualTo(fits);
  }

  @ParameterizedTest
  @CsvSource({
    "health:initial, true",
    "health:constant, true",
    "health:zero, false",
    "health:ok, true",
    "health:bad, false"
  })
  void aNormThatWasNeverTrainedIsNotBad(String text, boolean fits) {
    results.addHealth(List.of(new ScannedTensor(0, SampleHealth.initialOnes(), List.of())));

    assertThat(fits(text)).isEqualTo(fits);
  }

  @Test
  void truncatedOrMissingTensorsCanBeFiltered(@TempDir Path other) throws IOException {
    Path path =
        new TensorFiles()
            .floats("whole", 1, 2)
            .floats("cut", 1, 2)
            .floats("lost", 1, 2)
            .floats("lost.too", 1, 2)
            .write(other.resolve("cut.safetensors"));
    byte[] bytes = Files.readAllBytes(path);
    Files.write(path, Arrays.copyOf(bytes, bytes.length - 20));
    document = files.open(path);
    results.begin(Optional.of(document));
    results.addHealth(
        List.of(
            new ScannedTensor(0, SampleHealth.healthy(), List.of()),
            new ScannedTensor(1, SampleHealth.healthy(), List.of())));

    assertThat(count("health:cut")).isEqualTo(1);
    assertThat(count("health:lost")).isEqualTo(2);
    assertThat(count("health:lost too")).isEqualTo(1);
    assertThat(count("health:bad")).as("cut and lost are bad").isEqualTo(3);
    assertThat(count("health:ok")).as("truncated tensors are not fine").isEqualTo(1);
  }

  @Test
  void onlyHealthTermsRequestHealth() {
    assertThat(TreeFilter.of("nan dtype:f8").needsHealth()).isFalse();
    assertThat(TreeFilter.of("x health:ok").needsHealth()).isTrue();
    assertThat(TreeFilter.of("health:ok").isEmpty()).isFalse();
  }
}
