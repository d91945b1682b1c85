package io.github.tensorloupe.desktop.pane.values;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.slice.SliceAxes;
import io.github.tensorloupe.analysis.slice.SliceBlock;
import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.error.Feedback;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.job.LatestJob;
import io.github.tensorloupe.desktop.pane.values.CopiedCells.Format;
import io.github.tensorloupe.desktop.pane.values.CopiedCells.Tsv;
import io.github.tensorloupe.desktop.pane.values.GridPlace.CellRange;
import io.github.tensorloupe.desktop.pane.values.GridText.CellFormat;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;

/// Copies selected cells; reading runs beside the FX thread, to which this belongs.
final class CellCopying {

  private final LatestJob job;
  private final Messages messages;
  private final ReadOnlyObjectWrapper<Optional<Feedback>> notice =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private boolean isCopying;

  CellCopying(Jobs jobs, Messages messages) {
    this.job = new LatestJob(jobs);
    this.messages = messages;
  }

  ReadOnlyObjectProperty<Optional<Feedback>> noticeProperty() {
    return notice.getReadOnlyProperty();
  }

  /// Takes back what was told, because something else is looked at or done.
  void forget() {
    notice.set(Optional.empty());
  }

  /// Stops what is being copied.
  ///
  /// @return true if anything was
  boolean cancel() {
    boolean any = isCopying;
    isCopying = false;
    job.cancel();
    return any;
  }

  /// Copies cells, or says why not.
  ///
  /// @param clipboard receives the text
  void copy(
      TensorSlice slice,
      CellRange range,
      Format form,
      CellFormat format,
      Consumer<String> clipboard) {
    forget();
    if (isTooLarge(range)) {
      tell(
          Feedback.refused(
              messages.text("values.copy.too-large", Figures.count(CopiedCells.LIMIT))));
      return;
    }
    CopiedCells.RowWriter writer =
        switch (form) {
          case TSV -> new Tsv(format);
          case NUMPY -> new NumpyText(slice.type(), shownAxes(slice.axes()));
        };
    isCopying = true;
    job.start(
        messages.text("values.copy.job"),
        (cancellation, progress) -> CopiedCells.write(slice, range, writer, cancellation, progress),
        text -> copied(text, range, form, clipboard),
        this::failed);
  }

  private static boolean isTooLarge(CellRange range) {
    return range.rowCount() > CopiedCells.LIMIT
        || range.columnCount() > CopiedCells.LIMIT
        || range.rowCount() * range.columnCount() > CopiedCells.LIMIT;
  }

  private static int shownAxes(SliceAxes axes) {
    return (axes.rowAxis() == SliceAxes.NONE ? 0 : 1)
        + (axes.columnAxis() == SliceAxes.NONE ? 0 : 1);
  }

  private void copied(String text, CellRange range, Format form, Consumer<String> clipboard) {
    isCopying = false;
    clipboard.accept(text);
    String done =
        messages.text(
            "values.copied." + form.key(),
            Figures.count(range.rowCount()),
            Figures.count(range.columnCount()));
    tell(Feedback.done(done));
  }

  private void failed(Throwable cause) {
    isCopying = false;
    tell(
        cause instanceof NumpyText.MissingCellException
            ? Feedback.refused(messages.text("values.copy.missing"))
            : Feedback.failed(messages.sentence(Failures.sentence(cause)), cause));
  }

  private void tell(Feedback told) {
    notice.set(Optional.of(told));
  }

  /// Cells as NumPy writes an array: `array([[1.0, nan]], dtype=float32)`. Every number reads back
  /// exactly; dtypes that NumPy does not have become `float32`, which holds all of theirs.
  static final class NumpyText implements CopiedCells.RowWriter {

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
}
