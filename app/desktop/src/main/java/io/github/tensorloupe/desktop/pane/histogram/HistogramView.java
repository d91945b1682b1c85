package io.github.tensorloupe.desktop.pane.histogram;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.distribution.Distribution;
import io.github.tensorloupe.analysis.distribution.RangeFigures;
import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.copy.CopyMenu;
import io.github.tensorloupe.desktop.control.copy.CopyText;
import io.github.tensorloupe.desktop.control.heading.TensorHeading;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.control.panel.SaveTargets;
import io.github.tensorloupe.desktop.control.plot.ChartData;
import io.github.tensorloupe.desktop.control.plot.Plot;
import io.github.tensorloupe.desktop.error.DetailsButton;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.FeedbackLine;
import io.github.tensorloupe.desktop.pane.histogram.BadgeRow.HealthBadges;
import io.github.tensorloupe.desktop.pane.histogram.ComparisonViewModel.Compared;
import io.github.tensorloupe.desktop.pane.histogram.ComparisonViewModel.SiblingMode;
import io.github.tensorloupe.desktop.pane.histogram.ComparisonViewModel.Siblings;
import io.github.tensorloupe.desktop.pane.histogram.FiguresPane.KeyFigures;
import io.github.tensorloupe.desktop.pane.histogram.HistogramContext.HistogramSubject;
import io.github.tensorloupe.desktop.pane.histogram.HistogramContext.HistogramSubject.Scope;
import io.github.tensorloupe.desktop.pane.histogram.HistogramViewModel.HistogramState;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.text.Sentence;
import javafx.scene.control.Label;
import javafx.scene.shape.Line;
import javafx.util.Duration;
import org.kordamp.ikonli.Ikon;
import org.kordamp.ikonli.feather.Feather;

/// The pane of a distribution: the subject, the health of the values, the chart with its controls,
/// and the figures.
///
/// The previous tensor stays visible until the values of the next one have been counted. Progress
/// is shown only if the count takes time.
public final class HistogramView extends StackPane {

  private static final int NAME_LIMIT = 1000;
  private static final Duration PROGRESS_DELAY = Duration.millis(150);
  private static final double SCROLL_BAR = 16;
  private static final PseudoClass LOW = PseudoClass.getPseudoClass("low");

  private final HistogramViewModel model;
  private final Messages messages;
  private final TensorHeading title;
  private final BadgeRow badges;
  private final RangeBar rangeBar;
  private final FiguresPane figures = new FiguresPane();
  private final HistogramChart chart;
  private final BorderPane result = new BorderPane();
  private final HistogramToolbar toolbar;
  private final BusyPane busy;
  private final NotePane note;
  private final FlowPane heads;
  private final VBox content = new VBox();
  private final ScrollPane scroll = PanelParts.named(new ScrollPane(content), "histogram-scroll");
  private final PauseTransition patience = new PauseTransition(PROGRESS_DELAY);

  /// @param model the state that is shown
  /// @param files supplies the save dialog; called for each file
  public HistogramView(
      HistogramViewModel model, Supplier<? extends SaveTargets> files, Messages messages) {
    this.model = model;
    this.messages = messages;
    title = new TensorHeading("histogram", messages);
    badges = new BadgeRow(messages, model::goToFirst);
    rangeBar = new RangeBar(model.chart, messages);
    busy = new BusyPane(model, messages);
    note = new NotePane(model::retry, messages);
    getStyleClass().add("histogram-view");
    chart = new HistogramChart(model.chart, model.caretElementProperty(), messages);
    SaveActions saving = new SaveActions(model, files::get, this::picture, chart, messages);
    toolbar = new HistogramToolbar(model, saving, rangeBar::open, messages);
    heads = new FlowPane(badges, toolbar);
    assemble(saving);
    WeakSubscriptions.of(this)
        .subscribe(model.chart.data, data -> data.ifPresent(this::showFigures));
    WeakSubscriptions.of(this).subscribe(model.state, this::show);
  }

  private void showFigures(ChartData data) {
    Optional<RangeFigures> part =
        Optional.of(data).filter(ChartData::isPart).map(ChartData::visible);
    figures.show(new KeyFigures(data.distribution(), part, messages).list());
    requestLayout();
  }

  private void assemble(SaveActions saving) {
    CopyText.set(figures, figures::text);
    new CopyMenu(messages)
        .copies("histogram.copy.figures", () -> CopyText.plain(figures.text()))
        .copies("histogram.copy.bins", saving::csvText)
        .does("histogram.copy.picture", saving::copyPicture, () -> result.isVisible())
        .installOn(chart);
    result.setCenter(new VBox(chart, new ChartLegend(model, messages)));
    VBox.setVgrow(chart, Priority.ALWAYS);
    StackPane body = new StackPane();
    PanelParts.fill(body, result, busy, note);
    VBox.setVgrow(body, Priority.ALWAYS);
    heads.getStyleClass().add("histogram-heads");
    content.getStyleClass().add("histogram-content");
    content.setMinWidth(0);
    PanelParts.fill(content, title, heads, new NoticeLines(model, messages), rangeBar, body);
    // If the pane is too low for a useful chart, it scrolls.
    scroll.setFitToWidth(true);
    scroll.setFitToHeight(true);
    scroll.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
    scroll.setFocusTraversable(false);
    getChildren().add(scroll);
  }

  private WritableImage picture() {
    Color ground = chart.color(Plot.Ink.GROUND);
    chart.drawMagnified(SaveActions.SCALE);
    WritableImage picture = SaveActions.pictureOf(List.of(title, badges, result), ground);
    chart.drawMagnified(1);
    return picture;
  }

  private void show(HistogramState state) {
    patience.stop();
    switch (state) {
      case HistogramState.Nothing(Optional<Sentence> why) -> {
        String text = why.map(messages::sentence).orElse(messages.text("histogram.nothing"));
        note.show(Feather.BAR_CHART_2, text, false, Optional.empty());
        show(state, false, note);
      }
      case HistogramState.Computing _ -> {
        patience.setOnFinished(_ -> show(state, false, busy));
        patience.playFromStart();
      }
      case HistogramState.Done(HistogramSubject subject, Distribution distribution) -> {
        badges.show(new HealthBadges(distribution, canBeNotFinite(subject), messages).list());
        if (distribution.hasFinite()) {
          show(state, true, result);
        } else {
          note.show(Feather.SLASH, messages.text("histogram.no-values"), false, Optional.empty());
          show(state, true, note);
        }
        if (subject.scope() != Scope.TENSOR) {
          String count = messages.count(distribution.counts().total());
          title.show(model.name(NAME_LIMIT), messages.text("histogram.values.count", count));
        }
      }
      case HistogramState.Failed(HistogramSubject _, Failure failure) -> {
        String sentence = messages.sentence(failure.sentence());
        note.show(Feather.ALERT_TRIANGLE, sentence, true, Optional.of(failure));
        show(state, false, note);
      }
      case HistogramState.Stopped _ ->
          explain(state, Feather.PAUSE_CIRCLE, "histogram.stopped", true);
      case HistogramState.Absent _ -> explain(state, Feather.SCISSORS, "histogram.absent", false);
    }
  }

  private void explain(HistogramState state, Ikon icon, String key, boolean withButton) {
    note.show(icon, messages.text(key), withButton, Optional.empty());
    show(state, false, note);
  }

  private void show(HistogramState state, boolean withBadges, Node body) {
    boolean any = state.subject().isPresent();
    state.subject().ifPresent(this::showTitle);
    PanelParts.setShown(title, any);
    PanelParts.setShown(badges, withBadges);
    PanelParts.setShown(toolbar, any);
    List.of(result, busy, note).forEach(each -> PanelParts.setShown(each, each == body));
  }

  private void showTitle(HistogramSubject subject) {
    String name = model.name(NAME_LIMIT);
    if (subject.scope() == Scope.TENSOR) {
      title.showWithSize(name, subject.tensor());
    } else {
      title.show(name, "");
    }
  }

  private static boolean canBeNotFinite(HistogramSubject subject) {
    if (subject.scope() != Scope.TENSOR) {
      return true;
    }
    Dtype.Kind kind = subject.tensor().info().dtype().kind();
    return kind == Dtype.Kind.FLOAT || kind == Dtype.Kind.COMPLEX;
  }

  @Override
  protected void layoutChildren() {
    double inner = getWidth() - content.snappedLeftInset() - content.snappedRightInset();
    boolean low = PanelParts.isLow(this);
    content.pseudoClassStateChanged(LOW, low);
    // In a low pane, the scroll bar may reduce the width.
    double surelyFree = low ? inner - SCROLL_BAR : inner;
    title.fitInto(surelyFree, low);
    layoutHeader(surelyFree, low);
    boolean fitsSideBySide = figures.widthOfLines() + chart.minWidth(-1) <= inner;
    boolean below = !fitsSideBySide || getHeight() > getWidth();
    figures.setColumns(below);
    Node bottom = below ? figures : null;
    Node right = below ? null : figures;
    if (result.getBottom() != bottom || result.getRight() != right) {
      result.setBottom(null);
      result.setRight(null);
      result.setBottom(bottom);
      result.setRight(right);
    }
    super.layoutChildren();
  }

  /// Puts the badges and the controls on one line if the height is small and the badges with a tone
  /// fit next to the controls.
  private void layoutHeader(double inner, boolean low) {
    toolbar.fitInto(low ? 0 : inner);
    toolbar.setPrefWidth(USE_COMPUTED_SIZE);
    double spareWidth = inner - toolbar.prefWidth(-1) - heads.getHgap();
    boolean oneLine = low && spareWidth > 0 && badges.fitsInto(spareWidth);
    if (!oneLine) {
      toolbar.setPrefWidth(inner);
    }
    badges.layoutWithin(oneLine ? spareWidth : inner, low);
    heads.setPrefWrapLength(inner);
  }

  private static final class BusyPane extends VBox {

    BusyPane(HistogramViewModel model, Messages messages) {
      PanelParts.named(this, "histogram-busy", "histogram-busy");
      Label title = PanelParts.label(messages.text("histogram.busy"), "muted");
      ProgressBar bar = PanelParts.named(new ProgressBar(), "histogram-progress");
      bar.setAccessibleText(messages.text("histogram.busy"));
      bar.progressProperty().bind(model.progress);
      String stop = messages.text("histogram.stop");
      HBox line = new HBox(bar, PanelParts.button("histogram-stop", stop, model::stop));
      line.getStyleClass().add("histogram-busy-line");
      getChildren().addAll(title, line);
    }
  }

  private static final class NotePane extends VBox {

    private final Label sentence = PanelParts.named(new Label(), "histogram-note", "empty-state");
    private final Button button;
    private final ObjectProperty<Optional<Failure>> failure =
        new SimpleObjectProperty<>(Optional.empty());

    NotePane(Runnable retry, Messages messages) {
      getStyleClass().add("histogram-note");
      sentence.setWrapText(true);
      button = PanelParts.button("histogram-retry", messages.text("histogram.retry"), retry);
      PanelParts.fill(this, sentence, button, DetailsButton.visibleWhilePresent(failure, messages));
    }

    /// @param failed a failure whose details can be copied
    void show(Ikon icon, String text, boolean withButton, Optional<Failure> failed) {
      sentence.setGraphic(Icons.of(icon, "icon-large"));
      sentence.setText(text);
      failure.set(failed);
      PanelParts.setShown(button, withButton);
    }
  }

  /// Lines below the badges: outliers, and the outcome of the last action. Empty lines are hidden.
  private static final class NoticeLines extends VBox {

    private final Label outlier = PanelParts.named(PanelParts.wrapping(""), "histogram-outlier");

    NoticeLines(HistogramViewModel model, Messages messages) {
      getStyleClass().add("histogram-notices");
      outlier.setGraphic(Icons.of(Feather.TRENDING_UP, "icon-small", "icon-warning"));
      FeedbackLine notice = new FeedbackLine("histogram-notice", model.noticeProperty(), messages);
      PanelParts.fill(this, outlier, notice);
      WeakSubscriptions.of(this).subscribe(model.comparison.outlier, this::showOutlier);
      visibleProperty().bind(outlier.visibleProperty().or(notice.visibleProperty()));
      managedProperty().bind(visibleProperty());
    }

    private void showOutlier(String sentence) {
      outlier.setText(sentence);
      Tips.explain(outlier, sentence);
      PanelParts.setShown(outlier, !sentence.isEmpty());
    }
  }

  /// The legend of the lines in the chart. A click on a pinned distribution, or Delete, removes it.
  private static final class ChartLegend extends FlowPane {

    private static final double NAME_WIDTH = 220;
    private static final double SWATCH = 20;

    private final ComparisonViewModel model;
    private final Messages messages;

    ChartLegend(HistogramViewModel model, Messages messages) {
      this.model = model.comparison;
      this.messages = messages;
      PanelParts.named(this, "histogram-legend", "chart-legend");
      // Otherwise the pane would be as wide as the longest name, although names are truncated.
      setMinWidth(0);
      WeakSubscriptions following = WeakSubscriptions.of(this);
      following.changes(this.model.pins, this::show);
      following.subscribe(this.model.siblings, _ -> show());
      following.subscribe(this.model.siblingMode, _ -> show());
      following.subscribe(model.state, _ -> show());
    }

    private void show() {
      getChildren().clear();
      if (model.siblingMode.get() != SiblingMode.NONE && model.mayHaveSiblings()) {
        getChildren().add(siblings(model.siblingMode.get()));
      }
      model.pins.forEach(pin -> getChildren().add(pin(pin)));
      PanelParts.setShown(this, !getChildren().isEmpty());
    }

    private Label siblings(SiblingMode mode) {
      String counting = messages.text("histogram.legend.counting");
      String text = model.siblings.get().map(found -> text(found, mode)).orElse(counting);
      Line swatch = swatch("series-siblings", List.of());
      return PanelParts.named(new Label(text, swatch), "histogram-legend-siblings", "caption");
    }

    private String text(Siblings found, SiblingMode mode) {
      int count = found.rootMeanSquares().size();
      int shown = mode == SiblingMode.EACH ? found.nearest().size() : count;
      String all = String.valueOf(count);
      if (count == 0) {
        return messages.text("histogram.legend.no-siblings");
      }
      return shown < count
          ? messages.text("histogram.legend.nearest", String.valueOf(shown), all)
          : messages.text(
              count == 1
                  ? "histogram.legend.sibling"
                  : "histogram.legend.siblings." + mode.spelling(),
              all);
    }

    private Node pin(Compared pin) {
      Line swatch =
          swatch(HistogramPlot.SERIES.get(pin.series()), HistogramPlot.DASHES.get(pin.series()));
      HBox graphic = new HBox(swatch, Icons.of(Feather.X, "icon-small"));
      graphic.getStyleClass().add("legend-pin-graphic");
      Button button = new Button(pin.name(), graphic);
      // An underscore in a name is not a mnemonic.
      button.setMnemonicParsing(false);
      button.setId("histogram-pin-" + pin.series());
      button.getStyleClass().setAll("legend-pin");
      button.setTextOverrun(OverrunStyle.LEADING_ELLIPSIS);
      button.setMaxWidth(NAME_WIDTH);
      Tips.name(button, messages.text("histogram.legend.remove", pin.name()));
      button.setOnAction(_ -> model.pins.remove(pin));
      button.setOnKeyPressed(
          event -> {
            if (event.getCode() == KeyCode.DELETE || event.getCode() == KeyCode.BACK_SPACE) {
              model.pins.remove(pin);
              event.consume();
            }
          });
      return button;
    }

    private static Line swatch(String series, List<Double> dashes) {
      Line swatch = new Line(0, 0, SWATCH, 0);
      swatch.getStyleClass().setAll("legend-swatch", series);
      swatch.setStrokeLineCap(StrokeLineCap.BUTT);
      swatch.getStrokeDashArray().setAll(dashes);
      return swatch;
    }
  }
}
