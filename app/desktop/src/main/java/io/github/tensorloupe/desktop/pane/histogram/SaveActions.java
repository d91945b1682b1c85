package io.github.tensorloupe.desktop.pane.histogram;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.chart.AxisTicks;
import io.github.tensorloupe.analysis.chart.AxisTicks.ValueTicks;
import io.github.tensorloupe.analysis.chart.ChartData;
import io.github.tensorloupe.analysis.chart.ChartData.Outline;
import io.github.tensorloupe.analysis.chart.CountScale;
import io.github.tensorloupe.analysis.chart.PlotArea;
import io.github.tensorloupe.desktop.control.panel.SaveTargets;
import io.github.tensorloupe.desktop.error.Feedback;
import io.github.tensorloupe.desktop.pane.histogram.ChartParts.CountAxis;
import io.github.tensorloupe.desktop.pane.histogram.ChartParts.QuantileMarkers;
import io.github.tensorloupe.desktop.pane.histogram.ColorProbe.ChartColors;
import io.github.tensorloupe.desktop.pane.histogram.ColorProbe.Part;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.export.ExportNames;
import io.github.tensorloupe.export.FileExport;
import io.github.tensorloupe.export.HistogramCsv;
import io.github.tensorloupe.export.SvgPicture;
import io.github.tensorloupe.export.SvgPicture.Anchor;
import java.nio.file.Path;

/// Copies and saves what is drawn, once the person has said where to.
///
/// @param files asks where to
/// @param picture takes a picture of the pane
/// @param colors those of the pane
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
    model.tell(Feedback.done(messages.text("histogram.copied")));
  }

  void savePng() {
    // Taken before the dialog, which may lie above.
    WritableImage image = picture.get();
    int[] argb = ChartPicture.pixels(image);
    save(
        "png",
        (_, file, open) ->
            FileExport.writePicture(
                file, argb, (int) image.getWidth(), (int) image.getHeight(), open));
  }

  void saveSvg() {
    CountScale scale = model.chart().countScaleProperty().get();
    ChartColors now = colors.get();
    String name = name();
    save(
        "svg",
        (data, file, open) -> {
          String text = new HistogramSvg(data, scale, name, now, messages).draw();
          FileExport.writeText(file, text, true, open);
        });
  }

  void saveCsv() {
    save("csv", (data, file, open) -> FileExport.writeText(file, csv(data), true, open));
  }

  /// The bins with their counts, as a table; empty while nothing is drawn.
  String csvText() {
    return model.chart().dataProperty().get().map(this::csv).orElse("");
  }

  /// Writes a file; runs in the background.
  private interface Saving {
    void to(ChartData data, Path file, List<Path> open) throws IOException;
  }

  private void save(String extension, Saving saving) {
    String suggested = ExportNames.ofDrawing(name(), "histogram", extension);
    model
        .chart()
        .dataProperty()
        .get()
        .ifPresent(
            data ->
                files
                    .get()
                    .chooseTarget(suggested)
                    .ifPresent(file -> model.save(file, open -> saving.to(data, file, open))));
  }

  private String name() {
    return model.name(NAME_LIMIT);
  }

  private String csv(ChartData data) {
    return HistogramCsv.of(
        data.histogram(),
        data.distribution().counts(),
        data.outlines().stream().map(outline -> column(outline, data.binCount())).toList());
  }

  private HistogramCsv.Compared column(Outline outline, int binCount) {
    return new HistogramCsv.Compared(
        name(outline, messages),
        IntStream.range(0, binCount).mapToDouble(outline::share).toArray());
  }

  private static String name(Outline outline, Messages messages) {
    return outline.kind() == Outline.Kind.SIBLINGS
        ? messages.text("histogram.legend.siblings")
        : outline.name();
  }

  /// Takes a picture of parts of the pane, one below the other, as they are now.
  static final class ChartPicture {

    private static final double SCALE = 2;
    private static final double MARGIN = 24;
    private static final double GAP = 12;

    private ChartPicture() {}

    /// The picture, twice as fine as the screen.
    ///
    /// @param parts the nodes, from the top; invisible ones are left out
    /// @param ground behind the parts
    static WritableImage of(List<Node> parts, Color ground) {
      SnapshotParameters parameters = new SnapshotParameters();
      parameters.setTransform(new Scale(SCALE, SCALE));
      parameters.setFill(ground);
      VBox picture = new VBox(GAP);
      picture.setPadding(new Insets(MARGIN));
      picture.setBackground(Background.fill(ground));
      parts.stream()
          .filter(Node::isVisible)
          .filter(part -> part.getLayoutBounds().getHeight() >= 1)
          .map(part -> new ImageView(part.snapshot(parameters, null)))
          .forEach(picture.getChildren()::add);
      return new Scene(picture).snapshot(null);
    }

    /// The pixels of a picture, row by row from the top, not premultiplied.
    static int[] pixels(WritableImage picture) {
      int width = (int) picture.getWidth();
      int height = (int) picture.getHeight();
      int[] argb = new int[width * height];
      picture
          .getPixelReader()
          .getPixels(0, 0, width, height, PixelFormat.getIntArgbInstance(), argb, 0, width);
      return argb;
    }
  }

  /// Draws a chart as SVG.
  ///
  /// @param scale of the heights
  /// @param name of what is shown
  private record HistogramSvg(
      ChartData data, CountScale scale, String name, ChartColors colors, Messages messages) {

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

    /// The document.
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
        picture.rectangle(area.left(), y - 0.5, area.width(), 1, colors.of(Part.GRID));
        picture.text(
            area.left() - 8,
            y + 4,
            CountAxis.text(mark, data, messages),
            FONT,
            Anchor.END,
            colors.of(Part.AXIS));
      }
    }

    private void drawBars(SvgPicture picture, PlotArea area) {
      for (int bin = 0; bin < data.binCount(); bin++) {
        if (data.count(bin) > 0) {
          double height = area.barHeight(data.count(bin), data.tallest(), scale);
          picture.rectangle(
              area.barLeft(bin),
              area.bottom() - height,
              area.barWidth(bin),
              height,
              colors.of(Part.BAR));
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
      ChartColors.Line line = colors.of(outline);
      picture.path(xs, ys, line.color(), width, line.dashes());
    }

    private void drawValues(SvgPicture picture, PlotArea area) {
      picture.rectangle(area.left(), area.bottom(), area.width(), 1, colors.of(Part.LINE));
      double freeFrom = 0;
      for (BigDecimal tick : ValueTicks.of(data.axis(), TICKS)) {
        double x = area.x(tick.doubleValue());
        String text = messages.localized(AxisTicks.text(tick));
        picture.rectangle(x, area.bottom(), 1, TICK, colors.of(Part.LINE));
        if (x - roomOf(text) / 2 >= freeFrom) {
          picture.text(x, area.bottom() + 18, text, FONT, Anchor.MIDDLE, colors.of(Part.AXIS));
          freeFrom = x + roomOf(text) / 2;
        }
      }
    }

    /// About how wide a text and a gap are; only who draws it knows the font.
    private static double roomOf(String text) {
      return (text.length() + 1) * GLYPH;
    }

    private void drawQuantiles(SvgPicture picture, PlotArea area) {
      List<Double> named = new ArrayList<>();
      for (QuantileMarkers.Marked marked : QuantileMarkers.telling(area, data.distribution())) {
        double x = area.x(marked.value());
        String text = messages.text("histogram.figure." + marked.key());
        picture.rectangle(x, area.top() - TICK, 1, TICK, colors.of(Part.AXIS));
        if (named.stream().noneMatch(other -> Math.abs(other - x) < QUANTILE_ROOM)) {
          named.add(x);
          picture.text(x, area.top() - 8, text, FONT, Anchor.MIDDLE, colors.of(Part.AXIS));
        }
      }
    }

    private void drawLegend(SvgPicture picture, Outline outline, double top) {
      ChartColors.Line line = colors.of(outline);
      double middle = top + SWATCH / 2;
      picture.path(
          new double[] {LEFT, LEFT + SWATCH},
          new double[] {middle, middle},
          line.color(),
          SWATCH_LINE,
          line.dashes());
      picture.text(
          LEFT + SWATCH + 6,
          middle + 4,
          SaveActions.name(outline, messages),
          FONT,
          Anchor.START,
          colors.of(Part.AXIS));
    }
  }
}
