package io.github.tensorloupe.desktop.pane.layers;

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
import javafx.scene.text.Font;

/// The colours and the font that a heat map and its legend are drawn with; they come from the style
/// sheet of the [HeatRegion] that owns them.
final class HeatColors {

  private static final int RAMP_STEPS = 7;
  private static final int SIGNED_STEPS = 5;

  private static final StyleablePropertyFactory<HeatRegion> FACTORY =
      new StyleablePropertyFactory<>(Region.getClassCssMetaData());

  private final StyleableProperty<Font> font;
  private final List<StyleableProperty<Color>> ramp = new ArrayList<>();
  private final List<StyleableProperty<Color>> signed = new ArrayList<>();
  private final StyleableProperty<Color> zero;
  private final StyleableProperty<Color> unknown;
  private final StyleableProperty<Color> danger;
  private final StyleableProperty<Color> label;
  private final StyleableProperty<Color> strongLabel;
  private final StyleableProperty<Color> mark;
  private final StyleableProperty<Color> markEdge;
  private final StyleableProperty<Color> cursor;

  HeatColors(HeatRegion owner) {
    font =
        FACTORY.createStyleableFontProperty(
            owner, "font", "-fx-font", region -> region.colors().font, Font.getDefault());
    for (int i = 0; i < RAMP_STEPS; i++) {
      int step = i;
      ramp.add(color(owner, "ramp-" + i, region -> region.colors().ramp.get(step)));
    }
    for (int i = 0; i < SIGNED_STEPS; i++) {
      int step = i;
      signed.add(color(owner, "signed-" + i, region -> region.colors().signed.get(step)));
    }
    zero = color(owner, "zero", region -> region.colors().zero);
    unknown = color(owner, "unknown", region -> region.colors().unknown);
    danger = color(owner, "danger", region -> region.colors().danger);
    label = color(owner, "label", region -> region.colors().label);
    strongLabel = color(owner, "strong-label", region -> region.colors().strongLabel);
    mark = color(owner, "mark", region -> region.colors().mark);
    markEdge = color(owner, "mark-edge", region -> region.colors().markEdge);
    cursor = color(owner, "cursor", region -> region.colors().cursor);
  }

  private static StyleableProperty<Color> color(
      HeatRegion owner, String name, Function<HeatRegion, StyleableProperty<Color>> property) {
    return FACTORY.createStyleableColorProperty(
        owner, name, "-tl-map-" + name, property, Color.GRAY);
  }

  /// Every styleable property of a [HeatRegion].
  static List<CssMetaData<? extends Styleable, ?>> cssMetaData() {
    return FACTORY.getCssMetaData();
  }

  /// Calls back whenever the style sheet gives another colour or font.
  void onChange(Runnable listener) {
    List<StyleableProperty<?>> all =
        new ArrayList<>(
            List.of(font, zero, unknown, danger, label, strongLabel, mark, markEdge, cursor));
    all.addAll(ramp);
    all.addAll(signed);
    all.forEach(property -> ((Observable) property).addListener(_ -> listener.run()));
  }

  Font font() {
    return font.getValue();
  }

  /// The colour of a place on a scale.
  ///
  /// @param position from 0 to 1
  Color at(HeatScale scale, double position) {
    List<StyleableProperty<Color>> steps =
        switch (scale.spread()) {
          case LINEAR, LOGARITHMIC -> ramp;
          case SIGNED -> signed;
        };
    double place = position * (steps.size() - 1);
    int step = (int) Math.min(place, steps.size() - 2);
    return steps.get(step).getValue().interpolate(steps.get(step + 1).getValue(), place - step);
  }

  Color zero() {
    return zero.getValue();
  }

  Color unknown() {
    return unknown.getValue();
  }

  /// Of tensors with values that are not finite.
  Color danger() {
    return danger.getValue();
  }

  Color label() {
    return label.getValue();
  }

  /// Of the layer and the role that are looked at.
  Color strongLabel() {
    return strongLabel.getValue();
  }

  /// Of what marks the tensors that stand out; it is seen on every colour by its edge.
  Color mark() {
    return mark.getValue();
  }

  Color markEdge() {
    return markEdge.getValue();
  }

  Color cursor() {
    return cursor.getValue();
  }
}
