package io.github.tensorloupe.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tensorloupe.testing.FileInterference;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class FileBytesTest {

  private static final byte[] TEN = {0, 1, 2, 3, 4, 5, 6, 7, 8, (byte) 0xf9};

  @TempDir Path folder;

  private Path ten() throws IOException {
    return Files.write(folder.resolve("ten"), TEN);
  }

  @Test
  void copiesARangeOfTheFile() throws IOException {
    try (FileBytes file = FileBytes.open(ten())) {
      assertThat(file.read(3, 4)).containsExactly(3, 4, 5, 6);
    }
  }

  @Test
  void readsUpToTheLastByte() throws IOException {
    try (FileBytes file = FileBytes.open(ten())) {
      assertThat(file.read(0, 10)).isEqualTo(TEN);
      assertThat(file.read(10, 0)).isEmpty();
    }
  }

  @Test
  void refusesARangeBeyondTheEnd() throws IOException {
    try (FileBytes file = FileBytes.open(ten())) {
      assertThatThrownBy(() -> file.read(7, 4)).isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> file.read(-1, 4)).isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> file.readLittleEndian(7, 4))
          .isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> file.read(0, ByteBuffer.allocate(11)))
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
  }

  @Test
  void fillsOnlyTheRemainingBytesOfTheTarget() throws IOException {
    ByteBuffer target = ByteBuffer.allocate(6).position(1).limit(4);
    try (FileBytes file = FileBytes.open(ten())) {
      file.read(5, target);
    }
    assertThat(target.array()).containsExactly(0, 5, 6, 7, 0, 0);
    assertThat(target.position()).isEqualTo(4);
    assertThat(target.limit()).isEqualTo(4);
  }

  @Test
  void numbersBeginWithTheirLowestByte() throws IOException {
    try (FileBytes file = FileBytes.open(ten())) {
      assertThat(file.readLittleEndian(1, 3)).isEqualTo(0x030201);
      assertThat(file.readLittleEndian(2, 8)).isEqualTo(0xf908_0706_0504_0302L);
      assertThat(file.readLittleEndian(9, 1)).isEqualTo(0xf9);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 9, -1, Integer.MIN_VALUE})
  void numbersHaveOneToEightBytes(int byteCount) throws IOException {
    try (FileBytes file = FileBytes.open(ten())) {
      assertThatThrownBy(() -> file.readLittleEndian(0, byteCount))
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
  }

  @Test
  void readsBeyond2GiB() throws IOException {
    long lastByteOffset = (5L << 30) + 3;
    Path path = SampleFiles.writeSparse(folder.resolve("sparse"), TEN, lastByteOffset);
    try (FileBytes file = FileBytes.open(path)) {
      assertThat(file.length()).isEqualTo(lastByteOffset + 1);
      assertThat(file.read(lastByteOffset - 1, 2)).containsExactly(0, 7);
      assertThat(file.readLittleEndian(lastByteOffset - 1, 2)).isEqualTo(0x0700);
    }
  }

  @Test
  void continuesAfterAShortRead() throws IOException {
    Path path = ten();
    FakeChannel channel = FakeChannel.open(path);
    channel.maxBytesPerRead(3);
    try (FileBytes file = channel.asFile(path)) {
      assertThat(file.read(0, 10)).isEqualTo(TEN);
      assertThat(channel.readCount()).isEqualTo(4);
    }
  }

  /// For each thread, the channel caches a native buffer of the size of the largest read.
  @Test
  void readsIntoAnArrayPieceByPiece() throws IOException {
    Path path = SampleFiles.writeSparse(folder.resolve("large"), TEN, 5 << 20);
    FakeChannel channel = FakeChannel.open(path);
    try (FileBytes file = channel.asFile(path)) {
      byte[] bytes = file.read(0, (5 << 20) + 1);
      assertThat(bytes).startsWith(TEN).endsWith(0, 0, 7);
      assertThat(channel.largestArrayRead()).isEqualTo(1 << 20);
    }
  }

  @Test
  void aFileThatShrankIsAChangedFile() throws IOException {
    Path path = ten();
    try (FileBytes file = FileBytes.open(path)) {
      assertThat(file.hasOriginalLength()).isTrue();
      SampleFiles.setLength(path, 6);
      assertThat(file.hasOriginalLength()).isFalse();
      assertThat(file.length()).isEqualTo(10);
      assertThatThrownBy(() -> file.read(4, 4))
          .isInstanceOf(FileChangedException.class)
          .hasMessageContaining("byte 6 is missing; the file had 10 bytes");
      assertThatThrownBy(() -> file.readLittleEndian(4, 4))
          .isInstanceOf(FileChangedException.class);
      assertThat(file.read(4, 2)).containsExactly(4, 5);
    }
  }

  /// With a mapping, compiled code would see wrong numbers here, and the error would be thrown
  /// later or elsewhere.
  @Test
  void aFileThatShrinksUnderCompiledCodeIsAChangedFile() throws IOException {
    Path path = folder.resolve("shrinking");
    SampleFiles.writeSparse(path, TEN, 16 << 20);
    try (FileBytes file = FileBytes.open(path)) {
      assertThat(sumOfNumbers(file, 0, 4 << 20)).isNotZero();
      SampleFiles.setLength(path, 4096);
      assertThatThrownBy(() -> sumOfNumbers(file, 1 << 20, (1 << 20) + 8))
          .isInstanceOf(FileChangedException.class);
      assertThatThrownBy(() -> sumOfNumbers(file, 1 << 20, 2 << 20))
          .isInstanceOf(FileChangedException.class);
    }
  }

  private static long sumOfNumbers(FileBytes file, long begin, long end) throws IOException {
    long sum = 0;
    for (long at = begin; at < end; at += 8) {
      sum += file.readLittleEndian(at, 8);
    }
    return sum;
  }

  @Test
  void showsTheFileThatWasOpenedAfterAnotherTookItsName() throws IOException {
    Path path = ten();
    try (FileBytes file = FileBytes.open(path)) {
      Path other = Files.write(folder.resolve("other"), new byte[] {42});
      Files.move(other, path, StandardCopyOption.REPLACE_EXISTING);
      assertThat(file.read(0, 10)).isEqualTo(TEN);
      assertThat(file.hasOriginalLength()).isTrue();
    }
  }

  @Test
  void aClosedFileSaysThatItIsClosed() throws IOException {
    Path path = ten();
    FileBytes file = FileBytes.open(path);
    file.close();
    assertThatThrownBy(() -> file.read(0, 1))
        .isInstanceOf(FileClosedException.class)
        .hasMessageContaining(path.toString());
    assertThatThrownBy(() -> file.readLittleEndian(0, 1)).isInstanceOf(FileClosedException.class);
    assertThatThrownBy(file::hasOriginalLength).isInstanceOf(FileClosedException.class);
  }

  @Test
  void closesMoreThanOnce() throws IOException {
    FileBytes file = FileBytes.open(ten());
    file.close();
    file.close();
    assertThat(SampleFiles.openCount(folder)).isZero();
  }

  @Test
  void readersGetATypedAnswerWhenAnotherThreadCloses() throws Exception {
    Path path = SampleFiles.writeSparse(folder.resolve("raced"), TEN, 1 << 20);
    try (ExecutorService threads = Executors.newFixedThreadPool(3)) {
      for (int round = 0; round < 40; round++) {
        FileBytes file = FileBytes.open(path);
        Future<Throwable> numbers =
            threads.submit(() -> failureOf(() -> file.readLittleEndian(3, 8)));
        Future<Throwable> ranges = threads.submit(() -> failureOf(() -> file.read(0, 1 << 20)));
        Future<Throwable> lengths = threads.submit(() -> failureOf(file::hasOriginalLength));
        Thread.yield();
        file.close();
        assertThat(numbers.get()).isInstanceOf(FileClosedException.class);
        assertThat(ranges.get()).isInstanceOf(FileClosedException.class);
        assertThat(lengths.get()).isInstanceOf(FileClosedException.class);
      }
    }
  }

  private interface Reading {
    Object read() throws IOException;
  }

  @SuppressWarnings("InfiniteLoopStatement")
  private static Throwable failureOf(Reading reading) {
    try {
      while (true) {
        reading.read();
      }
    } catch (IOException | RuntimeException | Error e) {
      return e;
    }
  }

  @Test
  void aPendingInterruptIsPutOffAndClosesNothing() throws IOException {
    Path path = ten();
    try (FileBytes file = FileBytes.open(path)) {
      Thread.currentThread().interrupt();
      assertThat(file.read(1, 2)).containsExactly(1, 2);
      assertThat(file.hasOriginalLength()).isTrue();
      assertThat(Thread.interrupted()).isTrue();
      assertThat(file.read(1, 2)).containsExactly(1, 2);
    } finally {
      Thread.interrupted();
    }
  }

  @Test
  void opensInAnInterruptedThread() throws IOException {
    Path path = ten();
    Thread.currentThread().interrupt();
    try (FileBytes file = FileBytes.open(path)) {
      assertThat(file.length()).isEqualTo(10);
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void anInterruptInTheMiddleOfAReadSaysThatTheFileIsClosed() throws IOException {
    Path path = ten();
    FakeChannel channel = FakeChannel.open(path);
    channel.trouble(byteOffset -> Thread.currentThread().interrupt());
    try (FileBytes file = channel.asFile(path)) {
      assertThatThrownBy(() -> file.read(1, 2)).isInstanceOf(FileClosedException.class);
      assertThat(Thread.interrupted()).isTrue();
    } finally {
      Thread.interrupted();
    }
  }

  @Test
  void aFailureOfTheDeviceNamesTheFile() throws IOException {
    Path path = ten();
    FakeChannel channel = FakeChannel.open(path);
    channel.trouble(
        byteOffset -> {
          throw new IOException("Input/output error");
        });
    try (FileBytes file = channel.asFile(path)) {
      assertThatThrownBy(() -> file.read(1, 2))
          .isInstanceOf(FileSystemException.class)
          .hasMessage(path + ": Input/output error");
    }
  }

  @Test
  void nothingAtThePathIsNoSuchFile() {
    assertThatThrownBy(() -> FileBytes.open(folder.resolve("none")))
        .isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void doesNotOpenAFolder() {
    assertThatThrownBy(() -> FileBytes.open(folder))
        .isInstanceOf(FileSystemException.class)
        .hasMessageContaining("it is a folder");
  }

  @Test
  void doesNotOpenTheRootOfTheFileSystem() {
    assertThatThrownBy(() -> FileBytes.open(folder.getRoot()))
        .isInstanceOf(FileSystemException.class)
        .hasMessageContaining("it is a folder");
  }

  @Test
  void examinesRangesInPlace() throws IOException {
    try (FileBytes file = FileBytes.open(ten())) {
      byte[] examined = file.examine(window -> window.bytes(3, 4).toArray(ValueLayout.JAVA_BYTE));
      assertThat(examined).containsExactly(3, 4, 5, 6);
      assertThatThrownBy(() -> file.examine(window -> window.bytes(7, 4)))
          .isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(
              () ->
                  file.examine(
                      window -> {
                        window.bytes(0, 4).set(ValueLayout.JAVA_BYTE, 0, (byte) 1);
                        return null;
                      }))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void whereTheSystemCannotMapTheFileItIsReadInstead() throws IOException {
    Path path = ten();
    try (FileBytes file = FakeChannel.open(path).asFile(path)) {
      assertThat(file.<byte[]>examine(window -> window.bytes(8, 2).toArray(ValueLayout.JAVA_BYTE)))
          .containsExactly(8, 0xf9);
      assertThatThrownBy(() -> file.examine(window -> window.bytes(9, 2)))
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
  }

  @RepeatedTest(10)
  void fileThatShrinksDuringExamineIsReported() throws Exception {
    int length = 8 << 20;
    Path path = Files.write(folder.resolve("shrinking"), new byte[length]);
    try (FileBytes file = FileBytes.open(path);
        FileChannel other = FileChannel.open(path, StandardOpenOption.WRITE)) {
      CountDownLatch begun = new CountDownLatch(1);
      Thread cutter =
          Thread.startVirtualThread(
              () -> {
                try {
                  begun.await();
                  other.truncate(4096);
                } catch (IOException | InterruptedException e) {
                  throw new IllegalStateException(e);
                }
              });
      assertThatThrownBy(
              () -> {
                for (int look = 0; look < 100_000; look++) {
                  file.examine(window -> sum(window.bytes(0, length)));
                  begun.countDown();
                }
              })
          .isInstanceOf(FileChangedException.class)
          .hasMessageContaining("byte 4,096 is missing");
      cutter.join();
    }
  }

  private static long sum(MemorySegment bytes) {
    long sum = 0;
    for (long i = 0; i < bytes.byteSize(); i += Long.BYTES) {
      sum += bytes.get(ValueLayout.JAVA_LONG_UNALIGNED, i);
    }
    return sum;
  }

  @Test
  void examineFailsIfTheFileIsClosedMeanwhile() throws IOException {
    FileBytes file = FileBytes.open(ten());
    assertThatThrownBy(
            () ->
                file.examine(
                    window -> {
                      MemorySegment bytes = window.bytes(0, 10);
                      file.close();
                      return bytes.get(ValueLayout.JAVA_BYTE, 0);
                    }))
        .isInstanceOf(FileClosedException.class);
    assertThatThrownBy(() -> file.examine(window -> window.bytes(0, 1)))
        .isInstanceOf(FileClosedException.class);
  }

  @Test
  void fileIsUnchangedIfItIsOnlyRead() throws IOException {
    try (FileBytes file = FileBytes.open(ten())) {
      file.requireUnchanged();
      file.read(0, 10);
      file.requireUnchanged();
    }
  }

  @Test
  void aFileThatIsRewrittenAtTheSameLengthIsAChangedFile() throws IOException {
    Path path = ten();
    try (FileBytes file = FileBytes.open(path)) {
      FileInterference.REWRITE.to(path);
      assertThatThrownBy(file::requireUnchanged)
          .isInstanceOf(FileChangedException.class)
          .hasMessage(
              "%s changed while it was open: another program wrote to it. Read it again when that"
                      .formatted(path)
                  + " program has finished.");
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"GROW", "SHRINK"})
  void aFileThatGrowsOrShrinksIsAChangedFile(FileInterference meddling) throws IOException {
    Path path = ten();
    try (FileBytes file = FileBytes.open(path)) {
      meddling.to(path);
      assertThatThrownBy(file::requireUnchanged)
          .isInstanceOf(FileChangedException.class)
          .hasMessageContaining("it has %d bytes now and had 10", Files.size(path));
    }
  }

  @Test
  void anotherFileAtItsPathIsNoChangeOfTheOpenFile() throws IOException {
    Path path = ten();
    try (FileBytes file = FileBytes.open(path)) {
      Path other = Files.write(folder.resolve("other"), new byte[] {42});
      Files.move(other, path, StandardCopyOption.REPLACE_EXISTING);
      file.requireUnchanged();
      Files.delete(path);
      file.requireUnchanged();
    }
  }

  @Test
  void aFileThatWasRenamedAndThenWrittenToIsAChangedFile() throws IOException {
    SampleFiles.openCount(folder);
    Path path = ten();
    try (FileBytes file = FileBytes.open(path)) {
      Path renamed = Files.move(path, folder.resolve("renamed"));
      file.requireUnchanged();
      FileInterference.REWRITE.to(renamed);
      assertThatThrownBy(file::requireUnchanged).isInstanceOf(FileChangedException.class);
    }
  }

  @Test
  void anEmptyFileIsUnchanged() throws IOException {
    try (FileBytes file = FileBytes.open(Files.createFile(folder.resolve("empty")))) {
      assertThat(file.length()).isZero();
      file.requireUnchanged();
    }
  }
}
