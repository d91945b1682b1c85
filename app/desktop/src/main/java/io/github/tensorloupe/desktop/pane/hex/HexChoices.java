package io.github.tensorloupe.desktop.pane.hex;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.pane.hex.ByteText.CharacterSet;
import io.github.tensorloupe.desktop.selection.Companions;

/// The choices for showing the bytes. Belongs to the FX thread.
///
/// @param grouped true while the bytes of an element stand closer together
record HexChoices(
    ObjectProperty<RowWidth> width,
    ObjectProperty<OffsetBase> offsets,
    ObjectProperty<CharacterSet> characters,
    BooleanProperty grouped) {

  HexChoices() {
    this(
        new SimpleObjectProperty<>(RowWidth.SIXTEEN),
        new SimpleObjectProperty<>(OffsetBase.FILE),
        new SimpleObjectProperty<>(CharacterSet.ASCII),
        new SimpleBooleanProperty(true));
  }

  /// Chooses together with the panes of bytes beside.
  void join(Companions.Shared shared) {
    shared.join("hex.width", width);
    shared.join("hex.offsets", offsets);
    shared.join("hex.characters", characters);
    shared.join("hex.grouped", grouped);
  }

  enum OffsetBase {
    /// The file's first byte.
    FILE,
    /// The first byte of the data buffer; offsets in the header are negative then.
    DATA,
    /// The first byte of the selected tensor; offsets before it are negative.
    TENSOR
  }

  enum RowWidth {
    EIGHT(8),
    SIXTEEN(16),
    THIRTY_TWO(32),
    /// As many as there is room for.
    FITTING(64);

    /// Row widths are multiples of this, so that no element of a whole row is cut.
    static final int STEP = 8;

    final int most;

    RowWidth(int most) {
      this.most = most;
    }

    String key() {
      return this == FITTING ? "fit" : String.valueOf(most);
    }

    /// The width to fall back to where a row does not fit, down to the smallest.
    int below(int columns) {
      return Math.max(STEP, this == FITTING ? columns - STEP : columns / 2);
    }
  }
}
