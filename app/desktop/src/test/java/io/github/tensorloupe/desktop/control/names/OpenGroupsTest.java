package io.github.tensorloupe.desktop.control.names;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpenGroupsTest {

  @TempDir Path folder;

  private NameTree tree(Stream<String> names) throws IOException {
    TensorFiles files = new TensorFiles();
    names.forEach(name -> files.floats(name, 1));
    Path path = files.write(folder.resolve("model.safetensors"));
    try (Checkpoint checkpoint = Checkpoint.open(path, Cancellation.NEVER, Progress.NONE)) {
      return NameTree.of(checkpoint);
    }
  }

  /// Returns the names of this many tensors in each group, such that the tree merges no levels.
  private static Stream<String> groups(int groups, int tensors) {
    return IntStream.range(0, groups * tensors)
        .mapToObj(i -> "g" + i / tensors + ".t" + i % tensors);
  }

  private static List<String> opened(NameTree tree) {
    BitSet opened = OpenGroups.openedAtFirst(tree);
    return opened.stream().filter(tree::isGroup).mapToObj(tree::label).toList();
  }

  @Test
  void opensWholeLevelsWhileTheyMakeNoMoreThanFortyRows() throws IOException {
    assertThat(opened(tree(groups(4, 9)))).containsExactly("g0", "g1", "g2", "g3");
    assertThat(opened(tree(groups(4, 10)))).isEmpty();
  }

  @Test
  void opensAGroupThatIsAloneOnItsLevelHoweverMuchIsInIt() throws IOException {
    assertThat(opened(tree(groups(1, 60)))).containsExactly("g0");
  }

  @Test
  void groupWithASingleMatchSharesItsRow() throws IOException {
    NameTree tree = tree(Stream.of("m.0.a.x", "m.0.b.x", "m.1.a.x", "m.1.b.x", "m.1.b.y", "n"));
    OpenGroups groups = new OpenGroups(new BitSet());
    int match = tree.find(List.of("m", "1", "b", "y")).orElseThrow();
    BitSet matches = new BitSet();
    tree.markWithGroups(matches, match);
    groups.filter(matches, "y");

    int[] all = IntStream.range(0, tree.size()).toArray();
    assertThat(groups.visible(tree, all)).containsExactly(match);
    assertThat(groups.rowOf(tree, 0)).isEqualTo(match);
    assertThat(groups.rowLabel(tree, match)).isEqualTo("m.1.b.y");

    tree.markWithGroups(matches, tree.find(List.of("m", "0", "a", "x")).orElseThrow());
    groups.filter((BitSet) matches.clone(), "x y");
    assertThat(IntStream.of(groups.visible(tree, all)).mapToObj(at -> groups.rowLabel(tree, at)))
        .containsExactly("m", "0.a.x", "1.b.y");

    groups.unfilter();
    assertThat(groups.rowLabel(tree, match)).isEqualTo("y");
  }

  @Test
  void everyTensorOfAnAdapterHasItsOwnRow() throws IOException {
    List<String> names =
        List.of(
            "lora_unet",
            "lora_unet_",
            "lora_unet_to_out.alpha",
            "lora_unet_to_out_0",
            "lora_unet_to_out_0.alpha",
            "lora_unet_to_out.0.alpha",
            "lora_unet.to_out.0.alpha",
            "lora_unet.to_out_0.alpha",
            "lora_unet_to_out_0_alpha",
            "lora_unet_to_out__0.alpha",
            "lora_te_to_out_0.alpha",
            "lycoris_to_out_0.lokr_w1");
    NameTree tree = tree(names.stream());
    OpenGroups groups = new OpenGroups(new BitSet());
    groups.openAll(tree.size());
    int[] rows = groups.visible(tree, IntStream.range(0, tree.size()).toArray());

    assertThat(IntStream.of(rows).filter(row -> tree.tensor(row) >= 0).mapToObj(tree::path))
        .containsExactlyInAnyOrderElementsOf(names);
    for (int row : rows) {
      assertThat(tree.path(row)).endsWith(groups.rowLabel(tree, row));
    }
  }
}
