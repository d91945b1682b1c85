package io.github.tensorloupe.desktop.text;

import module java.base;

import io.github.tensorloupe.text.ProgramFacts;

/// Facts about the running program for bug reports, in English.
public final class SystemFacts {

  private SystemFacts() {}

  /// Returns facts about the program, Java and the computer, by name.
  public static SequencedMap<String, String> now() {
    Runtime runtime = Runtime.getRuntime();
    SequencedMap<String, String> facts = new LinkedHashMap<>();
    facts.put("Program", "TensorLoupe " + ProgramFacts.version());
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
