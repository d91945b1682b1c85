package io.github.tensorloupe.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.model.ParallelFileOpener.Opened;
import io.github.tensorloupe.model.ParallelFileOpener.Source;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FilesOpeningTest {

  private static final Source REAL = (path, room) -> TensorFile.read(FileBytes.open(path), room);
  private static final LongPredicate ENOUGH = byteCount -> true;

  @TempDir Path folder;

  private List<Path> files(int count) throws IOException {
    List<Path> paths = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      paths.add(SampleFiles.write(folder.resolve(i + ".safetensors"), "t" + i));
    }
    return paths;
  }

  private static List<Opened> open(List<Path> paths, Source source) throws IOException {
    return ParallelFileOpener.open(paths, source, ENOUGH, Cancellation.NEVER, Progress.NONE);
  }

  private static void close(List<Opened> opened) throws IOException {
    Checkpoint.closeAll(opened.stream().flatMap(each -> each.file().stream()).toList());
  }

  @Test
  void filesAreInPathOrderForAnyThreadScheduling() throws IOException {
    List<Path> paths = files(100);
    List<Opened> opened =
        ParallelFileOpener.open(paths, REAL, ENOUGH, Cancellation.NEVER, Progress.NONE);
    assertThat(opened).extracting(Opened::path).isEqualTo(paths);
    assertThat(opened)
        .extracting(each -> each.file().orElseThrow().header().tensors().getFirst().name())
        .isEqualTo(IntStream.range(0, 100).mapToObj(i -> "t" + i).toList());
    close(opened);
    assertThat(SampleFiles.openCount(folder)).isZero();
  }

  @Test
  void severalFilesAreReadAtOnce() throws IOException {
    Assumptions.assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "one processor");
    CyclicBarrier both = new CyclicBarrier(2);
    Source meeting =
        (path, room) -> {
          await(both);
          return REAL.open(path, room);
        };
    close(open(files(2), meeting));
  }

  private static void await(CyclicBarrier barrier) throws IOException {
    try {
      barrier.await(20, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new IOException(e);
    }
  }

  @Test
  void aShardThatCannotBeReadDoesNotKeepTheOthersFromOpening() throws IOException {
    List<Path> paths = files(6);
    Source failing =
        (path, room) ->
            switch (paths.indexOf(path)) {
              case 1 -> throw new AccessDeniedException(path.toString());
              case 3 -> throw new OutOfMemoryError("for the test");
              default -> REAL.open(path, room);
            };
    List<Opened> opened = open(paths, failing);
    assertThat(opened)
        .extracting(each -> each.failure().map(finding -> finding.code()).orElse(null))
        .containsExactly(
            null, FindingCode.NO_PERMISSION, null, FindingCode.NOT_ENOUGH_MEMORY, null, null);
    assertThat(opened.get(3).failure().orElseThrow().message()).contains("3.safetensors");
    assertThat(opened.stream().filter(each -> each.file().isPresent())).hasSize(4);
    close(opened);
  }

  @Test
  void aHeaderForWhichThereIsNoRoomDoesNotKeepTheOthersFromOpening() throws IOException {
    List<Path> paths = files(3);
    SampleFiles.write(paths.get(1), "x".repeat(5000));
    List<Opened> opened =
        ParallelFileOpener.open(
            paths, REAL, byteCount -> byteCount < 5000, Cancellation.NEVER, Progress.NONE);
    assertThat(opened)
        .extracting(each -> each.failure().map(finding -> finding.code()).orElse(null))
        .containsExactly(null, FindingCode.NOT_ENOUGH_MEMORY, null);
    close(opened);
  }

  @Test
  void headersThatFitOneAfterTheOtherAreNotReadAtOnce() throws IOException {
    List<Path> paths = files(40);
    AtomicInteger reading = new AtomicInteger();
    List<Integer> atOnce = Collections.synchronizedList(new ArrayList<>());
    Source counting =
        (path, room) -> {
          TensorFile file =
              REAL.open(
                  path,
                  byteCount -> {
                    boolean fits = room.test(byteCount);
                    atOnce.add(reading.incrementAndGet());
                    return fits;
                  });
          Thread.yield();
          reading.decrementAndGet();
          return file;
        };
    List<Opened> opened =
        ParallelFileOpener.open(
            paths, counting, byteCount -> byteCount < 100, Cancellation.NEVER, Progress.NONE);
    assertThat(opened).allMatch(each -> each.file().isPresent());
    assertThat(atOnce).hasSize(40).containsOnly(1);
    close(opened);
  }

  @Test
  void progressCountsEveryFileOnceInOrder() throws IOException {
    List<Long> done = new ArrayList<>();
    close(
        ParallelFileOpener.open(
            files(50),
            REAL,
            ENOUGH,
            Cancellation.NEVER,
            (count, total) -> {
              assertThat(total).isEqualTo(50);
              done.add(count);
            }));
    assertThat(done).isEqualTo(LongStream.rangeClosed(1, 50).boxed().toList());
  }

  @Test
  void cancellingStopsAllThreadsAndClosesWhatWasOpen() throws IOException {
    List<Path> paths = files(50);
    AtomicInteger questions = new AtomicInteger();
    AtomicInteger begun = new AtomicInteger();
    Source counting =
        (path, room) -> {
          begun.incrementAndGet();
          return REAL.open(path, room);
        };
    assertThatThrownBy(
            () ->
                ParallelFileOpener.open(
                    paths,
                    counting,
                    ENOUGH,
                    () -> questions.incrementAndGet() >= 10,
                    Progress.NONE))
        .isInstanceOf(CancellationException.class);
    assertThat(begun).hasValue(9);
    assertThat(SampleFiles.openCount(folder)).isZero();
  }

  @Test
  void noFilesNeedNoThread() throws IOException {
    assertThat(ParallelFileOpener.open(List.of(), REAL, ENOUGH, Cancellation.NEVER, Progress.NONE))
        .isEmpty();
  }
}
