package io.github.tensorloupe.config;

import module com.fasterxml.jackson.databind;
import module java.base;

import io.github.tensorloupe.json.LimitedJson;

/// The names and keys of an architecture, from `families.json`. Names are relative to the base
/// model, such as `layers.` in `model.layers.`.
///
/// @param styles the naming styles, most common first
/// @param textKey the section with the sizes of the text model, or an empty string for the file
/// @param embedding alternative modules of the embedding; empty if the architecture has none
/// @param columns alternative keys of the columns of the embedding
/// @param isTied true if head and embedding are tied by default
/// @param isTiedBy4 true if version 4 of transformers ties them by default
/// @param norm a norm of a layer that shows the hidden size, if the embedding does not; may be
///   empty
/// @param hasKeyValueDefault true if the default number of key/value heads is the number of heads
/// @param headDim the default size of a head, or 0 if it is the hidden size divided by the heads
/// @param dimensions sizes that only one tensor shows
/// @param optional a module that the first layer may lack, or an empty string
/// @param children the modules of the base model
/// @param roots modules next to the base model, except for heads and towers
record Family(
    List<Style> styles,
    String textKey,
    List<StackSpec> stacks,
    List<String> embedding,
    List<String> columns,
    String vocabulary,
    boolean isTied,
    boolean isTiedBy4,
    String norm,
    String heads,
    String keyValueHeads,
    boolean hasKeyValueDefault,
    int headDim,
    List<SizeSpec> feedForward,
    List<SizeSpec> positions,
    List<SizeSpec> dimensions,
    List<BiasSpec> biases,
    List<String> experts,
    String mtp,
    List<TowerSpec> towers,
    String projector,
    List<String> classifier,
    String optional,
    Set<String> children,
    Set<String> roots) {

  private static final double MATCHING_SHARE = 0.9;

  private static final JsonNode TABLE = load();

  /// @param body the prefix of the base model, such as `model.`
  /// @param head the module of the vocabulary head, or an empty string
  /// @param towers the prefix of towers
  record Style(String body, String head, String towers) {}

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

  record TowerSpec(
      String key,
      List<String> prefixes,
      List<String> layers,
      List<String> keys,
      String norm,
      String hidden) {}

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
      if (words(each.path("types")).contains(type)) {
        ObjectNode node = TABLE.path("defaults").deepCopy();
        return Optional.of(parse(node.setAll((ObjectNode) each)));
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

  private static Family parse(JsonNode node) {
    List<StackSpec> stacks = new ArrayList<>();
    for (JsonNode each : node.path("stacks")) {
      stacks.add(
          new StackSpec(
              subject(each.path("what").asText()),
              each.path("prefix").asText(),
              words(each.path("keys")),
              each.path("fallback").asText(),
              each.path("default").asInt()));
    }
    List<TowerSpec> towers = new ArrayList<>();
    for (JsonNode each : node.path("towers")) {
      towers.add(
          new TowerSpec(
              each.path("key").asText(),
              words(each.path("prefixes")),
              words(each.path("layers")),
              words(each.path("keys")),
              each.path("norm").asText(),
              each.path("hidden").asText()));
    }
    List<BiasSpec> biases = new ArrayList<>();
    for (String[] each : entries(node.path("bias"))) {
      biases.add(new BiasSpec(each[0], Boolean.parseBoolean(each[1]), each[2]));
    }
    List<Style> styles = new ArrayList<>();
    for (JsonNode each : node.path("styles")) {
      String[] parts = (each.asText() + "||").split("\\|", -1);
      styles.add(new Style(parts[0], parts[1], parts[2]));
    }
    List<String> embedding = words(node.path("embedding"));
    List<SizeSpec> positions = sizes(node.path("positions"), 0);
    List<SizeSpec> dimensions = sizes(node.path("dimensions"), 1);
    Set<String> children = new HashSet<>(words(TABLE.path("children")));
    children.addAll(words(node.path("children")));
    stacks.forEach(stack -> children.add(first(stack.prefix())));
    embedding.forEach(module -> children.add(first(module)));
    positions.forEach(each -> children.add(first(each.module())));
    dimensions.forEach(each -> children.add(first(each.module())));
    boolean isTied = node.path("tied").asBoolean();
    return new Family(
        styles,
        node.path("text").asText(),
        stacks,
        embedding,
        words(node.path("columns")),
        node.path("vocabulary").asText(),
        isTied,
        node.path("tiedBy4").asBoolean(isTied),
        node.path("norm").asText(),
        node.path("heads").asText(),
        node.path("keyValueHeads").asText(),
        node.path("keyValueDefault").asBoolean(),
        node.path("headDim").asInt(),
        sizes(node.path("feedForward"), 1),
        positions,
        dimensions,
        biases,
        words(node.path("experts")),
        node.path("mtp").asText(),
        towers,
        node.path("projector").asText(),
        words(node.path("classifier")),
        node.path("optional").asText(),
        children,
        Set.copyOf(words(node.path("roots"))));
  }

  private static Subject subject(String spelling) {
    return Arrays.stream(Subject.values())
        .filter(each -> each.spelling().equals(spelling))
        .findFirst()
        .orElseThrow();
  }

  private static List<String> words(JsonNode node) {
    return node.asText().isEmpty() ? List.of() : List.of(node.asText().split(" "));
  }

  private static List<String[]> entries(JsonNode node) {
    return words(node).stream().map(entry -> entry.split(":")).toList();
  }

  /// Parses entries of the form `stack/module:key,key:factor:axis`, where only module and key are
  /// required.
  private static List<SizeSpec> sizes(JsonNode node, int defaultFactor) {
    List<SizeSpec> sizes = new ArrayList<>();
    for (String[] each : entries(node)) {
      int slash = each[0].indexOf('/');
      sizes.add(
          new SizeSpec(
              each[0].substring(0, Math.max(0, slash)),
              each[0].substring(slash + 1),
              List.of(each[1].split(",")),
              each.length > 2 ? Integer.parseInt(each[2]) : defaultFactor,
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
      if (count > best.count() && 2 * best.count() <= total) {
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
    if (roots.contains(first) || first.equals(first(style.head)) && !first.isEmpty()) {
      return true;
    }
    return classifier.stream().anyMatch(module -> first.equals(first(module)))
        || name.startsWith(style.towers) && isTower(first(name, style.towers.length()));
  }

  private boolean isTower(String module) {
    return module.equals(projector)
        || towers.stream().anyMatch(tower -> tower.prefixes().contains(module + "."));
  }

  /// Returns the naming styles, including names without the prefix of the base model.
  List<Style> allStyles() {
    List<Style> all = new ArrayList<>(styles);
    Style first = styles.getFirst();
    if (!first.body.isEmpty() && styles.size() == 1) {
      all.add(new Style("", first.head, ""));
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
