package io.github.tensorloupe.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.testing.SharedFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Opens the conformance files, whose verdicts come from the reference library.
class ConformanceFilesTest {

  private static List<Path> files(String folder) throws IOException {
    try (var files = Files.list(SharedFolder.file("conformance/" + folder))) {
      return files.filter(file -> file.toString().endsWith(".safetensors")).sorted().toList();
    }
  }

  @Test
  void everyFileThatLoadsIsSafetensorsAndHasAllItsBytes() throws IOException {
    for (Path path : files("valid")) {
      try (TensorFile file = TensorFile.open(path)) {
        assertThat(file.isRefused()).as("%s", path).isFalse();
        assertThat(file.kind()).as("%s", path).isEqualTo(FileKind.SAFETENSORS);
        assertThat(file.header().tensors())
            .as("%s", path)
            .allMatch(tensor -> file.data(tensor).orElseThrow().isComplete());
      }
    }
  }

  @Test
  void everyRefusedFileOpensAndSaysWhatIsWrong() throws IOException {
    for (Path path : files("invalid")) {
      try (TensorFile file = TensorFile.open(path)) {
        assertThat(file.isRefused()).as("%s", path).isTrue();
        assertThat(file.findings())
            .as("%s", path)
            .extracting(Finding::severity)
            .contains(Severity.ERROR);
      }
    }
  }

  @Test
  void theBytesOfEveryTensorOfARefusedFileLieInTheFile() throws IOException {
    for (Path path : files("invalid")) {
      try (TensorFile file = TensorFile.open(path)) {
        for (TensorInfo tensor : file.header().tensors()) {
          Optional<TensorData> data = file.data(tensor);
          assertThat(data.map(each -> each.range().end()).orElse(0L))
              .as("%s in %s", tensor.name(), path)
              .isLessThanOrEqualTo(file.bytes().length());
        }
      }
    }
  }
}
