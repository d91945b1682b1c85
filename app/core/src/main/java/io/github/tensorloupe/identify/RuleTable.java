package io.github.tensorloupe.identify;

import module java.base;

import io.github.tensorloupe.identify.Networks.Component;
import io.github.tensorloupe.text.Sentence;

/// The rules of `rules.txt`, which documents their syntax. Not modified after parsing.
final class RuleTable {

  /// @param conclusion the constant name of a [Kind], or the name of a family
  record Rule(String conclusion, Condition condition) {

    Optional<Verdict> apply(RuleInput subject) {
      return condition.test(subject).map(evidence -> new Verdict(List.of(conclusion), evidence));
    }
  }

  /// The conclusion of a rule, or the possible conclusions of several rules.
  record Verdict(List<String> conclusions, List<Evidence> evidence) {

    static Verdict of(Kind kind, List<Evidence> evidence) {
      return new Verdict(List.of(kind.name()), evidence);
    }

    Kind kind() {
      return Kind.valueOf(conclusions.getFirst());
    }

    /// Returns true if two conclusions about families cannot both be true. They can if the name of
    /// a possible family is the beginning of another, which is more specific.
    boolean excludes(Verdict other) {
      return alternatives()
          .noneMatch(
              name ->
                  other.alternatives().anyMatch(it -> name.startsWith(it) || it.startsWith(name)));
    }

    /// Selects one of several possible families if the other verdict names it. Otherwise returns
    /// this verdict.
    Verdict narrowedBy(Verdict other) {
      boolean isNarrower =
          alternatives().count() > 1 && alternatives().anyMatch(other.conclusions::contains);
      return isNarrower ? new Verdict(other.conclusions, evidence).supportedBy(other) : this;
    }

    /// Returns this verdict with the evidence of both.
    Verdict supportedBy(Verdict other) {
      return new Verdict(
          conclusions, Stream.concat(evidence.stream(), other.evidence.stream()).toList());
    }

    /// A rule whose condition fits two families names both, joined by "or".
    Stream<String> alternatives() {
      return conclusions.stream().flatMap(name -> Stream.of(name.split(" or ")));
    }

    Sentence sentence() {
      return Sentence.joined(" / ", conclusions.stream().map(Sentence::of).toList());
    }
  }

  private static final Set<String> SECTIONS =
      Set.of(
          ("kind metadata-kind config-kind family family-of-several metadata-family"
                  + " metadata-language config-family config-like variant"
                  + " quantization missing slices needs-format needs-format-as-model")
              .split(" "));
  private static final Pattern CONTINUATION = Pattern.compile("(&|\\||\\sor)$");
  static final RuleTable STANDARD;

  static {
    try (InputStream in = RuleTable.class.getResourceAsStream("rules.txt")) {
      STANDARD = parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("the table of rules cannot be read", e);
    }
  }

  private final Map<String, List<Rule>> rules = new LinkedHashMap<>();

  /// The size rules by topic. Of several rules, the first one with a result is used.
  final Map<Topic, List<SizeRule>> readings = new LinkedHashMap<>();

  final List<SizeRule.Term> ranks = new ArrayList<>();

  /// The name patterns by component. A tensor belongs to the first matching component.
  final Map<Component, List<NamePattern>> components = new EnumMap<>(Component.class);

  /// The name patterns of buffers: tensors that can be recomputed, or are training statistics.
  final List<NamePattern> buffers = new ArrayList<>();

  final List<NamePattern> scales = new ArrayList<>();
  final List<NamePattern> packed = new ArrayList<>();

  private RuleTable() {}

  /// @throws IllegalArgumentException if a line is syntactically incorrect
  static RuleTable parse(String text) {
    RuleTable table = new RuleTable();
    StringBuilder rule = new StringBuilder();
    for (String line : text.lines().toList()) {
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      rule.append(rule.isEmpty() ? "" : " ").append(line.strip());
      if (!CONTINUATION.matcher(rule).find()) {
        table.add(rule.toString());
        rule.setLength(0);
      }
    }
    return table;
  }

  private void add(String line) {
    String[] cells = line.split("\\|", 3);
    if (cells.length < 2) {
      throw new IllegalArgumentException("no rule: " + line);
    }
    String section = cells[0].strip();
    String second = cells[1].strip();
    switch (section) {
      case "buffer" -> buffers.add(new NamePattern(second));
      case "scale" -> scales.add(new NamePattern(second));
      case "packed" -> packed.add(new NamePattern(second));
      case "part" ->
          components.put(
              Component.valueOf(second),
              Stream.of(cells[2].strip().split("\\s+or\\s+")).map(NamePattern::new).toList());
      case "read" ->
          readings
              .computeIfAbsent(Topic.valueOf(second), _ -> new ArrayList<>())
              .addAll(SizeRule.parse(cells[2].strip()));
      case "rank" -> ranks.add(SizeRule.Term.parse(second));
      default -> {
        if (!SECTIONS.contains(section)) {
          throw new IllegalArgumentException("no section: " + line);
        }
        rules
            .computeIfAbsent(section, _ -> new ArrayList<>())
            .add(new Rule(second, Condition.parse(cells[2].strip())));
      }
    }
  }

  List<Rule> rules(String section) {
    return rules.getOrDefault(section, List.of());
  }

  Optional<Verdict> first(String section, RuleInput subject) {
    for (Rule rule : rules(section)) {
      Optional<Verdict> verdict = rule.apply(subject);
      if (verdict.isPresent()) {
        return verdict;
      }
    }
    return Optional.empty();
  }

  List<Verdict> all(String section, RuleInput subject) {
    return rules(section).stream().flatMap(rule -> rule.apply(subject).stream()).toList();
  }
}
