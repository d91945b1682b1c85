package io.github.tensorloupe.cli;

import java.util.ArrayList;
import java.util.List;

/// Parses a line of a shell, as far as the documentation uses shell syntax.
final class ShellWords {

  private ShellWords() {}

  /// Returns the words of the first command of a line, without their quotes.
  static List<String> of(String line) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    boolean hasWord = false;
    char quote = 0;
    for (char c : line.toCharArray()) {
      if (quote != 0) {
        quote = c == quote ? 0 : quote;
        if (quote != 0) {
          word.append(c);
        }
      } else if (c == '"' || c == '\'') {
        quote = c;
        hasWord = true;
      } else if (c == '|' || c == '>' || c == '&' || c == ';') {
        break;
      } else if (Character.isWhitespace(c)) {
        if (hasWord) {
          words.add(word.toString());
          word.setLength(0);
          hasWord = false;
        }
      } else {
        word.append(c);
        hasWord = true;
      }
    }
    if (hasWord) {
      words.add(word.toString());
    }
    return words;
  }
}
