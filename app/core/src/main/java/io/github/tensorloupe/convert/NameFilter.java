package io.github.tensorloupe.convert;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.text.Explained;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.BoundedMatcher;

/// A pattern for tensor names: a glob over the whole name, in which `*` also matches dots, or `re:`
/// and a regular expression that is found anywhere in the name. Immutable and thread-safe.
///
/// @param text the pattern as typed
public record NameFilter(String text, Pattern pattern, boolean isGlob) {

  private static final String REGEX_PREFIX = "re:";

  /// Parses a pattern.
  ///
  /// @throws UnusablePatternException if the regular expression is invalid
  public static NameFilter parse(String text) {
    boolean isGlob = !text.startsWith(REGEX_PREFIX);
    try {
      String expression = isGlob ? expression(text) : text.substring(REGEX_PREFIX.length());
      return new NameFilter(text, Pattern.compile(expression, Pattern.DOTALL), isGlob);
    } catch (PatternSyntaxException e) {
      throw unusable(text, e.getDescription());
    }
  }

  /// Thrown if a pattern is invalid or exceeds the step limit.
  public static final class UnusablePatternException extends IllegalArgumentException
      implements Explained {

    private static final long serialVersionUID = 1L;

    private final transient Sentence sentence;

    UnusablePatternException(Sentence sentence) {
      super(sentence.toString());
      this.sentence = sentence;
    }

    @Override
    public Sentence sentence() {
      return sentence;
    }
  }

  private static UnusablePatternException unusable(String text, String reason) {
    return new UnusablePatternException(
        Sentence.of(
            "The pattern {0} cannot be used: {1}.", DisplayText.of(text), DisplayText.of(reason)));
  }

  private static String expression(String glob) {
    StringBuilder expression = new StringBuilder();
    int at = 0;
    while (at < glob.length()) {
      char letter = glob.charAt(at);
      // A class has at least one character, so that "[]" is not a class.
      int end = letter == '[' ? glob.indexOf(']', at + 2) : -1;
      switch (letter) {
        case '*' -> expression.append(".*");
        case '?' -> expression.append('.');
        default ->
            expression.append(
                end < 0 ? Pattern.quote(String.valueOf(letter)) : characters(glob, at, end));
      }
      at = end < 0 ? at + 1 : end + 1;
    }
    return expression.toString();
  }

  private static String characters(String glob, int begin, int end) {
    String content = glob.substring(begin + 1, end);
    boolean isNegated = content.startsWith("!") && content.length() > 1;
    String escaped =
        (isNegated ? content.substring(1) : content).replaceAll("[\\\\\\[\\]&^]", "\\\\$0");
    return "[" + (isNegated ? "^" : "") + escaped + "]";
  }

  /// Returns true if a name matches.
  ///
  /// @throws UnusablePatternException if the pattern exceeds the step limit
  public boolean matches(String name) {
    return new BoundedMatcher()
        .apply(text, () -> pattern, name, matcher -> isGlob ? matcher.matches() : matcher.find())
        .orElseThrow(() -> unusable(text, "it branches too often"));
  }
}
