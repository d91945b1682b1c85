package io.github.tensorloupe.desktop.pane.hex;

import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;

/// How a person wants the bytes to be shown. Belongs to the FX thread.
final class HexChoices {

  private final ObjectProperty<RowWidth> width = new SimpleObjectProperty<>(RowWidth.SIXTEEN);
  private final ObjectProperty<OffsetBase> offsets = new SimpleObjectProperty<>(OffsetBase.FILE);
  private final ObjectProperty<CharacterSet> characters =
      new SimpleObjectProperty<>(CharacterSet.ASCII);
  private final BooleanProperty grouped = new SimpleBooleanProperty(true);

  ObjectProperty<RowWidth> widthProperty() {
    return width;
  }

  ObjectProperty<OffsetBase> offsetsProperty() {
    return offsets;
  }

  ObjectProperty<CharacterSet> charactersProperty() {
    return characters;
  }

  /// Whether the bytes of an element stand closer together.
  BooleanProperty groupedProperty() {
    return grouped;
  }

  /// Calls back whenever something other than the width is chosen.
  void onChange(Runnable listener) {
    offsets.subscribe((_, _) -> listener.run());
    characters.subscribe((_, _) -> listener.run());
    grouped.subscribe((_, _) -> listener.run());
  }
}
