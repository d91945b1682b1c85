package io.github.tensorloupe.ui.text;

import java.text.MessageFormat;
import java.util.Locale;
import java.util.ResourceBundle;

/// The window's texts. Immutable.
public final class Messages {

  private final ResourceBundle bundle;

  private Messages(ResourceBundle bundle) {
    this.bundle = bundle;
  }

  /// The texts in English, the only language so far.
  public static Messages english() {
    return new Messages(
        ResourceBundle.getBundle(
            "io.github.tensorloupe.ui.text.messages", Locale.ENGLISH, Messages.class.getModule()));
  }

  /// The text with this key.
  ///
  /// @throws java.util.MissingResourceException if the bundle lacks it
  public String text(String key) {
    return bundle.getString(key);
  }

  /// The text with this key, its `{0}`, `{1}` ... replaced by the arguments as they stand.
  ///
  /// @throws java.util.MissingResourceException if the bundle lacks it
  public String text(String key, Object... arguments) {
    return new MessageFormat(bundle.getString(key), Locale.ENGLISH).format(arguments);
  }
}
