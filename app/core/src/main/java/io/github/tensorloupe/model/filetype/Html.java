package io.github.tensorloupe.model.filetype;

import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A web page, most often an error page saved under the file's name.
final class Html implements Disguise {

  /// Titles stand behind style sheets at times.
  private static final int READ_BYTES = 64 << 10;

  private static final Pattern TITLE =
      Pattern.compile("<(title|h1)\\b[^<>]*>([^<]{1,2000})<", Pattern.CASE_INSENSITIVE);
  private static final Pattern SIGN_IN =
      Pattern.compile("\\b(sign[ -]?in|log[ -]?in|anmelden)\\b", Pattern.CASE_INSENSITIVE);
  private static final Pattern NUMBERED =
      Pattern.compile("&#(?:x([0-9a-fA-F]{1,6})|([0-9]{1,7}));");

  @Override
  public Optional<Recognised> in(Sample sample) throws IOException {
    String start = sample.text().stripLeading().toLowerCase(Locale.ROOT);
    boolean isPage =
        start.startsWith("<!doctype html") || start.startsWith("<") && start.contains("<html");
    if (!isPage) {
      return Optional.empty();
    }
    Matcher title = TITLE.matcher(sample.text(READ_BYTES));
    if (!title.find()) {
      return Optional.of(new Recognised(Form.HTML, "a web page"));
    }
    String text = unescaped(title.group(2));
    String what = "a web page with the title " + Words.quoted(text);
    boolean asks = SIGN_IN.matcher(text).find();
    return Optional.of(new Recognised(Form.HTML, asks ? what + ": it asks to sign in" : what));
  }

  private static String unescaped(String html) {
    String text =
        NUMBERED
            .matcher(html)
            .replaceAll(
                match -> {
                  int codePoint =
                      match.group(1) == null
                          ? Integer.parseInt(match.group(2))
                          : Integer.parseInt(match.group(1), 16);
                  return Character.isValidCodePoint(codePoint)
                      ? Matcher.quoteReplacement(Character.toString(codePoint))
                      : "?";
                });
    return text.replace("&ndash;", "–")
        .replace("&mdash;", "—")
        .replace("&nbsp;", " ")
        .replace("&quot;", "\"")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&amp;", "&");
  }
}
