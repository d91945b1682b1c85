package io.github.tensorloupe.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TensorDataTest {

  private static final int BEGIN = 5;

  @TempDir Path folder;

  private static TensorData dataOf(FileBytes file, int byteCount) {
    TensorInfo info = new TensorInfo("t", Dtype.U8, Shape.of(byteCount), 0, byteCount);
    return new TensorData(file, info, new ByteRange(BEGIN, BEGIN + byteCount));
  }

  private byte[] randomFile(Path path, int byteCount) throws IOException {
    byte[] content = new byte[BEGIN + byteCount + 3];
    new Random(1).nextBytes(content);
    Files.write(path, content);
    return Arrays.copyOfRange(content, BEGIN, BEGIN + byteCount);
  }

  @ParameterizedTest
  @EnumSource(Dtype.class)
  void codeOfAPartIsReadFromTheData(Dtype dtype) throws IOException {
    ElementType type = ElementType.of(dtype);
    byte[] expected = randomFile(folder.resolve("f"), 48);
    TensorInfo info = new TensorInfo("t", dtype, Shape.of(48 * 8 / dtype.bits()), 0, 48);
    try (FileBytes file = FileBytes.open(folder.resolve("f"))) {
      TensorData data = new TensorData(file, info, new ByteRange(BEGIN, BEGIN + 48));
      for (int part = 0; part < 48 * 8 / type.partBits(); part++) {
        assertThat(data.code(part)).isEqualTo(type.code(MemorySegment.ofArray(expected), part));
      }
    }
  }

  @Test
  void blocksBeginAtMultiplesOf24AndTogetherAreTheTensor() throws IOException {
    int byteCount = 2 * TensorData.BLOCK_BYTES + 17;
    byte[] expected = randomFile(folder.resolve("f"), byteCount);
    byte[] actual = new byte[byteCount];
    List<Long> offsets = new ArrayList<>();
    List<Long> sizes = new ArrayList<>();
    try (FileBytes file = FileBytes.open(folder.resolve("f"))) {
      dataOf(file, byteCount)
          .forEachBlock(
              (block, byteOffset) -> {
                offsets.add(byteOffset);
                sizes.add((long) block.remaining());
                block.get(actual, (int) byteOffset, block.remaining());
              },
              Cancellation.NEVER,
              Progress.NONE);
    }
    long full = TensorData.BLOCK_BYTES;
    assertThat(actual).isEqualTo(expected);
    assertThat(offsets).containsExactly(0L, full, 2 * full).allMatch(offset -> offset % 24 == 0);
    assertThat(sizes).containsExactly(full, full, 17L);
  }

  @Test
  void reportsTheBytesOfEachBlock() throws IOException {
    int byteCount = TensorData.BLOCK_BYTES + 1;
    randomFile(folder.resolve("f"), byteCount);
    List<String> reports = new ArrayList<>();
    try (FileBytes file = FileBytes.open(folder.resolve("f"))) {
      dataOf(file, byteCount)
          .forEachBlock(
              (block, byteOffset) -> {},
              Cancellation.NEVER,
              (done, total) -> reports.add(done + " of " + total));
    }
    assertThat(reports)
        .containsExactly(
            TensorData.BLOCK_BYTES + " of " + byteCount, byteCount + " of " + byteCount);
  }

  @Test
  void anEmptyTensorHasNoBlock() throws IOException {
    randomFile(folder.resolve("f"), 0);
    try (FileBytes file = FileBytes.open(folder.resolve("f"))) {
      dataOf(file, 0)
          .forEachBlock(
              (block, byteOffset) -> {
                throw new AssertionError("a block at " + byteOffset);
              },
              Cancellation.NEVER,
              Progress.NONE);
    }
  }

  @Test
  void stopsBeforeTheNextBlockWhenCancelled() throws IOException {
    int byteCount = 3 * TensorData.BLOCK_BYTES;
    randomFile(folder.resolve("f"), byteCount);
    AtomicBoolean cancelled = new AtomicBoolean();
    List<Long> offsets = new ArrayList<>();
    try (FileBytes file = FileBytes.open(folder.resolve("f"))) {
      TensorData data = dataOf(file, byteCount);
      assertThatThrownBy(
              () ->
                  data.forEachBlock(
                      (block, byteOffset) -> {
                        offsets.add(byteOffset);
                        cancelled.set(true);
                      },
                      cancelled::get,
                      Progress.NONE))
          .isInstanceOf(CancellationException.class);
    }
    assertThat(offsets).containsExactly(0L);
  }

  @Test
  void aFileThatShrinksBetweenTwoBlocksIsAChangedFile() throws IOException {
    Path path = folder.resolve("f");
    int byteCount = 2 * TensorData.BLOCK_BYTES;
    randomFile(path, byteCount);
    try (FileBytes file = FileBytes.open(path)) {
      TensorData data = dataOf(file, byteCount);
      assertThatThrownBy(
              () ->
                  data.forEachBlock(
                      (block, byteOffset) -> shrink(path), Cancellation.NEVER, Progress.NONE))
          .isInstanceOf(FileChangedException.class);
    }
  }

  private static void shrink(Path path) {
    try {
      SampleFiles.setLength(path, TensorData.BLOCK_BYTES + 10);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aFileThatIsClosedBetweenTwoBlocksSaysSo() throws IOException {
    Path path = folder.resolve("f");
    int byteCount = 2 * TensorData.BLOCK_BYTES;
    randomFile(path, byteCount);
    FileBytes file = FileBytes.open(path);
    TensorData data = dataOf(file, byteCount);
    assertThatThrownBy(
            () ->
                data.forEachBlock(
                    (block, byteOffset) -> close(file), Cancellation.NEVER, Progress.NONE))
        .isInstanceOf(FileClosedException.class);
  }

  private static void close(FileBytes file) {
    try {
      file.close();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void bytesBeyondTheFileAreNoData() throws IOException {
    randomFile(folder.resolve("f"), 10);
    try (FileBytes file = FileBytes.open(folder.resolve("f"))) {
      assertThat(dataOf(file, 13).range().end()).isEqualTo(file.length());
      assertThatThrownBy(() -> dataOf(file, 14)).isInstanceOf(IllegalArgumentException.class);
    }
  }
}
