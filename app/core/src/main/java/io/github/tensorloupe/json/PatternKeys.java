package io.github.tensorloupe.json;

import module com.fasterxml.jackson.databind;
import module java.base;

import io.github.tensorloupe.work.BoundedMatcher;

/// Finds the entries of `rank_pattern` and `alpha_pattern`, whose keys are expressions for the ends
/// of module names. Limits the work of all searches. Thread-safe.
///
/// Source: PEFT `utils/other.py` (`get_pattern_key`).
public final class PatternKeys {

  private final BoundedMatcher matcher = new BoundedMatcher();

  /// Returns the matcher of all searches, which knows the keys that could not be matched.
  public BoundedMatcher matcher() {
    return matcher;
  }

  /// Returns the number of the first key that matches a module, or empty.
  ///
  /// @param module the name of the module, without the prefix of PEFT
  public Optional<JsonNode> find(JsonNode patterns, String module) {
    for (Map.Entry<String, JsonNode> entry : patterns.properties()) {
      // Skipped entries also count as work.
      if (!matcher.takeSteps(entry.getKey())) {
        break;
      }
      if (entry.getValue().isNumber() && matches(entry.getKey(), module)) {
        return Optional.of(entry.getValue());
      }
    }
    return Optional.empty();
  }

  private boolean matches(String key, String module) {
    return matcher
        .apply(
            key,
            () -> Pattern.compile("(?:.*\\.)?(?:" + key + ")", Pattern.DOTALL),
            module,
            Matcher::matches)
        .orElseGet(() -> module.equals(key) || module.endsWith("." + key));
  }
}
