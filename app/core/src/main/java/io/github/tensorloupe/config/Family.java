package io.github.tensorloupe.config;

import module com.fasterxml.jackson.databind;
import module java.base;

import io.github.tensorloupe.json.LimitedJson;

/// An architecture in `families.json`, whose entry `about` describes the keys. Names are relative
/// to the base model, such as `layers.` in `model.layers.`.
///
/// @param styles the naming styles, most common first
/// @param children the modules of the base model
record Family(JsonNode node, List<Style> styles, List<StackSpec> stacks, Set<String> children) {

  private static final double MATCHING_SHARE = 0.9;

  private static final JsonNode TABLE = load();

  /// @param body the prefix of the base model, such as `model.`
  /// @param head the module of the vocabulary head, or an empty string
  /// @param towers the prefix of towers
  /// @param classEnd the end of the names of the classes with this style
  record Style(String body, String head, String towers, String classEnd) {}

  /// @param fallback a key that applies if the others are absent, or an empty string
  /// @param defaultCount the number of layers without a key, or 0 if it is unknown
  record StackSpec(
      Subject subject, String prefix, List<String> keys, String fallback, int defaultCount) {}

  /// The size of a dimension of a tensor: a multiple of a configured number, or a sum.
  ///
  /// @param stack the beginning of the prefix of the stack, or an empty string for all stacks
  /// @param factor the multiple; for positions, the number of additional rows
  record SizeSpec(String stack, String module, List<String> keys, int factor, int axis) {}

  /// @param key an empty string if the class has a fixed value
  record BiasSpec(String key, boolean isDefault, String module) {}

  /// The naming style of most names.
  ///
  /// @param count the number of names that match
  /// @param total the number of all names
  record Match(Style style, long count, long total) {

    boolean isComplete() {
      return count >= MATCHING_SHARE * total;
    }
  }

  /// Returns the architecture of a `model_type` or `_class_name`, or empty if it is unknown.
  static Optional<Family> of(String type) {
    for (JsonNode each : TABLE.path("families")) {
      if (words(each, "types").contains(type)) {
        ObjectNode node = TABLE.path("defaults").deepCopy();
        return Optional.of(of(node.setAll((ObjectNode) each)));
      }
    }
    return Optional.empty();
  }

  private static JsonNode load() {
    try (InputStream stream = Family.class.getResourceAsStream("families.json")) {
      return LimitedJson.parse(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Family of(JsonNode node) {
    List<StackSpec> stacks = new ArrayList<>();
    for (JsonNode each : node.path("stacks")) {
      stacks.add(
          new StackSpec(
              Subject.of(each.path("what").asText()),
              each.path("prefix").asText(),
              words(each, "keys"),
              each.path("fallback").asText(),
              each.path("default").asInt()));
    }
    List<Style> styles = new ArrayList<>();
    for (JsonNode each : node.path("styles")) {
      String[] parts = (each.asText() + "|||").split("\\|", -1);
      styles.add(new Style(parts[0], parts[1], parts[2], parts[3]));
    }
    Family family = new Family(node, styles, stacks, new HashSet<>(words(TABLE, "children")));
    Stream.of(
            family.words("children").stream(),
            stacks.stream().map(StackSpec::prefix),
            family.words("embedding").stream(),
            family.sizes("positions").stream().map(SizeSpec::module),
            family.sizes("dimensions").stream().map(SizeSpec::module))
        .flatMap(names -> names)
        .forEach(name -> family.children.add(first(name)));
    return family;
  }

  /// Returns the architecture without the naming styles of other classes.
  Family forClass(String name) {
    List<Style> own = styles.stream().filter(style -> name.endsWith(style.classEnd)).toList();
    return new Family(node, own, stacks, children);
  }

  static List<String> words(JsonNode node, String key) {
    String text = node.path(key).asText();
    return text.isEmpty() ? List.of() : List.of(text.split(" "));
  }

  /// Returns the alternatives or entries of a key.
  List<String> words(String key) {
    return words(node, key);
  }

  /// Returns the text of a key, or an empty string.
  String text(String key) {
    return node.path(key).asText();
  }

  boolean isTrue(String key) {
    return node.path(key).asBoolean();
  }

  /// Returns true if version 4 of transformers ties head and embedding by default.
  boolean isTiedBy4() {
    return node.path("tiedBy4").asBoolean(isTrue("tied"));
  }

  List<BiasSpec> biases() {
    return words("bias").stream()
        .map(entry -> entry.split(":"))
        .map(each -> new BiasSpec(each[0], Boolean.parseBoolean(each[1]), each[2]))
        .toList();
  }

  /// Parses entries of the form `stack/module:key,key:factor:axis`, where only module and key are
  /// required.
  List<SizeSpec> sizes(String key) {
    List<SizeSpec> sizes = new ArrayList<>();
    for (String entry : words(key)) {
      String[] each = entry.split(":");
      int slash = each[0].indexOf('/');
      sizes.add(
          new SizeSpec(
              each[0].substring(0, Math.max(0, slash)),
              each[0].substring(slash + 1),
              List.of(each[1].split(",")),
              each.length > 2 ? Integer.parseInt(each[2]) : key.equals("positions") ? 0 : 1,
              each.length > 3 ? Integer.parseInt(each[3]) : 0));
    }
    return sizes;
  }

  /// Returns the naming style with the most matching names.
  ///
  /// @param names the number of tensors by name, or by the beginning of their names
  Match bestMatch(Map<String, Long> names) {
    long total = names.values().stream().mapToLong(each -> each).sum();
    Match best = new Match(styles.getFirst(), 0, total);
    for (Style style : allStyles()) {
      long count = 0;
      for (Map.Entry<String, Long> each : names.entrySet()) {
        count += matches(each.getKey(), style) ? each.getValue() : 0;
      }
      if (count > best.count()) {
        best = new Match(style, count, total);
      }
    }
    return best;
  }

  /// Returns true if a tensor with this name belongs to the architecture in a naming style.
  boolean matches(String name, Style style) {
    if (name.startsWith(style.body) && children.contains(first(name, style.body.length()))) {
      return true;
    }
    String first = first(name);
    if (words("roots").contains(first) || first.equals(first(style.head)) && !first.isEmpty()) {
      return true;
    }
    return words("classifier").stream().anyMatch(module -> first.equals(first(module)))
        || name.startsWith(style.towers) && isTower(first(name, style.towers.length()));
  }

  private boolean isTower(String module) {
    return words("projector").contains(module) || hasTower(prefix -> prefix.equals(module + "."));
  }

  /// Returns true if the prefix of a tower matches.
  boolean hasTower(Predicate<String> prefix) {
    for (JsonNode tower : node.path("towers")) {
      if (words(tower, "prefixes").stream().anyMatch(prefix)) {
        return true;
      }
    }
    return false;
  }

  /// Returns the naming styles, including names without the prefix of the base model.
  List<Style> allStyles() {
    List<Style> all = new ArrayList<>(styles);
    Style first = styles.getFirst();
    if (!first.body.isEmpty() && styles.stream().allMatch(style -> style.towers.isEmpty())) {
      all.add(new Style("", first.head, "", ""));
    }
    return all;
  }

  /// Returns the prefixes of layers in all naming styles, such as `model.layers.`.
  List<String> layerPrefixes() {
    return allStyles().stream()
        .flatMap(style -> stacks.stream().map(stack -> style.body() + stack.prefix()))
        .toList();
  }

  private static String first(String name, int begin) {
    int dot = name.indexOf('.', begin);
    return name.substring(begin, dot < 0 ? name.length() : dot);
  }

  static String first(String name) {
    int dot = name.indexOf('.');
    return dot < 0 ? name : name.substring(0, dot);
  }
}
