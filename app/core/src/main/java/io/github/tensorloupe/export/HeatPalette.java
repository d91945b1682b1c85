package io.github.tensorloupe.export;

import module java.base;

/// The colors of a heat map. Immutable. Colors are `0xAARRGGBB`, not premultiplied.
///
/// @param diverging of numbers around 0, evenly spaced: the most negative first, 0 in the middle
/// @param sequential of numbers from 0 on, evenly spaced
/// @param nan of pixels with a NaN
/// @param infinite of pixels with an infinity, but no NaN
/// @param edge around marks, which have to be seen on every other color
/// @param absent of lines where there is no element
/// @param ground between these lines, and where nothing is known yet
public record HeatPalette(
    List<Integer> diverging,
    List<Integer> sequential,
    int nan,
    int infinite,
    int edge,
    int absent,
    int ground) {

  /// On paper and in files, whatever the window looks like: as in the window's light theme.
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
