package io.github.tensorloupe.foreign.pickle;

import module java.base;

/// Creates the values of a pickle that depend on the program that wrote it.
public interface PickleLoader {

  /// A loader for pickles of unknown programs: persistent ids are opaque, and no function is known.
  PickleLoader UNKNOWN = id -> new PickleValue.Opaque(PickleValue.Constant.NONE, id);

  /// Returns the value of a persistent id.
  ///
  /// @throws MalformedPickleException if the id is invalid
  PickleValue persistent(PickleValue id) throws IOException, MalformedPickleException;

  /// Returns the result of calling an allowed function, or empty if it is not known.
  default Optional<PickleValue> call(PickleGlobal function, PickleValue.Container arguments)
      throws IOException {
    return Optional.empty();
  }
}
