package io.github.tensorloupe.testing;

import java.nio.file.Path;
import java.util.List;

/// The folders of the project, for tests that read its sources. Surefire runs the tests of each
/// module in its folder.
public final class ProjectFolders {

  private static final Path APP = Path.of("..");

  private ProjectFolders() {}

  /// Returns the folders of the three modules.
  public static List<Path> modules() {
    return List.of(APP.resolve("core"), APP.resolve("cli"), APP.resolve("desktop"));
  }

  /// Returns the folders of compiled classes of all modules.
  public static List<Path> classes() {
    return modules().stream().map(module -> module.resolve("target/classes")).toList();
  }

  /// Returns the sources of the desktop program.
  public static Path desktopSources() {
    return APP.resolve("desktop/src/main/java/io/github/tensorloupe/desktop");
  }

  /// Returns the style sheets and texts of the desktop program.
  public static Path desktopResources() {
    return APP.resolve("desktop/src/main/resources/io/github/tensorloupe/desktop");
  }

  /// Returns the folder of the guide.
  public static Path docs() {
    return APP.resolve("docs");
  }

  /// Returns the folder that contains `README.md`.
  public static Path top() {
    return APP.resolve("..");
  }
}
