package io.github.tensorloupe.cli;

/// How text stands out on a terminal that takes colours.
enum Style {
  /// What matters most in a line.
  STRONG("1"),
  /// What may be passed over.
  FAINT("2"),
  /// Fine.
  GOOD("32"),
  /// Worth a look.
  NOTABLE("33"),
  /// Wrong.
  BAD("31");

  private final String code;

  Style(String code) {
    this.code = code;
  }

  /// The text between the control sequences for this style.
  String paint(String text) {
    return "\u001b[" + code + "m" + text + "\u001b[0m";
  }
}
