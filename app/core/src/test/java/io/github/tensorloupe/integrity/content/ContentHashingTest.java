package io.github.tensorloupe.integrity.content;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.model.BrokenFiles;
import io.github.tensorloupe.model.FileBytes;
import io.github.tensorloupe.model.FileChangedException;
import io.github.tensorloupe.model.FileClosedException;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.testing.FileInterference;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ContentHashingTest {

  private static final int LENGTH = 3_000_000;

  @TempDir private Path folder;
  private Path path;
  private final byte[] bytes = new byte[LENGTH];

  @BeforeEach
  void writeFile() throws IOException {
    new Random(1).nextBytes(bytes);
    path = Files.write(folder.resolve("a"), bytes);
  }

  private String expected(List<ByteRange> ranges) throws Exception {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    for (ByteRange range : ranges) {
      digest.update(Arrays.copyOfRange(bytes, (int) range.begin(), (int) range.end()));
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private ContentHash expectedHash(List<ByteRange> ranges) throws Exception {
    return ContentHash.ofHex(expected(ranges)).orElseThrow();
  }

  private static ByteRange randomRange(Random random) {
    int begin = random.nextInt(LENGTH + 1);
    int length = random.nextBoolean() ? random.nextInt(100) : random.nextInt(1_000_000);
    return new ByteRange(begin, Math.min(LENGTH, begin + length));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void everyPieceGetsItsHashWhateverTheNumberOfThreads(int threadCount) throws Exception {
    Random random = new Random(threadCount);
    try (FileBytes file = FileBytes.open(path)) {
      List<Extent> extents =
          IntStream.range(0, 60)
              .mapToObj(
                  i ->
                      new Extent(
                          file,
                          IntStream.range(0, i % 4).mapToObj(_ -> randomRange(random)).toList()))
              .toList();
      AtomicLong last = new AtomicLong();

      List<Content> contents =
          ContentHashing.of(
              extents,
              threadCount,
              Cancellation.NEVER,
              (done, total) -> last.accumulateAndGet(done, Math::max));

      for (int i = 0; i < extents.size(); i++) {
        assertThat(contents.get(i)).isEqualTo(expectedHash(extents.get(i).ranges()));
      }
      assertThat(last).hasValue(extents.stream().mapToLong(Extent::byteCount).sum());
    }
  }

  @Test
  void unreadableExtentIsReportedAndOthersAreHashed() throws Exception {
    try (FileBytes file = BrokenFiles.open(path, LENGTH / 2)) {
      List<Extent> extents =
          List.of(
              new Extent(file, List.of(new ByteRange(5, 9), new ByteRange(LENGTH - 10, LENGTH))),
              new Extent(file, List.of(new ByteRange(0, 10))));

      List<Content> contents = ContentHashing.of(extents, 1, Cancellation.NEVER, Progress.NONE);

      assertThat(contents.get(0)).isInstanceOf(Content.Unread.class);
      assertThat(contents.get(1)).isEqualTo(expectedHash(extents.get(1).ranges()));
    }
  }

  @ParameterizedTest
  @EnumSource
  void fileThatChangesWhileItIsReadEndsTheWork(FileInterference meddling) throws IOException {
    try (FileBytes file = FileBytes.open(path)) {
      List<Extent> extents = List.of(new Extent(file, List.of(new ByteRange(0, LENGTH - 1))));
      Progress meddle =
          (done, total) -> {
            if (done == total) {
              meddling.to(path);
            }
          };

      assertThatThrownBy(() -> ContentHashing.of(extents, 1, Cancellation.NEVER, meddle))
          .isInstanceOf(FileChangedException.class);
    }
  }

  @Test
  void piecesThatOverlapManyTimesAreNotRead() throws IOException {
    Path sparse = folder.resolve("sparse");
    try (RandomAccessFile file = new RandomAccessFile(sparse.toFile(), "rw")) {
      file.setLength(1L << 40);
    }
    try (FileBytes file = FileBytes.open(sparse)) {
      Extent whole = new Extent(file, List.of(new ByteRange(0, 1L << 40)));

      assertThatThrownBy(
              () ->
                  assertTimeoutPreemptively(
                      Duration.ofSeconds(30),
                      () ->
                          ContentHashing.of(
                              Collections.nCopies(50_000, whole),
                              1,
                              Cancellation.NEVER,
                              Progress.NONE)))
          .isInstanceOf(SentenceException.class)
          .hasMessage("The tensors overlap: their total size is many times the size of the files.");
    }
  }

  @Test
  void fileThatIsClosedEndsTheWork() throws IOException {
    FileBytes file = FileBytes.open(path);
    file.close();

    assertThatThrownBy(
            () ->
                ContentHashing.of(
                    List.of(new Extent(file, List.of(new ByteRange(0, 10)))),
                    2,
                    Cancellation.NEVER,
                    Progress.NONE))
        .isInstanceOf(FileClosedException.class);
  }

  @Test
  void cancellationIsHeededWithinAPiece() throws IOException {
    try (FileBytes file = FileBytes.open(path)) {
      AtomicInteger cancellationChecks = new AtomicInteger();

      assertThatThrownBy(
              () ->
                  ContentHashing.of(
                      List.of(new Extent(file, List.of(new ByteRange(0, LENGTH)))),
                      1,
                      () -> cancellationChecks.incrementAndGet() > 4,
                      Progress.NONE))
          .isInstanceOf(CancellationException.class);
      assertThat(cancellationChecks).hasValue(5);
    }
  }

  @Test
  void hexIsReadAndWrittenTheSame() throws Exception {
    String hex = expected(List.of(new ByteRange(0, 1)));

    assertThat(ContentHash.ofHex(hex).orElseThrow().hex()).isEqualTo(hex);
    assertThat(ContentHash.ofHex(hex.substring(1))).isEmpty();
    assertThat(ContentHash.ofHex("x" + hex.substring(1))).isEmpty();
  }
}
