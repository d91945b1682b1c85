package io.github.tensorloupe.integrity.hash;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.integrity.hash.HashKind.EditEffect;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileHashesTest {

  @TempDir private Path folder;

  private static FileHashes of(Path path) throws IOException {
    try (TensorFile file = TensorFile.open(path)) {
      return FileHashes.of(file, Cancellation.NEVER, Progress.NONE);
    }
  }

  @Test
  void shortNamesAreTheBeginningsOfTheLongOnes() throws IOException {
    FileHashes hashes = of(new TensorFiles().floats("a", 1).write(folder.resolve("a.safetensors")));

    assertThat(hashes.sha256()).hasSize(64);
    assertThat(hashes.get(HashKind.AUTO_V2).orElseThrow())
        .hasSize(10)
        .isEqualTo(hashes.sha256().substring(0, 10));
    assertThat(hashes.get(HashKind.AUTO_V3).orElseThrow())
        .hasSize(12)
        .isEqualTo(hashes.dataSha256().orElseThrow().substring(0, 12));
    assertThat(hashes.get(HashKind.SSHS_MODEL_HASH)).isEqualTo(hashes.dataSha256());
  }

  @Test
  void onlyHashesThatSayTheyStayAreLeftByAnEditOfTheMetadata() throws IOException {
    float[] values = new float[0x50000];
    for (int i = 0; i < values.length; i++) {
      values[i] = i;
    }
    FileHashes before =
        of(
            new TensorFiles()
                .floats("a", values)
                .metadata("ss_tag", "1")
                .write(folder.resolve("a.safetensors")));
    FileHashes after =
        of(
            new TensorFiles()
                .floats("a", values)
                .metadata("ss_tag", "1")
                .metadata("title", "a longer header")
                .write(folder.resolve("b.safetensors")));

    for (HashKind kind : HashKind.values()) {
      boolean stays =
          kind.editEffect() == EditEffect.STAYS
              || kind.editEffect() == EditEffect.CHANGES_WITH_TRAINING_ENTRIES;
      assertThat(before.get(kind).equals(after.get(kind))).as(kind.jsonName()).isEqualTo(stays);
    }
  }

  @Test
  void cutFileHasTheHashesOfWhatIsThere() throws IOException {
    Path path = new TensorFiles().floats("a", 1, 2).write(folder.resolve("a.safetensors"));
    byte[] bytes = Files.readAllBytes(path);
    FileHashes hashes = of(Files.write(path, Arrays.copyOf(bytes, bytes.length - 3)));

    assertThat(hashes.sha256()).hasSize(64);
    assertThat(hashes.dataSha256()).isPresent();
    assertThat(hashes.sshsLegacyHash()).isEmpty();
  }

  @Test
  void otherFilesHaveTheHashOfTheFileAlone() throws IOException {
    FileHashes hashes = of(Files.writeString(folder.resolve("a.html"), "<!DOCTYPE html><html>"));

    assertThat(hashes.sha256()).hasSize(64);
    for (HashKind kind : HashKind.values()) {
      boolean isOfFile = kind == HashKind.SHA256 || kind == HashKind.AUTO_V2;
      assertThat(hashes.get(kind).isPresent()).as(kind.jsonName()).isEqualTo(isOfFile);
    }
  }
}
