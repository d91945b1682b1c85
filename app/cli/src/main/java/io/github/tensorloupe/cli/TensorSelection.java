package io.github.tensorloupe.cli;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The tensors that were asked for by name, and which of them have turned up.
final class TensorSelection {

  private final List<String> names;
  private final Set<String> found = new HashSet<>();

  /// @param names what was asked for; all tensors if there is none
  TensorSelection(List<String> names) {
    this.names = List.copyOf(names);
  }

  /// Whether the tensor was asked for; remembers that it turned up.
  boolean takes(String name) {
    if (names.isEmpty()) {
      return true;
    }
    boolean wanted = names.contains(name);
    if (wanted) {
      found.add(name);
    }
    return wanted;
  }

  /// The names that did not turn up, in the order they were asked for.
  List<String> missing() {
    return names.stream().filter(name -> !found.contains(name)).distinct().toList();
  }
}
