package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.testing.ShardFolder;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Labeled;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/// Typical comparisons, from two files to the answer.
@ExtendWith(StageExtension.class)
class ComparisonKindsJourneyTest {

  /// Its number of bits exceeds the range of an int.
  private static final long LARGE_BYTES = 320L << 20;

  /// Number of waits. A full gibibyte may take longer than one of them.
  private static final int PATIENCE = 6;

  @TempDir Path folder;

  private Workspace workspace;

  @Start
  void show(Stage stage) {
    workspace = new Workspace(new TestEnvironment(folder).build());
    TestWindow.show(stage, workspace.view, 1200, 900);
  }

  @AfterEach
  void close(FxRobot robot) {
    robot.interact(() -> TestWindow.close(workspace::close));
  }

  private PaneContext context() {
    return workspace.comparison.context().orElseThrow();
  }

  private boolean isComplete() {
    return workspace
        .comparison
        .context()
        .filter(it -> it.compared().results().isComplete())
        .isPresent();
  }

  private void compare(FxRobot robot, Path a, Path b) {
    robot.interact(() -> workspace.opener.compare(a, b, List.of()));
    for (int i = 1; i < PATIENCE && !isComplete(); i++) {
      try {
        TestWindow.waitUntil("all is compared", this::isComplete);
      } catch (AssertionError e) {
        // Wait again.
      }
    }
    TestWindow.waitUntil("all is compared", this::isComplete);
  }

  private static String text(FxRobot robot, String id) {
    return robot.lookup("#" + id).tryQueryAs(Labeled.class).map(Labeled::getText).orElse("");
  }

  private static void expectVerdict(FxRobot robot, String part) {
    TestWindow.assertEventually(() -> assertThat(text(robot, "compare-verdict")).contains(part));
  }

  @Test
  void renamedShardsAreTheSameAsTheSingleFile(FxRobot robot) throws IOException {
    Path set = Files.createDirectories(folder.resolve("set"));
    new ShardFolder(set)
        .shard(
            ShardFolder.name(1, 2),
            new TensorFiles().floats("model.layers.0.up", 1, 2).floats("model.layers.1.up", 3, 4))
        .shard(ShardFolder.name(2, 2), new TensorFiles().floats("model.head", 5, 6, 7, 8))
        .index(
            "{}",
            "model.layers.0.up",
            ShardFolder.name(1, 2),
            "model.layers.1.up",
            ShardFolder.name(1, 2),
            "model.head",
            ShardFolder.name(2, 2));
    Path single =
        new TensorFiles()
            .floats("layers.0.up", 1, 2)
            .floats("layers.1.up", 3, 4)
            .floats("lm_head", 5, 6, 7, 8)
            .write(folder.resolve("single.safetensors"));

    compare(robot, set.resolve(ShardFolder.INDEX), single);

    expectVerdict(robot, "3 tensors renamed");
    assertThat(text(robot, "compare-verdict")).contains("all 3 tensors are equal");
    assertThat(text(robot, "pairs-chip-renamed")).isEqualTo("Renamed  3");
  }

  @Test
  void comparingAdaptersFindsTheFurtherTrainedModule(FxRobot robot) throws IOException {
    TensorFiles step1 = new TensorFiles().metadata("step", "1000");
    TensorFiles step2 = new TensorFiles().metadata("step", "2000");
    for (int layer = 0; layer < 4; layer++) {
      String module = "base_model.model.layers." + layer + ".q_proj.lora_";
      step1.floats(module + "A.weight", 1, 2).floats(module + "B.weight", 3, 4);
      step2.floats(module + "A.weight", 1, 2).floats(module + "B.weight", 3, layer == 2 ? 5 : 4);
    }

    compare(
        robot,
        step1.write(folder.resolve("1000.safetensors")),
        step2.write(folder.resolve("2000.safetensors")));

    TestWindow.waitUntil(
        "the adapters are compared", () -> robot.lookup("#adapter-pairs").tryQuery().isPresent());
    robot.interact(() -> workspace.context.commands().run(Command.SHOW_OVERVIEW));
    expectVerdict(robot, "1 of 8 tensors differs");
    assertThat(text(robot, "compare-verdict")).contains("metadata: 1 key");
    robot.interact(() -> robot.lookup("#compare-worst-0").queryAs(Hyperlink.class).fire());
    assertThat(context().compared().selection().selected().orElseThrow().name())
        .endsWith("layers.2.q_proj.lora_B.weight");
    assertThat(context().compared().selection().elementProperty().get()).hasValue(1);
  }

  @Test
  void flippedBitInALargeTensorIsShownWithinOneClick(FxRobot robot) throws IOException {
    long byteOffset = 277_777_776;
    Path a = zeros("a.safetensors");
    Path b = zeros("b.safetensors");
    try (RandomAccessFile file = new RandomAccessFile(b.toFile(), "rw")) {
      file.seek(file.length() - LARGE_BYTES + byteOffset + 2);
      file.write(0x40);
    }
    compare(robot, a, b);
    expectVerdict(robot, "1 of 1 tensors differs");

    robot.interact(() -> robot.lookup("#compare-worst-0").queryAs(Hyperlink.class).fire());
    robot.interact(() -> workspace.context.commands().run(Command.SHOW_BYTES));

    assertThat(context().compared().selection().elementProperty().get())
        .hasValue(byteOffset / Float.BYTES);
    TestWindow.waitUntil(
        "the bit is reported",
        () ->
            text(robot, "bits-sentence")
                .equals("1 bit flipped in 1 element: damage, not training."));
    assertThat(robot.lookup("#bits-bit-22").query().isDisabled()).isFalse();
    assertThat(robot.lookup("#bits-bit-21").query().isDisabled()).isTrue();
  }

  /// Writes a sparse file of zeros.
  private Path zeros(String name) throws IOException {
    Path file = folder.resolve(name);
    long count = LARGE_BYTES / Float.BYTES;
    TensorFiles.raw(
        file,
        "{\"w\":{\"dtype\":\"F32\",\"shape\":[%d],\"data_offsets\":[0,%d]}}"
            .formatted(count, LARGE_BYTES),
        0);
    try (RandomAccessFile opened = new RandomAccessFile(file.toFile(), "rw")) {
      opened.setLength(opened.length() + LARGE_BYTES);
    }
    return file;
  }
}
