package io.github.tensorloupe.cli;

enum Style {
  PLAIN(""),
  STRONG("1"),
  FAINT("2"),
  GOOD("32"),
  NOTABLE("33"),
  BAD("31");

  private final String code;

  Style(String code) {
    this.code = code;
  }

  String paint(String text) {
    return "\u001b[" + code + "m" + text + "\u001b[0m";
  }
}
