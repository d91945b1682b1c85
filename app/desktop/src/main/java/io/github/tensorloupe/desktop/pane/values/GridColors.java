package io.github.tensorloupe.desktop.pane.values;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javafx.beans.Observable;
import javafx.css.CssMetaData;
import javafx.css.Styleable;
import javafx.css.StyleableProperty;
import javafx.css.StyleablePropertyFactory;
import javafx.scene.layout.Region;
import javafx.scene.paint.Color;
import javafx.scene.text.Font;

/// The colours and the font that [GridPainter] draws with; they come from the style sheet of the
/// [GridCanvas] that owns them.
final class GridColors {

  /// What has a colour; in the style sheet in lower case, with `-tl-grid-` before it.
  enum Part {
    VALUE,
    ZERO,
    ABSENT,
    DANGER,
    DANGER_GROUND,
    HEAD,
    HEAD_STRONG,
    HEAD_GROUND,
    LINE,
    EDGE,
    CURSOR,
    SELECTED_GROUND,
    DARK_INK,
    LIGHT_INK,
    NEGATIVE,
    HALF_NEGATIVE,
    MIDDLE,
    HALF_POSITIVE,
    POSITIVE;

    private String cssName() {
      return "-tl-grid-" + name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  private static final StyleablePropertyFactory<GridCanvas> FACTORY =
      new StyleablePropertyFactory<>(Region.getClassCssMetaData());

  private static final List<Part> SCALE =
      List.of(Part.NEGATIVE, Part.HALF_NEGATIVE, Part.MIDDLE, Part.HALF_POSITIVE, Part.POSITIVE);

  private final StyleableProperty<Font> font;
  private final Map<Part, StyleableProperty<Color>> colors = new EnumMap<>(Part.class);

  GridColors(GridCanvas owner) {
    font =
        FACTORY.createStyleableFontProperty(
            owner, "font", "-fx-font", canvas -> canvas.colors().font, Font.getDefault());
    for (Part part : Part.values()) {
      colors.put(
          part,
          FACTORY.createStyleableColorProperty(
              owner,
              part.name(),
              part.cssName(),
              canvas -> canvas.colors().colors.get(part),
              Color.GRAY));
    }
  }

  /// Every styleable property of a [GridCanvas].
  static List<CssMetaData<? extends Styleable, ?>> cssMetaData() {
    return FACTORY.getCssMetaData();
  }

  /// Calls back whenever the style sheet gives another colour or font.
  void onChange(Runnable listener) {
    List<StyleableProperty<?>> all = new ArrayList<>(colors.values());
    all.add(font);
    all.forEach(property -> ((Observable) property).addListener(_ -> listener.run()));
  }

  Font font() {
    return font.getValue();
  }

  Color of(Part part) {
    return colors.get(part).getValue();
  }

  /// The colour of a place on the scale.
  ///
  /// @param position from -1 to 1
  Color at(double position) {
    double place = (position + 1) / 2 * (SCALE.size() - 1);
    int step = (int) Math.min(place, SCALE.size() - 2);
    return of(SCALE.get(step)).interpolate(of(SCALE.get(step + 1)), place - step);
  }

  /// The colour of text that stands out most from a ground.
  Color inkOn(Color ground) {
    Color dark = of(Part.DARK_INK);
    Color light = of(Part.LIGHT_INK);
    return contrast(ground, dark) >= contrast(ground, light) ? dark : light;
  }

  /// The contrast of two colours, from 1 to 21, as WCAG 2 defines it.
  static double contrast(Color one, Color other) {
    double first = luminance(one);
    double second = luminance(other);
    return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
  }

  private static double luminance(Color color) {
    return 0.2126 * linear(color.getRed())
        + 0.7152 * linear(color.getGreen())
        + 0.0722 * linear(color.getBlue());
  }

  private static double linear(double component) {
    return component <= 0.04045 ? component / 12.92 : Math.pow((component + 0.055) / 1.055, 2.4);
  }
}
