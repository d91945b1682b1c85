package io.github.tensorloupe.desktop.pane.heatmap;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.copy.CopyMenu;
import io.github.tensorloupe.desktop.control.copy.CopyText;
import io.github.tensorloupe.desktop.control.heading.TensorHeading;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.control.panel.SaveTargets;
import io.github.tensorloupe.desktop.control.slice.SliceBar;
import io.github.tensorloupe.desktop.error.DetailsButton;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.FeedbackLine;
import io.github.tensorloupe.desktop.job.Job;
import io.github.tensorloupe.desktop.pane.DocumentPane;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.pane.PaneDescriptor;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.TensorInfo;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// The heat map pane: title, picture, legend, and a readout for the mouse or the cursor.
public final class HeatMapView extends StackPane {

  private static final PseudoClass LOW = PseudoClass.getPseudoClass("low");

  public static final PaneDescriptor DESCRIPTOR =
      new PaneDescriptor("heatmap", Command.SHOW_HEATMAP, HeatMapView::pane);

  private final HeatMapViewModel model;
  private final Messages messages;
  private final HeatCanvas canvas;
  private final HeatAxes drawn;
  private final LineViewModel line;
  private final LineCanvas curve;
  private final HeatLegend legend;
  private final HeatToolbar toolbar;
  private final SliceBar axes;
  private final Label readout = PanelParts.named(new Label(), "heatmap-readout", "mono");
  private final Label trouble = PanelParts.named(PanelParts.wrapping(""), "heatmap-trouble");
  private final Label note =
      PanelParts.named(new Label(), "heatmap-note", "empty-state", "heatmap-note");
  private final TensorHeading title;
  private final Content content = new Content();
  private String pointedText = "";

  HeatMapView(
      HeatMapViewModel model,
      LineViewModel line,
      Supplier<? extends SaveTargets> files,
      Messages messages) {
    this.model = model;
    this.line = line;
    this.messages = messages;
    title = new TensorHeading("heatmap", messages);
    canvas = new HeatCanvas(model);
    drawn = new HeatAxes(model, canvas, messages);
    curve = new LineCanvas(line, model, messages);
    legend = new HeatLegend(messages);
    PanelParts.named(this, "heatmap-view", "heatmap-view");
    toolbar = new HeatToolbar(model, line, files, messages);
    axes = new SliceBar("heatmap", messages, model);
    assemble();
    WeakSubscriptions.of(this).subscribe(model.slice, this::showSlice);
    WeakSubscriptions.of(this).subscribe(model.note, note::setText);
    WeakSubscriptions.of(this).subscribe(model.pictureProperty(), _ -> showPicture());
    WeakSubscriptions.of(this).subscribe(model.cursor, _ -> showReadout());
    canvas.pointed.subscribe(_ -> showReadout());
    curve.pointed.subscribe(_ -> showReadout());
    WeakSubscriptions.of(this).subscribe(line.plotProperty(), _ -> showReadout());
    WeakSubscriptions.of(this).subscribe(line.failureProperty(), _ -> showTrouble());
    WeakSubscriptions.of(this).subscribe(line.kind, _ -> fitHeight());
    WeakSubscriptions.of(this).subscribe(line.part, _ -> model.slice().ifPresent(this::showTitle));
    canvas.palette.subscribe(_ -> showPicture());
    WeakSubscriptions.of(this).subscribe(model.failureProperty(), _ -> showTrouble());
    DetailsButton.showNextTo(trouble, model.failureProperty(), messages);
    WeakSubscriptions.of(this).subscribe(model.refusal, _ -> showTrouble());
    heightProperty().subscribe(_ -> fitHeight());
  }

  private static DocumentPane pane(PaneContext context) {
    HeatMapViewModel model =
        new HeatMapViewModel(
            context.selection(), context.jobs(), context.heatMaps(), context.messages());
    LineViewModel line = new LineViewModel(model, context.jobs(), context.messages());
    return shown -> {
      // Nothing is read for a picture while a curve replaces it.
      BooleanBinding isPicture = line.kind.isEqualTo(LineViewModel.Kind.PICTURE);
      model.active.bind(shown.and(isPicture));
      line.active.bind(shown);
      return new HeatMapView(model, line, context.dialogs(), context.messages());
    };
  }

  private void assemble() {
    readout.setMinHeight(Region.USE_PREF_SIZE);
    trouble.setGraphic(Icons.of(Feather.ALERT_TRIANGLE, "icon-small", "icon-warning"));
    VBox.setVgrow(drawn, Priority.ALWAYS);
    VBox.setVgrow(curve, Priority.ALWAYS);
    content.getStyleClass().add("heatmap-content");
    content.setMinWidth(0);
    SavingLine saving = new SavingLine(model.export, messages);
    content
        .getChildren()
        .addAll(title, toolbar, axes, saving, trouble, drawn, curve, legend, readout);
    CopyMenu menu = new CopyMenu(messages);
    menu.onOpen(_ -> pointedText = readout.getText())
        .copies(
            "heatmap.copy.place",
            () -> CopyText.plain(pointedText.isEmpty() ? readout.getText() : pointedText))
        .copies("heatmap.copy.title", title::text)
        .line()
        .does("heatmap.go", model::pickAtCursor, () -> model.cursor.get().isPresent());
    Stream.of(canvas, curve).forEach(menu::installOn);
    note.setWrapText(true);
    note.setGraphic(Icons.of(Feather.IMAGE, "icon-large"));
    PanelParts.fill(this, content, note);
  }

  private void showSlice(Optional<TensorSlice> slice) {
    axes.show(slice.map(SliceBar.Slice::of));
    content.setVisible(slice.isPresent());
    note.setVisible(slice.isEmpty());
    slice.ifPresent(this::showTitle);
  }

  private void showTitle(TensorSlice slice) {
    TensorInfo info = slice.data().info();
    String which =
        line.isShown()
            ? lineText()
            : slice.isFolded()
                ? messages.text("heatmap.folded", messages.count(slice.columnCount()))
                : info.shape().rank() > 2 ? slice.axes().text() : "";
    String cut = slice.data().isComplete() ? "" : messages.text("heatmap.cut");
    title.show(DisplayText.of(info.name()), info, which, cut);
  }

  /// Returns a text for the row or column of the curve; empty for a vector, which has only one.
  private String lineText() {
    return line.part
        .get()
        .filter(_ -> !line.isVector())
        .map(
            part ->
                messages.text(
                    part.isRow() ? "heatmap.line.of-row" : "heatmap.line.of-column",
                    messages.count(part.index())))
        .orElse("");
  }

  private void showPicture() {
    Optional<TensorSlice> slice = model.slice();
    legend.show(
        model.pictureProperty().get().filter(_ -> slice.isPresent()),
        slice.orElse(null),
        model.choices.pooling.get(),
        canvas.palette.get());
    showLegend();
    content.layOutAgain();
    showReadout();
  }

  private void showReadout() {
    Optional<Point2D> at = canvas.pointed.get();
    Optional<String> there =
        line.isShown()
            ? lineAt(curve.pointed.get()).or(() -> lineAt(line.position()))
            : at.flatMap(place -> model.textAt(place.getX(), place.getY())).or(model::textAtCursor);
    String text = there.orElse(messages.text("heatmap.hint"));
    readout.setText(text);
    curve.setAccessibleText(messages.text("heatmap.line.accessible", text));
    canvas.setAccessibleText(messages.text("heatmap.accessible", text));
  }

  private Optional<String> lineAt(OptionalLong position) {
    return position.isPresent() ? line.textAt(position.getAsLong()) : Optional.empty();
  }

  private void showTrouble() {
    Optional<Failure> failed =
        line.isShown() ? line.failureProperty().getValue() : model.failureProperty().getValue();
    Optional<String> reason = failed.map(failure -> messages.sentence(failure.sentence()));
    String text = reason.or(() -> model.refusal.get()).orElse("");
    trouble.setText(text);
    PanelParts.setShown(trouble, !text.isEmpty());
  }

  /// In a low pane, hides the title, because the tree shows the selected tensor, and moves the axis
  /// choosers into a menu.
  private void fitHeight() {
    boolean titled = !PanelParts.isLow(this);
    PanelParts.setShown(title, titled);
    pseudoClassStateChanged(LOW, !titled);
    if (content.getChildren().contains(axes) != titled) {
      content.getChildren().remove(axes);
      toolbar.holdAxes(titled ? Optional.empty() : Optional.of(axes));
      if (titled) {
        content.getChildren().add(content.getChildren().indexOf(toolbar) + 1, axes);
      }
    }
    drawn.setMarked(titled);
    PanelParts.setShown(drawn, !line.isShown());
    PanelParts.setShown(curve, line.isShown());
    showLegend();
    showReadout();
    showTrouble();
  }

  /// Without a picture, the legend keeps its space.
  private void showLegend() {
    boolean isShown = !PanelParts.isLow(this) && !line.isShown();
    legend.setManaged(isShown);
    legend.setVisible(isShown && model.pictureProperty().get().isPresent());
  }

  private static final class Content extends VBox {

    /// Requests a layout after the height of the legend has changed, even if it changed during the
    /// layout of the picture.
    void layOutAgain() {
      setNeedsLayout(true);
    }
  }

  /// The progress of writing a picture, with a stop button, and the result. Hidden if there is
  /// nothing to show.
  private static final class SavingLine extends VBox {

    private final ProgressBar bar = PanelParts.named(new ProgressBar(), "heatmap-progress");
    private final HBox progress;

    SavingLine(HeatExport export, Messages messages) {
      Label saving = new Label(messages.text("heatmap.saving"));
      saving.setMinWidth(0);
      bar.setAccessibleText(saving.getText());
      bar.setMinWidth(USE_PREF_SIZE);
      String stop = messages.text("heatmap.stop");
      progress = new HBox(saving, bar, PanelParts.button("heatmap-stop", stop, export::stop));
      progress.getStyleClass().add("heatmap-saving");
      FeedbackLine notice = new FeedbackLine("heatmap-notice", export.notice, messages);
      PanelParts.fill(this, progress, notice);
      visibleProperty().bind(progress.visibleProperty().or(notice.visibleProperty()));
      managedProperty().bind(visibleProperty());
      WeakSubscriptions.of(this).subscribe(export.running, this::showProgress);
    }

    private void showProgress(Optional<Job> job) {
      PanelParts.setShown(progress, job.isPresent());
      bar.progressProperty().unbind();
      job.ifPresent(running -> bar.progressProperty().bind(running.progressProperty()));
    }
  }
}
