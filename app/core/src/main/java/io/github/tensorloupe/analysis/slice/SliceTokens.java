package io.github.tensorloupe.analysis.slice;

import module java.base;

/// What was typed, taken apart at its commas.
///
/// @param tokens what stands between the commas; a comma at the end is followed by none
/// @param bracketed whether there is a bracket at an end
record SliceTokens(List<Token> tokens, boolean bracketed) {

  /// What stands between two commas.
  ///
  /// @param text without spaces around it; empty where there is nothing
  /// @param character where it begins, from 1
  record Token(String text, int character) {}

  static SliceTokens of(String text) {
    int begin = skipSpaces(text, 0);
    int end = begin + text.substring(begin).stripTrailing().length();
    boolean opened = begin < end && text.charAt(begin) == '[';
    boolean closed = begin < end && text.charAt(end - 1) == ']';
    begin += opened ? 1 : 0;
    end = Math.max(begin, closed ? end - 1 : end);
    List<Token> tokens = new ArrayList<>();
    for (int at = skipSpaces(text, begin); at < end; at = skipSpaces(text, at)) {
      int comma = text.indexOf(',', at);
      int stop = comma < 0 || comma > end ? end : comma;
      tokens.add(new Token(text.substring(at, stop).strip(), at + 1));
      at = stop + 1;
    }
    return new SliceTokens(List.copyOf(tokens), opened || closed);
  }

  private static int skipSpaces(String text, int from) {
    int at = from;
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    return at;
  }
}
