package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.storage.Accent;
import io.github.tensorloupe.text.Spelled;

/// A request for a picture of the window.
///
/// @param path the file, index or folder to open
/// @param comparedWith the newer checkpoint to compare with the checkpoint at `path`, or empty
/// @param out the PNG file to write
/// @param tensor the name of the tensor to select, or empty
/// @param pane one of [Screenshot#panes()], or empty for the default
/// @param width the width of the window's content in logical pixels, from 320 to 4096
/// @param height the height of the window's content in logical pixels, from 240 to 4096
/// @param scale the number of picture pixels per logical pixel in each direction, 1 or 2
/// @param accent the color of the selection and of the main button
/// @param fontSize the size of ordinary text in logical pixels
public record ScreenshotRequest(
    Path path,
    Optional<Path> comparedWith,
    Path out,
    Optional<String> tensor,
    Optional<String> pane,
    int width,
    int height,
    int scale,
    Theme theme,
    Accent accent,
    int fontSize,
    Language language) {

  /// The range of font sizes of the window, in logical pixels.
  public static final int MIN_FONT_SIZE = 10;

  public static final int MAX_FONT_SIZE = 24;

  public enum Theme {
    LIGHT,
    DARK
  }

  /// The languages, named by their BCP 47 tags.
  public enum Language implements Spelled {
    EN,
    DE
  }

  /// Returns the one or two files, indexes or folders to open.
  public List<Path> paths() {
    return Stream.concat(Stream.of(path), comparedWith.stream()).toList();
  }

  private static final int MIN_WIDTH = 320;

  private static final int MIN_HEIGHT = 240;

  private static final int MAX_SIDE = 4096;

  public ScreenshotRequest {
    if (width < MIN_WIDTH || width > MAX_SIDE || height < MIN_HEIGHT || height > MAX_SIDE) {
      throw new IllegalArgumentException(
          "size %dx%d is not from %dx%d to %dx%d"
              .formatted(width, height, MIN_WIDTH, MIN_HEIGHT, MAX_SIDE, MAX_SIDE));
    }
    if (scale != 1 && scale != 2) {
      throw new IllegalArgumentException("scale " + scale + " is neither 1 nor 2");
    }
    if (fontSize < MIN_FONT_SIZE || fontSize > MAX_FONT_SIZE) {
      throw new IllegalArgumentException(
          "font size %d is not from %d to %d".formatted(fontSize, MIN_FONT_SIZE, MAX_FONT_SIZE));
    }
  }
}
