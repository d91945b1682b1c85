package io.github.tensorloupe.storage;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Properties;

/// A process of its own that notes what it has opened, as fast as it can.
final class NotingProcess {

  private NotingProcess() {}

  /// @param arguments the folder for what is chosen, the name of the files, and how many there are
  public static void main(String... arguments) throws IOException {
    note(Path.of(arguments[0]), arguments[1], Integer.parseInt(arguments[2]));
  }

  static void note(Path config, String name, int count) throws IOException {
    LibraryFile library =
        new LibraryFile(
            new Folders(Map.of("XDG_CONFIG_HOME", config.toString()), new Properties()));
    for (int i = 0; i < count; i++) {
      library.opened(config.resolve(name + i), Instant.EPOCH);
      library.addFolder(config.resolve(name + i));
    }
  }
}
