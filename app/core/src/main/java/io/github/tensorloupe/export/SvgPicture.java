package io.github.tensorloupe.export;

import module java.base;

/// A picture of rectangles, lines, paths and texts, written as SVG 1.1. Lengths are in pixels,
/// colors as SVG has them.
public final class SvgPicture {

  /// Which part of a text stands at its place.
  public enum Anchor {
    START,
    MIDDLE,
    END
  }

  private static final Pattern UNFIT =
      Pattern.compile("[^\\t\\n\\r -\\uD7FF\\uE000-\\uFFFD\\x{10000}-\\x{10FFFF}]");

  private final StringBuilder body = new StringBuilder();
  private final double width;
  private final double height;
  private final String title;

  /// An empty picture.
  ///
  /// @param title for those who cannot see it
  public SvgPicture(double width, double height, String title) {
    this.width = width;
    this.height = height;
    this.title = title;
  }

  public SvgPicture rectangle(double x, double y, double w, double h, String fill) {
    return rectangle(x, y, w, h, fill, "");
  }

  /// Adds a rectangle that says what it is when one points at it.
  ///
  /// @param meaning empty for none
  public SvgPicture rectangle(double x, double y, double w, double h, String fill, String meaning) {
    String inside = meaning.isEmpty() ? "" : "<title>" + escaped(meaning) + "</title>";
    body.append(
        "  <rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" fill=\"%s\">%s</rect>\n"
            .formatted(number(x), number(y), number(w), number(h), escaped(fill), inside));
    return this;
  }

  /// Adds lines from point to point.
  ///
  /// @param xs where the points are, at least two
  /// @param ys as many
  /// @param strokeWidth how thick the lines are
  /// @param dashes how long dashes and gaps are in turn; empty for lines without gaps
  public SvgPicture path(
      double[] xs, double[] ys, String stroke, double strokeWidth, List<Double> dashes) {
    StringBuilder points = new StringBuilder();
    for (int i = 0; i < xs.length; i++) {
      points.append(i == 0 ? "M" : " L").append(number(xs[i])).append(' ').append(number(ys[i]));
    }
    String dashed =
        dashes.isEmpty()
            ? ""
            : dashes.stream()
                .map(SvgPicture::number)
                .collect(Collectors.joining(" ", " stroke-dasharray=\"", "\""));
    body.append(
        "  <path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"%s\"%s/>\n"
            .formatted(points, escaped(stroke), number(strokeWidth), dashed));
    return this;
  }

  /// Adds a text on one line.
  ///
  /// @param y of its base line
  /// @param size of the font
  public SvgPicture text(double x, double y, String text, double size, Anchor anchor, String fill) {
    body.append(
        "  <text x=\"%s\" y=\"%s\" font-size=\"%s\" text-anchor=\"%s\" fill=\"%s\">%s</text>\n"
            .formatted(
                number(x),
                number(y),
                number(size),
                anchor.name().toLowerCase(Locale.ROOT),
                escaped(fill),
                escaped(text)));
    return this;
  }

  /// The whole document.
  @Override
  public String toString() {
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + element();
  }

  /// The picture as an element of another document.
  public String element() {
    return """
    <svg xmlns="http://www.w3.org/2000/svg" width="%1$s" height="%2$s" \
    viewBox="0 0 %1$s %2$s" font-family="Inter, Noto Sans, DejaVu Sans, sans-serif">
      <title>%3$s</title>
    %4$s</svg>
    """
        .formatted(number(width), number(height), escaped(title), body);
  }

  /// At most two decimals, always with a point.
  private static String number(double value) {
    String text = String.format(Locale.ROOT, "%.2f", value);
    return text.replaceFirst("\\.?0+$", "").replaceFirst("^-0$", "0");
  }

  /// A text as XML and HTML have it, between tags or quotes.
  public static String escaped(String text) {
    return UNFIT
        .matcher(text)
        .replaceAll("\uFFFD")
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
