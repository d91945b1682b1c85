package io.github.tensorloupe.desktop.pane.values;

import module java.base;

import io.github.tensorloupe.analysis.slice.SliceBlock;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;

/// Cells as NumPy writes an array: `array([[1.0, nan]], dtype=float32)`. Every number reads back
/// exactly; dtypes that NumPy does not have become `float32`, which holds all of theirs.
final class NumpyText implements CopiedCells.RowWriter {

  private static final String BEGIN = "array(";

  private final ElementType type;
  private final int axes;
  private final StringBuilder text = new StringBuilder(BEGIN);
  private boolean hasRows;

  /// @param axes how many axes the array has: 0, 1 or 2
  NumpyText(ElementType type, int axes) {
    this.type = type;
    this.axes = axes;
    text.repeat("[", axes == 2 ? 1 : 0);
  }

  @Override
  public void row(SliceBlock block, long row) {
    if (axes == 2) {
      text.append(hasRows ? ",\n       [" : "[");
    } else {
      text.append(axes == 1 && !hasRows ? "[" : hasRows ? ", " : "");
    }
    hasRows = true;
    for (int i = 0; i < block.columnCount(); i++) {
      text.append(i == 0 ? "" : ", ").append(number(block, row, block.firstColumn() + i));
    }
    text.append(axes == 2 ? "]" : "");
  }

  private String number(SliceBlock block, long row, long column) {
    if (!block.isPresent(row, column)) {
      throw new MissingCellException();
    }
    String first = part(block.code(row, column, 0));
    return type.partsPerElement() == 1 ? first : complex(first, part(block.code(row, column, 1)));
  }

  /// NumPy's own `nanj` is no name in Python.
  private static String complex(String real, String imaginary) {
    boolean plain = isDigits(real) && isDigits(imaginary);
    return plain
        ? "(" + real + (imaginary.startsWith("-") ? "" : "+") + imaginary + "j)"
        : "complex(" + real + ", " + imaginary + ")";
  }

  private static boolean isDigits(String number) {
    return Character.isDigit(number.charAt(number.length() - 1));
  }

  private String part(long code) {
    if (type.dtype() == Dtype.BOOL) {
      return code == 0 ? "False" : "True";
    }
    double value = type.toDouble(code);
    if (type.isInteger()) {
      return type.text(code);
    }
    if (Double.isNaN(value)) {
      return "nan";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "inf" : "-inf";
    }
    // Shorter texts of narrow dtypes are exact only where they are read as that dtype.
    String digits =
        switch (type.dtype()) {
          case F64 -> Double.toString(value);
          case F16 -> type.text(code);
          default -> Float.toString((float) value);
        };
    return digits.toLowerCase(Locale.ROOT);
  }

  @Override
  public String finish() {
    String end = axes == 0 ? "" : "]";
    return text.append(end).append(", dtype=").append(dtype()).append(')').toString();
  }

  private String dtype() {
    return switch (type.dtype()) {
      case BOOL -> "bool";
      case U8, U16, U32, U64 -> "uint" + type.partBits();
      case I8, I16, I32, I64 -> "int" + type.partBits();
      case F64 -> "float64";
      case F16 -> "float16";
      case C64 -> "complex64";
      case F32, BF16, F8_E5M2, F8_E4M3, F8_E8M0, F8_E4M3FNUZ, F8_E5M2FNUZ, F6_E2M3, F6_E3M2, F4 ->
          "float32";
    };
  }

  /// Thrown for a cell beyond the end of the file, which no array can have.
  static final class MissingCellException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private MissingCellException() {
      super(null, null, false, false);
    }
  }
}
