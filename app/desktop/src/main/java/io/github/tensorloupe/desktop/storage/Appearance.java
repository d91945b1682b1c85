package io.github.tensorloupe.desktop.storage;

import module java.base;

import io.github.tensorloupe.cli.ScreenshotRequest;
import io.github.tensorloupe.storage.Accent;

/// The appearance of the windows.
///
/// @param fontSize the size of normal text in device-independent pixels, from [#MIN_FONT_SIZE] to
///   [#MAX_FONT_SIZE]
public record Appearance(Theme theme, Accent accent, int fontSize) {

  public static final int MIN_FONT_SIZE = ScreenshotRequest.MIN_FONT_SIZE;
  public static final int MAX_FONT_SIZE = ScreenshotRequest.MAX_FONT_SIZE;

  public static final Appearance DEFAULT = new Appearance(Theme.SYSTEM, Accent.BLUE, 13);

  public Appearance {
    if (fontSize < MIN_FONT_SIZE || fontSize > MAX_FONT_SIZE) {
      throw new IllegalArgumentException("a font of " + fontSize + " pixels");
    }
  }

  public Appearance withTheme(Theme choice) {
    return new Appearance(choice, accent, fontSize);
  }

  public Appearance withAccent(Accent choice) {
    return new Appearance(theme, choice, fontSize);
  }

  /// Returns this appearance with another font size.
  ///
  /// @param choice the font size, clamped to the valid range
  public Appearance withFontSize(int choice) {
    return new Appearance(theme, accent, Math.clamp(choice, MIN_FONT_SIZE, MAX_FONT_SIZE));
  }
}
