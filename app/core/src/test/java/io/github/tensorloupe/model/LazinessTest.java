package io.github.tensorloupe.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Checks that the cost of opening a file depends on its header, not on its length.
class LazinessTest {

  @TempDir Path folder;

  private static long bytesReadToOpen(Path path) throws IOException {
    FakeChannel channel = FakeChannel.open(path);
    try (TensorFile file = TensorFile.read(channel.asFile(path), byteCount -> true)) {
      assertThat(file.isRefused()).isFalse();
      return channel.bytesRead();
    }
  }

  @Test
  void openingReadsAsMuchOfALargeFileAsOfASmallOne() throws IOException {
    // Both headers have the same length.
    Path small = SampleFiles.writeSparse(folder.resolve("small"), 1_000_000_000L);
    Path large = SampleFiles.writeSparse(folder.resolve("large"), 9_000_000_000L);
    assertThat(bytesReadToOpen(large)).isEqualTo(bytesReadToOpen(small));
  }

  @Test
  void openingReadsTheFirst4KiBAndTheHeader() throws IOException {
    Path path = SampleFiles.writeSparse(folder.resolve("large"), 8L << 30);
    long headerLength = Files.size(path) - 8 - (8L << 30);
    assertThat(bytesReadToOpen(path)).isEqualTo(4096 + headerLength);
  }

  @Test
  void aFileThatBeginsWithZerosIsOnlySampled() throws IOException {
    Path path = SampleFiles.writeSparse(folder.resolve("zeros"), new byte[0], 8L << 30);
    FakeChannel channel = FakeChannel.open(path);
    try (TensorFile file = TensorFile.read(channel.asFile(path), byteCount -> true)) {
      assertThat(file.kind()).isEqualTo(FileKind.UNKNOWN);
      assertThat(channel.bytesRead()).isLessThanOrEqualTo(70 * 4096);
    }
  }

  @Test
  void openingReadsFewBytesFromTheSystem() throws IOException {
    Path path = SampleFiles.writeSparse(folder.resolve("large"), 8L << 30);
    Path counters = Path.of("/proc/self/io");
    assumeTrue(Files.isReadable(counters), "the system counts no bytes");
    TensorFile.open(path).close();
    long before = bytesReadByThisProcess(counters);
    TensorFile.open(path).close();
    assertThat(bytesReadByThisProcess(counters) - before).isLessThan(64 << 10);
  }

  private static long bytesReadByThisProcess(Path counters) throws IOException {
    String line = Files.readAllLines(counters).getFirst();
    assertThat(line).startsWith("rchar: ");
    return Long.parseLong(line.substring("rchar: ".length()));
  }

  @Test
  void aSmallHeapOpensAFileOf100GbAndReadsItsLastElement() throws Exception {
    Path path = SampleFiles.writeSparse(folder.resolve("huge.safetensors"), 100_000_000_000L);
    assertThat(TestJvm.run("128m", LastElement.class, path.toString()))
        .isEqualTo("1 tensor, 100000000000 bytes, the last is 7");
  }

  /// Prints the last element of the last tensor of a file.
  static final class LastElement {
    private LastElement() {}

    public static void main(String[] arguments) throws IOException {
      try (TensorFile file = TensorFile.open(Path.of(arguments[0]))) {
        TensorData last = file.data(file.header().tensors().getLast()).orElseThrow();
        System.out.printf(
            "%d tensor, %d bytes, the last is %d",
            file.header().tensors().size(),
            last.range().byteCount(),
            last.file().readLittleEndian(last.range().end() - 1, 1));
      }
    }
  }
}
