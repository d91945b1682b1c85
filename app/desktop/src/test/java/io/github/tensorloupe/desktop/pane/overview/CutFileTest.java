package io.github.tensorloupe.desktop.pane.overview;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CutFileTest {

  @TempDir Path folder;

  private Optional<TruncatedFile> without(int byteCount) throws IOException {
    Path path =
        new TensorFiles()
            .floats("a", 1, 2)
            .floats("b", 3)
            .floats("c", 4)
            .write(folder.resolve("a.safetensors"));
    byte[] whole = Files.readAllBytes(path);
    Files.write(path, Arrays.copyOf(whole, whole.length - byteCount));
    try (TensorFile file = TensorFile.open(path)) {
      return TruncatedFile.of(file);
    }
  }

  @Test
  void tensorsAreWholeCutOrLost() throws IOException {
    TruncatedFile cut = without(6).orElseThrow();

    assertThat(cut.expectedByteCount()).isEqualTo(cut.byteCount() + 6);
    assertThat(cut.wholeCount()).isEqualTo(1);
    assertThat(cut.cut()).extracting(TensorInfo::name).containsExactly("b");
    assertThat(cut.lost()).extracting(TensorInfo::name).containsExactly("c");
    assertThat(cut.tensorCount()).isEqualTo(3);
  }

  @Test
  void aTensorOfWhichNoByteIsThereIsLostAndNotCut() throws IOException {
    TruncatedFile cut = without(4).orElseThrow();

    assertThat(cut.cut()).isEmpty();
    assertThat(cut.lost()).extracting(TensorInfo::name).containsExactly("c");
  }

  @Test
  void wholeFilesAndCutHeadersAreNone() throws IOException {
    assertThat(without(0)).isEmpty();
    assertThat(without(100)).isEmpty();
  }
}
