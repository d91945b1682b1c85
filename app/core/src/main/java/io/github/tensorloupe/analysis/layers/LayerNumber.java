package io.github.tensorloupe.analysis.layers;

import module java.base;

/// A number in a tensor's name that may be that of its layer.
///
/// @param begin where it begins in the name
/// @param end where it ends
/// @param value from 0 to [LayerRole#MAX_LAYER]
record LayerNumber(int begin, int end, int value) {

  /// No more candidates of a name are looked at.
  static final int MAX_CANDIDATES = 4;

  private static final int MAX_DIGITS = 6;
  private static final List<String> LAYER_WORDS = List.of("layer", "layers", "block", "blocks");

  /// The numbers of a name that may be that of its layer, in their order, at most
  /// [#MAX_CANDIDATES].
  ///
  /// Words and numbers of a name stand between dots or underscores. A number that follows `h` or a
  /// word that ends in `layer`, `layers`, `block` or `blocks` is a candidate. Where there is no
  /// such number, the first one that stands between dots is the only candidate.
  static List<LayerNumber> candidates(String name) {
    List<LayerNumber> found = new ArrayList<>(1);
    LayerNumber firstBetweenDots = null;
    int wordBegin = 0;
    for (int begin = 0; begin <= name.length() && found.size() < MAX_CANDIDATES; ) {
      int end = endOfWord(name, begin);
      int value = number(name, begin, end);
      if (value >= 0) {
        LayerNumber number = new LayerNumber(begin, end, value);
        if (begin > 0 && isLayerWord(name, wordBegin, begin - 1)) {
          found.add(number);
        } else if (firstBetweenDots == null && number.standsBetweenDots(name)) {
          firstBetweenDots = number;
        }
      }
      wordBegin = begin;
      begin = end + 1;
    }
    return found.isEmpty() && firstBetweenDots != null ? List.of(firstBetweenDots) : found;
  }

  private static int endOfWord(String name, int begin) {
    int end = begin;
    while (end < name.length() && !isSeparator(name.charAt(end))) {
      end++;
    }
    return end;
  }

  private static boolean isSeparator(char character) {
    return character == '.' || character == '_';
  }

  /// The number that a word is, or -1.
  private static int number(String name, int begin, int end) {
    if (begin == end || end - begin > MAX_DIGITS) {
      return -1;
    }
    int value = 0;
    for (int i = begin; i < end; i++) {
      int digit = name.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      value = 10 * value + digit;
    }
    return value <= LayerRole.MAX_LAYER ? value : -1;
  }

  private static boolean isLayerWord(String name, int begin, int end) {
    if (end - begin == 1) {
      return name.charAt(begin) == 'h';
    }
    for (String word : LAYER_WORDS) {
      if (end - begin >= word.length()
          && name.regionMatches(true, end - word.length(), word, 0, word.length())) {
        return true;
      }
    }
    return false;
  }

  private boolean standsBetweenDots(String name) {
    return (begin == 0 || name.charAt(begin - 1) == '.')
        && (end == name.length() || name.charAt(end) == '.');
  }

  /// The role of a tensor of this name whose layer this is.
  LayerRole roleIn(String name) {
    return new LayerRole(
        name.substring(0, Math.max(0, begin - 1)),
        value,
        name.substring(Math.min(name.length(), end + 1)));
  }
}
