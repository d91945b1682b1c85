package io.github.tensorloupe.format;

import io.github.tensorloupe.text.Sentence;

/// Passes over values that nobody reads. They must be strict JSON all the same, within the limits
/// of the reference library on nesting and on numbers.
final class JsonSkipper {

  /// The most objects and arrays that may stand inside one another.
  static final int MAX_DEPTH = 127;

  private final JsonCursor json;

  JsonSkipper(JsonCursor json) {
    this.json = json;
  }

  /// Passes over the value that comes next.
  ///
  /// @param depth how many objects and arrays stand around it
  void passValue(int depth) throws HeaderSyntaxException {
    switch (json.peek()) {
      case '{' -> passObject(deeper(depth));
      case '[' -> passArray(deeper(depth));
      case '"' -> json.passString();
      case 't' -> json.passWord("true");
      case 'f' -> json.passWord("false");
      case 'n' -> json.passWord("null");
      case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> json.passNumber();
      default -> throw json.error("a value");
    }
  }

  private int deeper(int depth) throws HeaderSyntaxException {
    if (depth >= MAX_DEPTH) {
      throw json.error(Sentence.of("at most {0} objects and arrays inside one another", MAX_DEPTH));
    }
    return depth + 1;
  }

  private void passObject(int depth) throws HeaderSyntaxException {
    json.skip(1);
    if (json.take('}')) {
      return;
    }
    do {
      if (json.peek() != '"') {
        throw json.error("a name in quotes");
      }
      json.passString();
      json.expect(':', "':' behind a name");
      passValue(depth);
    } while (json.take(','));
    json.expect('}', "',' or '}'");
  }

  private void passArray(int depth) throws HeaderSyntaxException {
    json.skip(1);
    if (json.take(']')) {
      return;
    }
    do {
      passValue(depth);
    } while (json.take(','));
    json.expect(']', "',' or ']'");
  }
}
