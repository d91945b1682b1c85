package io.github.tensorloupe.quantization;

import module com.fasterxml.jackson.databind;
import module java.base;

import io.github.tensorloupe.work.BoundedMatcher;

/// The parts of a quantization configuration that apply to single modules: groups, overrides, and
/// lists of modules that are or are not quantized. Names, expressions and wildcards are matched as
/// loaders do.
///
/// @param node the configuration
record ModuleRules(JsonNode node, BoundedMatcher matcher) {

  private static final Pattern SIGN = Pattern.compile("^[+-]:");

  /// Returns the settings of the weights of a module.
  JsonNode weights(String module) {
    if (node.path("config_groups").isObject()) {
      JsonNode first = MissingNode.getInstance();
      for (JsonNode group : node.path("config_groups")) {
        first = first.isMissingNode() ? group : first;
        if (!matcher.takeSteps("config_groups")) {
          break;
        }
        if (targets(group, module)) {
          return group.path("weights");
        }
      }
      return first.path("weights");
    }
    for (JsonNode overrides : List.of(node, node.path("extra_config"))) {
      if (overrides.path(module).isObject()) {
        return overrides.path(module);
      }
    }
    return ofPattern(module).orElse(node);
  }

  /// Returns the overrides of GPTQModel for a module.
  private Optional<JsonNode> ofPattern(String module) {
    return dynamic(module, entry -> !entry.getKey().startsWith("-:") && entry.getValue().isObject())
        .map(Map.Entry::getValue);
  }

  /// Returns the first entry for a module, whose key is an expression that may follow a plus sign,
  /// or a minus sign if the module is excluded.
  private Optional<Map.Entry<String, JsonNode>> dynamic(
      String module, Predicate<Map.Entry<String, JsonNode>> filter) {
    return node.path("dynamic").properties().stream()
        .takeWhile(entry -> matcher.takeSteps(entry.getKey()))
        .filter(filter)
        .filter(
            entry ->
                matches("re:" + SIGN.matcher(entry.getKey()).replaceFirst(""), module, () -> false))
        .findFirst();
  }

  private boolean targets(JsonNode group, String module) {
    for (JsonNode target : group.path("targets")) {
      String each = target.asText();
      if (matches(each, module, () -> module.endsWith("." + each))) {
        return true;
      }
    }
    return false;
  }

  /// @param fits tests a plain name that differs from the module
  private boolean matches(String each, String module, BooleanSupplier fits) {
    return each.startsWith("re:")
        ? matcher
            .apply(each, () -> Pattern.compile(each.substring(3)), module, Matcher::lookingAt)
            .orElse(false)
        : matcher.takeSteps(each) && (module.equals(each) || fits.getAsBoolean());
  }

  boolean ignores(String module) {
    return Stream.of("ignore", "exclude_modules", "modules_to_not_convert")
        .flatMap(key -> node.path(key).valueStream())
        .map(JsonNode::asText)
        .takeWhile(_ -> !matcher.isExhausted())
        .anyMatch(each -> matches(each, module, () -> module.startsWith(each + ".")));
  }

  /// Returns true if a module may be unquantized. Accepts all ways in which loaders match entries:
  /// expressions, wildcards and parts of names.
  boolean mayExclude(String module) {
    boolean isExcluded =
        Stream.of(
                "ignore",
                "exclude_modules",
                "modules_to_not_convert",
                "llm_int8_skip_modules",
                "ignored_layers",
                "exclude")
            .flatMap(key -> node.path(key).valueStream())
            .map(JsonNode::asText)
            .takeWhile(_ -> !matcher.isExhausted())
            .anyMatch(each -> matches(each, module, () -> containsParts(module, each)));
    return isExcluded || isOmitted(module) || isNoTarget(module) || hasOverrides(module);
  }

  private boolean containsParts(String module, String entry) {
    return !entry.isEmpty()
        && Arrays.stream(entry.split("\\*")).allMatch(part -> matcher.contains(module, part));
  }

  /// Returns true if the configuration lists the modules to quantize, without this module.
  private boolean isOmitted(String module) {
    JsonNode included = node.path("modules_in_block_to_quantize");
    if (included.isEmpty()) {
      return false;
    }
    for (JsonNode each : included) {
      for (JsonNode name : each.isArray() ? each : List.of(each)) {
        if (!matcher.takeSteps("modules_in_block_to_quantize")) {
          return true;
        }
        if (module.endsWith("." + name.asText())) {
          return false;
        }
      }
    }
    return true;
  }

  /// Returns true if the groups of compressed-tensors name their targets by expressions or by
  /// names, and none is this module. Other targets are classes, such as `Linear`.
  private boolean isNoTarget(String module) {
    JsonNode groups = node.path("config_groups");
    for (JsonNode group : groups) {
      for (JsonNode target : group.path("targets")) {
        String each = target.asText();
        boolean isClass = !each.startsWith("re:") && !each.contains(".");
        if (isClass || !matcher.takeSteps(each)) {
          return false;
        }
      }
      if (targets(group, module)) {
        return false;
      }
    }
    return !groups.isEmpty();
  }

  /// Returns true if a module may have its own settings.
  boolean hasOverrides(String module) {
    return dynamic(module, _ -> true).isPresent()
        || node.path("extra_config").path(module).isObject();
  }
}
