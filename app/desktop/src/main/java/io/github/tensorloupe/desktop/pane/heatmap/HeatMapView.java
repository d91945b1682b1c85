package io.github.tensorloupe.desktop.pane.heatmap;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.copy.CopyMenu;
import io.github.tensorloupe.desktop.control.copy.CopyText;
import io.github.tensorloupe.desktop.control.panel.SaveTargets;
import io.github.tensorloupe.desktop.control.slice.SliceBar;
import io.github.tensorloupe.desktop.error.DetailsButton;
import io.github.tensorloupe.desktop.error.Feedback;
import io.github.tensorloupe.desktop.job.Job;
import io.github.tensorloupe.desktop.pane.heatmap.HeatMapViewModel.State;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Shape;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// The pane: what is shown, the picture, what its colors mean, and what the mouse or the keyboard
/// is at.
public final class HeatMapView extends StackPane {

  private static final double HEIGHT_FOR_LEGEND = 200;

  /// Lower panes leave the title out, for the tree tells which tensor is selected, and have the
  /// choosers of axes in a menu.
  private static final double HEIGHT_FOR_ALL = 240;

  private static final PseudoClass LOW = PseudoClass.getPseudoClass("low");
  private static final int SHORT_NAME_CHARACTERS = 6;
  private static final double MIN_NAME_WIDTH = 48;
  private static final int SHORT_FACTS_CHARACTERS = 34;
  private static final double MIN_FACTS_WIDTH = 200;

  private final HeatMapViewModel model;
  private final Messages messages;
  private final HeatCanvas canvas;
  private final HeatLegend legend;
  private final HeatToolbar toolbar;
  private final SliceBar axes;
  private final Label name = new Label();
  private final Label facts = new Label();
  private final Label readout = new Label();
  private final Label trouble =
      new Label(null, Icons.of(Feather.ALERT_TRIANGLE, "icon-small", "icon-warning"));
  private final Label note = new Label();
  private final HBox title = new HBox(name, facts);
  private final VBox content = new VBox();
  private String pointedText = "";

  /// @param model what is shown
  /// @param files asks where a picture is to be saved
  public HeatMapView(
      HeatMapViewModel model, Supplier<? extends SaveTargets> files, Messages messages) {
    this.model = model;
    this.messages = messages;
    canvas = new HeatCanvas(model);
    legend = new HeatLegend(messages);
    setId("heatmap-view");
    getStyleClass().add("heatmap-view");
    getStylesheets()
        .add(Objects.requireNonNull(HeatMapView.class.getResource("heatmap.css")).toExternalForm());
    toolbar = new HeatToolbar(model, files, messages);
    axes = new SliceBar("heatmap", messages, new Choices(model));
    assemble();
    Following.of(this).subscribe(model.stateProperty(), this::follow);
    Following.of(this).subscribe(model.pictureProperty(), _ -> showPicture());
    Following.of(this).subscribe(model.cursorProperty(), _ -> showReadout());
    canvas.pointedProperty().subscribe(_ -> showReadout());
    canvas.paletteProperty().subscribe(_ -> showPicture());
    Following.of(this).subscribe(model.failureProperty(), _ -> showTrouble());
    DetailsButton.beside(trouble, model.failureProperty(), messages);
    Following.of(this).subscribe(model.refusalProperty(), _ -> showTrouble());
    heightProperty().subscribe(_ -> fitHeight());
  }

  private void assemble() {
    name.setId("heatmap-name");
    name.getStyleClass().add("mono");
    name.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
    facts.setId("heatmap-facts");
    facts.getStyleClass().add("muted");
    title.getStyleClass().add("heatmap-title");
    readout.setId("heatmap-readout");
    readout.getStyleClass().add("mono");
    readout.setMinHeight(Region.USE_PREF_SIZE);
    trouble.setId("heatmap-trouble");
    trouble.setWrapText(true);
    trouble.setMinHeight(Region.USE_PREF_SIZE);
    VBox.setVgrow(canvas, Priority.ALWAYS);
    content.getStyleClass().add("heatmap-content");
    content
        .getChildren()
        .addAll(
            title,
            toolbar,
            axes,
            new SavingLine(model.export(), messages),
            trouble,
            canvas,
            legend,
            readout);
    new CopyMenu(messages)
        .onOpen(_ -> pointedText = readout.getText())
        .copies(
            "heatmap.copy.place",
            () -> CopyText.plain(pointedText.isEmpty() ? readout.getText() : pointedText))
        .copies("heatmap.copy.title", () -> name.getText() + "  " + facts.getText())
        .line()
        .does("heatmap.go", model::pickAtCursor, () -> model.cursorProperty().get().isPresent())
        .installOn(canvas);
    note.setId("heatmap-note");
    note.getStyleClass().addAll("empty-state", "heatmap-note");
    note.setWrapText(true);
    note.setGraphic(Icons.of(Feather.IMAGE, "icon-large"));
    getChildren().addAll(content, note);
  }

  private static Optional<SliceBar.Slice> slice(State state) {
    if (!(state instanceof State.Shown(TensorSlice slice))) {
      return Optional.empty();
    }
    Shape shape = slice.data().info().shape();
    return Optional.of(
        new SliceBar.Slice(
            IntStream.range(0, shape.rank()).mapToObj(shape::dimension).toList(),
            slice.axes().rowAxis(),
            slice.axes().columnAxis(),
            slice.axes().indexes()));
  }

  private record Choices(HeatMapViewModel model) implements SliceBar.Listener {

    @Override
    public void showRows(int axis) {
      model.showAxis(axis, true);
    }

    @Override
    public void showColumns(int axis) {
      model.showAxis(axis, false);
    }

    @Override
    public void hold(int axis, long index) {
      model.hold(axis, index);
    }

    @Override
    public void hold(int axis, String typed) {
      model.hold(axis, typed);
    }
  }

  private void follow(State state) {
    axes.show(slice(state));
    content.setVisible(state instanceof State.Shown);
    note.setVisible(state instanceof State.Nothing);
    switch (state) {
      case State.Nothing(String reason) -> note.setText(reason);
      case State.Shown(TensorSlice slice) -> showTitle(slice);
    }
  }

  private void showTitle(TensorSlice slice) {
    String text = DisplayText.of(slice.data().info().name());
    name.setText(text);
    Tips.explain(name, text);
    keepWhole(name, SHORT_NAME_CHARACTERS, MIN_NAME_WIDTH);
    String shape = messages.shape(slice.data().info().shape());
    String dtype = slice.data().info().dtype().name();
    String which =
        SliceChoice.isFolded(slice)
            ? messages.text("heatmap.folded", Figures.count(slice.columnCount()))
            : slice.data().info().shape().rank() > 2 ? slice.axes().text() : "";
    String cut = slice.data().isComplete() ? "" : messages.text("heatmap.cut");
    facts.setText(
        Stream.of(dtype, shape, which, cut)
            .filter(part -> !part.isEmpty())
            .reduce((left, right) -> left + "  ·  " + right)
            .orElse(""));
    Tips.explain(facts, facts.getText());
    keepWhole(facts, SHORT_FACTS_CHARACTERS, MIN_FACTS_WIDTH);
  }

  /// Short texts are not cut, and long ones give way.
  private static void keepWhole(Label label, int shortCharacters, double otherwise) {
    label.setMinWidth(
        label.getText().length() <= shortCharacters ? Region.USE_PREF_SIZE : otherwise);
  }

  private void showPicture() {
    legend.show(model.pictureProperty().get(), canvas.paletteProperty().get());
    showReadout();
  }

  private void showReadout() {
    Optional<Point2D> at = canvas.pointedProperty().get();
    String text =
        at.flatMap(place -> model.textAt(place.getX(), place.getY()))
            .or(model::textAtCursor)
            .orElse(messages.text("heatmap.hint"));
    readout.setText(text);
    canvas.setAccessibleText(messages.text("heatmap.accessible", text));
  }

  private void showTrouble() {
    String text =
        model
            .failureProperty()
            .getValue()
            .map(failed -> messages.sentence(failed.sentence()))
            .or(() -> model.refusalProperty().get())
            .orElse("");
    trouble.setText(text);
    trouble.setVisible(!text.isEmpty());
    trouble.setManaged(!text.isEmpty());
  }

  private void fitHeight() {
    boolean titled = getHeight() >= HEIGHT_FOR_ALL;
    title.setVisible(titled);
    title.setManaged(titled);
    pseudoClassStateChanged(LOW, !titled);
    if (content.getChildren().contains(axes) != titled) {
      content.getChildren().remove(axes);
      toolbar.holdAxes(titled ? Optional.empty() : Optional.of(axes));
      if (titled) {
        content.getChildren().add(content.getChildren().indexOf(toolbar) + 1, axes);
      }
    }
    boolean shown = getHeight() >= HEIGHT_FOR_LEGEND;
    legend.setManaged(shown);
    legend.setOpacity(shown ? 1 : 0);
  }

  /// The progress of writing a picture, with a button to stop it, and the result. There only while
  /// there is something to tell.
  private static final class SavingLine extends HBox {

    private final Label text = new Label();
    private final ProgressBar bar = new ProgressBar();
    private final Button stop;

    SavingLine(HeatExport export, Messages messages) {
      getStyleClass().add("heatmap-saving");
      text.setId("heatmap-notice");
      text.setMinWidth(0);
      bar.setId("heatmap-progress");
      bar.setAccessibleText(messages.text("heatmap.saving"));
      bar.setMinWidth(USE_PREF_SIZE);
      stop = new Button(messages.text("heatmap.stop"));
      stop.setId("heatmap-stop");
      stop.setMinWidth(USE_PREF_SIZE);
      stop.setOnAction(_ -> export.stop());
      DetailsButton details =
          DetailsButton.whileThereIs(
              export.noticeProperty().map(told -> told.flatMap(Feedback::failure)), messages);
      getChildren().addAll(text, details, bar, stop);
      Following.of(this)
          .subscribe(
              export.runningProperty(), job -> show(job, export.noticeProperty().get(), messages));
      Following.of(this)
          .subscribe(
              export.noticeProperty(),
              notice -> show(export.runningProperty().get(), notice, messages));
    }

    private void show(Optional<Job> job, Optional<Feedback> notice, Messages messages) {
      bar.progressProperty().unbind();
      job.ifPresent(running -> bar.progressProperty().bind(running.progressProperty()));
      boolean busy = job.isPresent();
      bar.setVisible(busy);
      bar.setManaged(busy);
      stop.setVisible(busy);
      stop.setManaged(busy);
      boolean failure = notice.filter(Feedback::isRefusal).isPresent();
      text.setGraphic(
          busy
              ? null
              : failure
                  ? Icons.of(Feather.ALERT_TRIANGLE, "icon-small", "icon-danger")
                  : Icons.of(Feather.CHECK, "icon-small", "icon-success"));
      String told = notice.map(Feedback::sentence).orElse("");
      text.setText(busy ? messages.text("heatmap.saving") : told);
      Tips.explain(text, told);
      setVisible(busy || notice.isPresent());
      setManaged(isVisible());
    }
  }
}
