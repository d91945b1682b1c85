package io.github.tensorloupe.desktop.pane.hex;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.pane.hex.ByteText.CharacterSet;

/// The display options for the bytes, shared by linked panes. Belongs to the FX thread.
///
/// @param first the element of the tensor in the first visible row; negative before the tensor
/// @param grouped true to draw the bytes of an element closer together
record HexChoices(
    ObjectProperty<RowWidth> width,
    ObjectProperty<OffsetBase> offsets,
    ObjectProperty<CharacterSet> characters,
    BooleanProperty grouped,
    ObjectProperty<OptionalLong> first) {

  HexChoices() {
    this(
        new SimpleObjectProperty<>(RowWidth.SIXTEEN),
        new SimpleObjectProperty<>(OffsetBase.FILE),
        new SimpleObjectProperty<>(CharacterSet.ASCII),
        new SimpleBooleanProperty(true),
        new SimpleObjectProperty<>(OptionalLong.empty()));
  }

  enum OffsetBase {
    /// The file's first byte.
    FILE,
    /// The first byte of the data buffer; offsets in the header are negative.
    DATA,
    /// The first byte of the selected tensor; offsets before it are negative.
    TENSOR
  }

  enum RowWidth {
    EIGHT(8),
    SIXTEEN(16),
    THIRTY_TWO(32),
    /// As many bytes as fit.
    FITTING(64);

    /// Row widths are multiples of this, so that whole rows do not split elements.
    static final int STEP = 8;

    final int maxBytes;

    RowWidth(int maxBytes) {
      this.maxBytes = maxBytes;
    }

    String key() {
      return this == FITTING ? "fit" : String.valueOf(maxBytes);
    }

    /// Returns the next smaller width, at least [#STEP], as a fallback if a row does not fit.
    int below(int columns) {
      return Math.max(STEP, this == FITTING ? columns - STEP : columns / 2);
    }
  }
}
