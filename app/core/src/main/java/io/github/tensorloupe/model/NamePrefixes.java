package io.github.tensorloupe.model;

import module java.base;

/// Prefixes that programs add to the names of tensors.
public final class NamePrefixes {

  /// The prefixes of wrappers around a model. If one starts with another, the longer one is first.
  public static final List<String> OF_WRAPPERS =
      List.of(
          "model.diffusion_model.",
          "base_model.model.",
          "diffusion_model.",
          "transformer.",
          "_orig_mod.",
          "module.",
          "model.");

  private NamePrefixes() {}

  /// Removes prefixes repeatedly. The result is never empty, except for an empty name.
  ///
  /// @param prefixes in order of precedence
  public static String stripped(String name, List<String> prefixes) {
    int begin = 0;
    for (int i = 0; i < prefixes.size(); i++) {
      String prefix = prefixes.get(i);
      if (name.startsWith(prefix, begin) && name.length() > begin + prefix.length()) {
        begin += prefix.length();
        i = -1;
      }
    }
    return name.substring(begin);
  }
}
