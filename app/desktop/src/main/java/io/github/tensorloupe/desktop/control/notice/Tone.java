package io.github.tensorloupe.desktop.control.notice;

import module java.base;

import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.format.Severity;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/// The importance of a message, with its icon and style.
public enum Tone {
  /// Something failed or is lost.
  DANGER("danger", Feather.X_CIRCLE),
  /// Something needs attention.
  WARNING("warning", Feather.ALERT_TRIANGLE),
  /// Something succeeded.
  SUCCESS("success", Feather.CHECK_CIRCLE),
  /// Additional information.
  INFO("info", Feather.INFO);

  private final String word;
  private final Feather icon;

  Tone(String word, Feather icon) {
    this.word = word;
    this.icon = icon;
  }

  /// Returns the tone of a severity. The icons differ in shape as well as in color.
  public static Tone of(Severity severity) {
    return switch (severity) {
      case ERROR -> DANGER;
      case WARNING -> WARNING;
      case INFO -> INFO;
    };
  }

  /// Returns the suffix of its style classes, such as `danger`.
  public String word() {
    return word;
  }

  /// Creates an icon in the color of this tone.
  public FontIcon icon(String... styleClasses) {
    return Icons.of(
        icon,
        Stream.concat(Stream.of("icon-" + word), Stream.of(styleClasses)).toArray(String[]::new));
  }

  /// Returns the style class of a framed message in this tone.
  public String noticeStyle() {
    return "notice-" + word;
  }
}
