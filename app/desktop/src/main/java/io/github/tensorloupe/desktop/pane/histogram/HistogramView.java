package io.github.tensorloupe.desktop.pane.histogram;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.distribution.Distribution;
import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.copy.CopyMenu;
import io.github.tensorloupe.desktop.control.copy.CopyText;
import io.github.tensorloupe.desktop.control.panel.SaveTargets;
import io.github.tensorloupe.desktop.error.DetailsButton;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Feedback;
import io.github.tensorloupe.desktop.pane.histogram.BadgeRow.HealthBadges;
import io.github.tensorloupe.desktop.pane.histogram.FiguresPane.KeyFigures;
import io.github.tensorloupe.desktop.pane.histogram.HistogramSubject.Scope;
import io.github.tensorloupe.desktop.pane.histogram.HistogramViewModel.HistogramState;
import io.github.tensorloupe.desktop.pane.histogram.SaveActions.ChartPicture;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.Dtype;
import javafx.scene.control.Label;
import javafx.util.Duration;
import org.kordamp.ikonli.Ikon;
import org.kordamp.ikonli.feather.Feather;

/// The pane of a distribution: what it is of, how healthy the values are, the chart with its
/// controls, and the figures.
///
/// Another tensor takes the place of the one before when its values have been counted; only where
/// that takes time its progress is shown meanwhile.
public final class HistogramView extends StackPane {

  private static final int NAME_LIMIT = 1000;
  private static final Duration PATIENCE = Duration.millis(150);
  private static final double WIDTH_FOR_FIGURES_BESIDE = 540;
  private static final double HEIGHT_FOR_FIGURES_BELOW = 480;
  private static final double WIDTH_FOR_FEW_FIGURES = 400;
  private static final double HEIGHT_FOR_SECOND_LINES = 260;

  private final HistogramViewModel model;
  private final Messages messages;
  private final TensorTitle title;
  private final BadgeRow badges;
  private final HistogramToolbar toolbar;
  private final RangeBar rangeBar;
  private final NoticeLine notices;
  private final HistogramChart chart;
  private final ChartLegend legend;
  private final FiguresPane figures = new FiguresPane();
  private final CopyMenu copies;
  private final BorderPane result = new BorderPane();
  private final BusyPane busy;
  private final NotePane note;
  private final ColorProbe probe = new ColorProbe();
  private final VBox content = new VBox();
  private final PauseTransition patience = new PauseTransition(PATIENCE);

  /// @param model the state that is shown
  /// @param files asks where to save; asked for each time
  public HistogramView(
      HistogramViewModel model, Supplier<? extends SaveTargets> files, Messages messages) {
    this.model = model;
    this.messages = messages;
    this.copies = new CopyMenu(messages);
    this.title = new TensorTitle(messages);
    this.badges = new BadgeRow(messages, model::goToFirst);
    this.rangeBar = new RangeBar(model.chart(), messages);
    this.toolbar = toolbar(model, files);
    this.notices = new NoticeLine(model, messages);
    this.chart = new HistogramChart(model.chart(), model.caretValue(), messages);
    this.legend = new ChartLegend(model, messages);
    this.busy = new BusyPane(model, messages);
    this.note = new NotePane(model::retry, messages);
    getStyleClass().add("histogram-view");
    getStylesheets()
        .add(
            Objects.requireNonNull(HistogramView.class.getResource("histogram.css"))
                .toExternalForm());
    assemble();
    Following.of(this).subscribe(model.stateProperty(), this::follow);
  }

  private HistogramToolbar toolbar(
      HistogramViewModel model, Supplier<? extends SaveTargets> files) {
    SaveActions saving = new SaveActions(model, files::get, this::picture, probe::read, messages);
    CopyText.set(figures, figures::text);
    copies
        .copies("histogram.copy.figures", () -> CopyText.plain(figures.text()))
        .copies("histogram.copy.bins", saving::csvText)
        .does("histogram.copy.picture", saving::copyPicture, () -> result.isVisible());
    return new HistogramToolbar(model, saving, rangeBar::ask, messages);
  }

  private void assemble() {
    copies.installOn(chart);
    result.setCenter(new VBox(chart, legend));
    VBox.setVgrow(chart, Priority.ALWAYS);
    StackPane body = new StackPane(result, busy, note);
    VBox.setVgrow(body, Priority.ALWAYS);
    body.setMinHeight(0);
    result.setMinHeight(0);
    content.getStyleClass().add("histogram-content");
    content.getChildren().addAll(title, badges, notices, toolbar, rangeBar, body);
    getChildren().addAll(probe, content);
  }

  private WritableImage picture() {
    return ChartPicture.of(List.of(title, badges, result), Color.web(probe.read().ground()));
  }

  private void follow(HistogramState state) {
    patience.stop();
    switch (state) {
      case HistogramState.Nothing() ->
          explain(state, Feather.BAR_CHART_2, messages.text("histogram.nothing"), false);
      case HistogramState.Computing(HistogramSubject subject) -> {
        patience.setOnFinished(_ -> showBusy(subject));
        patience.playFromStart();
      }
      case HistogramState.Done(HistogramSubject subject, Distribution distribution) ->
          show(subject, distribution);
      case HistogramState.Failed(HistogramSubject _, Failure failure) -> {
        explain(state, Feather.ALERT_TRIANGLE, messages.sentence(failure.sentence()), true);
        note.offerDetails(failure);
      }
      case HistogramState.Stopped(HistogramSubject _) ->
          explain(state, Feather.PAUSE_CIRCLE, messages.text("histogram.stopped"), true);
      case HistogramState.Absent(HistogramSubject _) ->
          explain(state, Feather.SCISSORS, messages.text("histogram.absent"), false);
    }
  }

  private void explain(HistogramState state, Ikon icon, String sentence, boolean canRetry) {
    state.subject().ifPresent(this::showTitle);
    setShown(title, state.subject().isPresent());
    setShown(badges, false);
    setShown(toolbar, state.subject().isPresent());
    note.show(icon, sentence, canRetry);
    showInBody(note);
  }

  private void showTitle(HistogramSubject subject) {
    title.show(subject, model.name(NAME_LIMIT));
  }

  private void showBusy(HistogramSubject subject) {
    showTitle(subject);
    setShown(title, true);
    setShown(badges, false);
    setShown(toolbar, true);
    showInBody(busy);
  }

  private void show(HistogramSubject subject, Distribution distribution) {
    showTitle(subject);
    if (subject.scope() != Scope.TENSOR) {
      title.showCount(distribution.counts().total());
    }
    setShown(title, true);
    badges.show(new HealthBadges(distribution, canBeNotFinite(subject), messages).list());
    setShown(badges, true);
    setShown(toolbar, true);
    if (distribution.hasFinite()) {
      figures.show(new KeyFigures(distribution, messages).list());
      showInBody(result);
    } else {
      note.show(Feather.SLASH, messages.text("histogram.no-values"), false);
      showInBody(note);
    }
  }

  private static boolean canBeNotFinite(HistogramSubject subject) {
    if (subject.scope() != Scope.TENSOR) {
      return true;
    }
    Dtype.Kind kind = subject.tensor().info().dtype().kind();
    return kind == Dtype.Kind.FLOAT || kind == Dtype.Kind.COMPLEX;
  }

  private void showInBody(Node part) {
    List.of(result, busy, note).forEach(each -> setShown(each, each == part));
  }

  private static void setShown(Node node, boolean shown) {
    node.setVisible(shown);
    node.setManaged(shown);
  }

  @Override
  protected void layoutChildren() {
    arrange(getWidth(), getHeight());
    super.layoutChildren();
  }

  private void arrange(double width, double height) {
    double inner = width - content.snappedLeftInset() - content.snappedRightInset();
    boolean low = height < HEIGHT_FOR_SECOND_LINES;
    title.fitInto(inner, low);
    badges.fitInto(inner, low);
    toolbar.fitInto(inner);
    boolean below = width < WIDTH_FOR_FIGURES_BESIDE && height >= HEIGHT_FOR_FIGURES_BELOW;
    figures.setOrientation(below ? Orientation.HORIZONTAL : Orientation.VERTICAL);
    boolean beside = !below && (!low || width >= WIDTH_FOR_FEW_FIGURES);
    Node bottom = below ? figures : null;
    Node right = beside ? figures : null;
    if (result.getBottom() != bottom || result.getRight() != right) {
      result.setBottom(null);
      result.setRight(null);
      result.setBottom(bottom);
      result.setRight(right);
    }
  }

  /// The progress of counting, with a button to stop it.
  private static final class BusyPane extends VBox {

    BusyPane(HistogramViewModel model, Messages messages) {
      setId("histogram-busy");
      getStyleClass().add("histogram-busy");
      Label title = new Label(messages.text("histogram.busy"));
      title.getStyleClass().add("muted");
      ProgressBar bar = new ProgressBar();
      bar.setId("histogram-progress");
      bar.setAccessibleText(messages.text("histogram.busy"));
      bar.progressProperty().bind(model.progressProperty());
      Button stop = new Button(messages.text("histogram.stop"));
      stop.setId("histogram-stop");
      stop.setOnAction(_ -> model.stop());
      HBox line = new HBox(bar, stop);
      line.getStyleClass().add("histogram-busy-line");
      getChildren().addAll(title, line);
    }
  }

  /// A sentence in place of the chart, with a button where something can be done.
  private static final class NotePane extends VBox {

    private final Label sentence = new Label();
    private final Button button;
    private final SimpleObjectProperty<Optional<Failure>> failure =
        new SimpleObjectProperty<>(Optional.empty());

    /// @param retry counts again
    NotePane(Runnable retry, Messages messages) {
      getStyleClass().add("histogram-note");
      sentence.setId("histogram-note");
      sentence.getStyleClass().add("empty-state");
      sentence.setWrapText(true);
      button = new Button(messages.text("histogram.retry"));
      button.setId("histogram-retry");
      button.setOnAction(_ -> retry.run());
      getChildren().addAll(sentence, button, DetailsButton.whileThereIs(failure, messages));
    }

    /// Offers to copy more than the sentence says, as long as that is shown.
    void offerDetails(Failure failed) {
      failure.set(Optional.of(failed));
    }

    void show(Ikon icon, String text, boolean withButton) {
      sentence.setGraphic(Icons.of(icon, "icon-large"));
      sentence.setText(text);
      failure.set(Optional.empty());
      button.setVisible(withButton);
      button.setManaged(withButton);
    }
  }

  /// Lines below the badges: what stands out, and what was done last. Each is there only while
  /// there is something to tell.
  private static final class NoticeLine extends VBox {

    private final Label outlier = line("histogram-outlier");
    private final Label notice = line("histogram-notice");

    NoticeLine(HistogramViewModel model, Messages messages) {
      getStyleClass().add("histogram-notices");
      outlier.setGraphic(Icons.of(Feather.TRENDING_UP, "icon-small", "icon-warning"));
      DetailsButton details =
          DetailsButton.whileThereIs(
              model.noticeProperty().map(told -> told.flatMap(Feedback::failure)), messages);
      getChildren().addAll(outlier, notice, details);
      Following.of(this)
          .subscribe(model.outliers().sentenceProperty(), sentence -> show(outlier, sentence));
      Following.of(this).subscribe(model.noticeProperty(), this::showNotice);
    }

    private static Label line(String id) {
      Label label = new Label();
      label.setId(id);
      label.setWrapText(true);
      label.setMinHeight(USE_PREF_SIZE);
      return label;
    }

    private void showNotice(Optional<Feedback> told) {
      boolean failure = told.filter(Feedback::isRefusal).isPresent();
      notice.setGraphic(
          failure
              ? Icons.of(Feather.ALERT_TRIANGLE, "icon-small", "icon-danger")
              : Icons.of(Feather.CHECK, "icon-small", "icon-success"));
      show(notice, told.map(Feedback::sentence).orElse(""));
    }

    private void show(Label label, String text) {
      label.setText(text);
      Tips.explain(label, text);
      label.setVisible(!text.isEmpty());
      label.setManaged(!text.isEmpty());
      boolean any = outlier.isVisible() || notice.isVisible();
      setVisible(any);
      setManaged(any);
    }
  }
}
