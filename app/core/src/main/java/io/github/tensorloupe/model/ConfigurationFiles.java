package io.github.tensorloupe.model;

import module java.base;

/// The configuration files in the folder of a checkpoint, such as `config.json`. Reads each file
/// once, when it is first requested, so that all conclusions follow from the same text.
/// Thread-safe.
public final class ConfigurationFiles {

  private final Path folder;
  private final Map<String, Optional<String>> texts = new ConcurrentHashMap<>();

  ConfigurationFiles(Path folder) {
    this.folder = folder;
  }

  /// Returns the text of a file without a byte order mark, or an empty string if the file does not
  /// exist, is unreadable, or exceeds 4 MiB.
  public String text(String name) {
    return texts
        .computeIfAbsent(
            name,
            each ->
                SmallFiles.unicodeText(folder.resolve(each), SmallFiles.MAX_CONFIGURATION_BYTES))
        .orElse("");
  }

  /// Returns true if a folder entry with this name exists, readable or not.
  public boolean exists(String name) {
    return Files.exists(folder.resolve(name), LinkOption.NOFOLLOW_LINKS);
  }

  /// Returns true if a file with this name exists.
  public boolean isFile(String name) {
    return Files.isRegularFile(folder.resolve(name));
  }

  /// Returns true if a file exceeds the maximum length of a configuration.
  public boolean isTooLong(String name) {
    try {
      return Files.size(folder.resolve(name)) > SmallFiles.MAX_CONFIGURATION_BYTES;
    } catch (IOException e) {
      return true;
    }
  }
}
