package io.github.tensorloupe.desktop.settings;

import module java.base;

/// A language of the window to choose.
///
/// @param tag as BCP 47 has it; empty for the language of the system
/// @param name in that language itself
public record LanguageChoice(Optional<String> tag, String name) {

  public LanguageChoice {
    Objects.requireNonNull(tag);
    Objects.requireNonNull(name);
  }

  @Override
  public String toString() {
    return name;
  }
}
