package io.github.tensorloupe.ui.error;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// What runs here, one line each, in English: it is for whoever gets a report.
public final class ProgramFacts {

  private static final String VERSION = "/io/github/tensorloupe/cli/version.txt";

  private ProgramFacts() {}

  /// The program, Java and the computer of this process.
  public static List<String> lines() {
    return List.of(
        "TensorLoupe " + version(),
        "Java %s (%s), JavaFX %s"
            .formatted(
                property("java.runtime.version"),
                property("java.vendor"),
                property("javafx.runtime.version")),
        "%s %s %s, %d processors, %d of %d MB heap used"
            .formatted(
                property("os.name"),
                property("os.version"),
                property("os.arch"),
                Runtime.getRuntime().availableProcessors(),
                megabytes(Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory()),
                megabytes(Runtime.getRuntime().maxMemory())));
  }

  private static String version() {
    try (InputStream resource = ProgramFacts.class.getResourceAsStream(VERSION)) {
      return resource == null
          ? "of unknown version"
          : new String(resource.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      return "of unknown version";
    }
  }

  private static String property(String name) {
    return System.getProperty(name, "unknown");
  }

  private static long megabytes(long byteCount) {
    return byteCount >> 20;
  }
}
