package io.github.tensorloupe.desktop.pane.values;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.slice.SliceAxes;
import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.error.Remark;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.job.LatestJob;
import io.github.tensorloupe.desktop.pane.values.CopiedCells.Format;
import io.github.tensorloupe.desktop.pane.values.CopiedCells.Tsv;
import io.github.tensorloupe.desktop.pane.values.GridPlace.CellRange;
import io.github.tensorloupe.desktop.pane.values.GridText.CellFormat;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;

/// Copies selected cells; reading runs beside the FX thread, to which this belongs.
final class CellCopying {

  private final LatestJob job;
  private final Messages messages;
  private final ReadOnlyObjectWrapper<Optional<Remark>> notice =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private boolean isCopying;

  CellCopying(Jobs jobs, Messages messages) {
    this.job = new LatestJob(jobs);
    this.messages = messages;
  }

  ReadOnlyObjectProperty<Optional<Remark>> noticeProperty() {
    return notice.getReadOnlyProperty();
  }

  /// Takes back what was told, because something else is looked at or done.
  void forget() {
    notice.set(Optional.empty());
  }

  /// Stops what is being copied.
  ///
  /// @return whether anything was
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
          Remark.refused(messages.text("values.copy.too-large", Figures.count(CopiedCells.LIMIT))));
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
    tell(Remark.done(done));
  }

  private void failed(Throwable cause) {
    isCopying = false;
    tell(
        cause instanceof NumpyText.MissingCellException
            ? Remark.refused(messages.text("values.copy.missing"))
            : Remark.failed(messages.sentence(Failures.sentence(cause)), cause));
  }

  private void tell(Remark told) {
    notice.set(Optional.of(told));
  }
}
