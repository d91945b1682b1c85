package io.github.tensorloupe.desktop.theme;

import module java.base;
import module javafx.controls;

import org.kordamp.ikonli.Ikon;
import org.kordamp.ikonli.javafx.FontIcon;

/// Creates icons whose size and color are set by the stylesheets.
public final class Icons {

  private Icons() {}

  /// @param styleClasses in addition to `icon`: `icon-small`, `icon-large`, or a color class such
  ///   as `icon-danger`
  public static FontIcon of(Ikon ikon, String... styleClasses) {
    FontIcon icon = new FontIcon(ikon);
    icon.getStyleClass().add("icon");
    icon.getStyleClass().addAll(styleClasses);
    return icon;
  }

  /// Creates a button with an icon only. The text is its tooltip and accessible text.
  ///
  /// @param styleClasses in addition to `button-icon`; `small` also selects a small icon
  public static Button button(Ikon ikon, String text, Runnable action, String... styleClasses) {
    boolean isSmall = List.of(styleClasses).contains("small");
    return button(isSmall ? of(ikon, "icon-small") : of(ikon), text, action, styleClasses);
  }

  public static Button button(Node icon, String text, Runnable action, String... styleClasses) {
    Button button = new Button(null, icon);
    button.getStyleClass().add("button-icon");
    button.getStyleClass().addAll(styleClasses);
    button.setAccessibleText(text);
    Tips.explain(button, text);
    button.setOnAction(_ -> action.run());
    return button;
  }
}
