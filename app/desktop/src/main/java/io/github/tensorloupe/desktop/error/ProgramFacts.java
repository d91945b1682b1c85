package io.github.tensorloupe.desktop.error;

import module java.base;

import io.github.tensorloupe.text.ProgramVersion;

/// Facts about the running program, one line each, in English: it is for whoever gets a report.
public final class ProgramFacts {

  private ProgramFacts() {}

  /// The program, Java and the computer of this process.
  public static List<String> lines() {
    return List.of(
        "TensorLoupe " + ProgramVersion.text(),
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

  private static String property(String name) {
    return System.getProperty(name, "unknown");
  }

  private static long megabytes(long byteCount) {
    return byteCount >> 20;
  }
}
