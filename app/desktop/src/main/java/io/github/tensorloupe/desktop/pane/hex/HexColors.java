package io.github.tensorloupe.desktop.pane.hex;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import javafx.beans.Observable;
import javafx.css.CssMetaData;
import javafx.css.Styleable;
import javafx.css.StyleableProperty;
import javafx.css.StyleablePropertyFactory;
import javafx.scene.layout.Region;
import javafx.scene.paint.Color;
import javafx.scene.text.Font;

/// The colours and the font that [HexPainter] draws with; they come from the style sheet of the
/// [HexCanvas] that owns them.
final class HexColors {

  private static final StyleablePropertyFactory<HexCanvas> FACTORY =
      new StyleablePropertyFactory<>(Region.getClassCssMetaData());

  private final StyleableProperty<Font> font;
  private final Map<Ink, StyleableProperty<Color>> inks = new EnumMap<>(Ink.class);

  HexColors(HexCanvas owner) {
    font =
        FACTORY.createStyleableFontProperty(
            owner, "font", "-fx-font", canvas -> canvas.colors().font, Font.getDefault());
    for (Ink ink : Ink.values()) {
      inks.put(
          ink,
          FACTORY.createStyleableColorProperty(
              owner,
              ink.name(),
              ink.cssName(),
              canvas -> canvas.colors().inks.get(ink),
              Color.GRAY));
    }
  }

  /// Every styleable property of a [HexCanvas].
  static List<CssMetaData<? extends Styleable, ?>> cssMetaData() {
    return FACTORY.getCssMetaData();
  }

  /// Calls back whenever the style sheet gives another colour or font.
  void onChange(Runnable listener) {
    ((Observable) font).addListener(_ -> listener.run());
    inks.values().forEach(color -> ((Observable) color).addListener(_ -> listener.run()));
  }

  Font font() {
    return font.getValue();
  }

  Color of(Ink ink) {
    return inks.get(ink).getValue();
  }
}
