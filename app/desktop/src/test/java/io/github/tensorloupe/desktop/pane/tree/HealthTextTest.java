package io.github.tensorloupe.desktop.pane.tree;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.adapter.Adapter;
import io.github.tensorloupe.analysis.health.Occurrences;
import io.github.tensorloupe.analysis.health.Repetition;
import io.github.tensorloupe.analysis.health.TensorHealth;
import io.github.tensorloupe.analysis.health.ZeroPages;
import io.github.tensorloupe.analysis.layers.Outliers.Outlier;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.tree.HealthCell.HealthText;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.ScanResults.ScannedTensor;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.testing.OpenFiles;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.quantization.Quantization;
import io.github.tensorloupe.testing.SampleHealth;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HealthTextTest {

  private static final Occurrences NONE = Occurrences.NONE;

  private final OpenFiles files = new OpenFiles();
  private final Selection selection = new Selection();
  private final ScanResults results = new ScanResults();
  private final TensorTreeViewModel model =
      new TensorTreeViewModel(
          selection, results, new Jobs(Runnable::run, Runnable::run), Messages.english());
  private final HealthText text = new HealthText(model, Messages.english());
  private FileDocument document;

  /// Opens a file in which the tensor `w` is also a group.
  @BeforeEach
  void openFile(@TempDir Path folder) throws IOException {
    Path path =
        new TensorFiles()
            .floats("w", 1)
            .floats("w.scale", 1)
            .tensor("flags", Dtype.BOOL, new byte[] {1}, 1)
            .write(folder.resolve("a.safetensors"));
    document = files.open(path);
    results.begin(Optional.of(document));
    selection.show(new DocumentState.Open(document));
  }

  @AfterEach
  void closeFiles() throws IOException {
    files.close();
  }

  private int tensor(String name) {
    return document.checkpoint().indexOf(document.checkpoint().tensor(name).orElseThrow());
  }

  private void found(String name, TensorHealth health) {
    results.addHealth(List.of(new ScannedTensor(tensor(name), health, List.of())));
  }

  private void again() {
    results.begin(Optional.of(document));
  }

  private String at(String... path) {
    return text.of(model.tree().find(List.of(path)).orElseThrow());
  }

  private static TensorHealth health(
      Occurrences nan,
      Occurrences positive,
      Occurrences negative,
      Occurrences invalid,
      Repetition repetition) {
    return new TensorHealth(
        100, nan, positive, negative, NONE, NONE, invalid, repetition, false, ZeroPages.NONE);
  }

  @Test
  void nothingIsSaidBeforeTheScan() {
    assertThat(at("flags")).isEmpty();
    assertThat(at("w")).isEmpty();
  }

  @Test
  void tensorThatIsAlsoAGroupSpeaksForBothWithoutCounts() {
    found("w", SampleHealth.nanAt(0));
    found("w.scale", SampleHealth.infinite());

    assertThat(at("w")).isEqualTo("Contains: NaN · Infinite values");
    assertThat(at("w", "scale")).isEqualTo("Infinite values: 1");
  }

  @Test
  void outlierThatIsAlsoAGroupSpeaksForBoth() {
    found("w", SampleHealth.healthy());
    found("w.scale", SampleHealth.healthy());

    results.setOutliers(List.of(new Outlier(tensor("w"), 8, 1, 9)));

    assertThat(at("w")).isEqualTo("Values: no problems\nContains outliers among their siblings");
    assertThat(at("w", "scale")).isEqualTo("Values: no problems");
  }

  @Test
  void outlierIsLargerOrSmallerByTwoDigits() {
    results.setOutliers(List.of(new Outlier(tensor("flags"), 12.34, 1, 9)));
    assertThat(at("flags")).startsWith("Outlier: its scale (rms) is 12 times the scale of");

    results.setOutliers(List.of(new Outlier(tensor("flags"), 1.5, 1, 9)));
    assertThat(at("flags")).startsWith("Outlier: its scale (rms) is 1.5 times the scale of");

    results.setOutliers(List.of(new Outlier(tensor("flags"), 0.3, 1, -9)));
    assertThat(at("flags")).startsWith("Outlier: its scale (rms) is 3.3 times smaller than");
  }

  @Test
  void whatIsWrongIsCounted() {
    Occurrences two = new Occurrences(2, 0);
    Occurrences three = new Occurrences(3, 0);

    found("flags", health(three, two, two, NONE, Repetition.EQUAL_ROWS));
    assertThat(at("flags")).isEqualTo("NaN: 3 · Infinite values: 4 · All rows are equal");

    again();
    found("flags", health(NONE, two, three, two, Repetition.VARIED));
    assertThat(at("flags")).isEqualTo("Infinite values: 5 · Bytes that are neither 0 nor 1: 2");
  }

  @Test
  void tensorsThatAreOfOneValueAreNotCounted() {
    found("flags", SampleHealth.allZero());
    assertThat(at("flags")).isEqualTo("All values are zero");
    again();
    found("flags", SampleHealth.constant());
    assertThat(at("flags")).isEqualTo("All values are the same");
    again();
    found("flags", SampleHealth.initialOnes());
    assertThat(at("flags")).isEqualTo("All values are 1 (as initialized)");
    again();
    found("flags", SampleHealth.zeroPageAt(4096));
    assertThat(at("flags")).isEqualTo("Pages of zeros: 1");
  }

  @Test
  void moduleRowReportsATruncatedFactor(@TempDir Path folder) throws IOException {
    String header =
        """
        {"q.lora_up.weight":{"dtype":"F32","shape":[2,1],"data_offsets":[0,8]},
        "q.lora_down.weight":{"dtype":"F32","shape":[1,2],"data_offsets":[8,16]}}\
        """;
    document = files.open(TensorFiles.raw(folder.resolve("cut.safetensors"), header, 12));
    Checkpoint checkpoint = document.checkpoint();
    again();
    selection.show(new DocumentState.Open(document));
    assertThat(at("q", "lora_up", "weight")).isEmpty();

    selection
        .quantizationProperty()
        .set(Optional.of(Quantization.of(checkpoint, Cancellation.NEVER)));
    selection.adapterProperty().set(Adapter.find(checkpoint));

    assertThat(at("q", "lora_up", "weight")).contains("Contains truncated or missing tensors");
  }
}
