package io.github.tensorloupe.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Programs that convert a file into shards are killed (`SIGKILL`) at random moments. The index,
/// which is written last, and a file with a final name must then be complete or missing.
///
/// With `-Dtensorloupe.kills=300`, 300 programs are killed instead of a few.
class KilledConversionTest {

  private static final int FEW_KILLS = 1;
  private static final int KILLS = Integer.getInteger("tensorloupe.kills", FEW_KILLS);
  private static final int VALUE_COUNT = 2_000_000;

  @TempDir private Path folder;

  private Path source;
  private TreeMap<String, byte[]> complete;
  private long unkilledNanos;

  @BeforeEach
  void convertOnce() throws Exception {
    byte[] values = new byte[VALUE_COUNT];
    new Random(3).nextBytes(values);
    TensorFiles tensors = new TensorFiles();
    for (int i = 0; i < 6; i++) {
      tensors.tensor("layer." + i, Dtype.BF16, values, VALUE_COUNT / 2);
    }
    source = tensors.write(folder.resolve("source.safetensors"));
    Path whole = Files.createDirectory(folder.resolve("whole"));
    long begin = System.nanoTime();
    Process unkilled = start(whole);
    assertThat(unkilled.waitFor()).isZero();
    unkilledNanos = System.nanoTime() - begin;
    complete = files(whole);
    assertThat(complete).hasSizeGreaterThan(3).containsKey("model.safetensors.index.json");
  }

  private Process start(Path target) throws IOException {
    List<String> command = ProcessTest.java();
    command.addAll(
        List.of(
            "convert",
            source.toString(),
            "--dtype=F32",
            "--shard-size=10MB",
            "--yes",
            "--out=" + target.resolve("model.safetensors")));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  private static TreeMap<String, byte[]> files(Path folder) throws IOException {
    TreeMap<String, byte[]> files = new TreeMap<>();
    try (Stream<Path> all = Files.list(folder)) {
      for (Path each : all.toList()) {
        files.put(each.getFileName().toString(), Files.readAllBytes(each));
      }
    }
    return files;
  }

  @Test
  void killedConversionLeavesNoIncompleteFileAndCanBeRepeated() throws Exception {
    byte[] original = Files.readAllBytes(source);
    Random random = new Random();
    List<Integer> counts = new ArrayList<>();
    for (int i = 0; i < KILLS; i++) {
      Path target = Files.createDirectory(folder.resolve("killed-" + i));
      Process process = start(target);
      // The first third of the time is the start of the process.
      process.waitFor(random.nextLong(unkilledNanos / 3, unkilledNanos), TimeUnit.NANOSECONDS);
      process.destroyForcibly().waitFor();

      TreeMap<String, byte[]> left = files(target);
      // `recover` deletes drafts.
      left.keySet().removeIf(name -> name.endsWith(".tensorloupe-part"));
      counts.add(left.size());
      left.forEach((name, bytes) -> assertThat(bytes).as(name).isEqualTo(complete.get(name)));
      if (left.containsKey("model.safetensors.index.json")) {
        assertThat(left.keySet()).isEqualTo(complete.keySet());
      }
      assertThat(source).hasBinaryContent(original);
      for (String name : left.keySet()) {
        Files.delete(target.resolve(name));
      }
      assertThat(start(target).waitFor()).isZero();
      TreeMap<String, byte[]> repeated = files(target);
      complete.forEach((name, bytes) -> assertThat(repeated.get(name)).as(name).isEqualTo(bytes));
      for (String name : repeated.keySet()) {
        Files.delete(target.resolve(name));
      }
    }
    if (KILLS > FEW_KILLS) {
      System.out.println("files after each kill: " + counts);
    }
  }
}
