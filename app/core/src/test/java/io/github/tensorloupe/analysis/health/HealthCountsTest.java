package io.github.tensorloupe.analysis.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.analysis.chunk.Chunk;
import io.github.tensorloupe.analysis.health.HealthScan.HealthCounts;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.FileBytes;
import io.github.tensorloupe.model.TensorData;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Merges the counts of two threads for one tensor, in either order.
class HealthCountsTest {

  private static final int HALF = 48;

  @TempDir Path folder;

  private static byte[] halves(int first, int second) {
    byte[] bytes = new byte[2 * HALF];
    Arrays.fill(bytes, 0, HALF, (byte) first);
    Arrays.fill(bytes, HALF, 2 * HALF, (byte) second);
    return bytes;
  }

  private TensorHealth merged(boolean isFirstLast, Dtype dtype, byte[] bytes, long... shape)
      throws IOException {
    byte[] content = new byte[HealthFiles.BEGIN + bytes.length];
    System.arraycopy(bytes, 0, content, HealthFiles.BEGIN, bytes.length);
    Path path = Files.write(folder.resolve("tensor.bin"), content);
    try (FileBytes file = FileBytes.open(path)) {
      TensorData tensor = HealthFiles.tensor(file, dtype, bytes.length, shape);
      HealthCounts first = new HealthCounts(tensor);
      HealthCounts second = new HealthCounts(tensor);
      MemorySegment segment = MemorySegment.ofArray(bytes);
      first.add(new Chunk(tensor, segment.asSlice(0, HALF), 0, HALF));
      second.add(new Chunk(tensor, segment.asSlice(HALF, HALF), HALF, HALF));
      HealthCounts into = isFirstLast ? second : first;
      into.merge(isFirstLast ? first : second);
      return into.result();
    }
  }

  private void check(Occurrences invalid, Repetition repetition, byte[] bytes, long... shape)
      throws IOException {
    for (boolean isFirstLast : new boolean[] {false, true}) {
      TensorHealth health = merged(isFirstLast, Dtype.BOOL, bytes, shape);
      assertThat(health.partCount()).isEqualTo(2 * HALF);
      assertThat(health.invalid()).isEqualTo(invalid);
      assertThat(health.repetition()).isEqualTo(repetition);
    }
  }

  @Test
  void invalidBytesOfBothAreCounted() throws IOException {
    byte[] bytes = halves(1, 1);
    bytes[HALF - 1] = 2;
    bytes[HALF + 3] = (byte) 0x80;
    check(new Occurrences(2, HALF - 1), Repetition.VARIED, bytes, 2 * HALF);
  }

  @Test
  void halvesOfOneValueEachAreConstantOnlyIfTheyAreEqual() throws IOException {
    check(Occurrences.NONE, Repetition.CONSTANT, halves(1, 1), 2 * HALF);
    check(Occurrences.NONE, Repetition.VARIED, halves(1, 0), 2 * HALF);
  }

  @Test
  void rowsAreEqualOnlyIfTheyAreInBothHalves() throws IOException {
    byte[] bytes = new byte[2 * HALF];
    for (int i = 0; i < bytes.length; i += 8) {
      bytes[i] = 1;
    }
    check(Occurrences.NONE, Repetition.EQUAL_ROWS, bytes, HALF / 4, 8);
    bytes[1] = 1;
    check(Occurrences.NONE, Repetition.VARIED, bytes, HALF / 4, 8);
    bytes[1] = 0;
    bytes[2 * HALF - 1] = 1;
    check(Occurrences.NONE, Repetition.VARIED, bytes, HALF / 4, 8);
  }
}
