package io.github.tensorloupe.integrity.hash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.testing.SampleBytes;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataHashTest {

  private static final int BLOCK = 1 << 20;

  @TempDir private Path folder;

  private static byte[] randomBytes(int count) {
    byte[] bytes = new byte[count];
    new Random(5).nextBytes(bytes);
    return bytes;
  }

  private Path file(byte[] data) throws IOException {
    return new TensorFiles()
        .metadata("k", "v")
        .tensor("t", Dtype.U8, data, data.length)
        .write(folder.resolve("a.safetensors"));
  }

  private static String hash(Path path) throws IOException {
    try (TensorFile file = TensorFile.open(path)) {
      return DigestPass.ofData(file, Cancellation.NEVER, Progress.NONE);
    }
  }

  private static String expected(byte[] data) throws Exception {
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(data));
  }

  @Test
  void hashIsOverTheDataAloneWhateverTheNumberOfBlocks() throws Exception {
    for (int count : new int[] {1, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK + 3}) {
      byte[] data = randomBytes(count);

      assertThat(hash(file(data))).as("%d bytes", count).isEqualTo(expected(data));
    }
  }

  @Test
  void emptyDataHaveTheHashOfNothing() throws Exception {
    Path file = SampleBytes.write(folder.resolve("a"), SampleBytes.file("{}"));

    assertThat(hash(file)).isEqualTo(expected(new byte[0]));
  }

  @Test
  void bytesAfterTheLastTensorAreHashed() throws Exception {
    Path file = SampleBytes.write(folder.resolve("a"), SampleBytes.file("{}", (byte) 1, (byte) 2));

    assertThat(hash(file)).isEqualTo(expected(new byte[] {1, 2}));
  }

  @Test
  void fileWithoutDataBufferIsRefused() throws Exception {
    Path path = Files.write(folder.resolve("a"), new byte[] {9, 0, 0, 0, 0, 0, 0, 0, '{'});

    try (TensorFile file = TensorFile.open(path)) {
      assertThatThrownBy(() -> DigestPass.ofData(file, Cancellation.NEVER, Progress.NONE))
          .isInstanceOf(FileSystemException.class)
          .hasMessageContaining("does not end inside the file");
    }
  }

  @Test
  void cancellationIsHeededAfterEveryBlock() throws Exception {
    AtomicInteger cancellationChecks = new AtomicInteger();
    List<Long> reports = new ArrayList<>();
    try (TensorFile file = TensorFile.open(file(randomBytes(5 * BLOCK)))) {
      assertThatThrownBy(
              () ->
                  DigestPass.ofData(
                      file,
                      () -> cancellationChecks.incrementAndGet() > 2,
                      (done, total) -> reports.add(done)))
          .isInstanceOf(CancellationException.class);
    }
    assertThat(reports).containsExactly(0L, (long) BLOCK, 2L * BLOCK);
  }

  @Test
  void progressRunsFromZeroToTheDataLength() throws Exception {
    List<String> reports = new ArrayList<>();
    try (TensorFile file = TensorFile.open(file(randomBytes(BLOCK + 1)))) {
      DigestPass.ofData(file, Cancellation.NEVER, (done, total) -> reports.add(done + "/" + total));
    }
    assertThat(reports).containsExactly("0/1048577", "1048576/1048577", "1048577/1048577");
  }
}
