package io.github.tensorloupe.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tensorloupe.convert.ConversionPlanner.Source;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.testing.FullDisk;
import io.github.tensorloupe.testing.Intercepted;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class FullDiskTest {

  @RegisterExtension private final FullDisk disk = new FullDisk();

  @TempDir private Path folder;

  @Test
  void diskThatBecomesFullKeepsNothingOfTheNewFile() throws IOException {
    Path source =
        new TensorFiles()
            .tensor("t", Dtype.U8, new byte[200_000], 200_000)
            .write(folder.resolve("source.safetensors"));
    FileOperations unaware =
        Intercepted.calls(
            FileOperations.class,
            FileOperations.ofThisComputer(),
            (name, _, call) -> name.equals("freeByteCount") ? (Object) 1_000_000L : call.run());
    Path out = disk.folder().resolve("new.safetensors");
    disk.fill();
    try (Checkpoint checkpoint = Checkpoint.open(source, Cancellation.NEVER, Progress.NONE)) {
      List<Source> sources = List.of(new Source("source", checkpoint));
      ConversionPlan plan =
          ConversionPlanner.plan(
              sources, ConversionOptions.COPY, LoraMerge.NONE, out, Cancellation.NEVER);

      assertThatThrownBy(
              () ->
                  ConversionWriter.write(
                      unaware, plan, List.of(source), false, 2, Cancellation.NEVER, Progress.NONE))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("space");
    }
    assertThat(disk.files()).isEmpty();
  }
}
