package io.github.tensorloupe.desktop.storage;

import io.github.tensorloupe.storage.Folders;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Properties;

/// A separate process that adds entries to the library as fast as it can.
final class LibraryWriterProcess {

  private LibraryWriterProcess() {}

  /// @param arguments the settings folder, the prefix of the file names, and the number of files
  public static void main(String... arguments) throws IOException {
    note(Path.of(arguments[0]), arguments[1], Integer.parseInt(arguments[2]));
  }

  static void note(Path config, String name, int count) throws IOException {
    LibraryFile library =
        new LibraryFile(
            new Folders(Map.of("XDG_CONFIG_HOME", config.toString()), new Properties()));
    for (int i = 0; i < count; i++) {
      library.addRecent(config.resolve(name + i), Instant.EPOCH);
      library.addFolder(config.resolve(name + i));
    }
  }
}
