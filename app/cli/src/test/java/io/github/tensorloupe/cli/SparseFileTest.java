package io.github.tensorloupe.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tensorloupe.testing.FinishedProcess;
import io.github.tensorloupe.testing.SampleBytes;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SparseFileTest {

  private static final long DATA_LENGTH = 8L << 30;
  private static final long MAX_READ_BYTES = 8L << 20;

  @TempDir Path folder;

  /// Writes a file whose data are all holes.
  private Path writeHoles(String header, long dataLength) throws IOException {
    byte[] beforeData = SampleBytes.file(header);
    Path file = SampleBytes.write(folder.resolve("a.safetensors"), beforeData);
    try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
      access.setLength(beforeData.length + dataLength);
    } catch (IOException e) {
      assumeTrue(false, "no files with holes here");
    }
    return file;
  }

  @Test
  void fileOf8GibibytesIsJudgedByItsHeaderAlone() throws IOException {
    writeHoles(SampleBytes.entry("t", "F32", "[2147483648]", 0, DATA_LENGTH), DATA_LENGTH);
    Ran.in(folder, "check", "gone");
    long before = bytesReadByThisProcess();

    Ran check = Ran.in(folder, "check", "--json", "a.safetensors");
    Ran info = Ran.in(folder, "info", "--json", "a.safetensors");

    assertThat(bytesReadByThisProcess() - before).isLessThan(MAX_READ_BYTES);
    assertThat(check.object().get("verdict").asText()).isEqualTo("ok");
    assertThat(check.object().get("dataLength").asLong()).isEqualTo(DATA_LENGTH);
    assertThat(info.out()).contains("\"end\":8589934592}");
  }

  @Test
  void valuesOfAFileLargerThanTheHeapAreRead() throws Exception {
    Path file = writeHoles(SampleBytes.entry("t", "F32", "[268435456]", 0, 1L << 30), 1L << 30);
    try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
      access.seek(access.length() - 4);
      access.write(new byte[] {0, 0, (byte) 0xc0, 0x7f});
    }
    // A gigabyte is enough for the C2 compiler to pay off.
    List<String> command = ProcessTest.java("-Xmx64m", "-XX:TieredStopAtLevel=4");
    command.addAll(List.of("check", "--json", "--values", "a.safetensors"));

    FinishedProcess process = FinishedProcess.of(folder, Map.of(), command);

    Ran ran = new Ran(process.exitCode(), process.output(), process.errors());
    assertThat(ran.err()).isEmpty();
    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(Ran.codes(ran.object())).containsSubsequence("nan", "zero-pages");
  }

  /// Returns the bytes that this process has read through the system, including class files.
  private static long bytesReadByThisProcess() throws IOException {
    Path counters = Path.of("/proc/self/io");
    assumeTrue(Files.isReadable(counters), "nobody counts what is read here");
    return Files.readAllLines(counters).stream()
        .filter(line -> line.startsWith("rchar: "))
        .mapToLong(line -> Long.parseLong(line.substring("rchar: ".length())))
        .sum();
  }
}
