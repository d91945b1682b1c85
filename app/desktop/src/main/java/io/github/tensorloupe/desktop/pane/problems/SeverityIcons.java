package io.github.tensorloupe.desktop.pane.problems;

import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.format.Severity;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/// One picture for each severity, different in form as well as in colour.
final class SeverityIcons {

  private SeverityIcons() {}

  static FontIcon of(Severity severity) {
    return switch (severity) {
      case ERROR -> Icons.of(Feather.X_CIRCLE, "icon-danger");
      case WARNING -> Icons.of(Feather.ALERT_TRIANGLE, "icon-warning");
      case INFO -> Icons.of(Feather.INFO, "icon-info");
    };
  }
}
