package io.github.tensorloupe.desktop.pane.help;

import module java.base;

/// Facts about the running program, for bug reports.
///
/// @param version name and version of the program
/// @param java the runtime and where it is from
/// @param javaFx version of the toolkit
/// @param system name, version and architecture
/// @param usedBytes of the heap
/// @param maxBytes that the heap may take
public record Program(
    String version, String java, String javaFx, String system, long usedBytes, long maxBytes) {

  /// The current facts.
  ///
  /// @param version name and version of the program
  public static Program now(String version) {
    Runtime runtime = Runtime.getRuntime();
    return new Program(
        version,
        property("java.runtime.version") + ", " + property("java.vendor"),
        property("javafx.runtime.version"),
        property("os.name") + " " + property("os.version") + ", " + property("os.arch"),
        runtime.totalMemory() - runtime.freeMemory(),
        runtime.maxMemory());
  }

  private static String property(String name) {
    return System.getProperty(name, "?");
  }

  /// The facts by name, always in English.
  public Map<String, String> facts() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("Program", version);
    facts.put("Java", java);
    facts.put("JavaFX", javaFx);
    facts.put("System", system);
    facts.put("Heap", mebibytes(usedBytes) + " of " + mebibytes(maxBytes) + " MiB");
    return facts;
  }

  private static String mebibytes(long bytes) {
    return Long.toString(bytes >> 20);
  }

  /// The facts as lines of text.
  public String text() {
    return facts().entrySet().stream()
        .map(entry -> entry.getKey() + ": " + entry.getValue())
        .collect(Collectors.joining("\n", "", "\n"));
  }
}
