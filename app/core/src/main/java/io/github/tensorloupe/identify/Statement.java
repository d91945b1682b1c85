package io.github.tensorloupe.identify;

import module java.base;

/// One thing that can be said of a checkpoint, with the reason for it.
///
/// @param topic what it is about
/// @param value for a person; parts of it may come from the file and are as unsafe to show
/// @param number the same as a number, where it is one
/// @param evidence what led to it; empty only where it sums up all tensors, or says that nothing is
///   known
public record Statement(Topic topic, String value, OptionalLong number, List<Evidence> evidence) {

  public Statement {
    Objects.requireNonNull(topic);
    Objects.requireNonNull(value);
    Objects.requireNonNull(number);
    evidence = List.copyOf(evidence);
  }

  static Statement of(Topic topic, String value, List<Evidence> evidence) {
    return new Statement(topic, value, OptionalLong.empty(), evidence);
  }

  static Statement of(Topic topic, String value, long number, List<Evidence> evidence) {
    return new Statement(topic, value, OptionalLong.of(number), evidence);
  }

  /// The value on one line, for where there is no room for more; as unsafe to show as it stands.
  public String oneLine() {
    return value.strip().replaceAll("\\s*\\R\\s*", " ");
  }
}
