package io.github.tensorloupe.desktop.theme;

import org.kordamp.ikonli.Ikon;
import org.kordamp.ikonli.javafx.FontIcon;

/// Makes icons that take their size and color from the style sheets.
public final class Icons {

  private Icons() {}

  /// An icon.
  ///
  /// @param styleClasses beside `icon`: `icon-small`, `icon-large`, or a color class such as
  ///   `icon-danger`
  public static FontIcon of(Ikon ikon, String... styleClasses) {
    FontIcon icon = new FontIcon(ikon);
    icon.getStyleClass().add("icon");
    icon.getStyleClass().addAll(styleClasses);
    return icon;
  }
}
