package io.github.tensorloupe.identify;

import module java.base;

import io.github.tensorloupe.text.Sentence;

/// A line of the rule table.
///
/// @param statement the conclusion if the condition is met
record Rule(String statement, Condition condition) {

  /// Returns the verdict of this rule, or empty if its condition is not met.
  Optional<Verdict> apply(RuleInput subject) {
    return condition.test(subject).map(evidence -> new Verdict(Sentence.of(statement), evidence));
  }

  record Verdict(Sentence statement, List<Evidence> evidence) {

    static Verdict of(Kind kind, List<Evidence> evidence) {
      return new Verdict(Sentence.of(kind.name()), evidence);
    }

    Kind kind() {
      return Kind.valueOf(statement.key());
    }
  }
}
