package io.github.tensorloupe.analysis.layers;

import module java.base;

import io.github.tensorloupe.model.NaturalOrder;

/// A number, at the characters from `begin` to `end` (exclusive) of a tensor name, that may be the
/// layer number or an expert number.
record LayerNumber(int begin, int end, int value) {

  private static final int MAX_CANDIDATES = 4;

  private static final int MAX_DIGITS = 6;

  private static final List<String> WORDS = List.of("layer", "layers", "block", "blocks");

  /// A number of at most three digits after the name of a block or after another such number.
  private static final Pattern NESTED =
      Pattern.compile(
          "(?:blocks?|(?<=\\.)layers|attentions|resnets|refiner|\\G)\\.([0-9]{1,3})(?![^.])");

  private static final Pattern EXPERT_NUMBER =
      Pattern.compile("[._](?=[0-9])(?<=(?i:experts?)[._])([0-9]{1,6})(?![^._])");

  /// Returns the numbers of a name that may be its layer number, in order, see [LayerMap]. Uses no
  /// regular expressions, because a checkpoint may have half a million names.
  static List<LayerNumber> candidates(String name) {
    List<LayerNumber> afterWords = List.of();
    List<LayerNumber> betweenDots = List.of();
    for (int at = 0; at < name.length() && afterWords.size() < MAX_CANDIDATES; at++) {
      int begin = at;
      while (at < name.length() && NaturalOrder.isDigit(name.charAt(at))) {
        at++;
      }
      if (begin == at || at - begin > MAX_DIGITS) {
        continue;
      }
      if (isSeparator(name, begin - 1) && isSeparator(name, at) && endsWithWord(name, begin - 1)) {
        afterWords = with(afterWords, name, begin, at);
      } else if (betweenDots.isEmpty() && isDot(name, begin - 1) && isDot(name, at)) {
        betweenDots = with(betweenDots, name, begin, at);
      }
    }
    return afterWords.isEmpty() ? betweenDots : afterWords;
  }

  /// Returns the numbers of nested blocks, or an empty list if there are too many.
  ///
  /// @param name a name with dots in place of replaced dots
  static List<LayerNumber> nested(String name) {
    List<LayerNumber> numbers = List.of();
    Matcher matcher = NESTED.matcher(name);
    while (matcher.find()) {
      if (numbers.size() == LayerRole.MAX_NESTED) {
        return List.of();
      }
      numbers = with(numbers, name, matcher.start(1), matcher.end(1));
    }
    return numbers;
  }

  private static List<LayerNumber> with(
      List<LayerNumber> numbers, String name, int begin, int end) {
    int value = Integer.parseInt(name, begin, end, 10);
    if (value > LayerRole.MAX_LAYER) {
      return numbers;
    }
    LayerNumber number = new LayerNumber(begin, end, value);
    return numbers.isEmpty()
        ? List.of(number)
        : Stream.concat(numbers.stream(), Stream.of(number)).toList();
  }

  // The ends of a name count as separators.
  private static boolean isSeparator(String name, int at) {
    return isDot(name, at) || name.charAt(at) == '_';
  }

  private static boolean isDot(String name, int at) {
    return at < 0 || at == name.length() || ".:/".indexOf(name.charAt(at)) >= 0;
  }

  private static boolean endsWithWord(String name, int end) {
    return end > 0 && name.charAt(end - 1) == 'h' && isSeparator(name, end - 2)
        || WORDS.stream().anyMatch(word -> endsWith(name, end, word));
  }

  // Ignores the case of ASCII letters.
  private static boolean endsWith(String name, int end, String word) {
    int begin = end - word.length();
    for (int i = 0; begin >= 0 && i < word.length(); i++) {
      if ((name.charAt(begin + i) | 0x20) != word.charAt(i)) {
        return false;
      }
    }
    return begin >= 0;
  }

  /// Returns the expert number, such as 17 in `mlp.experts.17.w1.weight`.
  static Optional<LayerNumber> expert(String name) {
    Matcher matcher = EXPERT_NUMBER.matcher(name);
    while (matcher.find()) {
      List<LayerNumber> numbers = with(List.of(), name, matcher.start(1), matcher.end(1));
      if (!numbers.isEmpty()) {
        return Optional.of(numbers.getFirst());
      }
    }
    return Optional.empty();
  }

  LayerRole roleIn(String name) {
    return new LayerRole(
        name.substring(0, Math.max(0, begin - 1)),
        value,
        name.substring(Math.min(name.length(), end + 1)));
  }
}
