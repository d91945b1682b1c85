package io.github.tensorloupe.testing;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/// Files next to the checkout, which exist only on some machines because they are too large for the
/// repository.
public final class SharedFolder {

  private static final Path FOLDER = Path.of("..", "..", "..", "shared");

  private SharedFolder() {}

  /// Returns a file of the folder. Skips the calling test if it does not exist.
  ///
  /// @param path relative to the folder, with slashes
  public static Path file(String path) {
    Path file = FOLDER.resolve(path);
    assumeTrue(Files.exists(file), () -> file + " is not on this machine");
    return file;
  }
}
