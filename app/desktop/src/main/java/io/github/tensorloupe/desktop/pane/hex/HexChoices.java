package io.github.tensorloupe.desktop.pane.hex;

import module java.base;
import module javafx.controls;

/// The choices for showing the bytes. Belongs to the FX thread.
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

  /// True while the bytes of an element stand closer together.
  BooleanProperty groupedProperty() {
    return grouped;
  }

  /// Calls back whenever something other than the width is chosen.
  void onChange(Runnable listener) {
    offsets.subscribe((_, _) -> listener.run());
    characters.subscribe((_, _) -> listener.run());
    grouped.subscribe((_, _) -> listener.run());
  }

  /// The way in which bytes are read as characters.
  enum CharacterSet {
    ASCII("ascii"),
    /// A character of several bytes stands at its first byte.
    UTF_8("utf-8");

    private final String key;

    CharacterSet(String key) {
      this.key = key;
    }

    /// The word for it in keys of messages.
    String key() {
      return key;
    }
  }

  /// The place from which offsets are counted.
  enum OffsetBase {
    /// The file's first byte.
    FILE("file"),
    /// The first byte of the data buffer; offsets in the header are negative then.
    DATA("data");

    private final String key;

    OffsetBase(String key) {
      this.key = key;
    }

    /// The word for it in keys of messages.
    String key() {
      return key;
    }
  }

  /// The number of bytes that a person wants in a row.
  enum RowWidth {
    EIGHT("8", 8),
    SIXTEEN("16", 16),
    THIRTY_TWO("32", 32),
    /// As many as there is room for.
    FITTING("fit", 0);

    /// Row widths are multiples of this, so that no element of a whole row is cut.
    static final int STEP = 8;

    private static final int MOST = 64;

    private final String key;
    private final int byteCount;

    RowWidth(String key, int byteCount) {
      this.key = key;
      this.byteCount = byteCount;
    }

    /// The word for it in keys of messages.
    String key() {
      return key;
    }

    /// The most bytes of a row.
    int most() {
      return byteCount == 0 ? MOST : byteCount;
    }

    /// The width to fall back to where a row does not fit; empty for the smallest.
    OptionalInt below(int columns) {
      int next = this == FITTING ? columns - STEP : columns / 2;
      return columns > STEP ? OptionalInt.of(next) : OptionalInt.empty();
    }
  }
}
