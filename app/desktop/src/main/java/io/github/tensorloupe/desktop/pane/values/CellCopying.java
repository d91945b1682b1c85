package io.github.tensorloupe.desktop.pane.values;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.slice.CellFormat;
import io.github.tensorloupe.analysis.slice.CellRange;
import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.desktop.error.Feedback;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.job.LatestJob;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.export.CellsText;

/// Copies selected cells; reading runs beside the FX thread, to which this belongs.
final class CellCopying {

  private final LatestJob job;
  private final Messages messages;
  private final ObjectProperty<Optional<Feedback>> notice =
      new SimpleObjectProperty<>(Optional.empty());
  private boolean isCopying;

  CellCopying(Jobs jobs, Messages messages) {
    this.job = new LatestJob(jobs);
    this.messages = messages;
  }

  ReadOnlyObjectProperty<Optional<Feedback>> noticeProperty() {
    return notice;
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
    if (CellsText.isTooLarge(range)) {
      String most = messages.count(CellsText.MAX_CELLS);
      tell(Feedback.refused(messages.text("values.copy.too-large", most)));
      return;
    }
    isCopying = true;
    job.start(
        messages.text("values.copy.job"),
        (cancellation, progress) ->
            switch (form) {
              case TSV -> CellsText.tabSeparated(slice, range, format, cancellation, progress);
              case NUMPY -> CellsText.numpy(slice, range, cancellation, progress);
            },
        text -> {
          isCopying = false;
          clipboard.accept(text);
          String rows = messages.count(range.rowCount());
          String columns = messages.count(range.columnCount());
          tell(Feedback.done(messages.text("values.copied." + form.key(), rows, columns)));
        },
        this::failed);
  }

  private void failed(Throwable cause) {
    isCopying = false;
    tell(
        cause instanceof CellsText.MissingCellException
            ? Feedback.refused(messages.text("values.copy.missing"))
            : Feedback.failed(cause, messages));
  }

  private void tell(Feedback told) {
    notice.set(Optional.of(told));
  }

  /// The format of copied cells.
  enum Format {
    /// Lines of cells with tabs between them, as spreadsheets take them.
    TSV,
    /// An array as NumPy writes it.
    NUMPY;

    /// The last part of its message keys.
    String key() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
