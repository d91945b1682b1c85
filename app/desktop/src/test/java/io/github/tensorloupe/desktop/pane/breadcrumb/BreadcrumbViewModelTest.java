package io.github.tensorloupe.desktop.pane.breadcrumb;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.pane.breadcrumb.BreadcrumbView.CrumbRow.Fit;
import io.github.tensorloupe.desktop.pane.breadcrumb.BreadcrumbViewModel.Crumb;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.testing.OpenFiles;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BreadcrumbViewModelTest {

  @TempDir private Path folder;

  private final OpenFiles files = new OpenFiles();
  private final Selection selection = new Selection();
  private final BreadcrumbViewModel model = new BreadcrumbViewModel(selection);
  private Checkpoint checkpoint;

  @BeforeEach
  void openFile() throws IOException {
    Path path =
        new TensorFiles()
            .floats("model.layers.10.weight", 1, 2)
            .floats("model.layers.9.weight", 1, 2)
            .write(folder.resolve("a.safetensors"));
    checkpoint = files.show(path, selection).checkpoint();
  }

  @AfterEach
  void closeFiles() throws IOException {
    files.close();
  }

  private List<String> labels() {
    return model.crumbs.get().stream().map(Crumb::label).toList();
  }

  @Test
  void crumbsLeadFromTheFileToTheTensor() {
    assertThat(labels()).containsExactly("a.safetensors");

    selection.select(checkpoint.tensor("model.layers.10.weight").orElseThrow());

    assertThat(labels()).containsExactly("a.safetensors", "model", "layers", "10", "weight");
  }

  @Test
  void clickingAParentCrumbSelectsItsGroup() {
    selection.select(checkpoint.tensor("model.layers.10.weight").orElseThrow());

    model.goTo(model.crumbs.get().get(2));

    assertThat(labels()).containsExactly("a.safetensors", "model", "layers");
    assertThat(selection.tensorProperty().get()).isEmpty();
    assertThat(selection.groupProperty().get()).isPresent();
  }

  @Test
  void fileLeadsToItsFirstByte() {
    selection.select(checkpoint.tensor("model.layers.10.weight").orElseThrow());

    model.goTo(model.crumbs.get().getFirst());

    assertThat(selection.caretProperty().get().orElseThrow().byteOffset()).isZero();
    assertThat(labels()).containsExactly("a.safetensors");
  }

  @Test
  void nothingIsShownWithoutADocument() {
    selection.show(new DocumentState.Empty());

    assertThat(labels()).isEmpty();
  }

  @Test
  void asFewMiddleCrumbsAsPossibleAreHidden() {
    double[] widths = {50, 30, 30, 30, 40};

    assertThat(Fit.of(widths, 10, 20, 220)).isEqualTo(new Fit(1, 1));
    assertThat(Fit.of(widths, 10, 20, 219)).isEqualTo(new Fit(1, 2));
    assertThat(Fit.of(widths, 10, 20, 170)).isEqualTo(new Fit(1, 3));
    assertThat(Fit.of(widths, 10, 20, 10)).isEqualTo(new Fit(1, 4));
    assertThat(Fit.of(new double[] {50}, 10, 20, 10)).isEqualTo(new Fit(0, 0));
  }
}
