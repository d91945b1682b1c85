package io.github.tensorloupe.compare;

import module java.base;

import io.github.tensorloupe.model.TensorRef;

/// Other names of the same weights: names in another naming scheme of the model family, and names
/// of the parts of fused projections. The rules are in `names.txt`, which documents their syntax.
///
/// Remembers which rules apply to names that differ only in their numbers. Not thread-safe.
final class OtherNames {

  /// @param left describes the names on the left side of the rules
  record Scheme(String family, String left, String right) {}

  /// @param scheme the naming schemes of both sides; empty for rules of all families
  /// @param form matches the names with `#` instead of each number
  /// @param parts the replacements for the parts in the syntax of [Matcher#replaceFirst(String)]
  record Rule(Optional<Scheme> scheme, Pattern form, Pattern name, List<String> parts) {

    /// Returns the names of the parts. The rule must apply to the name.
    List<String> partsOf(String tensorName) {
      return parts.stream().map(part -> name.matcher(tensorName).replaceFirst(part)).toList();
    }
  }

  private static final Pattern NUMBER = Pattern.compile("[0-9]+");
  private static final Pattern WILDCARD = Pattern.compile("[*#]");
  private static final Pattern OF_TENSOR = Pattern.compile(".*(weight|bias|scale)");
  private static final List<Rule> RULES;

  static {
    try (InputStream in = OtherNames.class.getResourceAsStream("names.txt")) {
      RULES = parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("the table of names cannot be read", e);
    }
  }

  private final Map<String, List<Rule>> rulesByForm = new HashMap<>();

  /// Returns the naming schemes of both sides, or empty if no pair shows different known schemes.
  static Optional<Scheme> scheme(List<TensorPair> pairs) {
    OtherNames names = new OtherNames();
    for (TensorPair pair : pairs) {
      if (pair.by().filter(PairedBy.SCHEME::equals).isPresent()) {
        Optional<Scheme> forward = names.scheme(pair.a().orElseThrow());
        return forward.isPresent()
            ? forward
            : names
                .scheme(pair.b().orElseThrow())
                .map(it -> new Scheme(it.family(), it.right(), it.left()));
      }
    }
    return Optional.empty();
  }

  private Optional<Scheme> scheme(TensorRef tensor) {
    return rules(Pairing.stripped(tensor)).stream().flatMap(it -> it.scheme().stream()).findFirst();
  }

  /// Returns the name in another naming scheme, or null if it is unknown.
  String inOtherScheme(String name) {
    return rules(name).stream()
        .filter(rule -> rule.parts().size() == 1)
        .findFirst()
        .map(rule -> rule.partsOf(name).getFirst())
        .orElse(null);
  }

  /// Returns the names of the parts of a fused tensor, by each rule that applies.
  List<List<String>> parts(String name) {
    return rules(name).stream()
        .filter(rule -> rule.parts().size() > 1)
        .map(rule -> rule.partsOf(name))
        .toList();
  }

  /// Returns the rules whose left side is the given name.
  private List<Rule> rules(String name) {
    return rulesByForm
        .computeIfAbsent(
            NUMBER.matcher(name).replaceAll("#"),
            form -> RULES.stream().filter(rule -> rule.form().matcher(form).matches()).toList())
        .stream()
        .filter(rule -> rule.name().matcher(name).matches())
        .toList();
  }

  static List<Rule> parse(String text) {
    List<Rule> rules = new ArrayList<>();
    Optional<Scheme> scheme = Optional.empty();
    for (String line : text.lines().filter(it -> !it.isBlank() && !it.startsWith("#")).toList()) {
      String[] cells = line.split("\\s*\\|\\s*");
      if (cells.length == 4) {
        scheme = Optional.of(new Scheme(cells[1], cells[2], cells[3]));
      } else {
        String[] sides = line.split(" = ", 2);
        rules.add(rule(scheme, sides[0].strip(), sides[1].strip().split(" \\+ ")));
      }
    }
    return List.copyOf(rules);
  }

  private static Rule rule(Optional<Scheme> scheme, String left, String... parts) {
    boolean isModule = !OF_TENSOR.matcher(left).matches();
    String suffix = isModule ? "(\\.weight|\\.bias)" : "";
    int suffixGroup = 1 + (int) WILDCARD.matcher(left).results().count();
    List<String> replacements = new ArrayList<>();
    for (String part : parts) {
      AtomicInteger group = new AtomicInteger();
      String replacement = WILDCARD.matcher(part).replaceAll(_ -> "\\$" + group.incrementAndGet());
      replacements.add(replacement + (isModule ? "$" + suffixGroup : ""));
    }
    return new Rule(
        scheme,
        Pattern.compile(regex(NUMBER.matcher(left).replaceAll("#"), "#") + suffix),
        Pattern.compile(regex(left, "([0-9]+)") + suffix),
        replacements);
  }

  private static String regex(String pattern, String number) {
    return Pattern.compile("([^*#]+)|([*#])")
        .matcher(pattern)
        .replaceAll(
            part ->
                Matcher.quoteReplacement(
                    switch (part.group()) {
                      case "*" -> "(.*)";
                      case "#" -> number;
                      default -> Pattern.quote(part.group());
                    }));
  }
}
