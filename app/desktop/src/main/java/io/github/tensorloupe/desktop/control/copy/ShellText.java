package io.github.tensorloupe.desktop.control.copy;

/// A text as a shell takes it for one argument.
public final class ShellText {

  private static final String PLAIN = "[A-Za-z0-9_@%+=:,./-]+";

  private ShellText() {}

  /// The text, in quotation marks where it needs them. Those of Windows are not those of other
  /// systems.
  public static String of(String text) {
    if (text.matches(PLAIN)) {
      return text;
    }
    boolean windows = System.getProperty("os.name", "").startsWith("Windows");
    return windows ? "\"" + text + "\"" : "'" + text.replace("'", "'\\''") + "'";
  }
}
