package io.github.tensorloupe.foreign.pickle;

import module java.base;

import io.github.tensorloupe.text.Sentence;

/// Creates the values of a pickle that depend on the program that wrote it.
public interface PickleLoader {

  /// A loader for pickles without persistent ids, which knows no functions.
  PickleLoader NONE =
      new PickleLoader() {
        @Override
        public PickleValue persistent(PickleValue id) throws MalformedPickleException {
          throw new MalformedPickleException(
              Sentence.of("it refers to data outside of the pickle"));
        }
      };

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
