package io.github.tensorloupe.desktop.pane.tree;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.analysis.health.HealthIssue;
import io.github.tensorloupe.desktop.control.names.NameTree;
import io.github.tensorloupe.desktop.selection.HealthMarks;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HealthOrderTest {

  @TempDir Path folder;

  @Test
  void ordersByHealthFromFindingsToWhatWasNotScanned() throws IOException {
    TensorFiles files = new TensorFiles();
    List.of("fine", "info", "nan", "error", "odd", "unknown", "zero")
        .forEach(name -> files.floats(name, 1));
    Path path = files.write(folder.resolve("model.safetensors"));
    try (Checkpoint checkpoint = Checkpoint.open(path, Cancellation.NEVER, Progress.NONE)) {
      NameTree tree = NameTree.of(checkpoint);
      HealthMarks marks = new HealthMarks(7, tree.size());
      Map.of(
              "fine",
              Set.<HealthIssue>of(),
              "odd",
              Set.<HealthIssue>of(),
              "nan",
              Set.of(HealthIssue.NAN),
              "zero",
              Set.of(HealthIssue.ALL_ZERO))
          .forEach((name, issues) -> marks.mark(number(checkpoint, name), issues, tree));
      marks.markOutliers(List.of(number(checkpoint, "odd")), tree);
      marks.markFindings(
          Map.of(
              number(checkpoint, "error"), Severity.ERROR,
              number(checkpoint, "info"), Severity.INFO),
          tree);

      int[] arranged =
          new TreeOrder(TreeOrder.Key.HEALTH, true)
              .arrange(tree, checkpoint.tensors(), marks, Cancellation.NEVER, Progress.NONE);

      assertThat(Arrays.stream(arranged).mapToObj(tree::label))
          .containsExactly("error", "info", "nan", "zero", "odd", "fine", "unknown");
    }
  }

  private static int number(Checkpoint checkpoint, String name) {
    return checkpoint.tensors().indexOf(checkpoint.tensor(name).orElseThrow());
  }
}
