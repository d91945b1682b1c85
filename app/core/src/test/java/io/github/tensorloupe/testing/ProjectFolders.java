package io.github.tensorloupe.testing;

import java.nio.file.Path;
import java.util.List;

/// The folders of the project, for tests that read its sources. Surefire starts the tests of each
/// module in the folder of that module.
public final class ProjectFolders {

  private static final Path APP = Path.of("..");

  private ProjectFolders() {}

  /// The folders of the three modules.
  public static List<Path> modules() {
    return List.of(APP.resolve("core"), APP.resolve("cli"), APP.resolve("desktop"));
  }

  /// The compiled classes of each module.
  public static List<Path> classes() {
    return modules().stream().map(module -> module.resolve("target/classes")).toList();
  }

  /// The sources of the window.
  public static Path desktopSources() {
    return APP.resolve("desktop/src/main/java/io/github/tensorloupe/desktop");
  }

  /// The style sheets and texts of the window.
  public static Path desktopResources() {
    return APP.resolve("desktop/src/main/resources/io/github/tensorloupe/desktop");
  }

  /// The pages of the guide.
  public static Path docs() {
    return APP.resolve("docs");
  }

  /// The folder that holds `README.md`.
  public static Path top() {
    return APP.resolve("..");
  }
}
