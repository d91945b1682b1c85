package io.github.tensorloupe.analysis.layers;

import module java.base;

import io.github.tensorloupe.model.NaturalOrder;

/// A number in a tensor's name that may be that of its layer.
///
/// @param value from 0 to [LayerRole#MAX_LAYER]
record LayerNumber(int begin, int end, int value) {

  /// No more candidates of a name are looked at.
  private static final int MAX_CANDIDATES = 4;

  private static final int MAX_DIGITS = 6;

  private static final List<String> WORDS = List.of("layer", "layers", "block", "blocks");

  /// A number behind a word that ends in `expert` or `experts`.
  private static final Pattern BEHIND_EXPERT =
      Pattern.compile("[._](?=[0-9])(?<=(?i:experts?)[._])([0-9]{1,6})(?![^._])");

  /// The numbers of a name that may be that of its layer, in their order, at most
  /// [#MAX_CANDIDATES]: those behind a word for layers or, without one, the first one that stands
  /// between dots, colons or slashes. A word for layers is `h` or one that ends in `layer`,
  /// `layers`, `block` or `blocks`; words and numbers stand between these or underscores. Read by
  /// hand, because half a million names are read at once.
  static List<LayerNumber> candidates(String name) {
    List<LayerNumber> found = List.of();
    List<LayerNumber> betweenDots = List.of();
    for (int at = 0; at < name.length() && found.size() < MAX_CANDIDATES; at++) {
      int begin = at;
      while (at < name.length() && NaturalOrder.isDigit(name.charAt(at))) {
        at++;
      }
      if (begin == at || at - begin > MAX_DIGITS) {
        continue;
      }
      if (isSeparator(name, begin - 1) && isSeparator(name, at) && endsWithWord(name, begin - 1)) {
        found = with(found, name, begin, at);
      } else if (betweenDots.isEmpty() && isDot(name, begin - 1) && isDot(name, at)) {
        betweenDots = with(betweenDots, name, begin, at);
      }
    }
    return found.isEmpty() ? betweenDots : found;
  }

  private static List<LayerNumber> with(List<LayerNumber> before, String name, int begin, int end) {
    int value = Integer.parseInt(name, begin, end, 10);
    if (value > LayerRole.MAX_LAYER) {
      return before;
    }
    LayerNumber number = new LayerNumber(begin, end, value);
    return before.isEmpty()
        ? List.of(number)
        : Stream.concat(before.stream(), Stream.of(number)).toList();
  }

  /// True also at both ends of a name.
  private static boolean isSeparator(String name, int at) {
    return isDot(name, at) || name.charAt(at) == '_';
  }

  private static boolean isDot(String name, int at) {
    return at < 0 || at == name.length() || ".:/".indexOf(name.charAt(at)) >= 0;
  }

  /// True if a word for layers stands before a place of a name.
  private static boolean endsWithWord(String name, int end) {
    return end > 0 && name.charAt(end - 1) == 'h' && isSeparator(name, end - 2)
        || WORDS.stream().anyMatch(word -> endsWith(name, end, word));
  }

  /// The case of ASCII letters does not count.
  private static boolean endsWith(String name, int end, String word) {
    int begin = end - word.length();
    for (int i = 0; begin >= 0 && i < word.length(); i++) {
      if ((name.charAt(begin + i) | 0x20) != word.charAt(i)) {
        return false;
      }
    }
    return begin >= 0;
  }

  /// The number of the expert in the name or role of a tensor of a mixture of experts: of
  /// `mlp.experts.17.w1.weight` the 17.
  static Optional<LayerNumber> expert(String name) {
    Matcher matcher = BEHIND_EXPERT.matcher(name);
    while (matcher.find()) {
      List<LayerNumber> found = with(List.of(), name, matcher.start(1), matcher.end(1));
      if (!found.isEmpty()) {
        return Optional.of(found.getFirst());
      }
    }
    return Optional.empty();
  }

  /// The role of a tensor of this name whose layer this is.
  LayerRole roleIn(String name) {
    return new LayerRole(
        name.substring(0, Math.max(0, begin - 1)),
        value,
        name.substring(Math.min(name.length(), end + 1)));
  }
}
