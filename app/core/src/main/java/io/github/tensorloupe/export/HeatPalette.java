package io.github.tensorloupe.export;

import module java.base;

/// The colors of a heat map. Immutable. Colors are `0xAARRGGBB`, not premultiplied.
///
/// @param diverging the colors of numbers around 0, evenly spaced: the most negative first, 0 in
///   the middle
/// @param sequential the colors of numbers from 0 on, evenly spaced
/// @param nan the color of pixels with a NaN
/// @param infinite the color of pixels with an infinity, but no NaN
/// @param edge the color around marks, which must contrast with all other colors
/// @param absent the color of the hatching of pixels without an element
/// @param ground the color between the hatching, and of pixels that are not loaded yet
public record HeatPalette(
    List<Integer> diverging,
    List<Integer> sequential,
    int nan,
    int infinite,
    int edge,
    int absent,
    int ground) {

  /// The palette of the light theme. Paper and files use it with every theme.
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
