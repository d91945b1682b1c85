package io.github.tensorloupe.testing;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/// Files that lie beside the checkout on some machines and are too many to keep in it.
public final class SharedFolder {

  private static final Path FOLDER = Path.of("..", "..", "..", "shared");

  private SharedFolder() {}

  /// A file of the folder; the calling test is skipped where it is missing.
  ///
  /// @param path below the folder, with slashes
  public static Path file(String path) {
    Path file = FOLDER.resolve(path);
    assumeTrue(Files.exists(file), () -> file + " is not on this machine");
    return file;
  }
}
