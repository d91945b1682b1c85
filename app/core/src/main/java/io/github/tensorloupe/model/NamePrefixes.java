package io.github.tensorloupe.model;

import module java.base;

/// Prefixes that programs put before the names of tensors.
public final class NamePrefixes {

  /// Those of wrappers around a model, of which one that begins with another stands before it.
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

  /// A name without prefixes, which are taken off again and again, but never down to nothing.
  ///
  /// @param prefixes the first that fits is taken off
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
