package io.github.tensorloupe.desktop.control.canvas;

import module java.base;
import module javafx.controls;

import javafx.beans.Observable;

/// A region whose drawn content takes its colors and its font from the stylesheets. It is laid out,
/// and thereby drawn, again when one of them changes, or on request. Belongs to the FX thread.
public abstract class ColoredRegion extends Region {

  /// The height of a line in multiples of the font size.
  private static final double LINE_SPACING = 1.3;

  private final CanvasPalette palette;
  private final Map<Object, StyleableProperty<Color>> colors;
  private final StyleableProperty<Font> font;

  protected ColoredRegion(CanvasPalette palette) {
    this.palette = palette;
    colors = palette.colorsOf(this);
    font = palette.fontOf(this);
    colors.values().forEach(color -> ((Observable) color).addListener(_ -> restyle()));
    ((Observable) font).addListener(_ -> restyle());
  }

  /// Called when a color or the font has changed; redraws by default.
  protected void restyle() {
    redraw();
  }

  /// Requests drawing with the next layout. Does not affect the size or neighboring nodes.
  protected final void redraw() {
    setNeedsLayout(true);
  }

  final StyleableProperty<Color> colorProperty(Object name) {
    return colors.get(name);
  }

  final StyleableProperty<Font> fontProperty() {
    return font;
  }

  /// Returns a color by its name in the palette; gray before the stylesheets are applied.
  public final Color color(Object name) {
    return colors.get(name).getValue();
  }

  /// Returns the color at a position of a gradient.
  ///
  /// @param stops names of at least two colors, evenly spaced
  /// @param position from 0 to 1
  public final Color gradient(List<?> stops, double position) {
    double place = position * (stops.size() - 1);
    int stop = (int) Math.min(place, stops.size() - 2);
    return color(stops.get(stop)).interpolate(color(stops.get(stop + 1)), place - stop);
  }

  /// Returns the width of a text in the font of the stylesheets, in pixels.
  public final double widthOf(String text) {
    Text measured = new Text(text);
    measured.setFont(font());
    return measured.getLayoutBounds().getWidth();
  }

  /// Returns the height of a line of text in the font of the stylesheets, in pixels.
  public final double lineHeight() {
    return Math.ceil(font().getSize() * LINE_SPACING);
  }

  public final Font font() {
    return font.getValue();
  }

  @Override
  public final List<CssMetaData<? extends Styleable, ?>> getCssMetaData() {
    return palette.cssMetaData();
  }
}
