package io.github.tensorloupe.text;

import module java.base;

/// Facts about the running program for bug reports, in English.
public final class ProgramFacts {

  private ProgramFacts() {}

  /// Returns the version, such as `0.1.0-SNAPSHOT`.
  public static String version() {
    try (InputStream resource = ProgramFacts.class.getResourceAsStream("version.txt")) {
      return new String(resource.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Returns facts about the program, Java and the computer, by name.
  public static SequencedMap<String, String> now() {
    Runtime runtime = Runtime.getRuntime();
    SequencedMap<String, String> facts = new LinkedHashMap<>();
    facts.put("Program", "TensorLoupe " + version());
    facts.put("Java", property("java.runtime.version") + ", " + property("java.vendor"));
    facts.put("JavaFX", property("javafx.runtime.version"));
    facts.put(
        "System",
        "%s %s, %s, %d processors"
            .formatted(
                property("os.name"),
                property("os.version"),
                property("os.arch"),
                runtime.availableProcessors()));
    facts.put(
        "Heap",
        "%d of %d MiB"
            .formatted(
                (runtime.totalMemory() - runtime.freeMemory()) >> 20, runtime.maxMemory() >> 20));
    return facts;
  }

  private static String property(String name) {
    return System.getProperty(name, "?");
  }

  public static List<String> lines() {
    return now().entrySet().stream().map(fact -> fact.getKey() + ": " + fact.getValue()).toList();
  }
}
