package io.github.tensorloupe.export;

/// A text as a JSON string.
public final class JsonText {

  private JsonText() {}

  /// A quoted string, valid in JSON and Python.
  public static String of(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char letter = text.charAt(i);
      if (letter == '"' || letter == '\\') {
        quoted.append('\\').append(letter);
      } else if (letter < ' ' || letter == 0x7f) {
        quoted.append("\\u%04x".formatted((int) letter));
      } else {
        quoted.append(letter);
      }
    }
    return quoted.append('"').toString();
  }
}
