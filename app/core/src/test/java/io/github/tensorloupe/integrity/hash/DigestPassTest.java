package io.github.tensorloupe.integrity.hash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.FileChangedException;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.testing.FileInterference;
import io.github.tensorloupe.testing.SampleBytes;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DigestPassTest {

  private static final int BLOCK = DigestPass.BLOCK_BYTES;

  @TempDir private Path folder;

  private Path file(int dataLength) throws IOException {
    byte[] data = new byte[dataLength];
    new Random(dataLength).nextBytes(data);
    return new TensorFiles()
        .tensor("t", Dtype.U8, data, data.length)
        .write(folder.resolve("a.safetensors"));
  }

  private static Map<Digested, String> all(Path path) throws IOException {
    try (TensorFile file = TensorFile.open(path)) {
      return DigestPass.of(file, EnumSet.allOf(Digested.class), Cancellation.NEVER, Progress.NONE);
    }
  }

  private static String hex(String algorithm, byte[]... parts) throws Exception {
    MessageDigest digest = MessageDigest.getInstance(algorithm);
    Arrays.stream(parts).forEach(digest::update);
    return HexFormat.of().formatHex(digest.digest());
  }

  @Test
  void onePassComputesEveryDigestForAnyBlockCount() throws Exception {
    for (int dataLength : new int[] {0, 1, BLOCK - 72, BLOCK - 71, BLOCK, 9 * BLOCK + 12345}) {
      Path path = file(dataLength);
      byte[] bytes = Files.readAllBytes(path);
      byte[] data = Arrays.copyOfRange(bytes, bytes.length - dataLength, bytes.length);
      byte[] blob = ("blob " + bytes.length + "\0").getBytes(StandardCharsets.US_ASCII);

      assertThat(all(path))
          .as("%d bytes of data", dataLength)
          .containsEntry(Digested.FILE_SHA256, hex("SHA-256", bytes))
          .containsEntry(Digested.DATA_SHA256, hex("SHA-256", data))
          .containsEntry(Digested.GIT_BLOB_SHA1, hex("SHA-1", blob, bytes));
    }
  }

  @Test
  void emptyFileIsTheEmptyBlobOfGit() throws IOException {
    assertThat(all(Files.createFile(folder.resolve("empty"))))
        .containsEntry(Digested.GIT_BLOB_SHA1, "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391")
        .containsEntry(Digested.FILE_SHA256, FileHashes.EMPTY_SHA256)
        .doesNotContainKey(Digested.DATA_SHA256);
  }

  @Test
  void dataHashIsLeftOutWhereTheHeaderDoesNotEndInsideTheFile() throws IOException {
    Path path = Files.write(folder.resolve("a"), new byte[] {9, 0, 0, 0, 0, 0, 0, 0, '{'});

    assertThat(all(path)).containsOnlyKeys(Digested.FILE_SHA256, Digested.GIT_BLOB_SHA1);
  }

  @Test
  void progressCountsTheBytesOfTheFileOnceForAllDigests() throws IOException {
    Path path = file(3 * BLOCK);
    List<Long> reports = new ArrayList<>();
    long length = Files.size(path);
    try (TensorFile file = TensorFile.open(path)) {
      DigestPass.of(
          file,
          EnumSet.allOf(Digested.class),
          Cancellation.NEVER,
          (done, total) -> {
            assertThat(total).isEqualTo(length);
            reports.add(done);
          });
    }
    assertThat(reports).containsExactly(0L, (long) BLOCK, 2L * BLOCK, 3L * BLOCK, length);
  }

  @Test
  void shrinkingFileIsReportedAndAllThreadsEnd() throws Exception {
    Path path = file(20 * BLOCK);
    try (TensorFile file = TensorFile.open(path)) {
      assertThatThrownBy(
              () ->
                  DigestPass.of(
                      file,
                      EnumSet.allOf(Digested.class),
                      Cancellation.NEVER,
                      (done, _) -> cutOff(path, done)))
          .isInstanceOf(FileChangedException.class);
    }
    assertNoDigestThreadStays();
  }

  private static void cutOff(Path path, long done) {
    if (done == 3L * BLOCK) {
      try (var channel = Files.newByteChannel(path, StandardOpenOption.WRITE)) {
        channel.truncate(done);
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  @Test
  void cancellingStopsWithinABlockAndNoThreadStays() throws Exception {
    List<Long> reports = new ArrayList<>();
    try (TensorFile file = TensorFile.open(file(50 * BLOCK))) {
      assertThatThrownBy(
              () ->
                  DigestPass.of(
                      file,
                      EnumSet.allOf(Digested.class),
                      () -> reports.size() > 10,
                      (done, _) -> reports.add(done)))
          .isInstanceOf(CancellationException.class);
    }
    assertThat(reports).hasSize(11);
    assertNoDigestThreadStays();
  }

  @Test
  void interruptedCallerGetsTheDigestAndKeepsItsInterrupt() throws Exception {
    Path path = file(20 * BLOCK);
    String expected = hex("SHA-256", Files.readAllBytes(path));
    Thread.currentThread().interrupt();
    try (TensorFile file = TensorFile.open(path)) {
      assertThat(
              DigestPass.of(file, Set.of(Digested.FILE_SHA256), Cancellation.NEVER, Progress.NONE))
          .containsEntry(Digested.FILE_SHA256, expected);
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void whatIsNoSafetensorsFileHasNoData() throws IOException {
    // The first 8 bytes would be a valid header length.
    byte[] zip = SampleBytes.file("PK", new byte[100]);
    zip[0] = 'P';
    zip[1] = 'K';
    zip[2] = 3;
    zip[3] = 4;
    Path path = Files.write(folder.resolve("a.zip"), zip);

    assertThat(all(path)).doesNotContainKey(Digested.DATA_SHA256);
  }

  /// Waits for digest threads, which may still be terminating after their work has ended.
  private static void assertNoDigestThreadStays() throws InterruptedException {
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().startsWith("tensorloupe-digest")) {
        assertThat(thread.join(Duration.ofSeconds(20))).as(thread.getName()).isTrue();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void ofAFileThatChangesWhileItIsReadThereIsNoDigest(FileInterference meddling)
      throws IOException {
    for (int dataLength : new int[] {100, 3 * BLOCK}) {
      Path path = file(dataLength);
      try (TensorFile file = TensorFile.open(path)) {
        Progress meddle =
            (done, total) -> {
              if (done == total) {
                meddling.to(path);
              }
            };

        assertThatThrownBy(
                () ->
                    DigestPass.of(file, EnumSet.allOf(Digested.class), Cancellation.NEVER, meddle))
            .isInstanceOf(FileChangedException.class);
      }
    }
  }
}
