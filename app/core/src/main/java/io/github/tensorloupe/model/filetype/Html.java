package io.github.tensorloupe.model.filetype;

import module java.base;

import io.github.tensorloupe.text.Sentence;

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
    Matcher found = TITLE.matcher(sample.text(READ_BYTES));
    if (!found.find()) {
      return Optional.of(new Recognised(Form.HTML, Sentence.of("a web page")));
    }
    String text = unescaped(found.group(2));
    Sentence title = DetailText.quoted(text);
    return Optional.of(
        new Recognised(
            Form.HTML,
            SIGN_IN.matcher(text).find()
                ? Sentence.of("a web page with the title {0}: it asks to sign in", title)
                : Sentence.of("a web page with the title {0}", title)));
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
