package io.github.tensorloupe.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tensorloupe.testing.SampleBytes;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SparseFileTest {

  private static final long DATA_LENGTH = 8L << 30;
  private static final long MAX_READ_BYTES = 8L << 20;

  @TempDir Path folder;

  @Test
  void fileOf8GibibytesIsJudgedByItsHeaderAlone() throws IOException {
    byte[] header = SampleBytes.file(SampleBytes.entry("t", "F32", "[2147483648]", 0, DATA_LENGTH));
    Path file = SampleBytes.write(folder.resolve("a.safetensors"), header);
    try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
      access.setLength(header.length + DATA_LENGTH);
    } catch (IOException e) {
      assumeTrue(false, "no files with holes here");
    }
    Ran.in(folder, "check", "gone");
    long before = bytesReadByThisProcess();

    Ran check = Ran.in(folder, "check", "--json", "a.safetensors");
    Ran info = Ran.in(folder, "info", "--json", "a.safetensors");

    assertThat(bytesReadByThisProcess() - before).isLessThan(MAX_READ_BYTES);
    assertThat(check.object().get("verdict").asText()).isEqualTo("ok");
    assertThat(check.object().get("dataLength").asLong()).isEqualTo(DATA_LENGTH);
    assertThat(info.out()).contains("\"end\":8589934592}");
  }

  /// Everything this process ever read through the system, files of classes included.
  private static long bytesReadByThisProcess() throws IOException {
    Path counters = Path.of("/proc/self/io");
    assumeTrue(Files.isReadable(counters), "nobody counts what is read here");
    return Files.readAllLines(counters).stream()
        .filter(line -> line.startsWith("rchar: "))
        .mapToLong(line -> Long.parseLong(line.substring("rchar: ".length())))
        .sum();
  }
}
