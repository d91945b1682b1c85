package io.github.tensorloupe.desktop.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tensorloupe.desktop.storage.Settings.Switch;
import io.github.tensorloupe.storage.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EarlySettingsTest {

  @TempDir private Path folder;

  @Test
  void returnsStoredSettings() throws IOException {
    Settings stored =
        Settings.DEFAULT.with(
            Switch.RESTORES_SESSION, !Settings.DEFAULT.isOn(Switch.RESTORES_SESSION));
    new SettingsFile(folders()).store(stored);
    SettingsFile settings = new SettingsFile(folders());
    settings.startLoading();
    assertThat(settings.awaitLoaded()).isEqualTo(stored);
  }

  @Test
  void throwsTheReadFailure() throws IOException {
    Files.createDirectories(folders().config().orElseThrow().resolve("settings.json"));
    SettingsFile settings = new SettingsFile(folders());
    settings.startLoading();
    assertThatThrownBy(settings::awaitLoaded)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("settings.json");
  }

  private Folders folders() {
    return new Folders(Map.of("XDG_CONFIG_HOME", folder.toString()), new Properties());
  }
}
