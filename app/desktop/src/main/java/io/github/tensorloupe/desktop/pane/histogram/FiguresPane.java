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
/// values, the figures of that part precede the overall figures. Lines scroll if they do not fit.
final class FiguresPane extends StackPane {

  /// @param part the figure of the part, if the chart shows only a part
  private record Entry(Label label, Optional<Label> part, Label value) {

    List<Label> labels() {
      return Stream.of(Optional.of(label), part, Optional.of(value))
          .flatMap(Optional::stream)
          .toList();
    }
  }

  private static final double LINE_GAP = 4;
  private static final double COLUMN_GAP = 16;
  private static final double MAX_WIDTH = 136;

  private List<Figure> shown = List.of();
  private List<Entry> entries = List.of();
  private boolean hasColumns;

  FiguresPane() {
    PanelParts.named(this, "histogram-figures", "figures-pane");
    setMinWidth(0);
  }

  void show(List<Figure> figures) {
    if (!figures.equals(shown)) {
      shown = figures;
      entries = figures.stream().map(FiguresPane::entry).toList();
      arrange();
    }
  }

  private static Entry entry(Figure figure) {
    Label label = PanelParts.label(figure.label(), "caption");
    Label value = PanelParts.named(new Label(figure.value()), figure.id(), "mono");
    Optional<Label> part =
        figure.part().map(text -> PanelParts.named(new Label(text), figure.id() + "-part", "mono"));
    Entry entry = new Entry(label, part, value);
    if (!figure.explanation().isEmpty()) {
      String figures = figure.part().map(text -> text + " · ").orElse("") + figure.value();
      Tooltip tip = Tips.of(figures + "\n" + figure.explanation());
      entry.labels().forEach(each -> each.setTooltip(tip));
      value.setAccessibleHelp(figure.explanation());
    }
    label.setLabelFor(value);
    return entry;
  }

  /// Returns all figures with their names, one per line.
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
      arrange();
    }
  }

  private void arrange() {
    getChildren().setAll(hasColumns ? columns() : lines());
  }

  private Node columns() {
    TilePane columns = new TilePane(COLUMN_GAP / 2, LINE_GAP);
    columns.setTileAlignment(Pos.TOP_LEFT);
    columns.setPrefColumns(1);
    for (Entry entry : entries) {
      columns.getChildren().add(new VBox(entry.labels().toArray(Node[]::new)));
    }
    return columns;
  }

  private Node lines() {
    GridPane lines = new GridPane(COLUMN_GAP, LINE_GAP);
    boolean hasParts = entries.stream().anyMatch(entry -> entry.part().isPresent());
    for (int row = 0; row < entries.size(); row++) {
      Entry entry = entries.get(row);
      lines.add(entry.label(), 0, row);
      int rowIndex = row;
      entry.part().ifPresent(part -> lines.add(part, 1, rowIndex));
      lines.add(entry.value(), hasParts ? 2 : 1, row);
    }
    ColumnConstraints names = new ColumnConstraints();
    names.setMinWidth(USE_PREF_SIZE);
    names.setHgrow(Priority.ALWAYS);
    ColumnConstraints figures = new ColumnConstraints();
    figures.setHalignment(HPos.RIGHT);
    figures.setMaxWidth(MAX_WIDTH);
    lines.getColumnConstraints().setAll(names, figures);
    if (hasParts) {
      lines.getColumnConstraints().add(figures);
    }
    ScrollPane scroll = new ScrollPane(lines);
    scroll.getStyleClass().add("edge-to-edge");
    scroll.setFitToWidth(true);
    scroll.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
    scroll.setMinSize(0, 0);
    return scroll;
  }

  /// Returns the width of the figures one per line.
  double widthOfLines() {
    double part = widest(Entry::part);
    return widest(entry -> Optional.of(entry.label()))
        + widest(entry -> Optional.of(entry.value()))
        + (part > 0 ? 2 * COLUMN_GAP + part : COLUMN_GAP)
        + snappedLeftInset()
        + snappedRightInset();
  }

  private double widest(Function<Entry, Optional<Label>> choice) {
    double widest =
        entries.stream()
            .flatMap(entry -> choice.apply(entry).stream())
            .mapToDouble(label -> label.prefWidth(-1))
            .max()
            .orElse(0);
    return Math.min(MAX_WIDTH, widest);
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
