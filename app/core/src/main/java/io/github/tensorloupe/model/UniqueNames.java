package io.github.tensorloupe.model;

import module java.base;

/// The names of the tensors of a file of another format. A repeated name gets a number, such as
/// `w#2`.
public final class UniqueNames {

  private final Map<String, Integer> counts = new TreeMap<>();

  public int size() {
    return counts.size();
  }

  /// Adds a name, and returns it with a number if it exists.
  public String add(String name) {
    String unique = name;
    while (counts.putIfAbsent(unique, 1) != null) {
      unique = name + "#" + counts.merge(name, 1, Integer::sum);
    }
    return unique;
  }
}
