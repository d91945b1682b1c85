package io.github.tensorloupe.desktop.pane.filemap;

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

/// The colours of the map; they come from the style sheet of the [MapStrip] that owns them.
final class MapColors {

  private static final StyleablePropertyFactory<MapStrip> FACTORY =
      new StyleablePropertyFactory<>(Region.getClassCssMetaData());

  private final Map<ColumnKind, StyleableProperty<Color>> kinds = new EnumMap<>(ColumnKind.class);
  private final StyleableProperty<Color> edge;
  private final StyleableProperty<Color> hole;
  private final StyleableProperty<Color> caret;
  private final StyleableProperty<Color> selected;

  MapColors(MapStrip owner) {
    for (ColumnKind kind : ColumnKind.values()) {
      String name = kind.name().toLowerCase(Locale.ROOT);
      kinds.put(
          kind,
          FACTORY.createStyleableColorProperty(
              owner, name, "-tl-" + name, view -> view.colors().kinds.get(kind), Color.GRAY));
    }
    edge =
        FACTORY.createStyleableColorProperty(
            owner, "edge", "-tl-edge", view -> view.colors().edge, Color.GRAY);
    hole =
        FACTORY.createStyleableColorProperty(
            owner, "hole", "-tl-hole", view -> view.colors().hole, Color.GRAY);
    caret =
        FACTORY.createStyleableColorProperty(
            owner, "caret", "-tl-caret", view -> view.colors().caret, Color.GRAY);
    selected =
        FACTORY.createStyleableColorProperty(
            owner, "selected", "-tl-selected", view -> view.colors().selected, Color.GRAY);
  }

  /// Every styleable property of a [MapStrip].
  static List<CssMetaData<? extends Styleable, ?>> cssMetaData() {
    return FACTORY.getCssMetaData();
  }

  /// Calls back whenever the style sheet gives another colour.
  void onChange(Runnable listener) {
    kinds.values().forEach(color -> ((Observable) color).addListener(_ -> listener.run()));
    List.of(edge, hole, caret, selected)
        .forEach(color -> ((Observable) color).addListener(_ -> listener.run()));
  }

  Color of(ColumnKind kind) {
    return kinds.get(kind).getValue();
  }

  /// Of the place where a tensor begins.
  Color edge() {
    return edge.getValue();
  }

  Color hole() {
    return hole.getValue();
  }

  Color caret() {
    return caret.getValue();
  }

  /// Of the line along the selected tensor.
  Color selected() {
    return selected.getValue();
  }
}
