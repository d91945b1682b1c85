package io.github.tensorloupe.model;

import module java.base;

/// Prefixes that programs add to the names of tensors.
public final class NamePrefixes {

  /// The prefixes that wrappers add to the names of a model. Longer prefixes precede their own
  /// prefixes.
  public static final List<String> OF_WRAPPERS =
      List.of(
          "model.diffusion_model.",
          AdapterNames.PEFT_PREFIX,
          "diffusion_model.",
          "transformer.",
          "_orig_mod.",
          "module.",
          "model.");

  private NamePrefixes() {}

  /// Removes prefixes from a name until none matches. Never removes a whole name.
  ///
  /// @param prefixes the prefixes in order of precedence
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
