package io.github.tensorloupe.desktop.pane.hex;

import module java.base;

/// The colors of the pane, by their use.
enum HexColor {
  OFFSET,
  VALUE,
  ZERO,
  CHARACTER,
  HEADER,
  HEADER_KEY,
  HEADER_TEXT,
  HEADER_NUMBER,
  HEADER_GROUND,
  TENSOR_0,
  TENSOR_1,
  TENSOR_2,
  TENSOR_3,
  TENSOR_4,
  /// The bar beside the rows of the selected tensor.
  TENSOR_BAR,
  ZEROS_GROUND,
  UNCLAIMED,
  UNCLAIMED_GROUND,
  /// The line below bytes of more than one tensor.
  OVERLAP_LINE,
  NOT_FINITE,
  NOT_FINITE_GROUND,
  SELECTED_GROUND,
  FOUND_GROUND,
  FOUND_LINE,
  CARET_GROUND,
  CARET_TEXT,
  /// The note below the last row of a file that was cut off.
  MISSING;

  private static final HexColor[] TENSORS = {TENSOR_0, TENSOR_1, TENSOR_2, TENSOR_3, TENSOR_4};

  /// The ground of a tensor; those of neighbors differ.
  ///
  /// @param tensor its index in the file's header
  static HexColor ofTensor(int tensor) {
    return TENSORS[tensor % TENSORS.length];
  }

  /// Its word in style classes.
  String styleWord() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
