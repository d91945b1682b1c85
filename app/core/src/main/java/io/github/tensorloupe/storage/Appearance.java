package io.github.tensorloupe.storage;

import module java.base;

/// The appearance of the windows.
///
/// @param fontSize the size of ordinary text in pixels before screen scaling, from [#SMALLEST_FONT]
///   to [#LARGEST_FONT]
public record Appearance(Theme theme, Accent accent, int fontSize) {

  public static final int SMALLEST_FONT = 10;
  public static final int LARGEST_FONT = 24;

  public static final Appearance DEFAULT = new Appearance(Theme.SYSTEM, Accent.BLUE, 13);

  public Appearance {
    if (fontSize < SMALLEST_FONT || fontSize > LARGEST_FONT) {
      throw new IllegalArgumentException("a font of " + fontSize + " pixels");
    }
  }

  public Appearance withTheme(Theme choice) {
    return new Appearance(choice, accent, fontSize);
  }

  public Appearance withAccent(Accent choice) {
    return new Appearance(theme, choice, fontSize);
  }

  /// Returns this appearance with another font size, limited to the valid range.
  public Appearance withFontSize(int choice) {
    return new Appearance(theme, accent, Math.clamp(choice, SMALLEST_FONT, LARGEST_FONT));
  }
}
