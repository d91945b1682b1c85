package io.github.tensorloupe.desktop.text;

import module java.base;

/// The languages that the window can speak. The command line speaks English.
public enum Language {
  /// The language that every text is written in first.
  ENGLISH(Locale.ENGLISH, "English"),
  GERMAN(Locale.GERMAN, "Deutsch");

  private final Locale locale;
  private final String ownName;

  Language(Locale locale, String ownName) {
    this.locale = locale;
    this.ownName = ownName;
  }

  /// The language with this BCP 47 tag, whatever region or script the tag adds; empty if the window
  /// does not speak it.
  public static Optional<Language> of(String tag) {
    String language = Locale.forLanguageTag(tag).getLanguage();
    return Arrays.stream(values())
        .filter(each -> each.locale.getLanguage().equals(language))
        .findFirst();
  }

  /// The language that the system shows its own texts in, or English if the window does not speak
  /// it. Holds until [#useForControls()] is called.
  public static Language ofSystem() {
    return of(Locale.getDefault(Locale.Category.DISPLAY).toLanguageTag()).orElse(ENGLISH);
  }

  /// The BCP 47 tag, as it is kept in the settings.
  public String tag() {
    return locale.toLanguageTag();
  }

  public String ownName() {
    return ownName;
  }

  /// Lets controls that bring their own texts speak this language from now on. They follow the
  /// locale of the process; how numbers and dates are written stays as it was.
  public void useForControls() {
    Locale format = Locale.getDefault(Locale.Category.FORMAT);
    Locale.setDefault(locale);
    Locale.setDefault(Locale.Category.FORMAT, format);
  }
}
