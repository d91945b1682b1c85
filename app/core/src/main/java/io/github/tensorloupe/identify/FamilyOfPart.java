package io.github.tensorloupe.identify;

import module java.base;

/// The family of a checkpoint of which a part may be missing. A rule that asks for the shape of a
/// missing tensor may hold or not; where such rules come before the one that holds for certain, the
/// family is one of several.
///
/// @param rules from the special to the general
record FamilyOfPart(List<Rule> rules) {

  /// Where there are more, the general rule says as much in fewer words.
  private static final int MAX_FAMILIES = 3;

  /// The family, or the few that it may be; empty where nothing is certain.
  Optional<Rule.Verdict> of(Subject subject) {
    Optional<Rule.Verdict> certain = Rule.first(rules, subject);
    if (certain.isEmpty() || subject.names().absentCount() == 0) {
      return certain;
    }
    List<Rule.Verdict> possible = possible(subject);
    SequencedSet<String> families = new LinkedHashSet<>();
    possible.forEach(found -> families.add(found.statement()));
    return families.size() > MAX_FAMILIES
        ? certain
        : Optional.of(new Rule.Verdict(String.join(" / ", families), evidence(possible)));
  }

  /// All that may hold, up to the one that does.
  private List<Rule.Verdict> possible(Subject subject) {
    List<Rule.Verdict> possible = new ArrayList<>();
    for (Rule rule : rules) {
      Optional<Rule.Verdict> certain = Rule.first(List.of(rule), subject);
      certain
          .or(() -> Rule.first(List.of(rule), subject.assumingShapes()))
          .ifPresent(possible::add);
      if (certain.isPresent()) {
        return possible;
      }
    }
    return possible;
  }

  private static List<Evidence> evidence(List<Rule.Verdict> verdicts) {
    return verdicts.stream().flatMap(found -> found.evidence().stream()).distinct().toList();
  }
}
