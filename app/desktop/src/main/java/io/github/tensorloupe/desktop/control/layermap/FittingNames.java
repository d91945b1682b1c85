package io.github.tensorloupe.desktop.control.layermap;

import module java.base;

/// Shortens the names of roles to the width of a column.
final class FittingNames {

  /// Replaces omitted characters. At the beginning, the last part of the name is complete.
  static final String CUT = "…";

  /// The default share of the end in the kept characters of a name.
  private static final double DEFAULT_END_SHARE = 2.0 / 3;

  /// Functions that shorten a name to a number of characters, the most readable result first.
  private static final List<BiFunction<String, Integer, String>> SHORTENERS =
      List.of(
          FittingNames::lastParts,
          (name, characters) -> cut(name.substring(name.lastIndexOf('.') + 1), characters, 0),
          FittingNames::lastWords,
          FittingNames::beginningAndLastWord,
          (name, characters) -> cut(name, characters, DEFAULT_END_SHARE),
          (name, characters) -> cut(name, characters, 1.0 / 3),
          (name, characters) -> cut(name, characters, 0));

  private FittingNames() {}

  /// Shortens names to a number of characters and keeps them distinct if possible. Prefers the last
  /// parts of a name; removes other characters if this is not unique.
  static List<String> fitting(List<String> names, int characters) {
    List<Map<String, Integer>> uses = new ArrayList<>();
    for (BiFunction<String, Integer, String> cut : SHORTENERS) {
      Map<String, Integer> counts = new HashMap<>();
      names.forEach(name -> counts.merge(cut.apply(name, characters), 1, Integer::sum));
      uses.add(counts);
    }
    return names.stream().map(name -> fitting(name, characters, uses)).toList();
  }

  private static String fitting(String name, int characters, List<Map<String, Integer>> uses) {
    if (name.length() <= characters) {
      return name;
    }
    for (int i = 0; i < SHORTENERS.size(); i++) {
      String text = SHORTENERS.get(i).apply(name, characters);
      if (!text.isEmpty() && uses.get(i).get(text) == 1) {
        return text;
      }
    }
    return cut(name, characters, DEFAULT_END_SHARE);
  }

  /// Returns as many trailing parts (separated by dots) as fit, or an empty string if none fits.
  private static String lastParts(String name, int characters) {
    int dot = name.indexOf('.', Math.max(0, name.length() - characters));
    return dot < 0 ? "" : CUT + name.substring(dot + 1);
  }

  /// Returns as many trailing words as fit, or an empty string if the last part does not fit.
  private static String lastWords(String name, int characters) {
    int end = name.lastIndexOf('.') + 1;
    for (int begin = Math.max(1, name.length() - characters + 1); begin <= end; begin++) {
      if (isSeparator(name.charAt(begin - 1))) {
        return CUT + name.substring(begin);
      }
    }
    return "";
  }

  /// Returns as many leading characters as fit, followed by the last word, or an empty string if no
  /// leading characters fit.
  private static String beginningAndLastWord(String name, int characters) {
    String whole = name.startsWith(CUT) ? name.substring(CUT.length()) : name;
    String word = whole.substring(lastWordBegin(whole));
    int keptLength =
        Math.min(characters - CUT.length() - word.length(), whole.length() - word.length());
    while (keptLength > 0 && isSeparator(whole.charAt(keptLength - 1))) {
      keptLength--;
    }
    return keptLength <= 0 ? "" : whole.substring(0, keptLength) + CUT + word;
  }

  /// @param endPart the share of the end in the kept characters; the others are from the beginning
  private static String cut(String name, int characters, double endPart) {
    if (name.length() <= characters) {
      return name;
    }
    int keptLength = Math.max(0, characters - CUT.length());
    int atEnd = (int) Math.ceil(keptLength * endPart);
    return name.substring(0, keptLength - atEnd) + CUT + name.substring(name.length() - atEnd);
  }

  private static int lastWordBegin(String name) {
    int begin = name.length();
    while (begin > 0 && !isSeparator(name.charAt(begin - 1))) {
      begin--;
    }
    return begin;
  }

  private static boolean isSeparator(char character) {
    return character == '.' || character == '_';
  }
}
