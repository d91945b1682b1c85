package io.github.tensorloupe.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.testing.Intercepted;
import io.github.tensorloupe.testing.SampleBytes;
import io.github.tensorloupe.testing.ShardFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The messages about attributes of a replaced file that the new file does not have.
class ExportSentencesTest {

  private static final String WARNING = "is written, but its access control list could not be kept";

  private final FileOperations disk =
      Intercepted.calls(
          FileOperations.class,
          FileOperations.ofThisComputer(),
          (name, _, call) -> {
            Object result = call.run();
            return name.equals("copyAttributes") ? List.of("access control list") : result;
          });

  @TempDir private Path folder;

  @BeforeEach
  void writeFiles() throws IOException {
    Files.write(folder.resolve("a.safetensors"), SampleBytes.floats(1));
    Files.writeString(folder.resolve("old"), "old");
  }

  private void assertWarning(String... arguments) throws IOException {
    Ran ran = Ran.on(disk, folder, arguments);

    assertThat(ran.exitCode()).as(ran.err()).isZero();
    assertThat(ran.out() + ran.err()).containsOnlyOnce(WARNING);
  }

  @Test
  void exportReportsLostAttributes() throws IOException {
    for (String format : List.of("raw", "npy", "csv", "png")) {
      assertWarning(
          "export", "--tensor=t", "--format", format, "--force", "--out=old", "a.safetensors");
    }
    Ran json =
        Ran.on(
            disk,
            folder,
            "export",
            "--json",
            "--tensor=t",
            "--format=raw",
            "--force",
            "--out=old",
            "a.safetensors");
    assertThat(json.object().get("written").asBoolean()).isTrue();
    assertThat(json.object().get("message").asText()).contains(WARNING);
  }

  @Test
  void newFileHasNoLostAttributes() {
    Ran ran =
        Ran.on(disk, folder, "export", "--tensor=t", "--format=raw", "--out=new", "a.safetensors");

    assertThat(ran.out()).contains("Wrote").doesNotContain("is written, but");
  }

  @Test
  void manifestWriteReportsLostAttributes() throws IOException {
    assertWarning("manifest", "write", "--force", "--out=old", "a.safetensors");
  }

  @Test
  void indexWriteReportsLostAttributes() throws IOException {
    Path shards = Files.createDirectory(folder.resolve("shards"));
    new ShardFolder(shards)
        .shard(1, 1, "c")
        .index("\"owner\":\"own\"", "d", ShardFolder.name(1, 1));

    assertWarning("index", "write", "--force", "--keep-old", "shards");

    assertThat(shards.resolve(ShardFolder.INDEX + ".bak")).exists();
  }
}
