package io.github.tensorloupe.foreign.numpy;

import module java.base;

import io.github.tensorloupe.foreign.numpy.NpyHeader.MalformedException;
import io.github.tensorloupe.format.DisplayText;

/// A parser of the Python dictionary in the header of a `.npy` file. Evaluates nothing.
final class NpyLiteral {

  private static final String WHITE_SPACE = " \t\n\r\f";
  private static final Pattern STRING = Pattern.compile("'[^'\\\\\n\r]*+'|\"[^\"\\\\\n\r]*+\"");
  private static final Pattern INTEGER = Pattern.compile("(0|[1-9][0-9]{0,18})L?");
  private static final Pattern WORD = Pattern.compile("[A-Za-z]{1,9}");

  /// Types of records have lists of tuples, which can contain further types.
  private static final int MAX_DEPTH = 100;

  private static final int SHOWN_CHARACTERS = 24;

  private final String text;
  private int at;
  private String descr;
  private Boolean isFortran;
  private long[] shape;

  NpyLiteral(String text) {
    this.text = text;
  }

  /// Returns the type string, or the text of a list.
  String descr() {
    return descr;
  }

  boolean isFortran() {
    return isFortran;
  }

  long[] shape() {
    return shape;
  }

  /// Parses the whole text.
  void read() throws MalformedException {
    require('{');
    Set<String> keys = new HashSet<>();
    while (!accepts('}')) {
      String key = string();
      if (!keys.add(key)) {
        throw unexpected("descr, fortran_order, shape", key);
      }
      require(':');
      switch (key) {
        case "descr" -> descr = peek() == '[' ? records() : string();
        case "fortran_order" -> isFortran = bool();
        case "shape" -> shape = tuple();
        default -> throw unexpected("descr, fortran_order, shape", key);
      }
      if (!accepts(',')) {
        require('}');
        break;
      }
    }
    if (descr == null || isFortran == null || shape == null) {
      throw unexpected("descr, fortran_order, shape", text);
    }
    if (peek() != 0 || at < text.length()) {
      throw unexpected();
    }
  }

  static MalformedException unexpected(String expected, String actual) {
    return new MalformedException(
        "The header of the NumPy array is invalid: expected {0}, found \"{1}\".",
        expected, DisplayText.of(actual, SHOWN_CHARACTERS));
  }

  private MalformedException unexpected() {
    return new MalformedException(
        "The header of the NumPy array is not a valid dictionary: unexpected \"{0}\" at character"
            + " {1}.",
        DisplayText.of(text.substring(at), SHOWN_CHARACTERS), at);
  }

  /// Returns the next character after white space, or 0 at the end.
  private char peek() {
    while (at < text.length() && WHITE_SPACE.indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    return at < text.length() ? text.charAt(at) : 0;
  }

  private boolean accepts(char expected) {
    if (peek() != expected) {
      return false;
    }
    at++;
    return true;
  }

  private void require(char expected) throws MalformedException {
    if (!accepts(expected)) {
      throw unexpected();
    }
  }

  private String token(Pattern pattern) throws MalformedException {
    peek();
    Matcher matcher = pattern.matcher(text).region(at, text.length());
    if (!matcher.lookingAt()) {
      throw unexpected();
    }
    at = matcher.end();
    return matcher.group();
  }

  private String string() throws MalformedException {
    String quoted = token(STRING);
    return quoted.substring(1, quoted.length() - 1);
  }

  private boolean bool() throws MalformedException {
    String word = token(WORD);
    if (!word.equals("True") && !word.equals("False")) {
      throw unexpected("True, False", word);
    }
    return word.equals("True");
  }

  private long[] tuple() throws MalformedException {
    require('(');
    LongStream.Builder dimensions = LongStream.builder();
    boolean isTuple = peek() == ')';
    boolean isSeparated = true;
    while (!accepts(')')) {
      if (!isSeparated) {
        throw unexpected();
      }
      String digits = token(INTEGER).replace("L", "");
      try {
        dimensions.add(Long.parseLong(digits));
      } catch (NumberFormatException e) {
        throw unexpected("shape", digits);
      }
      isSeparated = accepts(',');
      isTuple |= isSeparated;
    }
    if (!isTuple) {
      throw unexpected();
    }
    return dimensions.build().toArray();
  }

  /// Returns the text of a list, which is the type of records. Nested lists and tuples are only
  /// counted.
  private String records() throws MalformedException {
    int begin = at;
    Deque<Character> open = new ArrayDeque<>();
    do {
      char next = peek();
      switch (next) {
        case '[', '(' -> open.push(next);
        case ']', ')' -> {
          if (open.isEmpty() || open.pop() != (next == ']' ? '[' : '(')) {
            throw unexpected();
          }
        }
        case ',' -> {}
        case '\'', '"' -> string();
        default -> token(INTEGER);
      }
      if ("[](),".indexOf(next) >= 0) {
        at++;
      }
      if (open.size() > MAX_DEPTH) {
        throw unexpected();
      }
    } while (!open.isEmpty());
    return text.substring(begin, at);
  }
}
