package io.github.tensorloupe.ui.histogram;

import io.github.tensorloupe.analysis.TensorStatistics;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.ui.text.Messages;
import java.util.List;
import java.util.Objects;
import javafx.animation.PauseTransition;
import javafx.geometry.Orientation;
import javafx.scene.Node;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import javafx.util.Duration;
import org.kordamp.ikonli.Ikon;
import org.kordamp.ikonli.feather.Feather;

/// The pane of one tensor's distribution: what the tensor is, how healthy its values are, the
/// chart, and the figures.
///
/// Another tensor takes the place of the one before when its values have been counted; only where
/// that takes time its progress is shown meanwhile.
public final class HistogramView extends StackPane {

  private static final Duration PATIENCE = Duration.millis(150);
  private static final double WIDTH_FOR_FIGURES_BESIDE = 540;
  private static final double HEIGHT_FOR_FIGURES_BELOW = 340;

  private final Messages messages;
  private final TensorTitle title;
  private final BadgeRow badges = new BadgeRow();
  private final ScaleSwitch scaleSwitch;
  private final HistogramChart chart;
  private final FiguresPane figures = new FiguresPane();
  private final BorderPane result = new BorderPane();
  private final HBox badgeLine = new HBox();
  private final BusyPane busy;
  private final NotePane note;
  private final VBox content = new VBox();
  private final PauseTransition patience = new PauseTransition(PATIENCE);

  public HistogramView(HistogramViewModel model, Messages messages) {
    this.messages = messages;
    this.title = new TensorTitle(messages);
    this.scaleSwitch = new ScaleSwitch(model.scaleProperty(), messages);
    this.chart = new HistogramChart(messages);
    this.busy = new BusyPane(model, messages);
    this.note = new NotePane(messages.text("histogram.retry"), model::retry);
    getStyleClass().add("histogram-view");
    getStylesheets()
        .add(
            Objects.requireNonNull(HistogramView.class.getResource("histogram.css"))
                .toExternalForm());
    assemble();
    model.scaleProperty().subscribe(chart::setScale);
    model.stateProperty().subscribe(this::follow);
  }

  private void assemble() {
    HBox.setHgrow(badges, Priority.ALWAYS);
    badgeLine.getStyleClass().add("badge-line");
    badgeLine.getChildren().addAll(badges, scaleSwitch);
    result.setCenter(chart);
    StackPane body = new StackPane(result, busy, note);
    VBox.setVgrow(body, Priority.ALWAYS);
    body.setMinHeight(0);
    content.getStyleClass().add("histogram-content");
    content.getChildren().addAll(title, badgeLine, body);
    getChildren().add(content);
  }

  private void follow(HistogramState state) {
    patience.stop();
    switch (state) {
      case HistogramState.Nothing() ->
          explain(state, Feather.BAR_CHART_2, messages.text("histogram.nothing"), false);
      case HistogramState.Computing(TensorRef tensor) -> {
        patience.setOnFinished(_ -> showBusy(tensor));
        patience.playFromStart();
      }
      case HistogramState.Done(TensorRef tensor, TensorStatistics statistics) ->
          show(tensor, statistics);
      case HistogramState.Failed(TensorRef _, String sentence) ->
          explain(state, Feather.ALERT_TRIANGLE, sentence, true);
      case HistogramState.Stopped(TensorRef _) ->
          explain(state, Feather.PAUSE_CIRCLE, messages.text("histogram.stopped"), true);
      case HistogramState.Absent(TensorRef _) ->
          explain(state, Feather.SCISSORS, messages.text("histogram.absent"), false);
    }
  }

  private void explain(HistogramState state, Ikon icon, String sentence, boolean canRetry) {
    state.tensor().ifPresent(title::show);
    setShown(title, state.tensor().isPresent());
    setShown(badgeLine, false);
    note.show(icon, sentence, canRetry);
    showInBody(note);
  }

  private void showBusy(TensorRef tensor) {
    title.show(tensor);
    setShown(title, true);
    setShown(badgeLine, false);
    showInBody(busy);
  }

  private void show(TensorRef tensor, TensorStatistics statistics) {
    title.show(tensor);
    setShown(title, true);
    badges.show(new HealthBadges(statistics, tensor.info().dtype(), messages).list());
    setShown(badgeLine, true);
    setShown(scaleSwitch, statistics.finite().isPresent());
    statistics.finite().ifPresentOrElse(this::show, this::showNoValues);
  }

  private void show(TensorStatistics.Finite finite) {
    chart.show(finite);
    figures.show(KeyFigures.of(finite, messages));
    showInBody(result);
  }

  private void showNoValues() {
    note.show(Feather.SLASH, messages.text("histogram.no-values"), false);
    showInBody(note);
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
    title.fitInto(inner);
    badges.fitInto(inner - badgeLine.getSpacing() - scaleSwitch.prefWidth(-1));
    boolean below = width < WIDTH_FOR_FIGURES_BESIDE && height >= HEIGHT_FOR_FIGURES_BELOW;
    figures.setOrientation(below ? Orientation.HORIZONTAL : Orientation.VERTICAL);
    if ((below ? result.getBottom() : result.getRight()) != figures) {
      result.setBottom(null);
      result.setRight(null);
      if (below) {
        result.setBottom(figures);
      } else {
        result.setRight(figures);
      }
    }
  }
}
