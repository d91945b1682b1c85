package io.github.tensorloupe.export;

import module java.base;

/// The colors of a heat map, as `0xAARRGGBB`, not premultiplied. Immutable.
///
/// @param diverging evenly spaced colors from the most negative number over 0 in the middle to the
///   most positive number
/// @param sequential evenly spaced colors from 0 upwards
/// @param nan the color of pixels that contain NaN
/// @param infinite the color of pixels that contain an infinity but no NaN
/// @param edge the color of the outline of marks, which contrasts with all other colors
/// @param absent the hatching color of pixels without elements
/// @param ground the background of the hatching, and the color of pixels that are not loaded yet
public record HeatPalette(
    List<Integer> diverging,
    List<Integer> sequential,
    int nan,
    int infinite,
    int edge,
    int absent,
    int ground) {

  /// The palette of the light theme, also used for printing and export.
  public static final HeatPalette LIGHT =
      new HeatPalette(
          List.of(0xff4b2a85, 0xff998ec3, 0xffeeeef2, 0xfff1a340, 0xffa14d00),
          List.of(
              0xffe9f3d6, 0xffc7e9b4, 0xff7fcdbb, 0xff41b6c4, 0xff1d91c0, 0xff225ea8, 0xff0c2c84),
          0xfff000b8,
          0xff00a000,
          0xff1b1f24,
          0xffc4cad2,
          0xffffffff);

  public HeatPalette {
    diverging = List.copyOf(diverging);
    sequential = List.copyOf(sequential);
  }
}
