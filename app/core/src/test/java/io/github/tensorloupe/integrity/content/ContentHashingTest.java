package io.github.tensorloupe.integrity.content;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.model.BrokenFiles;
import io.github.tensorloupe.model.FileBytes;
import io.github.tensorloupe.model.FileChangedException;
import io.github.tensorloupe.model.FileClosedException;
import io.github.tensorloupe.testing.Meddling;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
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
      AtomicReferenceArray<ContentHash> hashes = new AtomicReferenceArray<>(extents.size());
      AtomicLong last = new AtomicLong();

      new ContentHashing(threadCount)
          .run(
              extents,
              hashes::set,
              Cancellation.NEVER,
              (done, total) -> last.accumulateAndGet(done, Math::max));

      for (int i = 0; i < extents.size(); i++) {
        assertThat(hashes.get(i).hex()).isEqualTo(expected(extents.get(i).ranges()));
      }
      assertThat(last).hasValue(extents.stream().mapToLong(Extent::byteCount).sum());
    }
  }

  @Test
  void pieceThatCannotBeReadIsToldAndTheOthersAreHashed() throws Exception {
    try (FileBytes file = BrokenFiles.open(path, LENGTH / 2)) {
      List<Extent> extents =
          List.of(
              new Extent(file, List.of(new ByteRange(5, 9), new ByteRange(LENGTH - 10, LENGTH))),
              new Extent(file, List.of(new ByteRange(0, 10))));
      AtomicReferenceArray<Object> told = new AtomicReferenceArray<>(2);
      ContentHashing.Results results =
          new ContentHashing.Results() {
            @Override
            public void hashed(int index, ContentHash hash) {
              told.set(index, hash.hex());
            }

            @Override
            public void failed(int index, IOException failure) {
              told.set(index, failure);
            }
          };

      new ContentHashing(1).run(extents, results, Cancellation.NEVER, Progress.NONE);

      assertThat(told.get(0)).isInstanceOf(IOException.class);
      assertThat(told.get(1)).isEqualTo(expected(extents.get(1).ranges()));
    }
  }

  @ParameterizedTest
  @EnumSource
  void fileThatChangesWhileItIsReadEndsTheWork(Meddling meddling) throws IOException {
    try (FileBytes file = FileBytes.open(path)) {
      List<Extent> extents = List.of(new Extent(file, List.of(new ByteRange(0, LENGTH - 1))));
      Progress meddle =
          (done, total) -> {
            if (done == total) {
              meddling.to(path);
            }
          };

      assertThatThrownBy(
              () -> new ContentHashing(1).run(extents, (_, _) -> {}, Cancellation.NEVER, meddle))
          .isInstanceOf(FileChangedException.class);
    }
  }

  @Test
  void fileThatIsClosedEndsTheWork() throws IOException {
    FileBytes file = FileBytes.open(path);
    file.close();

    assertThatThrownBy(
            () ->
                new ContentHashing(2)
                    .run(
                        List.of(new Extent(file, List.of(new ByteRange(0, 10)))),
                        (_, _) -> {},
                        Cancellation.NEVER,
                        Progress.NONE))
        .isInstanceOf(FileClosedException.class);
  }

  @Test
  void cancellationIsHeededWithinAPiece() throws IOException {
    try (FileBytes file = FileBytes.open(path)) {
      AtomicInteger asked = new AtomicInteger();

      assertThatThrownBy(
              () ->
                  new ContentHashing(1)
                      .run(
                          List.of(new Extent(file, List.of(new ByteRange(0, LENGTH)))),
                          (_, _) -> {},
                          () -> asked.incrementAndGet() > 4,
                          Progress.NONE))
          .isInstanceOf(CancellationException.class);
      assertThat(asked).hasValue(5);
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
