package io.github.tensorloupe.desktop.text;

import module java.base;

/// A sentence with gaps in two languages. Immutable.
final class SentenceForm {

  private static final Pattern GAP = Pattern.compile("\\{(\\d)([#!]?)}");
  private static final String NUMBER = "(-?\\d[\\d,.]*)";

  /// What is not translated in turn is a name or a figure, and does not reach into a next sentence,
  /// which may begin with a path.
  private static final String WITHIN_SENTENCE = "((?:(?!\\. [A-Z/]).)+?)";

  private static final String ANYTHING = "(.+?)";

  private final String english;
  private final String other;
  private final String begin;
  private final List<String> gaps = new ArrayList<>();
  private final Pattern pattern;

  /// @param english the English form; `{0}` is a gap, `{0#}` one for a number
  /// @param other the same in the other language; what stands in `{0!}` is translated, too
  SentenceForm(String english, String other) {
    this.english = english;
    this.other = other;
    StringBuilder regex = new StringBuilder();
    int end = 0;
    for (MatchResult gap : GAP.matcher(english).results().toList()) {
      regex.append(Pattern.quote(english.substring(end, gap.start()))).append(content(gap));
      gaps.add(gap.group(1));
      end = gap.end();
    }
    Matcher first = GAP.matcher(english);
    begin = first.find() ? english.substring(0, first.start()) : english;
    pattern = Pattern.compile(regex + Pattern.quote(english.substring(end)), Pattern.DOTALL);
  }

  private String content(MatchResult gap) {
    if (gap.group(2).equals("#")) {
      return NUMBER;
    }
    return other.contains("{" + gap.group(1) + "!}") ? ANYTHING : WITHIN_SENTENCE;
  }

  String english() {
    return english;
  }

  String other() {
    return other;
  }

  /// The sentence in the other language, if it has this form.
  ///
  /// @param inner translates what stands in a gap, where it is to be translated
  Optional<String> translate(String sentence, UnaryOperator<String> inner) {
    if (!sentence.startsWith(begin)) {
      return Optional.empty();
    }
    Matcher found = pattern.matcher(sentence);
    if (!found.matches()) {
      return Optional.empty();
    }
    return Optional.of(GAP.matcher(other).replaceAll(gap -> filling(gap, found, inner)));
  }

  private String filling(MatchResult gap, MatchResult found, UnaryOperator<String> inner) {
    String text = found.group(gaps.indexOf(gap.group(1)) + 1);
    return Matcher.quoteReplacement(gap.group(2).equals("!") ? inner.apply(text) : text);
  }
}
