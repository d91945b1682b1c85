package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

/// The program's picture.
final class ProgramIcon {

  private ProgramIcon() {}

  static List<Image> sizes() {
    return Stream.of(16, 24, 32, 48, 64, 128, 256).map(ProgramIcon::of).toList();
  }

  /// @param side in pixels, one of those sizes
  static Image of(int side) {
    return new Image(
        Objects.requireNonNull(
            ProgramIcon.class.getResourceAsStream("icons/tensorloupe-" + side + ".png"), "icon"));
  }
}
