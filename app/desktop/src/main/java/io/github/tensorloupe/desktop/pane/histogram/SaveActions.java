package io.github.tensorloupe.desktop.pane.histogram;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.panel.SaveTargets;
import io.github.tensorloupe.desktop.control.plot.AxisTicks;
import io.github.tensorloupe.desktop.control.plot.ChartData;
import io.github.tensorloupe.desktop.control.plot.ChartData.Outline;
import io.github.tensorloupe.desktop.control.plot.CountScale;
import io.github.tensorloupe.desktop.control.plot.PlotArea;
import io.github.tensorloupe.desktop.error.Feedback;
import io.github.tensorloupe.desktop.pane.histogram.ChartParts.CountAxis;
import io.github.tensorloupe.desktop.pane.histogram.ChartParts.Quantile;
import io.github.tensorloupe.desktop.pane.histogram.ColorProbe.Part;
import io.github.tensorloupe.desktop.pane.histogram.HistogramViewModel.FileWriting;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.export.FileExport;
import io.github.tensorloupe.export.SvgPicture;
import io.github.tensorloupe.export.SvgPicture.Anchor;
import io.github.tensorloupe.work.Cancellation;
import javafx.scene.shape.Path;

/// Copies the chart, or saves it to a file that the user selects.
///
/// @param files supplies the save dialog
/// @param picture takes a snapshot of the pane
/// @param colors the colors of the pane
record SaveActions(
    HistogramViewModel model,
    Supplier<SaveTargets> files,
    Supplier<WritableImage> picture,
    ColorProbe colors,
    Messages messages) {

  private static final int NAME_LIMIT = 100;
  private static final double SCALE = 2;
  private static final double MARGIN = 24;
  private static final double GAP = 12;

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
    save(
        "png",
        _ ->
            (file, open) ->
                FileExport.writePicture(
                    FileExport.checkPicture(file, open), argb, width, height, Cancellation.NEVER));
  }

  void saveSvg() {
    CountScale scale = model.chart.countScale.get();
    save(
        "svg",
        data -> {
          String text = new HistogramSvg(data, scale, name(), colors.fresh(), messages).draw();
          return (file, open) ->
              FileExport.writeText(FileExport.check(file, true, open), text, Cancellation.NEVER);
        });
  }

  void saveCsv() {
    save(
        "csv",
        data ->
            (file, open) ->
                FileExport.writeText(
                    FileExport.check(file, true, open), csv(data), Cancellation.NEVER));
  }

  /// Returns the bins with their counts as a table, or an empty string if nothing is drawn.
  String csvText() {
    return model.chart.data.get().map(this::csv).orElse("");
  }

  private void save(String extension, Function<ChartData, FileWriting> drawing) {
    String suggested = SaveTargets.suggestedName(name(), "histogram", extension);
    Optional<FileWriting> writing = model.chart.data.get().map(drawing);
    writing
        .flatMap(_ -> files.get().chooseTarget(suggested))
        .ifPresent(file -> model.save(file, writing.get()));
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

  /// Draws a chart as SVG.
  private record HistogramSvg(
      ChartData data, CountScale scale, String name, ColorProbe colors, Messages messages) {

    private static final double WIDTH = 960;
    private static final double HEIGHT = 480;
    private static final double LEFT = 72;
    private static final double TOP = 56;
    private static final double RIGHT = 24;
    private static final double BOTTOM = 40;
    private static final double LEGEND_LINE = 18;
    private static final double FONT = 12;
    private static final double GLYPH = 7;
    private static final double QUANTILE_ROOM = 42;
    private static final double TITLE_FONT = 14;
    private static final double SWATCH = 20;
    private static final double SWATCH_LINE = 4;
    private static final double TICK = 4;
    private static final int TICKS = 9;

    String draw() {
      List<Outline> named =
          data.outlines().stream()
              .filter(outline -> outline.kind() != Outline.Kind.SIBLING)
              .toList();
      double height = HEIGHT + named.size() * LEGEND_LINE;
      PlotArea area =
          new PlotArea(LEFT, TOP, WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM, 0.5, data.axis());
      SvgPicture picture = new SvgPicture(WIDTH, height, name);
      picture.rectangle(0, 0, WIDTH, height, colors.of(Part.GROUND));
      picture.text(LEFT, 24, name, TITLE_FONT, Anchor.START, colors.of(Part.TEXT));
      drawCounts(picture, area);
      drawBars(picture, area);
      data.outlines().forEach(outline -> drawOutline(picture, area, outline));
      drawValues(picture, area);
      drawQuantiles(picture, area);
      for (int i = 0; i < named.size(); i++) {
        drawLegend(picture, named.get(i), HEIGHT + i * LEGEND_LINE);
      }
      return picture.toString();
    }

    private void drawCounts(SvgPicture picture, PlotArea area) {
      double unit = CountAxis.unit(data);
      for (BigDecimal mark : scale.ticks(data.tallest(), unit, TICKS)) {
        double part = scale.fraction(mark.doubleValue() * unit, data.tallest());
        double y = area.bottom() - part * area.height();
        String text = CountAxis.text(mark, data, messages);
        picture.rectangle(area.left(), y - 0.5, area.width(), 1, colors.of(Part.GRID));
        drawText(picture, area.left() - 8, y + 4, text, Anchor.END);
      }
    }

    private void drawBars(SvgPicture picture, PlotArea area) {
      for (int bin = 0; bin < data.binCount(); bin++) {
        if (data.count(bin) > 0) {
          double height = area.barHeight(data.count(bin), data.tallest(), scale);
          double top = area.bottom() - height;
          picture.rectangle(
              area.barLeft(bin), top, area.barWidth(bin), height, colors.of(Part.BAR));
        }
      }
    }

    private void drawOutline(SvgPicture picture, PlotArea area, Outline outline) {
      double[] xs = new double[2 * data.binCount()];
      double[] ys = new double[xs.length];
      for (int bin = 0; bin < data.binCount(); bin++) {
        double part = scale.fraction(outline.share(bin) * data.finite(), data.tallest());
        xs[2 * bin] = area.columnLeft(bin);
        xs[2 * bin + 1] = area.columnLeft(bin + 1);
        ys[2 * bin] = area.bottom() - part * area.height();
        ys[2 * bin + 1] = ys[2 * bin];
      }
      double width = outline.kind() == Outline.Kind.SIBLING ? 0.5 : 1.5;
      drawLine(picture, outline, xs, ys, width);
    }

    private void drawLine(
        SvgPicture picture, Outline outline, double[] xs, double[] ys, double width) {
      Path line = colors.of(outline);
      picture.path(xs, ys, ColorProbe.web(line.getStroke()), width, line.getStrokeDashArray());
    }

    private void drawValues(SvgPicture picture, PlotArea area) {
      picture.rectangle(area.left(), area.bottom(), area.width(), 1, colors.of(Part.LINE));
      double freeFrom = 0;
      for (BigDecimal tick : AxisTicks.of(data.axis(), TICKS)) {
        double x = area.x(tick.doubleValue());
        String text = messages.localized(AxisTicks.text(tick));
        picture.rectangle(x, area.bottom(), 1, TICK, colors.of(Part.LINE));
        if (x - roomOf(text) / 2 >= freeFrom) {
          drawText(picture, x, area.bottom() + 18, text, Anchor.MIDDLE);
          freeFrom = x + roomOf(text) / 2;
        }
      }
    }

    // An estimate of the width of a text and a gap; the font is known only to the SVG viewer.
    private static double roomOf(String text) {
      return (text.length() + 1) * GLYPH;
    }

    private void drawQuantiles(SvgPicture picture, PlotArea area) {
      List<Double> named = new ArrayList<>();
      for (Quantile each : Quantile.preciseQuantiles(area, data.distribution())) {
        double x = area.x(each.in(data.distribution()));
        String text = messages.text("histogram.figure." + each.key());
        picture.rectangle(x, area.top() - TICK, 1, TICK, colors.of(Part.AXIS));
        if (named.stream().noneMatch(other -> Math.abs(other - x) < QUANTILE_ROOM)) {
          named.add(x);
          drawText(picture, x, area.top() - 8, text, Anchor.MIDDLE);
        }
      }
    }

    private void drawLegend(SvgPicture picture, Outline outline, double top) {
      double middle = top + SWATCH / 2;
      double[] xs = {LEFT, LEFT + SWATCH};
      drawLine(picture, outline, xs, new double[] {middle, middle}, SWATCH_LINE);
      String text = SaveActions.name(outline, messages);
      drawText(picture, LEFT + SWATCH + 6, middle + 4, text, Anchor.START);
    }

    private void drawText(SvgPicture picture, double x, double y, String text, Anchor anchor) {
      picture.text(x, y, text, FONT, anchor, colors.of(Part.AXIS));
    }
  }
}
