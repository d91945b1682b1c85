package io.github.tensorloupe.identify;

import module java.base;

import io.github.tensorloupe.identify.Networks.Component;

/// The rules by section, in the order of the table `rules.txt`, which says how they are written.
/// Immutable.
final class RuleTable {

  private static final Pattern GOES_ON = Pattern.compile("(&|\\||\\sor)$");
  private static final RuleTable STANDARD = load();

  private final Map<String, List<Rule>> rules = new LinkedHashMap<>();
  private final Map<Topic, List<Reading>> readings = new LinkedHashMap<>();
  private final List<Reading.Term> ranks = new ArrayList<>();
  private final Map<Component, List<NamePattern>> components = new EnumMap<>(Component.class);
  private final List<NamePattern> buffers = new ArrayList<>();
  private final List<NamePattern> scales = new ArrayList<>();
  private final List<NamePattern> packed = new ArrayList<>();

  private RuleTable() {}

  /// The rules that come with the program.
  static RuleTable standard() {
    return STANDARD;
  }

  private static RuleTable load() {
    try (InputStream in =
        Objects.requireNonNull(RuleTable.class.getResourceAsStream("rules.txt"), "rules.txt")) {
      return parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("the table of rules cannot be read", e);
    }
  }

  /// Reads a table.
  ///
  /// @throws IllegalArgumentException if a line is not of one of the forms
  static RuleTable parse(String text) {
    RuleTable table = new RuleTable();
    StringBuilder rule = new StringBuilder();
    for (String line : text.lines().filter(RuleTable::isRule).toList()) {
      rule.append(rule.isEmpty() ? "" : " ").append(line.strip());
      if (!GOES_ON.matcher(rule).find()) {
        table.add(rule.toString());
        rule.setLength(0);
      }
    }
    return table;
  }

  private static boolean isRule(String line) {
    return !line.isBlank() && !line.startsWith("#");
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
              .addAll(Reading.parse(cells[2].strip()));
      case "rank" -> ranks.add(Reading.Term.parse(second));
      case "kind",
          "metadata-kind",
          "family",
          "family-of-several",
          "metadata-family",
          "metadata-language",
          "variant",
          "quantisation",
          "needs-format",
          "needs-format-as-model" ->
          rules
              .computeIfAbsent(section, _ -> new ArrayList<>())
              .add(new Rule(second, ConditionParser.parse(cells[2].strip())));
      default -> throw new IllegalArgumentException("no section: " + line);
    }
  }

  /// The rules of one section.
  List<Rule> rules(String section) {
    return rules.getOrDefault(section, List.of());
  }

  /// The readings of sizes; of each topic the first that can be read counts.
  Map<Topic, List<Reading>> readings() {
    return readings;
  }

  List<Reading.Term> ranks() {
    return ranks;
  }

  /// The tensors of each component, in the order in which they are looked for.
  Map<Component, List<NamePattern>> components() {
    return components;
  }

  /// Whole numbers that weights are packed into.
  List<NamePattern> packed() {
    return packed;
  }

  /// Tensors that are no weights and can be made anew, or are counted while training.
  List<NamePattern> buffers() {
    return buffers;
  }

  /// Tensors that say how to get weights out of packed ones, or how strong they are.
  List<NamePattern> scales() {
    return scales;
  }

  /// Reads the conditions of a rule: parts joined by `&`, all of which have to be met, each of them
  /// alternatives joined by `or`, each of these with a `!` in front where it has to be absent.
  private static final class ConditionParser {

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
}
