package io.github.tensorloupe.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.testing.FineTunedPair;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompareReportTest {

  @TempDir private Path folder;

  @BeforeEach
  void writePair() throws IOException {
    FineTunedPair.write(folder);
  }

  private Ran run(String line) {
    return Ran.in(folder, line.split(" "));
  }

  @Test
  void reportIsWrittenInAdditionToThePrintedOutput() {
    Ran ran = run("compare base.safetensors tuned.safetensors --report diff.html");

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.out()).contains("28 of 291 tensors differ").endsWith("Wrote diff.html\n");
    assertThat(folder.resolve("diff.html")).content().startsWith("<!DOCTYPE html>");
  }

  @Test
  void linesOfJsonStayAsTheyAreWithoutAReport() {
    assertThat(run("compare base.safetensors tuned.safetensors --report diff.html --json").out())
        .isEqualTo(run("compare base.safetensors tuned.safetensors --json").out());
  }

  @Test
  void pageThatIsThereIsReplacedOnlyByForce() throws IOException {
    Path page = Files.writeString(folder.resolve("diff.html"), "old");

    Ran refused = run("compare base.safetensors tuned.safetensors --report diff.html");
    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err()).contains("diff.html already exists").contains("--force");
    assertThat(refused.out()).isEmpty();
    assertThat(page).hasContent("old");

    run("compare base.safetensors tuned.safetensors --report diff.html --force");
    assertThat(page).content().startsWith("<!DOCTYPE html>");
  }

  @Test
  void comparedFileIsNeverReplaced() throws IOException {
    byte[] before = Files.readAllBytes(folder.resolve("base.safetensors"));

    Ran ran = run("compare base.safetensors tuned.safetensors --report base.safetensors --force");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(Files.readAllBytes(folder.resolve("base.safetensors"))).isEqualTo(before);
  }

  @Test
  void reportIsOfTwoPaths() {
    assertThat(run("compare base.safetensors tuned.safetensors base.safetensors --report x").err())
        .contains("'--report' is for two paths");
    assertThat(run("compare base.safetensors tuned.safetensors --force").err())
        .contains("'--force' is for --report");
  }
}
