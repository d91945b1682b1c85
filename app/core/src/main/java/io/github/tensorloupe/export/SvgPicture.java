package io.github.tensorloupe.export;

import module java.base;

/// A builder for SVG 1.1 pictures of rectangles, paths and texts. Lengths are in pixels; colors are
/// SVG color values.
public final class SvgPicture {

  /// The point of a text that is placed at its x coordinate.
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

  /// @param title the alternative text for screen readers
  public SvgPicture(double width, double height, String title) {
    this.width = width;
    this.height = height;
    this.title = title;
  }

  public SvgPicture rectangle(double x, double y, double w, double h, String fill) {
    return rectangle(x, y, w, h, fill, "");
  }

  /// Adds a rectangle with a tooltip.
  ///
  /// @param meaning the tooltip; an empty string for none
  public SvgPicture rectangle(double x, double y, double w, double h, String fill, String meaning) {
    String inside = meaning.isEmpty() ? "" : "<title>" + escaped(meaning) + "</title>";
    body.append(
        "  <rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" fill=\"%s\">%s</rect>\n"
            .formatted(number(x), number(y), number(w), number(h), escaped(fill), inside));
    return this;
  }

  /// Adds a polyline.
  ///
  /// @param xs the x coordinates of at least two points
  /// @param ys the y coordinates of the points
  /// @param dashes alternating lengths of dashes and gaps; empty for a solid line
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

  /// Adds a single line of text with its baseline at `y`.
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

  /// Returns the complete SVG document.
  @Override
  public String toString() {
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + element();
  }

  /// Returns the picture as an `svg` element, for embedding in HTML.
  public String element() {
    return """
    <svg xmlns="http://www.w3.org/2000/svg" width="%1$s" height="%2$s" \
    viewBox="0 0 %1$s %2$s" font-family="Inter, Noto Sans, DejaVu Sans, sans-serif">
      <title>%3$s</title>
    %4$s</svg>
    """
        .formatted(number(width), number(height), escaped(title), body);
  }

  /// Formats a number with at most two decimals, independent of the default locale.
  private static String number(double value) {
    String text = String.format(Locale.ROOT, "%.2f", value);
    return text.replaceFirst("\\.?0+$", "").replaceFirst("^-0$", "0");
  }

  /// Escapes text for XML and HTML content and quoted attributes.
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
