package io.github.tensorloupe.ui.hex;

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

/// The colours and the font that [HexPainter] draws with; they come from the style sheet of the
/// [HexCanvas] that owns them.
final class HexColors {

  private static final StyleablePropertyFactory<HexCanvas> FACTORY =
      new StyleablePropertyFactory<>(Region.getClassCssMetaData());

  private final StyleableProperty<Font> font;
  private final StyleableProperty<Color> offset;
  private final StyleableProperty<Color> value;
  private final StyleableProperty<Color> zero;
  private final StyleableProperty<Color> character;
  private final StyleableProperty<Color> header;
  private final StyleableProperty<Color> headerGround;
  private final StyleableProperty<Color> tensorGround;
  private final StyleableProperty<Color> caretGround;
  private final StyleableProperty<Color> caretText;

  HexColors(HexCanvas owner) {
    font =
        FACTORY.createStyleableFontProperty(
            owner, "font", "-fx-font", canvas -> canvas.colors().font, Font.getDefault());
    offset = color(owner, "offset", "-tl-offset", canvas -> canvas.colors().offset);
    value = color(owner, "value", "-tl-value", canvas -> canvas.colors().value);
    zero = color(owner, "zero", "-tl-zero", canvas -> canvas.colors().zero);
    character = color(owner, "character", "-tl-character", canvas -> canvas.colors().character);
    header = color(owner, "header", "-tl-header", canvas -> canvas.colors().header);
    headerGround =
        color(owner, "headerGround", "-tl-header-ground", canvas -> canvas.colors().headerGround);
    tensorGround =
        color(owner, "tensorGround", "-tl-tensor-ground", canvas -> canvas.colors().tensorGround);
    caretGround =
        color(owner, "caretGround", "-tl-caret-ground", canvas -> canvas.colors().caretGround);
    caretText = color(owner, "caretText", "-tl-caret-text", canvas -> canvas.colors().caretText);
  }

  private static StyleableProperty<Color> color(
      HexCanvas owner,
      String name,
      String cssName,
      Function<HexCanvas, StyleableProperty<Color>> property) {
    return FACTORY.createStyleableColorProperty(owner, name, cssName, property, Color.GRAY);
  }

  /// Every styleable property of a [HexCanvas].
  static List<CssMetaData<? extends Styleable, ?>> cssMetaData() {
    return FACTORY.getCssMetaData();
  }

  /// Calls back whenever the style sheet gives another colour or font.
  void onChange(Runnable listener) {
    List.of(
            font,
            offset,
            value,
            zero,
            character,
            header,
            headerGround,
            tensorGround,
            caretGround,
            caretText)
        .forEach(property -> ((Observable) property).addListener(_ -> listener.run()));
  }

  Font font() {
    return font.getValue();
  }

  Color offset() {
    return offset.getValue();
  }

  /// Of a byte that is neither zero nor in the header.
  Color value() {
    return value.getValue();
  }

  Color zero() {
    return zero.getValue();
  }

  Color character() {
    return character.getValue();
  }

  Color header() {
    return header.getValue();
  }

  Color headerGround() {
    return headerGround.getValue();
  }

  Color tensorGround() {
    return tensorGround.getValue();
  }

  Color caretGround() {
    return caretGround.getValue();
  }

  Color caretText() {
    return caretText.getValue();
  }
}
