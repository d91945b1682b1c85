package io.github.tensorloupe.desktop.pane.histogram;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.distribution.Distribution;
import io.github.tensorloupe.analysis.distribution.Entropy;
import io.github.tensorloupe.analysis.distribution.RangeFigures;
import io.github.tensorloupe.analysis.distribution.RangeFigures.Known;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.control.plot.AxisTicks;
import io.github.tensorloupe.desktop.control.plot.ChartAxis;
import io.github.tensorloupe.desktop.pane.histogram.FiguresPane.Figure;
import io.github.tensorloupe.desktop.pane.histogram.HistogramPlot.Quantile;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Tips;
import javafx.scene.control.Label;

/// Figures with their names, one per line or in columns. If the chart shows only part of the
/// values, the figures of that part precede the overall figures. A figure that is wider than a
/// column spans several columns. In the layout with one figure per line, the last figures are
/// hidden if they do not fit.
final class FiguresPane extends Pane {

  /// @param part the figure of the part, if the chart shows only a part
  private record Entry(Label label, Optional<Label> part, Label value) {

    Stream<Label> labels() {
      return Stream.of(Stream.of(label), part.stream(), Stream.of(value)).flatMap(it -> it);
    }

    double width() {
      return labels().mapToDouble(it -> it.prefWidth(-1)).max().orElseThrow();
    }
  }

  private static final double LINE_GAP = 4;
  private static final double COLUMN_GAP = 16;

  /// In line heights.
  private static final double MAX_COLUMN = 6.5;

  private static final double CELL_WIDTH = 4.2;

  private List<Figure> shown = List.of();
  private List<Entry> entries = List.of();
  private boolean hasColumns;

  FiguresPane() {
    PanelParts.named(this, "histogram-figures", "figures-pane");
  }

  void show(List<Figure> figures) {
    if (!figures.equals(shown)) {
      shown = figures;
      entries = figures.stream().map(FiguresPane::entry).toList();
      getChildren().setAll(entries.stream().flatMap(Entry::labels).toList());
    }
  }

  private static Entry entry(Figure figure) {
    Label label = PanelParts.label(figure.label(), "caption");
    Label value = PanelParts.named(new Label(figure.value()), figure.id(), "mono");
    Optional<Label> part =
        figure.part().map(text -> PanelParts.named(new Label(text), figure.id() + "-part", "mono"));
    String figures =
        Stream.concat(figure.part().stream(), Stream.of(figure.value()))
            .collect(Collectors.joining(" · "));
    Entry entry = new Entry(label, part, value);
    if (!figure.explanation().isEmpty()) {
      Tooltip tip = Tips.of(figures + "\n" + figure.explanation());
      entry.labels().forEach(each -> each.setTooltip(tip));
      value.setAccessibleHelp(figure.explanation());
    }
    label.setLabelFor(value);
    return entry;
  }

  /// Returns all figures with their names, one per line, including hidden ones.
  String text() {
    return shown.stream()
        .map(
            figure ->
                Stream.concat(Stream.of(figure.label(), figure.value()), figure.part().stream())
                    .collect(Collectors.joining("\t")))
        .collect(Collectors.joining("\n"));
  }

  /// Arranges the figures in columns, or one per line.
  void setColumns(boolean inColumns) {
    if (hasColumns != inColumns) {
      hasColumns = inColumns;
      requestLayout();
    }
  }

  private double lineHeight() {
    return entries.stream().mapToDouble(it -> it.value().prefHeight(-1)).max().orElse(0);
  }

  private List<List<Entry>> rows(double width) {
    List<List<Entry>> rows = new ArrayList<>();
    int room = 0;
    for (Entry entry : entries) {
      if (columns(entry, width) > room) {
        rows.add(new ArrayList<>());
        room = columns(width);
      }
      rows.getLast().add(entry);
      room -= columns(entry, width);
    }
    return rows;
  }

  private int columns(Entry entry, double width) {
    int all = columns(width);
    double cells = Math.ceil((entry.width() + COLUMN_GAP / 2) / (inner(width) / all));
    return hasColumns ? (int) Math.clamp(cells, 1, all) : 1;
  }

  private double height(List<Entry> row) {
    long lines = hasColumns ? row.stream().mapToLong(it -> it.labels().count()).max().orElse(1) : 1;
    return Math.ceil(lines * lineHeight() + LINE_GAP);
  }

  private double inner(double width) {
    return width - snappedLeftInset() - snappedRightInset();
  }

  private int columns(double width) {
    double cell = CELL_WIDTH * (lineHeight() + LINE_GAP);
    return hasColumns ? (int) Math.clamp(inner(width) / cell, 1, Math.max(1, entries.size())) : 1;
  }

  private double widest(Function<Entry, Optional<Label>> of) {
    double widest =
        entries.stream()
            .flatMap(entry -> of.apply(entry).stream())
            .mapToDouble(label -> label.prefWidth(-1))
            .max()
            .orElse(0);
    return snapSizeX(Math.min(MAX_COLUMN * (lineHeight() + LINE_GAP), widest));
  }

  @Override
  public Orientation getContentBias() {
    return hasColumns ? Orientation.HORIZONTAL : null;
  }

  @Override
  protected double computePrefWidth(double height) {
    double part = widest(Entry::part);
    double content =
        widest(it -> Optional.of(it.label()))
            + widest(it -> Optional.of(it.value()))
            + (part > 0 ? 2 * COLUMN_GAP + part : COLUMN_GAP);
    return content + snappedLeftInset() + snappedRightInset();
  }

  @Override
  protected double computePrefHeight(double width) {
    double height = rows(width).stream().mapToDouble(this::height).sum();
    return snappedTopInset() + height + snappedBottomInset();
  }

  @Override
  protected double computeMinWidth(double height) {
    return 0;
  }

  @Override
  protected double computeMinHeight(double width) {
    return hasColumns ? computePrefHeight(width) : 0;
  }

  @Override
  protected void layoutChildren() {
    double cell = inner(getWidth()) / columns(getWidth());
    double values = widest(it -> Optional.of(it.value()));
    double top = snappedTopInset();
    for (List<Entry> row : rows(getWidth())) {
      double end = top + height(row);
      boolean fits = end <= getHeight() - snappedBottomInset() + 1;
      double left = snappedLeftInset();
      for (Entry entry : row) {
        double width = columns(entry, getWidth()) * cell;
        if (hasColumns) {
          placeCell(entry, snapPositionX(left), top, width - COLUMN_GAP / 2);
        } else {
          placeRow(entry, left, top, width, values);
        }
        entry.labels().forEach(each -> each.setVisible(fits));
        left += width;
      }
      top = end;
    }
  }

  private void placeRow(Entry entry, double left, double top, double width, double values) {
    double height = lineHeight() + LINE_GAP;
    double labelWidth = snapSizeX(entry.label().prefWidth(-1));
    entry.label().resizeRelocate(left, top, labelWidth, height);
    double room = width - labelWidth - COLUMN_GAP / 2;
    placeAtEnd(entry.value(), left + width, top, room, height);
    entry
        .part()
        .ifPresent(
            part ->
                placeAtEnd(
                    part,
                    left + width - values - COLUMN_GAP,
                    top,
                    room - values - COLUMN_GAP,
                    height));
  }

  private void placeAtEnd(Label label, double end, double top, double room, double height) {
    double width = Math.clamp(snapSizeX(label.prefWidth(-1)), 0, Math.max(0, room));
    label.resizeRelocate(end - width, top, width, height);
  }

  private void placeCell(Entry entry, double left, double top, double width) {
    double line = lineHeight();
    Iterator<Label> labels = entry.labels().iterator();
    for (double y = top; labels.hasNext(); y += line) {
      labels.next().resizeRelocate(left, y, width, line);
    }
  }

  /// A named number.
  ///
  /// @param id the id of the value's node
  /// @param part the figure of the shown part, if the chart shows only a part and the figure is
  ///   known for it
  record Figure(String id, String label, Optional<String> part, String value, String explanation) {

    Figure withPart(String text) {
      return new Figure(id, label, Optional.of(text), value, explanation);
    }
  }

  /// The figures that summarize a distribution, the most important first.
  ///
  /// @param distribution must have at least one finite value
  /// @param part the figures of the shown values, if the chart does not show all
  record KeyFigures(Distribution distribution, Optional<RangeFigures> part, Messages messages) {

    List<Figure> list() {
      List<Figure> figures = new ArrayList<>();
      part.ifPresent(shown -> addCounts(shown, figures));
      figures.add(ofPart("min", number(distribution.min()), RangeFigures::min));
      figures.add(ofPart("max", number(distribution.max()), RangeFigures::max));
      figures.add(ofPart("mean", number(distribution.mean()), RangeFigures::mean));
      figures.add(figure("std", new NumberText(messages).of(distribution.standardDeviation())));
      figures.add(figure("rms", number(distribution.rootMeanSquare())));
      Quantile.ALL.forEach(each -> figures.add(figure(each)));
      figures.add(share("zeros", distribution.counts().zero()));
      if (!ChartAxis.isInteger(distribution.min())) {
        figures.add(share("subnormals", distribution.counts().subnormal()));
      }
      figures.add(entropy());
      return figures;
    }

    private void addCounts(RangeFigures shown, List<Figure> figures) {
      long all = distribution.counts().finite();
      double share = shown.count().value().doubleValue() / all;
      figures.add(
          new Figure(
              "histogram-columns",
              "",
              Optional.of(messages.text("histogram.figure.part")),
              messages.text("histogram.figure.whole"),
              ""));
      String count = messages.count(shown.count().value().longValue());
      figures.add(
          figure("count", messages.count(all))
              .withPart(shown.count().exact() ? count : approximately(count)));
      figures.add(figure("share", messages.share(1)).withPart(messages.share(share)));
    }

    private Figure ofPart(
        String name, String whole, Function<RangeFigures, Optional<Known>> figureOf) {
      Figure figure = figure(name, whole);
      return part.map(shown -> figure.withPart(figureOf.apply(shown).map(this::known).orElse("–")))
          .orElse(figure);
    }

    private String known(Known figure) {
      return figure.exact()
          ? number(figure.value())
          : approximately(new NumberText(messages).approximate(figure.value()));
    }

    private String number(Number value) {
      double spread = distribution.max().doubleValue() - distribution.min().doubleValue();
      return new NumberText(messages).of(value, spread);
    }

    private String approximately(String text) {
      return messages.text("histogram.approximately", text);
    }

    private Figure figure(Quantile each) {
      Number value = distribution.quantile(each.probability());
      boolean exact = distribution.isQuantileExact(each.probability());
      String approximate = approximately(new NumberText(messages).approximate(value));
      return figure(each.key(), exact ? number(value) : approximate);
    }

    private Figure share(String name, long count) {
      return figure(name, messages.share((double) count / distribution.counts().total()));
    }

    private Figure entropy() {
      Entropy entropy = distribution.entropy();
      double count = distribution.counts().total();
      String total = bits(entropy.totalBits() / count);
      String value = messages.text("histogram.entropy", total, bits(entropy.storedBits() / count));
      return entropy.isExact()
          ? figure("entropy", value, "histogram.entropy.exact")
          : figure("entropy", approximately(value), "histogram.entropy.estimate");
    }

    private String bits(double bits) {
      return messages.localized(
          String.format(Locale.ENGLISH, bits == Math.rint(bits) ? "%.0f" : "%.1f", bits));
    }

    private Figure figure(String name, String value) {
      return figure(name, value, "histogram.explain." + name);
    }

    private Figure figure(String name, String value, String explanationKey) {
      String label = messages.text("histogram.figure." + name);
      return new Figure(
          "histogram-" + name, label, Optional.empty(), value, messages.text(explanationKey));
    }
  }

  record NumberText(Messages messages) {

    /// Up to this ratio, six digits leave three for the differences.
    private static final double MAX_RATIO = 1000;

    private static final int MORE_DIGITS = 3;
    private static final int EXACT_DIGITS = 17;
    private static final int APPROXIMATE_DIGITS = 3;

    /// Formats an integer in full, and another number with at most six significant digits.
    String of(Number number) {
      return ChartAxis.isInteger(number)
          ? number.toString().replace('-', '−')
          : messages.value(number.doubleValue());
    }

    /// Formats a number with enough digits to distinguish it from other numbers close to it.
    ///
    /// @param spread the range of the other numbers; 0 if they are equal
    String of(Number number, double spread) {
      double value = number.doubleValue();
      double ratio = Math.abs(value) / spread;
      if (ChartAxis.isInteger(number) || !(ratio > MAX_RATIO) || Double.isInfinite(ratio)) {
        return of(number);
      }
      int digits = Math.min(EXACT_DIGITS, (int) Math.ceil(Math.log10(ratio)) + MORE_DIGITS);
      return messages.localized(
          AxisTicks.text(new BigDecimal(value).round(new MathContext(digits))));
    }

    /// Formats a number that is known to about 1/256, without insignificant digits.
    String approximate(Number number) {
      BigDecimal exact = new BigDecimal(number.toString());
      return messages.value(exact.round(new MathContext(APPROXIMATE_DIGITS)).doubleValue());
    }
  }
}
