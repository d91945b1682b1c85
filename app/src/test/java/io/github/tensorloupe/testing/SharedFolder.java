package io.github.tensorloupe.testing;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/// Test data that may stand beside the repository and is too large to be part of it.
public final class SharedFolder {

  private static final Path ROOT = Path.of("..", "..", "shared");

  private SharedFolder() {}

  /// A path under the folder; the calling test is skipped where it does not exist.
  public static Path require(String first, String... more) {
    Path path = ROOT.resolve(Path.of(first, more));
    Assumptions.assumeTrue(Files.exists(path), () -> "not there: " + path);
    return path;
  }
}
