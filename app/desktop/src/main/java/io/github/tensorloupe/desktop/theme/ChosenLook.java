package io.github.tensorloupe.desktop.theme;

import io.github.tensorloupe.storage.Accent;
import io.github.tensorloupe.storage.Appearance;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;

/// The style sheet of what a person has chosen: it names the tokens of the accent as those of the
/// base theme, and enlarges the window. Menus and tool tips stand in windows of their own, which
/// get a larger font instead.
final class ChosenLook {

  private static final String TEMPLATE =
      """
      .root {
          -color-accent-fg: -tl-accent-%1$s-fg;
          -color-accent-emphasis: -tl-accent-%1$s-emphasis;
          -color-accent-muted: -tl-accent-%1$s-muted;
          -color-accent-subtle: -tl-accent-%1$s-subtle;
          -color-accent-6: -tl-accent-%1$s-pressed;
          -tl-chart-bar: -tl-accent-%1$s-bar;
          -tl-chart-bar-hover: -tl-accent-%1$s-bar-hover;
      }

      .zoomed-pane {
          -tl-zoom: %2$s;
      }

      .root.popup,
      .context-menu,
      .tooltip,
      .combo-box-popup > .list-view {
          -fx-font-size: %3$dpx;
      }

      .root.popup .icon,
      .context-menu .menu-item .icon {
          -fx-icon-size: %4$dpx;
      }
      """;
  private static final double ICON_TO_TEXT = 1.15;

  private ChosenLook() {}

  /// The address of the sheet, which holds all of it.
  static String sheet(Appearance appearance) {
    byte[] text = text(appearance).getBytes(StandardCharsets.UTF_8);
    return "data:text/css;charset=utf-8;base64," + Base64.getEncoder().encodeToString(text);
  }

  static String text(Appearance appearance) {
    return TEMPLATE.formatted(
        tokenName(appearance.accent()),
        Double.toString(zoom(appearance)),
        appearance.fontSize(),
        Math.round(appearance.fontSize() * ICON_TO_TEXT));
  }

  static double zoom(Appearance appearance) {
    return 1.0 * appearance.fontSize() / Appearance.DEFAULT.fontSize();
  }

  /// As the token files spell an accent.
  static String tokenName(Accent accent) {
    return accent.name().toLowerCase(Locale.ROOT);
  }
}
