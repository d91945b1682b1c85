package io.github.tensorloupe.desktop.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.storage.Settings.Switch;
import io.github.tensorloupe.storage.AtomicFile;
import io.github.tensorloupe.storage.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Verifies with events of the JDK that files are forced to disk before they get their final names.
class ForcedFilesTest {

  private static final String FORCE = "jdk.FileForce";

  private interface Step {
    void run() throws IOException;
  }

  @TempDir Path folder;
  @TempDir Path recordings;

  private List<Path> forcedBy(Step step) throws IOException {
    Path events = recordings.resolve("events.jfr");
    try (Recording recording = new Recording()) {
      recording.enable(FORCE).withoutThreshold();
      recording.start();
      step.run();
      recording.stop();
      recording.dump(events);
    }
    return RecordingFile.readAllEvents(events).stream()
        .filter(event -> event.getEventType().getName().equals(FORCE))
        .map(ForcedFilesTest::pathOf)
        // On Linux, drafts are opened by their handles.
        .filter(path -> path.startsWith(folder) || path.startsWith("/proc/self/fd"))
        .toList();
  }

  private static Path pathOf(RecordedEvent event) {
    return Path.of(event.getString("path"));
  }

  private Folders folders() {
    return new Folders(Map.of("XDG_CONFIG_HOME", folder.toString()), new Properties());
  }

  private void assertForcedAsDraft(Step step) throws IOException {
    assertThat(forcedBy(step)).hasSize(1).noneMatch(path -> path.toString().endsWith(".json"));
  }

  @Test
  void settingsReachTheDiskBeforeTheyGetTheirName() throws IOException {
    assertForcedAsDraft(
        () ->
            new SettingsFile(folders())
                .store(Settings.DEFAULT.with(Switch.SCAN_AUTOMATICALLY, false)));
  }

  @Test
  void whatWasOpenedReachesTheDiskBeforeItGetsItsName() throws IOException {
    assertForcedAsDraft(
        () -> new LibraryFile(folders()).addRecent(folder.resolve("a"), Instant.EPOCH));
  }

  @Test
  void whatCanBeFoundOutAgainIsNotWaitedFor() throws IOException {
    Path file = folder.resolve("scan");

    assertThat(forcedBy(() -> AtomicFile.write(file, false, out -> out.write(1)))).isEmpty();
    assertThat(Files.size(file)).isEqualTo(1);
  }
}
