package io.github.tensorloupe.desktop.pane.overview;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.control.names.NameTree;
import io.github.tensorloupe.desktop.pane.overview.LargestGroups.Group;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LargestGroupsTest {

  private static final int MAX_GROUPS = 8;

  @TempDir Path folder;

  private final TensorFiles file = new TensorFiles();

  private void tensor(String name, int byteCount) {
    file.tensor(name, Dtype.U8, new byte[byteCount], byteCount);
  }

  private LargestGroups groups() throws IOException {
    Path path = file.write(folder.resolve("a.safetensors"));
    try (Checkpoint checkpoint = Checkpoint.open(path, Cancellation.NEVER, Progress.NONE)) {
      return LargestGroups.of(NameTree.of(checkpoint), MAX_GROUPS, Cancellation.NEVER);
    }
  }

  @Test
  void groupsAreSortedByDescendingSize() throws IOException {
    tensor("a.x", 10);
    tensor("b.x", 30);
    tensor("b.y", 5);
    tensor("c", 20);

    assertThat(groups().largest())
        .containsExactly(new Group("b", 2, 35), new Group("c", 1, 20), new Group("a", 1, 10));
  }

  @Test
  void levelsWithOneGroupArePassedBy() throws IOException {
    tensor("base.model.a.x", 10);
    tensor("base.model.b.x", 10);

    assertThat(groups().largest())
        .extracting(Group::path)
        .containsExactly("base.model.a", "base.model.b");
  }

  @Test
  void dominantGroupIsSplitWhileItsPartsFit() throws IOException {
    for (int layer = 0; layer < 32; layer++) {
      tensor("model.layers." + layer + ".w", 100);
    }
    tensor("model.embed.w", 200);
    tensor("lm_head.w", 200);

    assertThat(groups().largest())
        .containsExactly(
            new Group("model.layers", 32, 3200),
            new Group("lm_head", 1, 200),
            new Group("model.embed", 1, 200));
  }

  @Test
  void aGroupThatIsATensorItselfIsNotOpened() throws IOException {
    tensor("a", 1);
    tensor("a.x", 10);
    tensor("a.y", 10);

    assertThat(groups().largest()).containsExactly(new Group("a", 3, 21));
  }

  @Test
  void whatDoesNotFitIsSummedUp() throws IOException {
    for (int i = 0; i < 20; i++) {
      tensor("g" + i + ".w", 100 + i);
    }

    LargestGroups groups = groups();

    assertThat(groups.largest()).hasSize(MAX_GROUPS);
    assertThat(groups.largest().getFirst().path()).isEqualTo("g19");
    assertThat(groups.moreCount()).isEqualTo(12);
    assertThat(groups.moreByteCount()).isEqualTo(12 * 100 + 66);
    assertThat(groups.totalByteCount()).isEqualTo(20 * 100 + 190);
  }

  @Test
  void namesWithoutGroupsHaveNoLargestGroups() throws IOException {
    tensor("a", 1);
    tensor("b", 1);

    assertThat(groups().largest()).isEmpty();
  }

  @Test
  void emptyFileHasNoGroups() throws IOException {
    assertThat(groups().largest()).isEmpty();
  }
}
