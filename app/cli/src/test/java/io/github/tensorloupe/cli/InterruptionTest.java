package io.github.tensorloupe.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.testing.SampleBytes;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Ends the process in the middle of a save, as Ctrl-C does.
class InterruptionTest {

  private static final int SECONDS = 60;
  private static final int SIGNAL_INTERRUPT = 2;

  @TempDir private Path folder;

  private Process start(Class<?> program, String... arguments) throws Exception {
    List<String> command = ProcessTest.java();
    command.set(command.size() - 1, program.getName());
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command)
        .directory(folder.toFile())
        .redirectOutput(folder.resolve("output").toFile())
        .redirectError(folder.resolve("errors").toFile())
        .start();
  }

  private void awaitSign(Process process) throws Exception {
    while (Files.notExists(folder.resolve(SlowSaveProcess.SIGN))) {
      assertThat(process.isAlive()).as("it runs: %s", folder.resolve("errors")).isTrue();
      Thread.sleep(10);
    }
  }

  private static void interrupt(Process process) throws Exception {
    int exitCode =
        new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
    assertThat(exitCode).isZero();
  }

  /// Skips the test if Ctrl-C is ignored, as may be the case for background jobs of a shell and
  /// their children.
  private static void assumeInterruptsArrive() throws IOException {
    Path status = Path.of("/proc/self/status");
    if (Files.isReadable(status)) {
      try (Stream<String> lines = Files.lines(status)) {
        boolean ignored =
            lines
                .filter(line -> line.startsWith("SigIgn:"))
                .map(line -> Long.parseUnsignedLong(line.substring(7).strip(), 16))
                .anyMatch(signals -> (signals & 1 << SIGNAL_INTERRUPT - 1) != 0);
        assumeFalse(ignored, "interrupts are ignored here");
      }
    }
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void saveIsCancelledAndCleansUpBeforeTheProcessEnds() throws Exception {
    assumeInterruptsArrive();
    Path model = Files.createDirectory(folder.resolve("m"));
    Path first =
        new TensorFiles()
            .tensor("t", Dtype.U8, new byte[1_000_000], 1_000_000)
            .write(model.resolve("a.safetensors"));
    Path second = Files.copy(first, model.resolve("b.safetensors"));
    byte[] before = Files.readAllBytes(first);
    Process process =
        start(SlowSaveProcess.class, "metadata", "set", "--json", "--entry", "k=v", "m");
    try {
      awaitSign(process);
      interrupt(process);

      assertThat(process.waitFor(SECONDS, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }

    assertThat(process.exitValue()).isEqualTo(130);
    assertThat(folder.resolve("errors"))
        .content()
        .contains("a.safetensors was canceled", "b.safetensors was not processed")
        .hasLineCount(2);
    assertThat(folder.resolve("output")).content().doesNotContain("\"saved\":true").hasLineCount(2);
    try (var names = Files.list(model)) {
      assertThat(names).containsExactlyInAnyOrder(first, second);
    }
    assertThat(first).hasBinaryContent(before);
    assertThat(second).hasBinaryContent(before);
  }

  @ParameterizedTest
  @CsvSource({
    "demo .,                                          .tensorloupe-demo-",
    "metadata export --to m.json a.safetensors,       .m.json.",
    "compare --report r.html a.safetensors b.safetensors, .r.html.",
  })
  @DisabledOnOs(OS.WINDOWS)
  void terminatedWriteLeavesNoDraft(String command, String draft) throws Exception {
    for (String name : List.of("a", "b")) {
      TensorFiles file = new TensorFiles().metadata("k", name.repeat(20_000_000));
      for (int i = 0; i < 5_000; i++) {
        file.floats("tensor." + name + i, 1);
      }
      file.write(folder.resolve(name + ".safetensors"));
    }
    Process process = start(CommandLineProcess.class, command.split(" "));
    try {
      while (process.isAlive() && drafts(draft).isEmpty()) {
        Thread.onSpinWait();
      }
      process.destroy();

      assertThat(process.waitFor(SECONDS, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }

    assertThat(drafts(draft)).isEmpty();
    // The file may be complete before the signal arrives.
    assertThat(folder.resolve("errors")).content().matches("(?s)|.*Canceled\\..*");
  }

  private List<String> drafts(String prefix) {
    return Stream.of(folder.toFile().list()).filter(name -> name.startsWith(prefix)).toList();
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void scanEndsAndLeavesNothingOnTheTerminal() throws Exception {
    assumeInterruptsArrive();
    long byteCount = 1L << 40;
    Path file =
        SampleBytes.write(
            folder.resolve("a.safetensors"),
            SampleBytes.file(SampleBytes.entry("t", "U8", "[" + byteCount + "]", 0, byteCount)));
    try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
      access.setLength(Files.size(file) + byteCount);
    } catch (IOException e) {
      assumeTrue(false, "no files with holes here");
    }
    Process process = start(WatchedProcess.class, "check", "--json", "--values", "a.safetensors");
    try {
      awaitErrors(process, "/s");
      interrupt(process);

      assertThat(process.waitFor(SECONDS, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }

    assertThat(process.exitValue()).isEqualTo(130);
    assertThat(folder.resolve("errors")).content().contains("  0 % [..").endsWith("\r\u001b[K");
    assertThat(folder.resolve("output")).isEmptyFile();
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void watchEndsQuietly() throws Exception {
    assumeInterruptsArrive();
    new TensorFiles().floats("t", 1).write(folder.resolve("a.safetensors"));
    Process process = start(CommandLineProcess.class, "watch", "--json", ".");
    try {
      while (Files.size(folder.resolve("output")) == 0) {
        assertThat(process.isAlive()).as("it runs: %s", folder.resolve("errors")).isTrue();
        Thread.sleep(10);
      }
      interrupt(process);

      assertThat(process.waitFor(SECONDS, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }

    assertThat(process.exitValue()).isEqualTo(130);
    assertThat(folder.resolve("errors")).isEmptyFile();
    assertThat(folder.resolve("output")).content().hasLineCount(1);
  }

  private void awaitErrors(Process process, String text) throws Exception {
    while (!Files.readString(folder.resolve("errors")).contains(text)) {
      assertThat(process.isAlive()).as("it runs: %s", folder.resolve("errors")).isTrue();
      Thread.sleep(10);
    }
  }

  @Test
  void nothingIsCancelledWithoutASignal() {
    try (Interruption interruption = Interruption.watch()) {
      assertThat(interruption.isRequested()).isFalse();
    }
  }
}
