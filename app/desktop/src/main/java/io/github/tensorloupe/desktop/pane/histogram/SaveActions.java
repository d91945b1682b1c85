package io.github.tensorloupe.desktop.pane.histogram;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.panel.SaveTargets;
import io.github.tensorloupe.desktop.control.plot.BinSelection;
import io.github.tensorloupe.desktop.control.plot.ChartData;
import io.github.tensorloupe.desktop.control.plot.ChartData.Outline;
import io.github.tensorloupe.desktop.control.plot.Plot;
import io.github.tensorloupe.desktop.control.plot.PlotArea;
import io.github.tensorloupe.desktop.error.Feedback;
import io.github.tensorloupe.desktop.pane.histogram.HistogramViewModel.FileWriting;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.export.FileExport;
import io.github.tensorloupe.export.SvgPicture;
import io.github.tensorloupe.export.SvgPicture.Anchor;
import io.github.tensorloupe.work.Cancellation;

/// Copies the chart, or saves it to a file that the user selects.
///
/// @param files supplies the save dialog
/// @param picture takes a snapshot of the pane
/// @param chart has the colors of the picture
record SaveActions(
    HistogramViewModel model,
    Supplier<SaveTargets> files,
    Supplier<WritableImage> picture,
    HistogramChart chart,
    Messages messages) {

  private static final int NAME_LIMIT = 100;
  static final double SCALE = 2;
  private static final double MARGIN = 24;
  private static final double GAP = 12;
  private static final double SVG_WIDTH = 960;
  private static final double SVG_HEIGHT = 480;
  private static final double LEGEND_LINE = 18;
  private static final double SWATCH = 20;
  private static final double SWATCH_LINE = 4;

  void copyPicture() {
    ClipboardContent content = new ClipboardContent();
    content.putImage(picture.get());
    Clipboard.getSystemClipboard().setContent(content);
    model.showNotice(Feedback.done(messages.text("histogram.copied")));
  }

  void savePng() {
    // Taken before the dialog opens, because it may cover the pane.
    WritableImage image = picture.get();
    int width = (int) image.getWidth();
    int height = (int) image.getHeight();
    int[] argb = new int[width * height];
    image
        .getPixelReader()
        .getPixels(0, 0, width, height, PixelFormat.getIntArgbInstance(), argb, 0, width);
    write(
        "png",
        (file, open) ->
            FileExport.writePicture(
                FileExport.checkPicture(file, open), argb, width, height, Cancellation.NEVER));
  }

  void saveSvg() {
    save("svg", this::svg);
  }

  void saveCsv() {
    save("csv", this::csv);
  }

  /// Returns the bins with their counts as a table, or an empty string if nothing is drawn.
  String csvText() {
    return model.chart.data.get().map(this::csv).orElse("");
  }

  private void save(String extension, Function<ChartData, String> drawing) {
    Optional<String> text = model.chart.data.get().map(drawing);
    text.ifPresent(
        content ->
            write(
                extension,
                (file, open) ->
                    FileExport.writeText(
                        FileExport.check(file, true, open), content, Cancellation.NEVER)));
  }

  private void write(String extension, FileWriting writing) {
    String suggested = SaveTargets.suggestedName(name(), "histogram", extension);
    files.get().chooseTarget(suggested).ifPresent(file -> model.save(file, writing));
  }

  private String name() {
    return model.name(NAME_LIMIT);
  }

  private String csv(ChartData data) {
    return HistogramCsv.of(
        data.histogram(),
        data.distribution().counts(),
        data.outlines().stream()
            .map(
                outline ->
                    new HistogramCsv.Compared(
                        name(outline, messages),
                        IntStream.range(0, data.binCount()).mapToDouble(outline::share).toArray()))
            .toList());
  }

  private static String name(Outline outline, Messages messages) {
    return outline.kind() == Outline.Kind.SIBLINGS
        ? messages.text("histogram.legend.siblings")
        : outline.name();
  }

  /// Takes a snapshot of parts of the pane, stacked vertically, at twice the screen resolution.
  ///
  /// @param parts the nodes, from the top; invisible nodes are left out
  /// @param ground the background color
  static WritableImage pictureOf(List<Node> parts, Color ground) {
    SnapshotParameters parameters = new SnapshotParameters();
    parameters.setTransform(new Scale(SCALE, SCALE));
    parameters.setFill(ground);
    VBox picture = new VBox(GAP);
    picture.setPadding(new Insets(MARGIN));
    picture.setBackground(Background.fill(ground));
    parts.stream()
        .filter(part -> part.isVisible() && part.getLayoutBounds().getHeight() >= 1)
        .map(part -> new ImageView(part.snapshot(parameters, null)))
        .forEach(picture.getChildren()::add);
    return new Scene(picture).snapshot(null);
  }

  private String svg(ChartData data) {
    List<Outline> named =
        data.outlines().stream().filter(outline -> outline.kind() != Outline.Kind.SIBLING).toList();
    double height = SVG_HEIGHT + named.size() * LEGEND_LINE;
    SvgPicture picture = new SvgPicture(SVG_WIDTH, height, name());
    Plot plot = new Plot.AsSvg(picture, chart);
    HistogramPlot histogram = new HistogramPlot(plot, data, model.chart.countScale.get(), messages);
    plot.fill(plot.color(Plot.Ink.GROUND), 0, 0, SVG_WIDTH, height);
    PlotArea area =
        histogram.areaIn(MARGIN, 2 * MARGIN, SVG_WIDTH - MARGIN, SVG_HEIGHT - 2 * MARGIN);
    Color color = plot.color(HistogramPlot.Ink.TITLE);
    plot.text(color, name(), area.left(), MARGIN, Anchor.START);
    histogram.paint(area, BinSelection.NONE);
    for (int i = 0; i < named.size(); i++) {
      Plot.Stroke stroke = histogram.stroke(named.get(i));
      double y = SVG_HEIGHT + (i + 0.5) * LEGEND_LINE;
      double end = area.left() + SWATCH;
      plot.line(
          new Plot.Stroke(stroke.color(), SWATCH_LINE, stroke.dashes()),
          List.of(new Point2D(area.left(), y), new Point2D(end, y)));
      String text = name(named.get(i), messages);
      plot.text(color, text, end + Plot.LABEL_GAP, y, Anchor.START);
    }
    return picture.toString();
  }
}
