package io.github.tensorloupe.desktop.control.copy;

/// Texts in quotes, to be pasted elsewhere.
public final class QuotedText {

  private static final String FORMULA_STARTS = "=+-@\t\r";

  private QuotedText() {}

  /// A string of JSON and of Python.
  public static String json(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (char letter : text.toCharArray()) {
      if (letter == '"' || letter == '\\') {
        quoted.append('\\').append(letter);
      } else if (letter < ' ' || letter == 0x7f) {
        quoted.append("\\u%04x".formatted((int) letter));
      } else {
        quoted.append(letter);
      }
    }
    return quoted.append('"').toString();
  }

  /// An argument of a shell, quoted for this system if necessary.
  public static String shell(String text) {
    if (text.matches("[A-Za-z0-9_@%+=:,./-]+")) {
      return text;
    }
    boolean windows = System.getProperty("os.name", "").startsWith("Windows");
    return windows ? "\"" + text + "\"" : "'" + text.replace("'", "'\\''") + "'";
  }

  /// Returns a field of comma-separated values. An apostrophe at the beginning keeps spreadsheets
  /// from evaluating it as a formula.
  public static String csv(String name) {
    boolean asFormula = !name.isEmpty() && FORMULA_STARTS.indexOf(name.charAt(0)) >= 0;
    return '"' + (asFormula ? "'" : "") + name.replace("\"", "\"\"") + '"';
  }
}
