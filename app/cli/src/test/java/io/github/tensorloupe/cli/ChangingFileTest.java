package io.github.tensorloupe.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.testing.FileInterference;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Commands that read a file while another program continuously writes it. A write may miss the
/// time of reading, so each command is run until the file changes while it is read.
class ChangingFileTest {

  private static final String NAME = "a.safetensors";
  private static final String CHANGED = "changed while it was open";
  private static final int MAX_RUNS = 100;

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void writeFile() throws IOException {
    byte[] bytes = new byte[8 << 20];
    new Random(1).nextBytes(bytes);
    file =
        new TensorFiles()
            .tensor("a", Dtype.U8, bytes, bytes.length)
            .tensor("b", Dtype.U8, bytes.clone(), bytes.length)
            .write(folder.resolve(NAME));
  }

  private Ran runUntilTheFileChanges(String... arguments) throws InterruptedException {
    Thread writer =
        Thread.ofPlatform()
            .start(
                () -> {
                  while (!Thread.currentThread().isInterrupted()) {
                    FileInterference.REWRITE.to(file);
                  }
                });
    try {
      Ran ran = Ran.in(folder, arguments);
      for (int i = 1; i < MAX_RUNS && !(ran.out() + ran.err()).contains(CHANGED); i++) {
        ran = Ran.in(folder, arguments);
      }
      return ran;
    } finally {
      writer.interrupt();
      writer.join();
    }
  }

  @Test
  void hashPrintsNoHash() throws Exception {
    Ran ran = runUntilTheFileChanges("hash", "--json", NAME);

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.object().get("sha256").isNull()).isTrue();
    assertThat(ran.err()).hasLineCount(1).contains(NAME + " " + CHANGED);
  }

  @Test
  void checkOfValuesSaysSo() throws Exception {
    Ran ran = runUntilTheFileChanges("check", "--values", "--json", NAME);

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(Ran.codes(ran.object())).contains("file-changed");
  }

  @Test
  void statsPrintsNoStatistics() throws Exception {
    Ran ran = runUntilTheFileChanges("stats", "--json", "--tensor", "b", NAME);

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.object().get("count").isNull()).isTrue();
    assertThat(ran.err()).contains(CHANGED);
  }

  @Test
  void manifestIsNotWritten() throws Exception {
    Ran ran = runUntilTheFileChanges("manifest", "write", "--force", "--out", "m.json", NAME);

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.err()).contains(CHANGED);
    assertThat(ran.out()).isEmpty();
  }

  @Test
  void manifestIsNotHeldAgainstIt() throws Exception {
    assertThat(Ran.in(folder, "manifest", "write", "--out", "m.json", NAME).exitCode()).isZero();

    Ran ran = runUntilTheFileChanges("manifest", "check", "--manifest", "m.json", NAME);

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.err()).contains(CHANGED);
    assertThat(ran.out()).isEmpty();
  }

  @Test
  void duplicatesPrintsNoResult() throws Exception {
    Ran ran = runUntilTheFileChanges("duplicates", NAME);

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.err()).contains(CHANGED);
    assertThat(ran.out()).isEmpty();
  }

  @Test
  void comparePrintsNoResultAndNamesTheChangedFile() throws Exception {
    Path other = Files.copy(file, folder.resolve("b.safetensors"));
    Ran ran = runUntilTheFileChanges("compare", "--json", other.getFileName().toString(), NAME);

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.object().get("error").asText()).contains(NAME + " " + CHANGED);
  }

  @Test
  void verifyComparesNothing() throws Exception {
    String promised = "0".repeat(64) + "  " + NAME + "\n";
    Files.writeString(folder.resolve("SHA256SUMS"), promised);

    Ran ran = runUntilTheFileChanges("verify", "--json", NAME);

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.object().get("checks")).isEmpty();
    assertThat(ran.err()).contains(CHANGED);
  }

  @Test
  void exportLeavesNoFile() throws Exception {
    Ran ran =
        runUntilTheFileChanges(
            "export", NAME, "--force", "--tensor", "b", "--format", "npy", "--out", "b.npy");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains(CHANGED);
  }
}
