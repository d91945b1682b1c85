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
    // Replaces the numbers in place, because a checkpoint may have half a million names.
    char[] text = new char[Math.min(tensorName.length(), MAX_CHARACTERS)];
    tensorName.getChars(0, text.length, text, 0);
    List<Integer> indexes = new ArrayList<>(MAX_INDEXES);
    int at = 0;
    for (String wrapper : WRAPPERS) {
      at += tensorName.startsWith(wrapper, at) ? wrapper.length() : 0;
    }
    int length = 0;
    while (at < text.length) {
      int begin = at;
      int number = 0;
      while (at < text.length && NaturalOrder.isDigit(text[at])) {
        number = 10 * number + text[at++] - '0';
      }
      int digitCount = at - begin;
      if (digitCount == 0) {
        text[length++] = text[at++];
      } else if (digitCount <= MAX_INDEX_DIGITS
          && (length == 0 || isSeparator(text[length - 1]))
          && (at == text.length || isSeparator(text[at]))) {
        text[length++] = '#';
        if (indexes.size() < MAX_INDEXES) {
          indexes.add(number);
        }
      } else {
        System.arraycopy(text, begin, text, length, digitCount);
        length += digitCount;
      }
    }
    return new NameShape(new String(text, 0, length), indexes);
  }

  private static boolean isSeparator(char c) {
    return c == '.' || c == '_' || c == ':' || c == '/' || c == '-';
  }
}
