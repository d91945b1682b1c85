package io.github.tensorloupe.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.IoFunction;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FilePoolTest {

  @TempDir Path folder;

  /// Opens channels and counts the open ones.
  private static final class CountedChannels implements IoFunction<Path, FileChannel> {

    private final List<FileChannel> opened = Collections.synchronizedList(new ArrayList<>());
    private final AtomicInteger maxOpenCount = new AtomicInteger();

    @Override
    public FileChannel apply(Path path) throws IOException {
      FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
      opened.add(channel);
      maxOpenCount.accumulateAndGet((int) openCount(), Math::max);
      return channel;
    }

    long openCount() {
      synchronized (opened) {
        return opened.stream().filter(FileChannel::isOpen).count();
      }
    }
  }

  private final CountedChannels channels = new CountedChannels();

  /// Opens numbered files with one tensor each, whose data are the bytes 1 and 2.
  private List<TensorFile> files(int count, FilePool pool) throws IOException {
    List<TensorFile> files = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Path path = SampleFiles.write(folder.resolve(i + ".safetensors"), "t" + i);
      files.add(TensorFile.open(path, pool));
    }
    return files;
  }

  private static String nameIn(TensorFile file) throws IOException {
    byte[] head = file.bytes().read(0, 16);
    return new String(head, 10, 2);
  }

  @Test
  void ofSixHundredShardsAtMost64AreOpenAtOnce() throws IOException {
    String[] shards = new String[600];
    for (int i = 0; i < shards.length; i++) {
      shards[i] = "model-%05d-of-00600.safetensors".formatted(i + 1);
      SampleFiles.write(folder.resolve(shards[i]), "t" + i);
    }
    SampleFiles.writeIndex(folder.resolve("model.safetensors.index.json"), shards);
    try (Checkpoint checkpoint = Checkpoint.open(folder, Cancellation.NEVER, Progress.NONE)) {
      assertThat(checkpoint.files()).hasSize(600);
      assertThat(SampleFiles.openCount(folder)).isBetween(1L, 64L);
      for (TensorRef tensor : checkpoint.tensors()) {
        TensorData data = tensor.data().orElseThrow();
        assertThat(data.code(1)).isEqualTo(2);
        assertThat(data.file().<Long>examine(window -> window.bytes(0, 8).byteSize())).isEqualTo(8);
        data.file().requireUnchanged();
      }
      assertThat(SampleFiles.openCount(folder)).isBetween(1L, 64L);
    }
    assertThat(SampleFiles.openCount(folder)).isZero();
  }

  @Test
  void aFileThatHadToLeaveIsOpenedAgainWhenItIsRead() throws IOException {
    List<TensorFile> files = files(5, new FilePool(2, channels));
    assertThat(channels.openCount()).isEqualTo(2);
    for (int round = 0; round < 3; round++) {
      for (int i = 0; i < files.size(); i++) {
        assertThat(nameIn(files.get(i))).isEqualTo("t" + i);
      }
    }
    assertThat(channels.maxOpenCount).hasValue(2);
    Checkpoint.closeAll(files);
    assertThat(channels.openCount()).isZero();
  }

  @Test
  void manyThreadsReadManyFilesWithFewOpenOnes() throws Exception {
    List<TensorFile> files = files(12, new FilePool(3, channels));
    List<Future<Integer>> readers = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
      for (int i = 0; i < 8; i++) {
        readers.add(threads.submit(() -> readAtRandom(files)));
      }
    }
    for (Future<Integer> reader : readers) {
      assertThat(reader.get()).isEqualTo(400);
    }
    assertThat(channels.maxOpenCount.get()).isLessThanOrEqualTo(3);
    Checkpoint.closeAll(files);
    assertThat(channels.openCount()).isZero();
  }

  private static int readAtRandom(List<TensorFile> files) throws IOException {
    int right = 0;
    for (int i = 0; i < 400; i++) {
      int file = ThreadLocalRandom.current().nextInt(files.size());
      long length = files.get(file).bytes().length();
      right += files.get(file).bytes().readLittleEndian(length - 2, 2) == 0x0201 ? 1 : 0;
    }
    return right;
  }

  @Test
  void fileInUseIsNotClosedForAnother() throws Exception {
    CountDownLatch reading = new CountDownLatch(1);
    CountDownLatch mayEnd = new CountDownLatch(1);
    FilePool pool =
        new FilePool(
            1,
            path -> {
              FakeChannel channel = FakeChannel.open(path);
              if (path.endsWith("first")) {
                channel.trouble(
                    _ -> {
                      reading.countDown();
                      await(mayEnd);
                    });
              }
              return channel;
            });
    Path second = SampleFiles.write(folder.resolve("second"), "b");
    FileBytes first = FileBytes.open(SampleFiles.write(folder.resolve("first"), "a"), pool);
    try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
      Future<byte[]> read = threads.submit(() -> first.read(8, 4));
      reading.await();
      Future<FileBytes> other = threads.submit(() -> FileBytes.open(second, pool));
      assertThat(SampleFiles.openCount(folder)).isEqualTo(1);
      mayEnd.countDown();
      assertThat(read.get()).asString().isEqualTo("{\"a\"");
      assertThat(other.get().read(8, 4)).asString().isEqualTo("{\"b\"");
      other.get().close();
    }
    first.close();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void anotherFileAtThePathOfOneThatLeftIsNotReadInItsPlace() throws IOException {
    List<TensorFile> files = files(3, new FilePool(2, channels));
    Path path = files.getFirst().path();
    Path other = SampleFiles.write(folder.resolve("other"), "t7");
    Files.setLastModifiedTime(other, Files.getLastModifiedTime(path));
    Files.move(other, path, StandardCopyOption.REPLACE_EXISTING);
    assertThatThrownBy(() -> nameIn(files.getFirst()))
        .isInstanceOf(FileChangedException.class)
        .hasMessageContaining("the path now refers to another file");
    assertThat(nameIn(files.get(2))).isEqualTo("t2");
    Checkpoint.closeAll(files);
  }

  @Test
  void anotherHeaderInOneThatLeftIsNotReadEvenWhereItsTimeIsSetBack() throws IOException {
    List<TensorFile> files = files(3, new FilePool(2, channels));
    Path path = files.getFirst().path();
    FileTime before = Files.getLastModifiedTime(path);
    SampleFiles.write(path, "t7");
    Files.setLastModifiedTime(path, before);
    assertThatThrownBy(() -> nameIn(files.getFirst())).isInstanceOf(FileChangedException.class);
    Checkpoint.closeAll(files);
  }

  @Test
  void aDeletedFileThatLeftIsAChangedFile() throws IOException {
    List<TensorFile> files = files(3, new FilePool(2, channels));
    Files.delete(files.getFirst().path());
    assertThatThrownBy(() -> nameIn(files.getFirst())).isInstanceOf(FileChangedException.class);
    assertThatThrownBy(() -> files.getFirst().bytes().requireUnchanged())
        .isInstanceOf(FileChangedException.class);
    Checkpoint.closeAll(files);
  }

  @Test
  void afterAFailureToOpenItsPlaceIsFree() throws IOException {
    FilePool pool =
        new FilePool(
            1,
            path -> {
              if (path.endsWith("bad")) {
                throw new AccessDeniedException(path.toString());
              }
              return channels.apply(path);
            });
    Path bad = SampleFiles.write(folder.resolve("bad"), "b");
    Path good = SampleFiles.write(folder.resolve("good"), "g");
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> TensorFile.open(bad, pool))
          .isInstanceOf(AccessDeniedException.class);
    }
    try (TensorFile file = TensorFile.open(good, pool)) {
      assertThat(file.header().tensors()).hasSize(1);
    }
    assertThat(channels.openCount()).isZero();
  }

  @Test
  void aFileThatLeftCanBeClosedAndIsClosedThen() throws IOException {
    List<TensorFile> files = files(3, new FilePool(2, channels));
    files.getFirst().close();
    assertThatThrownBy(() -> nameIn(files.getFirst())).isInstanceOf(FileClosedException.class);
    assertThat(nameIn(files.get(1))).isEqualTo("t1");
    Checkpoint.closeAll(files);
    assertThat(channels.openCount()).isZero();
  }

  @Test
  void pendingInterruptNeitherClosesAFileNorPreventsReopening() throws IOException {
    List<TensorFile> files = files(3, new FilePool(1, channels));
    try {
      Thread.currentThread().interrupt();
      assertThat(nameIn(files.get(0))).isEqualTo("t0");
      assertThat(nameIn(files.get(1))).isEqualTo("t1");
      assertThat(Thread.interrupted()).isTrue();
    } finally {
      Thread.interrupted();
    }
    Checkpoint.closeAll(files);
  }
}
