package io.github.tensorloupe.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.testing.SampleBytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RepairCommandTest {

  private static final byte[] WHOLE = SampleBytes.bytes((byte) 1, (byte) 2);
  private static final byte[] TRAILING = Arrays.copyOf(WHOLE, WHOLE.length + 3);

  @TempDir private Path folder;

  private Ran run(String line) {
    return Ran.in(folder, line.split(" "));
  }

  private Path write(byte[] bytes) throws IOException {
    return Files.write(folder.resolve("m.safetensors"), bytes);
  }

  @Test
  void certainRepairIsAppliedAndReported() throws IOException {
    Path file = write(TRAILING);
    Ran ran = run("repair m.safetensors");
    assertThat(ran.exitCode()).isZero();
    assertThat(ran.out())
        .startsWith("The bytes after the last tensor, 3 bytes from byte ")
        .contains("is saved");
    assertThat(file).hasBinaryContent(WHOLE);
  }

  @Test
  void dryRunSaysWhatWouldBeChangedAndWritesNothing() throws IOException {
    Path file = write(TRAILING);
    Ran ran = run("repair m.safetensors --dry-run --json");
    assertThat(ran.exitCode()).isZero();
    assertThat(ran.out())
        .startsWith(
            "{\"path\":\"m.safetensors\",\"repair\":\"cut-trailing-bytes\",\"begin\":%d,\"end\":%d,"
                .formatted(WHOLE.length, TRAILING.length))
        .contains("\"strategy\":\"rewrite\",\"bytesToWrite\":%d,".formatted(WHOLE.length))
        .contains("\"dryRun\":true,\"saved\":false,");
    assertThat(file).hasBinaryContent(TRAILING);
  }

  @Test
  void copyLeavesTheFileAsItIsAndNeverReplacesAnotherUnasked() throws IOException {
    Path file = write(TRAILING);
    assertThat(run("repair m.safetensors --out copy").exitCode()).isZero();
    assertThat(folder.resolve("copy")).hasBinaryContent(WHOLE);
    assertThat(file).hasBinaryContent(TRAILING);

    Files.writeString(folder.resolve("copy"), "other");
    assertThat(run("repair m.safetensors --out copy").exitCode()).isEqualTo(2);
    assertThat(folder.resolve("copy")).hasContent("other");
    assertThat(run("repair m.safetensors --out copy --force").exitCode()).isZero();
    assertThat(folder.resolve("copy")).hasBinaryContent(WHOLE);
  }

  @Test
  void aCopyNeverReplacesACheckpoint() throws IOException {
    write(TRAILING);
    byte[] pickle = {(byte) 0x80, 2, '}', 'q', 0, '.'};
    Path other = Files.write(folder.resolve("other.pt"), pickle);

    Ran ran = run("repair m.safetensors --out other.pt --force");
    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains("it is a checkpoint");
    assertThat(other).hasBinaryContent(pickle);
    assertThat(run("repair m.safetensors --out m.safetensors --force").exitCode()).isZero();
  }

  @Test
  void whatIsNotCertainIsNotRepaired() throws IOException {
    write(Arrays.copyOf(WHOLE, WHOLE.length - 1));
    Ran ran = run("repair m.safetensors");
    assertThat(ran.exitCode()).isOne();
    assertThat(ran.out())
        .isEqualTo("No repair of m.safetensors is certain; nothing was written.\n");
  }

  @Test
  void fileThatLoadsNeedsNoRepair() throws IOException {
    write(WHOLE);
    Ran ran = run("repair m.safetensors --json");
    assertThat(ran.exitCode()).isZero();
    assertThat(ran.out()).contains("\"repair\":null,").contains("Nothing to repair");
  }

  @Test
  void fileThatIsNotThereIsAFailure() {
    assertThat(run("repair none --json").exitCode()).isEqualTo(2);
  }

  private void assertSavedFlag(String line, boolean isSaved, int exitCode) {
    Ran ran = run(line + " --json");
    assertThat(ran.exitCode()).as(line).isEqualTo(exitCode);
    assertThat(ran.object().get("saved").asBoolean()).as(line).isEqualTo(isSaved);
  }

  @Test
  void savedIsTrueOnlyOfWhatIsOnTheDisk() throws IOException {
    Path file = write(TRAILING);
    Files.writeString(folder.resolve("copy"), "other");
    assertSavedFlag("repair m.safetensors --dry-run", false, 0);
    assertSavedFlag("repair m.safetensors --out copy", false, 2);
    assertSavedFlag("repair none", false, 2);
    assertThat(file).hasBinaryContent(TRAILING);
    assertSavedFlag("repair m.safetensors --out copy --force", true, 0);
    assertSavedFlag("repair m.safetensors", true, 0);
    assertSavedFlag("repair m.safetensors", false, 0);
    write(Arrays.copyOf(WHOLE, WHOLE.length - 1));
    assertSavedFlag("repair m.safetensors", false, 1);
  }

  @Test
  void linksAndCachesAreChangedOnlyWhereThatIsAllowed() throws IOException {
    Path file = write(TRAILING);
    Files.createLink(folder.resolve("other"), file);
    assertSavedFlag("repair m.safetensors", false, 2);
    assertSavedFlag("repair m.safetensors --split-links", true, 0);
    assertThat(folder.resolve("other")).hasBinaryContent(TRAILING);

    Path blobs = Files.createDirectories(folder.resolve("models--a--b/blobs"));
    String name = "0".repeat(64);
    Files.write(blobs.resolve(name), TRAILING);
    assertSavedFlag("repair models--a--b/blobs/" + name, false, 2);
    assertThat(blobs.resolve(name)).hasBinaryContent(TRAILING);
    assertSavedFlag("repair models--a--b/blobs/" + name + " --edit-cache", true, 0);
    assertThat(blobs.resolve(name)).hasBinaryContent(WHOLE);
  }

  @Test
  void rangeAndCopyAreInTheObject() throws IOException {
    write(TRAILING);
    Ran ran = run("repair m.safetensors --out copy --json");
    assertThat(ran.object().get("begin").asLong()).isEqualTo(WHOLE.length);
    assertThat(ran.object().get("end").asLong()).isEqualTo(TRAILING.length);
    assertThat(ran.object().get("out").asText()).isEqualTo("copy");
  }
}
