package io.github.tensorloupe.desktop.pane.histogram;

import io.github.tensorloupe.desktop.control.panel.SaveTargets;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.export.HistogramCsv;
import java.nio.file.Path;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import javafx.scene.image.WritableImage;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;

/// Copies and saves what is drawn, once the person has said where to.
///
/// @param model what is drawn
/// @param files asks where to
/// @param picture takes a picture of the pane
/// @param colors those of the pane
/// @param messages gives the words
record SaveActions(
    HistogramViewModel model,
    Supplier<SaveTargets> files,
    Supplier<WritableImage> picture,
    Supplier<ChartColors> colors,
    Messages messages) {

  private static final int NAME_LIMIT = 100;

  void copyPicture() {
    ClipboardContent content = new ClipboardContent();
    content.putImage(picture.get());
    Clipboard.getSystemClipboard().setContent(content);
    model.export().tellCopied();
  }

  void savePng() {
    // Taken before the dialog, which may lie above.
    HistogramExport.Pixels pixels = ChartPicture.pixels(picture.get());
    save("png", (_, file) -> model.export().savePng(file, pixels));
  }

  void saveSvg() {
    save("svg", (data, file) -> model.export().saveText(file, svg(data)));
  }

  void saveCsv() {
    save("csv", (data, file) -> model.export().saveText(file, csv(data)));
  }

  /// The bins with their counts, as a table; empty while nothing is drawn.
  String csvText() {
    return model.chart().dataProperty().get().map(this::csv).orElse("");
  }

  private interface Saving {
    void to(ChartData data, Path file);
  }

  private void save(String extension, Saving saving) {
    model
        .chart()
        .dataProperty()
        .get()
        .ifPresent(
            data ->
                files
                    .get()
                    .chooseTarget(HistogramExport.suggestedName(name(), extension))
                    .ifPresent(file -> saving.to(data, file)));
  }

  private String name() {
    return model.name(NAME_LIMIT);
  }

  private String svg(ChartData data) {
    CountScale scale = model.chart().countScaleProperty().get();
    return new HistogramSvg(data, scale, name(), colors.get(), messages).draw();
  }

  private String csv(ChartData data) {
    return HistogramCsv.of(
        data.histogram(),
        data.distribution().counts(),
        data.outlines().stream().map(outline -> column(outline, data.binCount())).toList());
  }

  private HistogramCsv.Compared column(Outline outline, int binCount) {
    String name =
        outline.kind() == Outline.Kind.SIBLINGS
            ? messages.text("histogram.legend.siblings")
            : outline.name();
    return new HistogramCsv.Compared(
        name, IntStream.range(0, binCount).mapToDouble(outline::share).toArray());
  }
}
