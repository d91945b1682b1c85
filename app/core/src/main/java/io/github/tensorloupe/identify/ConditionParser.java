package io.github.tensorloupe.identify;

import module java.base;

/// Reads the conditions of a rule: parts joined by `&`, all of which have to be met, each of them
/// alternatives joined by `or`, each of these with a `!` in front where it has to be absent.
final class ConditionParser {

  private ConditionParser() {}

  /// Reads a whole line.
  static Condition parse(String text) {
    List<Condition> parts = Stream.of(text.split(" & ")).map(ConditionParser::part).toList();
    return parts.size() == 1 ? parts.getFirst() : new Condition.AllOf(parts);
  }

  private static Condition part(String text) {
    List<Condition> alternatives =
        Stream.of(text.strip().split("\\s+or\\s+")).map(ConditionParser::single).toList();
    return alternatives.size() == 1 ? alternatives.getFirst() : new Condition.AnyOf(alternatives);
  }

  private static Condition single(String text) {
    String stripped = text.strip();
    if (stripped.startsWith("!")) {
      return new Condition.Not(single(stripped.substring(1)));
    }
    return stripped.startsWith("@") ? entry(stripped.substring(1)) : tensor(stripped);
  }

  private static Condition entry(String text) {
    int equals = text.indexOf('=');
    return equals < 0
        ? new Condition.HasEntry(text, "*")
        : new Condition.HasEntry(text.substring(0, equals), text.substring(equals + 1));
  }

  private static Condition tensor(String text) {
    int space = text.indexOf(' ');
    return space < 0
        ? new Condition.HasTensor(new NamePattern(text), Optional.empty())
        : new Condition.HasTensor(
            new NamePattern(text.substring(0, space)),
            Optional.of(ShapePattern.parse(text.substring(space + 1).strip())));
  }
}
