package io.github.tensorloupe.desktop.pane.heatmap;

import io.github.tensorloupe.export.HeatPalette;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import javafx.beans.Observable;
import javafx.css.CssMetaData;
import javafx.css.Styleable;
import javafx.css.StyleableProperty;
import javafx.css.StyleablePropertyFactory;
import javafx.scene.layout.Region;
import javafx.scene.paint.Color;

/// The colours of a picture; they come from the style sheet of the [HeatCanvas] that owns them.
final class HeatColors {

  private static final int SIGNED_STEPS = 5;
  private static final int RAMP_STEPS = 7;

  private static final StyleablePropertyFactory<HeatCanvas> FACTORY =
      new StyleablePropertyFactory<>(Region.getClassCssMetaData());

  private final List<StyleableProperty<Color>> signed = new ArrayList<>();
  private final List<StyleableProperty<Color>> ramp = new ArrayList<>();
  private final StyleableProperty<Color> nan;
  private final StyleableProperty<Color> infinite;
  private final StyleableProperty<Color> edge;
  private final StyleableProperty<Color> absent;
  private final StyleableProperty<Color> ground;
  private final StyleableProperty<Color> caret;

  HeatColors(HeatCanvas owner) {
    for (int i = 0; i < SIGNED_STEPS; i++) {
      int step = i;
      signed.add(color(owner, "signed-" + i, canvas -> canvas.colors().signed.get(step)));
    }
    for (int i = 0; i < RAMP_STEPS; i++) {
      int step = i;
      ramp.add(color(owner, "ramp-" + i, canvas -> canvas.colors().ramp.get(step)));
    }
    nan = color(owner, "nan", canvas -> canvas.colors().nan);
    infinite = color(owner, "infinite", canvas -> canvas.colors().infinite);
    edge = color(owner, "edge", canvas -> canvas.colors().edge);
    absent = color(owner, "absent", canvas -> canvas.colors().absent);
    ground = color(owner, "ground", canvas -> canvas.colors().ground);
    caret = color(owner, "caret", canvas -> canvas.colors().caret);
  }

  private static StyleableProperty<Color> color(
      HeatCanvas owner, String name, Function<HeatCanvas, StyleableProperty<Color>> property) {
    return FACTORY.createStyleableColorProperty(
        owner, name, "-tl-picture-" + name, property, Color.GRAY);
  }

  /// Every styleable property of a [HeatCanvas].
  static List<CssMetaData<? extends Styleable, ?>> cssMetaData() {
    return FACTORY.getCssMetaData();
  }

  /// Calls back whenever the style sheet gives another colour.
  void onChange(Runnable listener) {
    List<StyleableProperty<Color>> all = new ArrayList<>(signed);
    all.addAll(ramp);
    all.addAll(List.of(nan, infinite, edge, absent, ground, caret));
    all.forEach(property -> ((Observable) property).addListener(_ -> listener.run()));
  }

  /// The colours of the pixels.
  HeatPalette palette() {
    return new HeatPalette(
        signed.stream().map(HeatColors::argb).toList(),
        ramp.stream().map(HeatColors::argb).toList(),
        argb(nan),
        argb(infinite),
        argb(edge),
        argb(absent),
        argb(ground));
  }

  /// Of the frame around the caret.
  int caret() {
    return argb(caret);
  }

  private static int argb(StyleableProperty<Color> property) {
    Color color = property.getValue();
    return 0xff << 24
        | channel(color.getRed()) << 16
        | channel(color.getGreen()) << 8
        | channel(color.getBlue());
  }

  private static int channel(double part) {
    return (int) Math.round(part * 255);
  }
}
