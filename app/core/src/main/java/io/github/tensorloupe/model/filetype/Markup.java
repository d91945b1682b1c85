package io.github.tensorloupe.model.filetype;

import module java.base;

/// HTML and XML in older encodings than UTF-8, in which many servers still tell of errors.
final class Markup {

  private static final Pattern DECLARED =
      Pattern.compile("(?:charset|encoding)\\s*=\\s*[\"']?([A-Za-z0-9][\\w-]{1,40})");

  private Markup() {}

  /// The bytes as text in the encoding that they declare, or in Latin-1; empty where they do not
  /// begin as markup does.
  static String decoded(byte[] bytes) {
    String latin1 = new String(bytes, StandardCharsets.ISO_8859_1);
    if (!isMarkup(latin1)) {
      return "";
    }
    Matcher declared = DECLARED.matcher(latin1);
    if (declared.find() && Charset.isSupported(declared.group(1))) {
      String text = new String(bytes, Charset.forName(declared.group(1)));
      return isMarkup(text) ? text : latin1;
    }
    return latin1;
  }

  private static boolean isMarkup(String text) {
    return text.stripLeading().matches("(?s)<[A-Za-z!?].*");
  }
}
