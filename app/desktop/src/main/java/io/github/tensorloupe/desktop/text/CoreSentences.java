package io.github.tensorloupe.desktop.text;

import module java.base;

/// What the core says, in another language. Immutable.
///
/// The core puts its sentences together in English, with names and numbers in them. They are
/// recognised here by their form: a file has the English form of each, `{0}`, `{1}` ... where
/// something else may stand, and below it, behind `= `, the same in the other language. There `{0}`
/// stands for what was found, and `{0!}` for what was found, translated in turn.
final class CoreSentences {

  /// Longer texts are not sentences.
  private static final int MAX_CHARACTERS = 20_000;

  /// How many levels of names and reasons stand inside one another.
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
}
