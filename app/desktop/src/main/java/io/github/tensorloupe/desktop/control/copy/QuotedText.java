package io.github.tensorloupe.desktop.control.copy;

/// Quoted text for pasting into other programs.
public final class QuotedText {

  private static final String FORMULA_STARTS = "=+-@\t\r";

  private QuotedText() {}

  /// Returns a string literal that is valid in JSON and in Python.
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

  /// Returns a shell argument, quoted for this system if necessary. Windows has no quotes that all
  /// its shells understand, so characters that could start another command become question marks.
  public static String shell(String text) {
    if (text.matches("[A-Za-z0-9_@%+=:,./-]+")) {
      return text;
    }
    boolean windows = System.getProperty("os.name", "").startsWith("Windows");
    return windows
        ? '"' + text.replaceAll("[\"%$`&|<>^!\\p{Cntrl}]", "?") + '"'
        : "'" + text.replace("'", "'\\''") + "'";
  }

  /// Returns a field of comma-separated values. A leading apostrophe prevents spreadsheets from
  /// evaluating it as a formula.
  public static String csv(String name) {
    boolean asFormula = !name.isEmpty() && FORMULA_STARTS.indexOf(name.charAt(0)) >= 0;
    return '"' + (asFormula ? "'" : "") + name.replace("\"", "\"\"") + '"';
  }
}
