package io.github.tensorloupe.desktop.control.canvas;

import module java.base;
import module javafx.controls;

/// The colors and the font of one kind of canvas, set by the stylesheets. All canvases of a kind
/// share one palette.
///
/// A color is named by an enum constant or a string. Its CSS property is the prefix of the palette
/// followed by that name in lower case with hyphens: `-tl-grid-head-ground` for `HEAD_GROUND`.
public final class CanvasPalette {

  /// The colors of a sequential scale from low to high, and of a diverging scale.
  public static final List<String> RAMP =
      List.of("ramp-0", "ramp-1", "ramp-2", "ramp-3", "ramp-4", "ramp-5", "ramp-6");

  public static final List<String> SIGNED =
      List.of("signed-0", "signed-1", "signed-2", "signed-3", "signed-4");

  private final StyleablePropertyFactory<ColoredRegion> factory =
      new StyleablePropertyFactory<>(Region.getClassCssMetaData());
  private final String prefix;
  private final List<Object> names;

  private CanvasPalette(String prefix, List<Object> names) {
    this.prefix = prefix;
    this.names = names;
  }

  /// Creates a palette of named colors.
  ///
  /// @param names enum constants or strings
  public static CanvasPalette of(String prefix, Collection<?>... names) {
    return new CanvasPalette(
        prefix, Arrays.stream(names).<Object>flatMap(Collection::stream).toList());
  }

  private String property(Object name) {
    return prefix + String.valueOf(name).toLowerCase(Locale.ROOT).replace('_', '-');
  }

  Map<Object, StyleableProperty<Color>> colorsOf(ColoredRegion region) {
    Map<Object, StyleableProperty<Color>> colors = new LinkedHashMap<>();
    for (Object name : names) {
      String property = property(name);
      colors.put(
          name,
          factory.createStyleableColorProperty(
              region, property, property, each -> each.colorProperty(name), Color.GRAY));
    }
    return colors;
  }

  StyleableProperty<Font> fontOf(ColoredRegion region) {
    return factory.createStyleableFontProperty(
        region, "font", "-fx-font", ColoredRegion::fontProperty, Font.getDefault());
  }

  List<CssMetaData<? extends Styleable, ?>> cssMetaData() {
    return factory.getCssMetaData();
  }
}
