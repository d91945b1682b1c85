package io.github.tensorloupe.compare;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.BoundedMatcher;

/// User-defined rules that map tensor names of the base to names of the newer checkpoint.
///
/// @param rules the rules in order; each is applied to the result of the previous rule
public record NameMap(List<Rule> rules) {

  public static final NameMap NONE = new NameMap(List.of());

  /// A rule that replaces all matches of a pattern.
  ///
  /// @param replacement the replacement in the syntax of [Matcher#replaceAll(String)]
  public record Rule(Pattern pattern, String replacement) {}

  /// Thrown if a rule is invalid or exceeds the step limit.
  public static final class UnusableRuleException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    UnusableRuleException(Sentence sentence) {
      super(sentence.toString());
    }
  }

  public NameMap {
    rules = List.copyOf(rules);
  }

  /// Parses rules of the form `REGEX=REPLACEMENT`, split at the last `=`.
  ///
  /// @throws UnusableRuleException if a rule has no `=`, or if the pattern or replacement is
  ///   invalid
  public static NameMap parse(List<String> rules) {
    return new NameMap(rules.stream().map(NameMap::rule).toList());
  }

  private static Rule rule(String text) {
    int split = text.lastIndexOf('=');
    if (split < 0) {
      throw new UnusableRuleException(
          Sentence.of("The rule {0} has no = before its replacement.", DisplayText.of(text)));
    }
    String replacement = text.substring(split + 1);
    try {
      Pattern pattern = Pattern.compile(text.substring(0, split));
      // Validates the replacement, which is parsed only on a match: the added alternative always
      // matches. The line feed ends a possible comment in the pattern.
      Pattern.compile(pattern + "\n|").matcher("").replaceAll(replacement);
      return new Rule(pattern, replacement);
    } catch (PatternSyntaxException e) {
      throw unusable(text, e.getDescription());
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      throw unusable(text, e.getMessage());
    }
  }

  private static UnusableRuleException unusable(String text, String reason) {
    return new UnusableRuleException(
        Sentence.of(
            "The rule {0} cannot be used: {1}.", DisplayText.of(text), DisplayText.of(reason)));
  }

  /// Applies all rules to a name.
  ///
  /// @throws UnusableRuleException if a pattern exceeds the step limit
  public String apply(String name) {
    String mapped = name;
    for (Rule rule : rules) {
      String text = rule.pattern() + "=" + rule.replacement();
      mapped =
          new BoundedMatcher()
              .apply(text, rule::pattern, mapped, matcher -> matcher.replaceAll(rule.replacement()))
              .orElseThrow(() -> unusable(text, "it branches too often"));
    }
    return mapped;
  }
}
