package io.github.tensorloupe.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.model.ConfigurationFiles.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigurationFilesTest {

  @TempDir Path folder;

  private final Folders folders = new Folders();

  private ConfigurationFiles files(String checkpoint) {
    return folders.of(folder.resolve(checkpoint));
  }

  @Test
  void checkpointsInOneFolderShareTheFiles() throws IOException {
    Files.writeString(folder.resolve("config.json"), "{}");

    assertThat(files("a.safetensors").text("config.json")).isEqualTo("{}");
    assertThat(files("b.safetensors")).isSameAs(files("a.safetensors"));
  }

  /// As in the library, which searches the same folder while a model is downloaded.
  @Test
  void changedFilesAreReadAgain() throws IOException {
    Path config = folder.resolve("config.json");
    assertThat(files("a.safetensors").text("config.json")).isEmpty();

    Files.writeString(config, "{}");
    assertThat(files("a.safetensors").text("config.json")).isEqualTo("{}");

    Files.writeString(config, "{\"model_type\":\"llama\"}");
    assertThat(files("a.safetensors").text("config.json")).contains("llama");

    Files.delete(config);
    assertThat(files("a.safetensors").text("config.json")).isEmpty();
  }
}
