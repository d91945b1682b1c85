package io.github.tensorloupe.export;

/// A text as a shell argument.
public final class ShellText {

  private static final String PLAIN = "[A-Za-z0-9_@%+=:,./-]+";

  private ShellText() {}

  /// The text, quoted for this system if necessary.
  public static String of(String text) {
    if (text.matches(PLAIN)) {
      return text;
    }
    boolean windows = System.getProperty("os.name", "").startsWith("Windows");
    return windows ? "\"" + text + "\"" : "'" + text.replace("'", "'\\''") + "'";
  }
}
