package io.github.tensorloupe.testing;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// A simple and slow JSON parser with the rules of the reference library, for testing the fast
/// parsers. Shares no code with them.
public final class StrictJson {

  /// Thrown if the text is not JSON.
  public static final class NoJsonException extends Exception {
    private static final long serialVersionUID = 1L;
  }

  /// Thrown for a number so close to the largest double that the verdict depends on the rounding of
  /// the reference library.
  public static final class UnsureException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /// A JSON value. Repeated members are kept.
  public sealed interface Value {}

  public record Text(String text) implements Value {}

  public record Number(String digits) implements Value {}

  public record Word(String word) implements Value {}

  public record Array(List<Value> values) implements Value {}

  public record Members(List<Member> members) implements Value {}

  public record Member(String name, Value value) {}

  private static final int DEEPEST = 127;
  private static final Pattern NUMBER =
      Pattern.compile("-?(0|[1-9][0-9]*)([.][0-9]+)?([eE][+-]?[0-9]+)?");
  private static final BigDecimal MAX_VALUE = new BigDecimal(Double.MAX_VALUE);
  private static final BigInteger MIN_VALUE = BigInteger.valueOf(-1_000_000);

  private final String text;
  private final boolean lenient;
  private int at;
  private int depth;

  private StrictJson(String text, boolean lenient) {
    this.text = text;
    this.lenient = lenient;
  }

  /// Parses a text with exactly one value.
  ///
  /// @param lenient true to accept lone surrogates and numbers of any size
  public static Value parse(String text, boolean lenient) throws NoJsonException {
    StrictJson json = new StrictJson(text, lenient);
    Value value = json.value();
    json.skipSpace();
    json.require(json.at == text.length());
    return value;
  }

  private void require(boolean condition) throws NoJsonException {
    if (!condition) {
      throw new NoJsonException();
    }
  }

  private void skipSpace() {
    while (at < text.length() && " \t\n\r".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  private char next() throws NoJsonException {
    require(at < text.length());
    return text.charAt(at);
  }

  private boolean takes(char character) throws NoJsonException {
    skipSpace();
    boolean isNext = next() == character;
    at += isNext ? 1 : 0;
    return isNext;
  }

  private Value value() throws NoJsonException {
    skipSpace();
    return switch (next()) {
      case '{' -> members();
      case '[' -> array();
      case '"' -> new Text(string());
      case 't' -> word("true");
      case 'f' -> word("false");
      case 'n' -> word("null");
      default -> number();
    };
  }

  private Word word(String word) throws NoJsonException {
    require(text.startsWith(word, at));
    at += word.length();
    return new Word(word);
  }

  private void deeper() throws NoJsonException {
    at++;
    require(++depth <= DEEPEST);
  }

  private Members members() throws NoJsonException {
    deeper();
    List<Member> members = new ArrayList<>();
    if (!takes('}')) {
      do {
        skipSpace();
        String name = string();
        require(takes(':'));
        members.add(new Member(name, value()));
      } while (takes(','));
      require(takes('}'));
    }
    depth--;
    return new Members(members);
  }

  private Array array() throws NoJsonException {
    deeper();
    List<Value> values = new ArrayList<>();
    if (!takes(']')) {
      do {
        values.add(value());
      } while (takes(','));
      require(takes(']'));
    }
    depth--;
    return new Array(values);
  }

  private String string() throws NoJsonException {
    require(next() == '"');
    StringBuilder string = new StringBuilder();
    for (at++; next() != '"'; at++) {
      require(next() >= ' ');
      if (next() == '\\') {
        at++;
        escape(string);
      } else {
        string.append(next());
      }
    }
    at++;
    return string.toString();
  }

  /// Leaves the last character of the escape to the caller.
  private void escape(StringBuilder string) throws NoJsonException {
    int simple = "\"\\/bfnrt".indexOf(next());
    if (simple >= 0) {
      string.append("\"\\/\b\f\n\r\t".charAt(simple));
      return;
    }
    require(next() == 'u');
    char unit = hex();
    string.append(unit);
    if (Character.isSurrogate(unit) && !lenient) {
      require(Character.isHighSurrogate(unit) && text.startsWith("\\u", at + 1));
      at += 2;
      char low = hex();
      require(Character.isLowSurrogate(low));
      string.append(low);
    }
  }

  private char hex() throws NoJsonException {
    require(at + 4 < text.length());
    String digits = text.substring(at + 1, at + 5);
    require(digits.matches("[0-9a-fA-F]{4}"));
    at += 4;
    return (char) Integer.parseInt(digits, 16);
  }

  private Number number() throws NoJsonException {
    int from = at;
    while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    String digits = text.substring(from, at);
    require(NUMBER.matcher(digits).matches());
    if (!lenient) {
      requireFinite(digits);
    }
    return new Number(digits);
  }

  private void requireFinite(String digits) throws NoJsonException {
    if (digits.length() < 300 && !digits.contains("e") && !digits.contains("E")) {
      return;
    }
    String[] parts = digits.split("[eE]");
    BigDecimal significand = new BigDecimal(parts[0]).abs();
    BigInteger exponent = new BigInteger(parts.length > 1 ? parts[1] : "0");
    // No text is long enough to compensate for a larger exponent.
    int clamped = exponent.max(MIN_VALUE).min(MIN_VALUE.negate()).intValue();
    BigDecimal ratio =
        significand.scaleByPowerOfTen(clamped).divide(MAX_VALUE, MathContext.DECIMAL64);
    require(ratio.compareTo(new BigDecimal("1.000001")) < 0);
    if (ratio.compareTo(new BigDecimal("0.999999")) > 0) {
      throw new UnsureException();
    }
  }
}
