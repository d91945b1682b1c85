package io.github.tensorloupe.desktop.pane.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.testing.OpenFiles;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TreeOrderTest {

  @TempDir Path folder;

  @Test
  void sortingReportsProgressAndCanBeCancelled() throws IOException {
    TensorFiles tensors = new TensorFiles();
    for (int i = 0; i < 5000; i++) {
      tensors.floats("tensor" + i, 1);
    }
    Path file = folder.resolve("many.safetensors");
    tensors.write(file);
    TreeOrder order = new TreeOrder(TreeOrder.Key.BYTES, false);
    try (OpenFiles files = new OpenFiles()) {
      FileDocument open = files.open(file);
      List<Long> done = new ArrayList<>();

      order.arrange(
          open.tree(),
          open.checkpoint().tensors(),
          new ScanResults().marks(),
          () -> false,
          (part, _) -> done.add(part));

      assertThat(done).containsExactly(0L, 4096L);
      assertThatThrownBy(
              () ->
                  order.arrange(
                      open.tree(),
                      open.checkpoint().tensors(),
                      new ScanResults().marks(),
                      () -> true,
                      (_, _) -> {}))
          .isInstanceOf(CancellationException.class);
    }
  }
}
