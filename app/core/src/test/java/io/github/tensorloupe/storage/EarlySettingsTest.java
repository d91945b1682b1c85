package io.github.tensorloupe.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tensorloupe.storage.Settings.Switch;
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
  void givesWhatIsKept() throws IOException {
    Settings kept =
        Settings.DEFAULT.with(
            Switch.RESTORES_SESSION, !Settings.DEFAULT.isOn(Switch.RESTORES_SESSION));
    new SettingsFile(folders()).store(kept);
    SettingsFile settings = new SettingsFile(folders());
    settings.begin();
    assertThat(settings.begun()).isEqualTo(kept);
  }

  @Test
  void tellsWhoeverAsksWhyTheyCannotBeRead() throws IOException {
    Files.createDirectories(folders().config().orElseThrow().resolve("settings.json"));
    SettingsFile settings = new SettingsFile(folders());
    settings.begin();
    assertThatThrownBy(settings::begun)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("settings.json");
  }

  private Folders folders() {
    return new Folders(Map.of("XDG_CONFIG_HOME", folder.toString()), new Properties());
  }
}
