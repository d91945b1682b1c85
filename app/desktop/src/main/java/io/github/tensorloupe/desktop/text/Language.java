package io.github.tensorloupe.desktop.text;

import module java.base;

/// The languages of the window. The command line uses English only.
public enum Language {
  /// The language in which every text is written first.
  ENGLISH(Locale.ENGLISH, "English"),
  GERMAN(Locale.GERMAN, "Deutsch");

  private final Locale locale;
  private final String ownName;

  Language(Locale locale, String ownName) {
    this.locale = locale;
    this.ownName = ownName;
  }

  /// Returns the language with this BCP 47 tag, ignoring its region and script, or empty if it is
  /// not supported.
  public static Optional<Language> of(String tag) {
    String language = Locale.forLanguageTag(tag).getLanguage();
    return Arrays.stream(values())
        .filter(each -> each.locale.getLanguage().equals(language))
        .findFirst();
  }

  /// Returns the display language of the system, or English if it is not supported. Valid until
  /// [#useForControls()] is called.
  public static Language ofSystem() {
    return of(Locale.getDefault(Locale.Category.DISPLAY).toLanguageTag()).orElse(ENGLISH);
  }

  /// Returns the BCP 47 tag, as stored in the settings.
  public String tag() {
    return locale.toLanguageTag();
  }

  public String ownName() {
    return ownName;
  }

  /// Sets the default locale of the process, from which JavaFX controls get their own texts, to
  /// this language. The format of numbers and dates is unchanged.
  public void useForControls() {
    Locale format = Locale.getDefault(Locale.Category.FORMAT);
    Locale.setDefault(locale);
    Locale.setDefault(Locale.Category.FORMAT, format);
  }
}
