package io.github.tensorloupe.text;

import module java.base;

/// A formatter of sentences in one language. Immutable.
public final class Sentences {

  /// The formatter for English, the language of the keys.
  public static final Sentences ENGLISH = new Sentences(Locale.ENGLISH, Map.of());

  private static final Pattern PLACEHOLDER =
      Pattern.compile("\\{(\\d{1,2})(?:#([^{}|]*)\\|([^{}|]*))?}");

  private static final String ONLY_ARGUMENT = "{0}";

  /// Sentences that begin with a lowercase letter within another sentence, in all languages.
  private static final Pattern CLAUSE =
      Pattern.compile("(?s)(?:The|There|You|Das ist|Der|Die|Ein|Es) .*");

  /// The length in bits of 1,000, the smallest number with a separator.
  private static final int MIN_GROUPED_BITS = 10;

  private final Locale locale;
  private final Map<String, String> translations;

  /// @param translations the translations by key; missing ones are displayed in English
  Sentences(Locale locale, Map<String, String> translations) {
    this.locale = locale;
    this.translations = Map.copyOf(translations);
  }

  /// Returns the formatter for a locale. Untranslated sentences are displayed in English.
  public static Sentences in(Locale locale) {
    return translations(locale.getLanguage())
        .map(translations -> new Sentences(locale, translations))
        .orElse(ENGLISH);
  }

  public String text(Sentence sentence) {
    String text = translations.getOrDefault(sentence.key(), sentence.key());
    if (sentence.arguments().isEmpty()) {
      return text;
    }
    if (text.equals(ONLY_ARGUMENT)) {
      return shown(sentence.arguments().getFirst());
    }
    StringBuilder filled = new StringBuilder();
    int end = 0;
    for (Matcher each = PLACEHOLDER.matcher(text); each.find(); end = each.end()) {
      filled.append(text, end, each.start()).append(filled(each, sentence));
    }
    return filled.append(text, end, text.length()).toString();
  }

  private String filled(MatchResult placeholder, Sentence sentence) {
    Object argument = sentence.arguments().get(Integer.parseInt(placeholder.group(1)));
    if (placeholder.group(2) == null) {
      return shown(argument);
    }
    return placeholder.group(
        argument instanceof Number counted && counted.longValue() == 1 ? 2 : 3);
  }

  private String shown(Object argument) {
    return switch (argument) {
      case Sentence sentence -> text(sentence);
      case Clause clause -> asClause(text(clause.sentence()));
      case Integer number -> grouped(BigInteger.valueOf(number));
      case Long number -> grouped(Quantities.exact(number));
      case BigInteger number -> grouped(number);
      case Double number -> localized(Quantities.rounded(number));
      case Decimal decimal ->
          localized(
              String.format(Locale.ENGLISH, "%." + decimal.decimals() + "f", decimal.value()));
      case ByteSize size -> localized(Quantities.bytes(size.byteCount()));
      default -> argument.toString();
    };
  }

  private static String asClause(String sentence) {
    String text = sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence;
    if (text.startsWith("This is ")) {
      return "it" + text.substring("This".length());
    }
    return CLAUSE.matcher(text).matches()
        ? Character.toLowerCase(text.charAt(0)) + text.substring(1)
        : text;
  }

  private String grouped(BigInteger number) {
    if (number.bitLength() < MIN_GROUPED_BITS) {
      return number.toString();
    }
    return localized(String.format(Locale.ENGLISH, "%,d", number));
  }

  /// Replaces the separators of a number in English format with the separators of the language.
  public String localized(String english) {
    if (locale.equals(Locale.ENGLISH)) {
      return english;
    }
    DecimalFormatSymbols symbols = DecimalFormatSymbols.getInstance(locale);
    StringBuilder text = new StringBuilder(english.length());
    for (int i = 0; i < english.length(); i++) {
      char each = english.charAt(i);
      text.append(
          switch (each) {
            case ',' -> symbols.getGroupingSeparator();
            case '.' -> symbols.getDecimalSeparator();
            default -> each;
          });
    }
    return text.toString();
  }

  /// Reads the translations into a language from a gettext `.po` file, which has only `msgid`,
  /// `msgstr` and quoted continuation lines.
  ///
  /// @param language an ISO 639 code, as returned by [java.util.Locale#getLanguage]
  /// @return the translations by key, or empty if the language is not supported
  static Optional<Map<String, String>> translations(String language) {
    try (InputStream file = Sentences.class.getResourceAsStream("sentences_" + language + ".po")) {
      if (file == null) {
        return Optional.empty();
      }
      // Without regular expressions, which would delay the start of the program.
      List<StringBuilder> texts = new ArrayList<>();
      for (String line : new String(file.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
        boolean isBegin = line.startsWith("msgid ") || line.startsWith("msgstr ");
        if (isBegin) {
          texts.add(new StringBuilder());
        }
        if (isBegin || line.startsWith("\"")) {
          int begin = line.indexOf('"') + 1;
          texts.getLast().append(line.substring(begin, line.lastIndexOf('"')).translateEscapes());
        }
      }
      Map<String, String> translations = new HashMap<>();
      for (int i = 0; i < texts.size(); i += 2) {
        String key = texts.get(i).toString();
        if (translations.put(key, texts.get(i + 1).toString()) != null) {
          throw new IllegalStateException("translated twice: " + key);
        }
      }
      return Optional.of(translations);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
