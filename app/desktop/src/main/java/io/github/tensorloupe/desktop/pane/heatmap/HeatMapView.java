package io.github.tensorloupe.desktop.pane.heatmap;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.heatmap.HeatFrame.Axis;
import io.github.tensorloupe.analysis.heatmap.HeatPicture;
import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.copy.CopyMenu;
import io.github.tensorloupe.desktop.control.copy.CopyText;
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
import io.github.tensorloupe.desktop.theme.Themes;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.export.HeatPalette;
import io.github.tensorloupe.export.HeatScale;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.TensorInfo;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// The pane: title, picture, legend, and what the mouse or the keyboard is at.
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

  public static final PaneDescriptor DESCRIPTOR =
      new PaneDescriptor("heatmap", Command.SHOW_HEATMAP, HeatMapView::pane).withBytes();

  private final HeatMapViewModel model;
  private final Messages messages;
  private final HeatCanvas canvas;
  private final HeatLegend legend;
  private final HeatToolbar toolbar;
  private final SliceBar axes;
  private final Label name = PanelParts.named(PanelParts.elastic("", "mono"), "heatmap-name");
  private final Label facts = PanelParts.named(new Label(), "heatmap-facts", "muted");
  private final Label readout = PanelParts.named(new Label(), "heatmap-readout", "mono");
  private final Label trouble = PanelParts.named(PanelParts.wrapping(""), "heatmap-trouble");
  private final Label note =
      PanelParts.named(new Label(), "heatmap-note", "empty-state", "heatmap-note");
  private final HBox title = new HBox(name, facts);
  private final VBox content = new VBox();
  private String pointedText = "";

  /// @param files asks where a picture is to be saved
  HeatMapView(HeatMapViewModel model, Supplier<? extends SaveTargets> files, Messages messages) {
    this.model = model;
    this.messages = messages;
    canvas = new HeatCanvas(model);
    legend = new HeatLegend(messages);
    PanelParts.named(this, "heatmap-view", "heatmap-view");
    Themes.addSheet(this, "heatmap.css");
    toolbar = new HeatToolbar(model, files, messages);
    axes = new SliceBar("heatmap", messages, model);
    assemble();
    Following.of(this).subscribe(model.sliceProperty(), this::follow);
    Following.of(this).subscribe(model.noteProperty(), note::setText);
    Following.of(this).subscribe(model.pictureProperty(), _ -> showPicture());
    Following.of(this).subscribe(model.cursorProperty(), _ -> showReadout());
    canvas.pointedProperty().subscribe(_ -> showReadout());
    canvas.paletteProperty().subscribe(_ -> showPicture());
    Following.of(this).subscribe(model.failureProperty(), _ -> showTrouble());
    DetailsButton.beside(trouble, model.failureProperty(), messages);
    Following.of(this).subscribe(model.refusalProperty(), _ -> showTrouble());
    heightProperty().subscribe(_ -> fitHeight());
  }

  private static DocumentPane pane(PaneContext context) {
    HeatMapViewModel model =
        new HeatMapViewModel(context.selection(), context.jobs(), context.messages());
    return shown -> {
      model.activeProperty().bind(shown);
      return new HeatMapView(model, context.dialogs(), context.messages());
    };
  }

  private void assemble() {
    title.getStyleClass().add("heatmap-title");
    readout.setMinHeight(Region.USE_PREF_SIZE);
    trouble.setGraphic(Icons.of(Feather.ALERT_TRIANGLE, "icon-small", "icon-warning"));
    VBox.setVgrow(canvas, Priority.ALWAYS);
    content.getStyleClass().add("heatmap-content");
    SavingLine saving = new SavingLine(model.export(), messages);
    content.getChildren().addAll(title, toolbar, axes, saving, trouble, canvas, legend, readout);
    new CopyMenu(messages)
        .onOpen(_ -> pointedText = readout.getText())
        .copies(
            "heatmap.copy.place",
            () -> CopyText.plain(pointedText.isEmpty() ? readout.getText() : pointedText))
        .copies("heatmap.copy.title", () -> name.getText() + "  " + facts.getText())
        .line()
        .does("heatmap.go", model::pickAtCursor, () -> model.cursorProperty().get().isPresent())
        .installOn(canvas);
    note.setWrapText(true);
    note.setGraphic(Icons.of(Feather.IMAGE, "icon-large"));
    getChildren().addAll(content, note);
  }

  private void follow(Optional<TensorSlice> slice) {
    axes.show(slice.map(SliceBar.Slice::of));
    content.setVisible(slice.isPresent());
    note.setVisible(slice.isEmpty());
    slice.ifPresent(this::showTitle);
  }

  private void showTitle(TensorSlice slice) {
    TensorInfo info = slice.data().info();
    name.setText(DisplayText.of(info.name()));
    Tips.explain(name, name.getText());
    PanelParts.keepWhole(name, SHORT_NAME_CHARACTERS, MIN_NAME_WIDTH);
    String which =
        slice.isFolded()
            ? messages.text("heatmap.folded", messages.count(slice.columnCount()))
            : info.shape().rank() > 2 ? slice.axes().text() : "";
    String cut = slice.data().isComplete() ? "" : messages.text("heatmap.cut");
    facts.setText(
        Stream.of(info.dtype().name(), messages.shape(info.shape()), which, cut)
            .filter(part -> !part.isEmpty())
            .collect(Collectors.joining("  ·  ")));
    Tips.explain(facts, facts.getText());
    PanelParts.keepWhole(facts, SHORT_FACTS_CHARACTERS, MIN_FACTS_WIDTH);
  }

  private void showPicture() {
    legend.show(model.pictureProperty().get(), canvas.paletteProperty().get());
    showReadout();
  }

  private void showReadout() {
    Optional<Point2D> at = canvas.pointedProperty().get();
    Optional<String> there = at.flatMap(place -> model.textAt(place.getX(), place.getY()));
    String text = there.or(model::textAtCursor).orElse(messages.text("heatmap.hint"));
    readout.setText(text);
    canvas.setAccessibleText(messages.text("heatmap.accessible", text));
  }

  private void showTrouble() {
    Optional<Failure> failed = model.failureProperty().getValue();
    Optional<String> reason = failed.map(failure -> messages.sentence(failure.sentence()));
    String text = reason.or(() -> model.refusalProperty().get()).orElse("");
    trouble.setText(text);
    PanelParts.setShown(trouble, !text.isEmpty());
  }

  private void fitHeight() {
    boolean titled = getHeight() >= HEIGHT_FOR_ALL;
    PanelParts.setShown(title, titled);
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
  private static final class SavingLine extends VBox {

    private final ProgressBar bar = new ProgressBar();
    private final HBox progress;

    SavingLine(HeatExport export, Messages messages) {
      Label saving = new Label(messages.text("heatmap.saving"));
      saving.setMinWidth(0);
      bar.setId("heatmap-progress");
      bar.setAccessibleText(saving.getText());
      bar.setMinWidth(USE_PREF_SIZE);
      String stop = messages.text("heatmap.stop");
      progress = new HBox(saving, bar, PanelParts.button("heatmap-stop", stop, export::stop));
      progress.getStyleClass().add("heatmap-saving");
      FeedbackLine notice = new FeedbackLine("heatmap-notice", export.noticeProperty(), messages);
      getChildren().addAll(progress, notice);
      visibleProperty().bind(progress.visibleProperty().or(notice.visibleProperty()));
      managedProperty().bind(visibleProperty());
      Following.of(this).subscribe(export.runningProperty(), this::follow);
    }

    private void follow(Optional<Job> job) {
      PanelParts.setShown(progress, job.isPresent());
      bar.progressProperty().unbind();
      job.ifPresent(running -> bar.progressProperty().bind(running.progressProperty()));
    }
  }

  /// Explains the colors, and counts the pixels that hold what is not finite.
  private static final class HeatLegend extends FlowPane {

    private static final int STOPS = 33;

    private final Messages messages;
    private final Label low = label("heatmap-low");
    private final Region gradient = new Region();
    private final Label high = label("heatmap-high");
    private final Label nan = label("heatmap-nan");
    private final Label infinite = label("heatmap-infinite");
    private final Label size = label("heatmap-size");
    private final Label preview = label("heatmap-preview");

    HeatLegend(Messages messages) {
      this.messages = messages;
      PanelParts.named(this, "heatmap-legend", "heatmap-legend");
      gradient.getStyleClass().add("heatmap-gradient");
      nan.setGraphic(new Region());
      nan.getGraphic().getStyleClass().addAll("heatmap-swatch", "heatmap-nan-swatch");
      infinite.setGraphic(new Region());
      infinite.getGraphic().getStyleClass().addAll("heatmap-swatch", "heatmap-infinite-swatch");
      preview.getStyleClass().setAll("label", "badge", "badge-warning");
      preview.setText(messages.text("heatmap.preview"));
      HBox scale = new HBox(6, low, gradient, high);
      scale.setAlignment(Pos.CENTER_LEFT);
      Tips.explain(scale, messages.text("heatmap.scale.tip"));
      Tips.explain(nan, messages.text("heatmap.count.nan.tip"));
      Tips.explain(infinite, messages.text("heatmap.count.infinite.tip"));
      Tips.explain(size, messages.text("heatmap.size.tip"));
      Tips.explain(preview, messages.text("heatmap.preview.tip"));
      getChildren().addAll(scale, nan, infinite, size, preview);
    }

    private static Label label(String id) {
      Label label = PanelParts.named(new Label(), id, "caption");
      label.setMinWidth(USE_PREF_SIZE);
      return label;
    }

    void show(Optional<HeatPicture> picture, HeatPalette palette) {
      setVisible(picture.isPresent());
      picture.ifPresent(shown -> show(shown, palette));
    }

    private void show(HeatPicture picture, HeatPalette palette) {
      HeatScale scale = new HeatScale(palette, picture.signed(), picture.limit());
      low.setText(messages.value(scale.low()));
      high.setText(messages.value(scale.limit()));
      gradient.setBackground(Background.fill(gradient(scale)));
      count(nan, picture.nanCount(), "heatmap.count.nan");
      count(infinite, picture.infiniteCount(), "heatmap.count.infinite");
      size.setText(sizeText(picture.frame().rows(), picture.frame().columns()));
      PanelParts.setShown(preview, !picture.complete());
    }

    private static LinearGradient gradient(HeatScale scale) {
      List<Stop> stops = new ArrayList<>();
      for (int i = 0; i < STOPS; i++) {
        double position = i / (STOPS - 1.0);
        int argb = scale.color(scale.low() + position * (scale.limit() - scale.low()));
        stops.add(
            new Stop(position, Color.rgb(argb >>> 16 & 0xff, argb >>> 8 & 0xff, argb & 0xff)));
      }
      return new LinearGradient(0, 0, 1, 0, true, CycleMethod.NO_CYCLE, stops);
    }

    private void count(Label label, long count, String key) {
      label.setText(messages.text(count == 1 ? key + ".one" : key, messages.count(count)));
      PanelParts.setShown(label, count > 0);
    }

    private String sizeText(Axis rows, Axis columns) {
      return rows.pooled() == 1 && columns.pooled() == 1
          ? sizeText("heatmap.size.magnified", columns.magnified(), rows.magnified())
          : sizeText("heatmap.size.pooled", rows.pooled(), columns.pooled());
    }

    private String sizeText(String key, long first, long second) {
      return messages.text(key, messages.count(first), messages.count(second));
    }
  }
}
