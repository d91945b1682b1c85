package io.github.tensorloupe.config;

import module java.base;

/// A value in a configuration or of the tensors.
public sealed interface Fact {

  record Count(long value) implements Fact {

    @Override
    public String toString() {
      return Long.toString(value);
    }
  }

  /// The relation between the head and the embedding.
  ///
  /// @param value `tied` or `own` in a configuration; `absent`, `stored`, `same` or `differs` for
  ///   tensors
  record Head(String value) implements Fact {

    @Override
    public String toString() {
      return value;
    }
  }

  /// Keys of sections such as `vision_config`.
  record Keys(List<String> values) implements Fact {

    public Keys {
      values = List.copyOf(values);
    }

    @Override
    public String toString() {
      return String.join(", ", values);
    }
  }

  static Optional<Fact> of(OptionalLong value) {
    return value.isPresent() ? Optional.of(new Count(value.getAsLong())) : Optional.empty();
  }
}
