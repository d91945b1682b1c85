package io.github.tensorloupe.desktop.text;

import module java.base;

import io.github.tensorloupe.desktop.text.Messages.TextFile;

/// Translates the sentences of the core into another language. Immutable.
///
/// The core puts its sentences together in English, with names and numbers in them. They are
/// recognized here by their form: a file has the English form of each, `{0}`, `{1}` ... where
/// something else may stand, and below it, behind `= `, the same in the other language. There `{0}`
/// stands for what was found, and `{0!}` for what was found, translated in turn.
final class CoreSentences {

  /// Longer texts are not sentences.
  private static final int MAX_CHARACTERS = 20_000;

  /// The most levels of names and reasons inside one another.
  private static final int MAX_DEPTH = 6;

  private static final CoreSentences NONE = new CoreSentences(List.of());

  private final List<SentenceForm> forms;

  CoreSentences(List<SentenceForm> forms) {
    this.forms = List.copyOf(forms);
  }

  static CoreSentences in(Language language) {
    return switch (language) {
      case ENGLISH -> NONE;
      case GERMAN -> new CoreSentences(read("core_de.txt"));
    };
  }

  /// The forms of a file.
  static List<SentenceForm> read(String name) {
    List<SentenceForm> forms = new ArrayList<>();
    try (BufferedReader lines = new BufferedReader(TextFile.open(name))) {
      String english = null;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("= ") && english != null) {
          forms.add(new SentenceForm(english, line.substring(2)));
          english = null;
        } else if (!line.isBlank() && !line.startsWith("#")) {
          english = line;
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return forms;
  }

  /// The sentences in the other language; what is not known stays in English.
  String translate(String english) {
    return forms.isEmpty() || english.length() > MAX_CHARACTERS
        ? english
        : known(english, 0).orElse(english);
  }

  private Optional<String> known(String english, int depth) {
    if (depth > MAX_DEPTH) {
      return Optional.empty();
    }
    return whole(english, depth)
        .or(() -> oneAfterTheOther(english, depth))
        .or(() -> behindName(english, depth))
        .or(() -> clause(english, depth));
  }

  private Optional<String> whole(String english, int depth) {
    return forms.stream()
        .flatMap(
            form -> form.translate(english, part -> known(part, depth + 1).orElse(part)).stream())
        .findFirst();
  }

  /// Several sentences, of which the first may be of more than one.
  private Optional<String> oneAfterTheOther(String english, int depth) {
    for (int end = english.lastIndexOf(". "); end > 0; end = english.lastIndexOf(". ", end - 1)) {
      Optional<String> first = whole(english.substring(0, end + 1), depth);
      if (first.isPresent()) {
        String rest = english.substring(end + 2);
        return Optional.of(first.get() + " " + known(rest, depth + 1).orElse(rest));
      }
    }
    return Optional.empty();
  }

  /// A sentence that the core has made the end of another one, without its capital, or words that
  /// have become a sentence.
  private Optional<String> clause(String english, int depth) {
    String stop = english.endsWith(".") ? "." : "";
    String words = english.substring(0, english.length() - stop.length());
    if (words.isEmpty()) {
      return Optional.empty();
    }
    String sentence = Character.toUpperCase(words.charAt(0)) + words.substring(1) + ".";
    return whole(sentence, depth)
        .filter(other -> other.endsWith("."))
        .map(other -> other.substring(0, other.length() - 1))
        .or(() -> stop.isEmpty() ? Optional.empty() : whole(words, depth))
        .map(other -> other + stop);
  }

  /// A sentence that the file or folder it is about stands before.
  private Optional<String> behindName(String english, int depth) {
    for (int colon = english.indexOf(": "); colon > 0; colon = english.indexOf(": ", colon + 1)) {
      String name = english.substring(0, colon + 2);
      Optional<String> sentence = whole(english.substring(colon + 2), depth);
      if (sentence.isPresent()) {
        return Optional.of(name + sentence.get());
      }
    }
    return Optional.empty();
  }

  /// A sentence with gaps in two languages. Immutable.
  static final class SentenceForm {

    private static final Pattern GAP = Pattern.compile("\\{(\\d)([#!]?)}");
    private static final String NUMBER = "(-?\\d[\\d,.]*)";

    /// Text that is not translated in turn is a name or a figure, and does not reach into a next
    /// sentence, which may begin with a path.
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
}
