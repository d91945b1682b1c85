package io.github.tensorloupe.compare;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.BoundedMatcher;

/// Rules of the user that lead from names of the base to those of the newer checkpoint.
///
/// @param rules applied in order, each on the result of the one before
public record NameMap(List<Rule> rules) {

  public static final NameMap NONE = new NameMap(List.of());

  /// @param pattern every match in a name is replaced
  /// @param replacement as of [Matcher#replaceAll(String)]
  public record Rule(Pattern pattern, String replacement) {}

  /// A rule cannot be used as it was written.
  public static final class UnusableRuleException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    UnusableRuleException(Sentence sentence) {
      super(sentence.toString());
    }
  }

  public NameMap {
    rules = List.copyOf(rules);
  }

  /// Reads rules of the form `REGEX=REPLACEMENT`, split at the last `=`.
  ///
  /// @throws UnusableRuleException if one has no `=`, or is not as Java writes such
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
      // Replacements are not read before something matches: so that something does. A comment at
      // the end of the pattern ends with the line.
      Pattern.compile(pattern + "\n|").matcher("").replaceAll(replacement);
      return new Rule(pattern, replacement);
    } catch (PatternSyntaxException e) {
      throw unusable(text, e.getDescription());
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      throw unusable(text, e.getMessage());
    }
  }

  private static UnusableRuleException unusable(String text, String why) {
    return new UnusableRuleException(
        Sentence.of(
            "The rule {0} cannot be used: {1}.", DisplayText.of(text), DisplayText.of(why)));
  }

  /// The name that all rules together make of one.
  ///
  /// @throws UnusableRuleException if a pattern branches so often that it cannot be matched
  public String apply(String name) {
    String mapped = name;
    for (Rule rule : rules) {
      String text = rule.pattern() + "=" + rule.replacement();
      mapped =
          new BoundedMatcher()
              .apply(text, rule::pattern, mapped, it -> it.replaceAll(rule.replacement()))
              .orElseThrow(() -> unusable(text, "it branches too often"));
    }
    return mapped;
  }
}
