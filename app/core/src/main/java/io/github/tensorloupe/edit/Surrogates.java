package io.github.tensorloupe.edit;

/// Halves of surrogate pairs that stand alone: Java's text can hold them, UTF-8 cannot.
final class Surrogates {

  private Surrogates() {}

  /// The index of the first lone surrogate, or -1.
  static int firstLone(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        if (!startsPair(text, i)) {
          return i;
        }
        i++;
      }
    }
    return -1;
  }

  private static boolean startsPair(String text, int index) {
    return Character.isHighSurrogate(text.charAt(index))
        && index + 1 < text.length()
        && Character.isLowSurrogate(text.charAt(index + 1));
  }
}
