package io.github.tensorloupe.identify;

import module java.base;

import io.github.tensorloupe.model.NaturalOrder;

/// The form of a tensor name: numbers between separators are replaced by `#`, and prefixes of
/// wrapper modules are removed. The form of `model.layers.31.mlp.w1` is `model.layers.#.mlp.w1`.
///
/// @param text the form
/// @param indexes the first [#MAX_INDEXES] numbers of the name
record NameShape(String text, List<Integer> indexes) {

  static final int MAX_INDEXES = 4;

  /// The maximum length of a form. Longer names are truncated and match no rule.
  private static final int MAX_CHARACTERS = 400;

  /// The maximum number of digits of an index. Longer numbers are identifiers.
  private static final int MAX_INDEX_DIGITS = 5;

  private static final List<String> WRAPPERS = List.of("module.", "_orig_mod.");

  static NameShape of(String tensorName) {
    String name = tensorName.substring(0, Math.min(tensorName.length(), MAX_CHARACTERS));
    StringBuilder text = new StringBuilder(name.length());
    List<Integer> indexes = new ArrayList<>(MAX_INDEXES);
    int at = 0;
    for (String wrapper : WRAPPERS) {
      at += name.startsWith(wrapper, at) ? wrapper.length() : 0;
    }
    int start = at;
    int copiedTo = at;
    while (at < name.length()) {
      int begin = at;
      while (at < name.length() && NaturalOrder.isDigit(name.charAt(at))) {
        at++;
      }
      if (at == begin) {
        at++;
      } else if (at - begin <= MAX_INDEX_DIGITS
          && (begin == start || isSeparator(name.charAt(begin - 1)))
          && (at == name.length() || isSeparator(name.charAt(at)))) {
        text.append(name, copiedTo, begin).append('#');
        copiedTo = at;
        if (indexes.size() < MAX_INDEXES) {
          indexes.add(Integer.parseInt(name, begin, at, 10));
        }
      }
    }
    return new NameShape(text.append(name, copiedTo, at).toString(), indexes);
  }

  private static boolean isSeparator(char c) {
    return c == '.' || c == '_' || c == ':' || c == '/' || c == '-';
  }
}
