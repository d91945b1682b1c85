package io.github.tensorloupe.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.FileChangedException;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.testing.FileInterference;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Another program changes the source file during an export.
class ChangingSourceTest {

  private static final String SOURCE = "source.safetensors";

  @TempDir private Path folder;

  private Path source() throws IOException {
    return new TensorFiles()
        .tensor("t", Dtype.BF16, new byte[2000], 10, 100)
        .write(folder.resolve(SOURCE));
  }

  /// Returns a disk on which the source changes before an exported file is forced to disk.
  private ExportFaults changing(FileInterference meddling) {
    return new ExportFaults(
        folder,
        (_, name) -> {
          if (name.equals("force")) {
            meddling.to(folder.resolve(SOURCE));
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void nothingIsWrittenOfASourceThatChangesWhicheverTheFormat(FileInterference meddling)
      throws IOException {
    for (ExportFormat format : ExportFormat.values()) {
      try (ExportScene scene = ExportScene.open(folder, source())) {
        ExportFaults faults = changing(meddling);
        assertThatThrownBy(
                () ->
                    new TensorExport(faults.files())
                        .write(
                            List.of(scene.tensor("t")),
                            ExportOptions.of(format),
                            folder.resolve("out"),
                            scene.sources(),
                            Cancellation.NEVER,
                            Progress.NONE))
            .as(format.toString())
            .isInstanceOf(FileChangedException.class);
        assertThat(faults.unexpectedFiles(SOURCE)).isEmpty();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void nothingIsSalvagedFromAFileThatChanges(FileInterference meddling) throws IOException {
    try (TensorFile file = TensorFile.open(source())) {
      ExportFaults faults = changing(meddling);
      assertThatThrownBy(
              () ->
                  SalvagePlan.of(file)
                      .write(
                          faults.files(),
                          folder.resolve("out"),
                          false,
                          List.of(),
                          Cancellation.NEVER,
                          Progress.NONE))
          .isInstanceOf(FileChangedException.class);
      assertThat(faults.unexpectedFiles(SOURCE)).isEmpty();
    }
  }

  @Test
  void sourceChangedBeforeTheComparisonIsNotReportedAsABrokenDisk() throws IOException {
    try (ExportScene scene = ExportScene.open(folder, source())) {
      assertThatThrownBy(
              () ->
                  new TensorExport(changing(FileInterference.REWRITE).files())
                      .write(
                          List.of(scene.tensor("t")),
                          ExportOptions.of(ExportFormat.SAFETENSORS),
                          folder.resolve("out"),
                          scene.sources(),
                          Cancellation.NEVER,
                          Progress.NONE))
          .isInstanceOf(FileChangedException.class)
          .hasMessageContaining("another program wrote to it");
    }
  }
}
