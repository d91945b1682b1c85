package io.github.tensorloupe.compare;

import module java.base;

import io.github.tensorloupe.text.Explained;
import io.github.tensorloupe.text.Sentence;

/// Rules of the user that lead from names of the base to those of the newer checkpoint.
///
/// @param rules applied in order, each on the result of the one before
public record NameMap(List<Rule> rules) {

  public static final NameMap NONE = new NameMap(List.of());

  /// @param pattern every match in a name is replaced
  /// @param replacement as of [Matcher#replaceAll(String)]
  public record Rule(Pattern pattern, String replacement) {}

  /// A rule cannot be used as it was written.
  public static final class UnusableRuleException extends IllegalArgumentException
      implements Explained {

    private static final long serialVersionUID = 1L;

    private final transient Sentence sentence;

    UnusableRuleException(Sentence sentence) {
      super(sentence.toString());
      this.sentence = sentence;
    }

    @Override
    public Sentence sentence() {
      return sentence;
    }
  }

  public NameMap {
    rules = List.copyOf(rules);
  }

  /// Reads rules of the form `REGEX=REPLACEMENT`, split at the last `=`.
  ///
  /// @throws UnusableRuleException if one has no `=`, or is not as Java writes such
  public static NameMap parse(List<String> rules) {
    throw new UnsupportedOperationException();
  }

  /// The name that all rules together make of one.
  public String apply(String name) {
    throw new UnsupportedOperationException();
  }
}
